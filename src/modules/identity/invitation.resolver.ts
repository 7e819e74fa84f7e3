import { Mutation, Resolver } from 'type-graphql';
import type { RequestContext } from '#api/context.ts';
import { Declares } from '#api/errors/declares.ts';
import { TakesInput } from '#api/types/change.inputs.ts';
import { lazyObject } from '#kernel/json.ts';
import { CreateInvitationInput, WithdrawInvitationInput } from './invitation.inputs.ts';
import { Invitation, InvitationPayload } from './invitation.type.ts';
import { createInvitation, type StoredInvitation, withdrawInvitation } from './invitations.service.ts';
import { inviteUser } from './new-users.service.ts';
import { UserPayload } from './identity.type.ts';
import { InviteUserInput } from './user-fields.inputs.ts';
import { userPayload } from './user.resolver.ts';

@Resolver(() => Invitation)
export class InvitationResolver {
  @Mutation(() => InvitationPayload, {
    description:
      'Creates a user with an e-mail address, who can sign in once by a link: in a mail where the service has a mail server, else in the answer.',
  })
  @Declares({ needs: 'administer', fails: [] })
  @TakesInput(() => InviteUserInput, 'The user.')
  async inviteUser(input: InviteUserInput, ctx: RequestContext) {
    return lazyObject(invitationPayload(ctx, await inviteUser(ctx, input)));
  }

  @Mutation(() => InvitationPayload, {
    description:
      'Invites an existing user with a new link, which takes the place of an earlier one. A user without an e-mail address gets no mail; the link is in the answer then.',
  })
  @Declares({ needs: 'administer', fails: ['NOT_FOUND'] })
  @TakesInput(() => CreateInvitationInput, 'The user.')
  async createInvitation(input: CreateInvitationInput, ctx: RequestContext) {
    return lazyObject(invitationPayload(ctx, await createInvitation(ctx, input)));
  }

  @Mutation(() => UserPayload, {
    description:
      'Withdraws the invitation of a user: its link no longer works, and a mail that waits is not sent. The user stays; `updateUser` deactivates one. Fails INVALID_INPUT for a user without an invitation.',
  })
  @Declares({ needs: 'administer', fails: ['NOT_FOUND'] })
  @TakesInput(() => WithdrawInvitationInput, 'The user.')
  async withdrawInvitation(input: WithdrawInvitationInput, ctx: RequestContext) {
    return lazyObject(userPayload(ctx, await withdrawInvitation(ctx, input)));
  }
}

const invitationPayload = (ctx: RequestContext, { username, url }: StoredInvitation) => ({
  ...userPayload(ctx, username),
  invitationUrl: () => url,
});

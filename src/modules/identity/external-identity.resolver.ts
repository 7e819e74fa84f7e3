import { Declares } from '#api/errors/declares.ts';
import { TakesInput } from '#api/types/change.inputs.ts';
import { Mutation, Resolver } from 'type-graphql';
import type { RequestContext } from '#api/context.ts';
import { deletionPayload } from '#api/node.type.ts';
import { lazyObject } from '#kernel/json.ts';
import { lazyEdge, lazyRow } from '#api/reading/read.ts';
import { ExternalIdentity, ExternalIdentityPayload, UnlinkIdentityPayload } from './identity-provider.type.ts';
import { linkIdentity, unlinkIdentity } from './identity-providers.service.ts';
import { LinkIdentityInput, UnlinkIdentityInput } from './identity-provider.inputs.ts';
import { externalIdentities } from './identity-provider.source.ts';

@Resolver(() => ExternalIdentity)
export class ExternalIdentityResolver {
  @Mutation(() => ExternalIdentityPayload, {
    description:
      'Links an account at a sign-in provider to a user, who is from then on the caller of its tokens. A user has at most one identity at a provider.',
  })
  @Declares({ needs: 'administer', fails: [] })
  @TakesInput(() => LinkIdentityInput, 'The account and the user.')
  async linkIdentity(input: LinkIdentityInput, ctx: RequestContext) {
    return lazyObject(identityPayload(ctx, await linkIdentity(ctx, input)));
  }

  @Mutation(() => UnlinkIdentityPayload, {
    description:
      'Removes an identity with the memberships that its provider gave: its tokens no longer act as the user.',
  })
  @Declares({ needs: 'administer', fails: ['NOT_FOUND'] })
  @TakesInput(() => UnlinkIdentityInput, 'The object to act on.')
  async unlinkIdentity(input: UnlinkIdentityInput, ctx: RequestContext) {
    return deletionPayload('ExternalIdentity', await unlinkIdentity(ctx, input));
  }
}

const identityPayload = (ctx: RequestContext, uid: string) => ({
  externalIdentity: lazyRow(ctx, externalIdentities, { uid }),
  externalIdentityEdge: lazyEdge(ctx, externalIdentities, { uid }),
});

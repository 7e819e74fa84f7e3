import { Declares } from '#api/errors/declares.ts';
import { TakesInput } from '#api/types/change.inputs.ts';
import { Mutation, Resolver } from 'type-graphql';
import type { RequestContext } from '#api/context.ts';
import { deletedObject } from '#api/node.type.ts';
import { toNodeId } from '#kernel/ids.ts';
import { lazyObject } from '#kernel/json.ts';
import { lazyEdge, lazyRow } from '#api/reading/read.ts';
import { DeleteUserPayload, User, UserPayload } from './identity.type.ts';
import { users } from './identity.source.ts';
import { CreateUserInput, DeleteUserInput, UpdateUserInput } from './identity.inputs.ts';
import { ProvisionUserInput } from './user-fields.inputs.ts';
import { provisionUser } from './new-users.service.ts';
import { createUser, deleteUser, type Deletion, updateUser } from './users.service.ts';

@Resolver(() => User)
export class UserResolver {
  @Mutation(() => UserPayload, { description: 'Creates a user.' })
  @Declares({ needs: 'administer', fails: [] })
  @TakesInput(() => CreateUserInput, 'The user.')
  async createUser(input: CreateUserInput, ctx: RequestContext) {
    return lazyObject(userPayload(ctx, await createUser(ctx, input)));
  }

  @Mutation(() => UserPayload, { description: 'Creates a user with an account at a sign-in provider.' })
  @Declares({ needs: 'administer', fails: [] })
  @TakesInput(() => ProvisionUserInput, 'The user and the account.')
  async provisionUser(input: ProvisionUserInput, ctx: RequestContext) {
    return lazyObject(userPayload(ctx, await provisionUser(ctx, input)));
  }

  @Mutation(() => UserPayload, { description: 'Changes a user, with immediate effect.' })
  @Declares({ needs: 'administer', fails: ['LAST_ADMINISTRATOR', 'NOT_FOUND'] })
  @TakesInput(() => UpdateUserInput, 'The change.')
  async updateUser(input: UpdateUserInput, ctx: RequestContext) {
    return lazyObject(userPayload(ctx, await updateUser(ctx, input)));
  }

  @Mutation(() => DeleteUserPayload, {
    description: 'Deletes a user with their keys, memberships and rulesets, but not their datasets.',
  })
  @Declares({ needs: 'administer', fails: ['LAST_ADMINISTRATOR', 'NOT_FOUND'] })
  @TakesInput(() => DeleteUserInput, 'The user.')
  async deleteUser(input: DeleteUserInput, ctx: RequestContext) {
    return deletionWithDependents('User', 'username', await deleteUser(ctx, input));
  }
}

/** The payload of the deletion of a user or a group. */
export const deletionWithDependents = (type: string, keyField: string, { key, dependents }: Deletion): object =>
  lazyObject({ ...deletedObject(toNodeId(type, key)), [keyField]: () => key, dependents: () => dependents });

/** The payload of a change of a user. */
export const userPayload = (ctx: RequestContext, username: string) => ({
  user: lazyRow(ctx, users, { username }),
  userEdge: lazyEdge(ctx, users, { username }),
});

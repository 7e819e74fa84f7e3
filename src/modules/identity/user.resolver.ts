import { Arg, Ctx, Mutation, Resolver } from 'type-graphql';
import type { RequestContext } from '#api/context.ts';
import { deletedObject } from '#api/node.type.ts';
import { lazyObject } from '#kernel/json.ts';
import { lazyEdge, lazyRow } from '#api/reading/read.ts';
import { toNodeId } from '#kernel/ids.ts';
import { DeleteUserPayload, User, UserPayload } from './identity.type.ts';
import { users } from './identity.source.ts';
import { CreateUserInput, DeleteUserInput, UpdateUserInput } from './identity.inputs.ts';
import { createUser, deleteUser, updateUser } from './users.service.ts';

@Resolver(() => User)
export class UserResolver {
  @Mutation(() => UserPayload, { description: 'Creates a user. Needs `administer`.' })
  async createUser(
    @Arg('input', () => CreateUserInput, { description: 'The user.' }) input: CreateUserInput,
    @Ctx() ctx: RequestContext,
  ) {
    return lazyObject(userPayload(ctx, await createUser(ctx, input)));
  }

  @Mutation(() => UserPayload, { description: 'Changes a user, with immediate effect. Needs `administer`.' })
  async updateUser(
    @Arg('input', () => UpdateUserInput, { description: 'The change.' }) input: UpdateUserInput,
    @Ctx() ctx: RequestContext,
  ) {
    return lazyObject(userPayload(ctx, await updateUser(ctx, input)));
  }

  @Mutation(() => DeleteUserPayload, {
    description:
      'Deletes a user with their keys, memberships and rulesets, but not their datasets. Needs `administer`.',
  })
  async deleteUser(
    @Arg('input', () => DeleteUserInput, { description: 'The user.' }) input: DeleteUserInput,
    @Ctx() ctx: RequestContext,
  ) {
    return deletePayload(await deleteUser(ctx, input));
  }
}

const userPayload = (ctx: RequestContext, username: string) => ({
  user: lazyRow(ctx, users, { username }),
  userEdge: lazyEdge(ctx, users, { username }),
});

const deletePayload = (username: string) =>
  lazyObject({ ...deletedObject(toNodeId('User', username)), username: () => username });

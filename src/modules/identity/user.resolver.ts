import { Arg, Args, Ctx, FieldResolver, Mutation, Query, Resolver, Root } from 'type-graphql';
import type { RequestContext } from '#api/context.ts';
import { deletedObject } from '#api/node.type.ts';
import { lazyObject } from '#kernel/json.ts';
import { loadPage } from '#api/reading/load.ts';
import { PageArgs } from '#api/reading/connection.ts';
import { lazyEdge, lazyRow, readRoot, readRootPage } from '#api/reading/read.ts';
import type { Row } from '#api/reading/type-source.ts';
import { toNodeId } from '#kernel/ids.ts';
import {
  ApiKeyConnection,
  DeleteUserPayload,
  GroupConnection,
  User,
  UserConnection,
  UserPayload,
  Viewer,
} from './identity.type.ts';
import { groupsOfUser, groupsOfViewer, identityRoots, keysOfUser, keysOfViewer, users } from './identity.source.ts';
import { CreateUserInput, DeleteUserInput, UpdateUserInput } from './identity.inputs.ts';
import { createUser, deleteUser, updateUser } from './users.service.ts';

@Resolver(() => User)
export class UserResolver {
  @Query(() => UserConnection, {
    nullable: true,
    description: 'All users, by username. Needs `administer`: without it, the field is null with an error.',
  })
  users(@Args(() => PageArgs) page: PageArgs, @Ctx() ctx: RequestContext) {
    return readRootPage(ctx, identityRoots.users, page);
  }

  @Query(() => User, {
    nullable: true,
    description:
      'One user. Null when there is none with this name. Needs `administer`: without it, the field is null with an error.',
  })
  user(@Arg('username', () => String, { description: 'The name.' }) username: string, @Ctx() ctx: RequestContext) {
    return readRoot(ctx, identityRoots.user, { username });
  }

  @FieldResolver(() => GroupConnection, { description: 'The groups of the user, by uid.' })
  groups(@Root() user: Row<User>, @Args(() => PageArgs) page: PageArgs, @Ctx() ctx: RequestContext) {
    return loadPage(ctx, groupsOfUser, user, page);
  }

  @FieldResolver(() => ApiKeyConnection, {
    description: "The user's keys in order of creation, including revoked and expired ones.",
  })
  keys(@Root() user: Row<User>, @Args(() => PageArgs) page: PageArgs, @Ctx() ctx: RequestContext) {
    return loadPage(ctx, keysOfUser, user, page);
  }

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

@Resolver(() => Viewer)
export class ViewerResolver {
  @Query(() => Viewer, { nullable: true, description: 'The caller. Null without a key.' })
  viewer(@Ctx() ctx: RequestContext) {
    return readRoot(ctx, identityRoots.viewer);
  }

  @FieldResolver(() => GroupConnection, { description: 'The groups of the caller, by uid.' })
  groups(@Root() viewer: Row<Viewer>, @Args(() => PageArgs) page: PageArgs, @Ctx() ctx: RequestContext) {
    return loadPage(ctx, groupsOfViewer, viewer, page);
  }

  @FieldResolver(() => ApiKeyConnection, {
    description: 'The keys of the caller in order of creation, including revoked and expired ones.',
  })
  keys(@Root() viewer: Row<Viewer>, @Args(() => PageArgs) page: PageArgs, @Ctx() ctx: RequestContext) {
    return loadPage(ctx, keysOfViewer, viewer, page);
  }
}

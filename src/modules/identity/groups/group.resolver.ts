import { Arg, Args, Ctx, FieldResolver, ID, Mutation, Query, Resolver, Root } from 'type-graphql';
import type { RequestContext } from '../../../api/context.ts';
import { lazyObject } from '../../../api/lazy-object.ts';
import { loadPage } from '../../../api/reading/load.ts';
import { PageArgs } from '../../../api/reading/page-args.ts';
import { deferRow } from '../../../api/reading/read.ts';
import { readRoot, readRootPage } from '../../../api/reading/root.ts';
import type { Row } from '../../../api/reading/source.ts';
import { toNodeId } from '../../../kernel/ids.ts';
import { CreateGroupInput, DeleteGroupInput, GroupMembersInput, UpdateGroupInput } from './group.inputs.ts';
import { DeleteGroupPayload, Group, GroupConnection, GroupPayload } from './group.type.ts';
import { addGroupMembers, createGroup, deleteGroup, removeGroupMembers, updateGroup } from './groups.service.ts';
import { identityRoots } from '../identity-roots.ts';
import { groups, membersOfGroup } from '../identity.source.ts';
import { UserConnection } from '../users/user.type.ts';

@Resolver(() => Group)
export class GroupResolver {
  @Query(() => GroupConnection, {
    nullable: true,
    description: 'All groups, by uid; needs `administer`. Null, with an error, without it.',
  })
  groups(@Args(() => PageArgs) page: PageArgs, @Ctx() ctx: RequestContext) {
    return readRootPage(ctx, identityRoots.groups, page);
  }

  @Query(() => Group, {
    nullable: true,
    description:
      'One group; null when there is none with this uid. Needs `administer`. Null, with an error, without the right.',
  })
  group(@Arg('uid', () => ID, { description: 'Its uid.' }) uid: string, @Ctx() ctx: RequestContext) {
    return readRoot(ctx, identityRoots.group, { uid });
  }

  @FieldResolver(() => UserConnection, {
    description: 'The members that you may see, by username: all with `administer`, else yourself.',
  })
  members(@Root() group: Row<Group>, @Args(() => PageArgs) page: PageArgs, @Ctx() ctx: RequestContext) {
    return loadPage(ctx, membersOfGroup, group, page);
  }

  @Mutation(() => GroupPayload, { description: 'Creates a group; needs `administer`.' })
  async createGroup(
    @Arg('input', () => CreateGroupInput, { description: 'The group.' }) input: CreateGroupInput,
    @Ctx() ctx: RequestContext,
  ) {
    return lazyObject(changedGroup(ctx, await createGroup(ctx, input)));
  }

  @Mutation(() => GroupPayload, { description: 'Changes a group, with effect at once; needs `administer`.' })
  async updateGroup(
    @Arg('input', () => UpdateGroupInput, { description: 'The change.' }) input: UpdateGroupInput,
    @Ctx() ctx: RequestContext,
  ) {
    return lazyObject(changedGroup(ctx, await updateGroup(ctx, input)));
  }

  @Mutation(() => DeleteGroupPayload, {
    description: 'Deletes a group with its memberships and rulesets; its members stay. Needs `administer`.',
  })
  async deleteGroup(
    @Arg('input', () => DeleteGroupInput, { description: 'Which one.' }) input: DeleteGroupInput,
    @Ctx() ctx: RequestContext,
  ) {
    return removed(await deleteGroup(ctx, input));
  }

  @Mutation(() => GroupPayload, {
    description: 'Adds users to a group, where they are not in it yet; needs `administer`.',
  })
  async addGroupMembers(
    @Arg('input', () => GroupMembersInput, { description: 'Who, and to which.' }) input: GroupMembersInput,
    @Ctx() ctx: RequestContext,
  ) {
    return lazyObject(changedGroup(ctx, await addGroupMembers(ctx, input)));
  }

  @Mutation(() => GroupPayload, {
    description: 'Takes users out of a group, where they are in it; needs `administer`.',
  })
  async removeGroupMembers(
    @Arg('input', () => GroupMembersInput, { description: 'Who, and out of which.' }) input: GroupMembersInput,
    @Ctx() ctx: RequestContext,
  ) {
    return lazyObject(changedGroup(ctx, await removeGroupMembers(ctx, input)));
  }
}

const changedGroup = (ctx: RequestContext, uid: string) => ({ group: deferRow(ctx, groups, { uid }) });

const removed = (uid: string) => ({ id: toNodeId('Group', uid), uid });

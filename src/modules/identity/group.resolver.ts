import { Arg, Ctx, Directive, Mutation, Resolver } from 'type-graphql';
import type { RequestContext } from '#api/context.ts';
import { deletedObject } from '#api/node.type.ts';
import { lazyObject } from '#kernel/json.ts';
import { lazyEdge, lazyRow, readEdges } from '#api/reading/read.ts';
import { toNodeId } from '#kernel/ids.ts';
import { sql } from '#kernel/sql.ts';
import { CreateGroupInput, DeleteGroupInput, GroupMembersInput, UpdateGroupInput } from './identity.inputs.ts';
import { DeleteGroupPayload, Group, GroupPayload } from './identity.type.ts';
import { addGroupMembers, createGroup, deleteGroup, removeGroupMembers, updateGroup } from './users.service.ts';
import { groups, membersOfGroup } from './identity.source.ts';

@Resolver(() => Group)
export class GroupResolver {
  @Mutation(() => GroupPayload, { description: 'Creates a group. Needs `administer`.' })
  async createGroup(
    @Arg('input', () => CreateGroupInput, { description: 'The group.' }) input: CreateGroupInput,
    @Ctx() ctx: RequestContext,
  ) {
    return lazyObject(groupPayload(ctx, await createGroup(ctx, input)));
  }

  @Mutation(() => GroupPayload, { description: 'Changes a group, with immediate effect. Needs `administer`.' })
  async updateGroup(
    @Arg('input', () => UpdateGroupInput, { description: 'The change.' }) input: UpdateGroupInput,
    @Ctx() ctx: RequestContext,
  ) {
    return lazyObject(groupPayload(ctx, await updateGroup(ctx, input)));
  }

  @Mutation(() => DeleteGroupPayload, {
    description: 'Deletes a group with its memberships and rulesets, but not its members. Needs `administer`.',
  })
  async deleteGroup(
    @Arg('input', () => DeleteGroupInput, { description: 'The group.' }) input: DeleteGroupInput,
    @Ctx() ctx: RequestContext,
  ) {
    return deletePayload(await deleteGroup(ctx, input));
  }

  @Directive(
    '@listSize(slicingArguments: ["input.usernames"], sizedFields: ["memberEdges"], requireOneSlicingArgument: false)',
  )
  @Mutation(() => GroupPayload, {
    description: 'Adds users to a group; current members stay. Needs `administer`.',
  })
  async addGroupMembers(
    @Arg('input', () => GroupMembersInput, { description: 'The users and the group.' }) input: GroupMembersInput,
    @Ctx() ctx: RequestContext,
  ) {
    return lazyObject(groupPayload(ctx, await addGroupMembers(ctx, input), input.usernames));
  }

  @Mutation(() => GroupPayload, {
    description: 'Removes users from a group; users who are not members are ignored. Needs `administer`.',
  })
  async removeGroupMembers(
    @Arg('input', () => GroupMembersInput, { description: 'The users and the group.' }) input: GroupMembersInput,
    @Ctx() ctx: RequestContext,
  ) {
    return lazyObject(groupPayload(ctx, await removeGroupMembers(ctx, input)));
  }
}

const groupPayload = (ctx: RequestContext, uid: string, added: readonly string[] = []) => ({
  group: lazyRow(ctx, groups, { uid }),
  groupEdge: lazyEdge(ctx, groups, { uid }),
  memberEdges: () =>
    readEdges(ctx, membersOfGroup.to, sql`t.group_uid = ${uid} and t.username = any(${added}::text[])`),
});

const deletePayload = (uid: string) => lazyObject({ ...deletedObject(toNodeId('Group', uid)), uid: () => uid });

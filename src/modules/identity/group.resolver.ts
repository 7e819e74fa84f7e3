import { Declares } from '#api/errors/declares.ts';
import { TakesInput } from '#api/types/change.inputs.ts';
import { Directive, Mutation, Resolver } from 'type-graphql';
import type { RequestContext } from '#api/context.ts';
import { lazyObject } from '#kernel/json.ts';
import { lazyEdge, lazyRow, readEdges } from '#api/reading/read.ts';
import { sql } from '#kernel/sql.ts';
import { CreateGroupInput, DeleteGroupInput, GroupMembersInput, UpdateGroupInput } from './identity.inputs.ts';
import { DeleteGroupPayload, Group, GroupPayload } from './identity.type.ts';
import { addGroupMembers, createGroup, deleteGroup, removeGroupMembers, updateGroup } from './groups.service.ts';
import { deletionWithDependents } from './user.resolver.ts';
import { groups, membersOfGroup } from './identity.source.ts';

@Resolver(() => Group)
export class GroupResolver {
  @Mutation(() => GroupPayload, { description: 'Creates a group.' })
  @Declares({ needs: 'administer', fails: [] })
  @TakesInput(() => CreateGroupInput, 'The group.')
  async createGroup(input: CreateGroupInput, ctx: RequestContext) {
    return lazyObject(groupPayload(ctx, await createGroup(ctx, input)));
  }

  @Mutation(() => GroupPayload, { description: 'Changes a group, with immediate effect.' })
  @Declares({ needs: 'administer', fails: ['LAST_ADMINISTRATOR', 'NOT_FOUND'] })
  @TakesInput(() => UpdateGroupInput, 'The change.')
  async updateGroup(input: UpdateGroupInput, ctx: RequestContext) {
    return lazyObject(groupPayload(ctx, await updateGroup(ctx, input)));
  }

  @Mutation(() => DeleteGroupPayload, {
    description: 'Deletes a group with its memberships and rulesets, but not its members.',
  })
  @Declares({ needs: 'administer', fails: ['LAST_ADMINISTRATOR', 'NOT_FOUND'] })
  @TakesInput(() => DeleteGroupInput, 'The group.')
  async deleteGroup(input: DeleteGroupInput, ctx: RequestContext) {
    return deletionWithDependents('Group', 'uid', await deleteGroup(ctx, input));
  }

  @Directive(
    '@listSize(slicingArguments: ["input.usernames"], sizedFields: ["memberEdges"], requireOneSlicingArgument: false)',
  )
  @Mutation(() => GroupPayload, {
    description: 'Adds users to a group; current members stay.',
  })
  @Declares({ needs: 'administer', fails: ['NOT_FOUND'] })
  @TakesInput(() => GroupMembersInput, 'The users and the group.')
  async addGroupMembers(input: GroupMembersInput, ctx: RequestContext) {
    return lazyObject(groupPayload(ctx, await addGroupMembers(ctx, input), input.usernames));
  }

  @Mutation(() => GroupPayload, {
    description: 'Removes users from a group; users who are not members are ignored.',
  })
  @Declares({ needs: 'administer', fails: ['LAST_ADMINISTRATOR', 'NOT_FOUND'] })
  @TakesInput(() => GroupMembersInput, 'The users and the group.')
  async removeGroupMembers(input: GroupMembersInput, ctx: RequestContext) {
    return lazyObject(groupPayload(ctx, await removeGroupMembers(ctx, input)));
  }
}

const groupPayload = (ctx: RequestContext, uid: string, added: readonly string[] = []) => ({
  group: lazyRow(ctx, groups, { uid }),
  groupEdge: lazyEdge(ctx, groups, { uid }),
  memberEdges: () =>
    readEdges(ctx, membersOfGroup.to, sql`t.group_uid = ${uid} and t.username = any(${added}::text[])`),
});

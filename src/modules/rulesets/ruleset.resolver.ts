import { Declares } from '#api/errors/declares.ts';
import { TakesInput } from '#api/types/change.inputs.ts';
import { Arg, Ctx, FieldResolver, Mutation, Resolver, Root } from 'type-graphql';
import type { RequestContext } from '#api/context.ts';
import { deletedObject } from '#api/node.type.ts';
import { lazyObject } from '#kernel/json.ts';
import { lazyEdge, lazyRow } from '#api/reading/read.ts';
import { Dataset, datasetPartPayload } from '#datasets/index.ts';
import { createRuleset, deleteRuleset, updateRuleset } from './rulesets.service.ts';
import {
  CreateGroupRulesetInput,
  CreateUserRulesetInput,
  DeleteGroupRulesetInput,
  DeleteUserRulesetInput,
  UpdateGroupRulesetInput,
  UpdateUserRulesetInput,
} from './ruleset.inputs.ts';
import { groupRulesetId, groupRulesets, userRulesetId, userRulesets } from './ruleset.source.ts';
import {
  DeleteGroupRulesetPayload,
  DeleteUserRulesetPayload,
  EffectiveAccess,
  GroupRulesetPayload,
  UserRulesetPayload,
} from './ruleset.type.ts';
import { loadEffectiveAccess } from './effective-access.ts';

@Resolver(() => Dataset)
export class UserRulesetResolver {
  @Mutation(() => UserRulesetPayload, {
    description: 'Creates the ruleset of a user on a dataset.',
  })
  @Declares({ needs: 'edit_dataset and manage_dataset', fails: ['NOT_FOUND', 'REVISION_MISMATCH'] })
  @TakesInput(() => CreateUserRulesetInput, 'The ruleset.')
  async createUserRuleset(input: CreateUserRulesetInput, ctx: RequestContext) {
    return userRulesetPayload(ctx, input.datasetUid, await createRuleset(ctx, { user: input.user.username }, input));
  }

  @Mutation(() => UserRulesetPayload, {
    description: 'Changes the ruleset of a user.',
  })
  @Declares({ needs: 'edit_dataset and manage_dataset', fails: ['NOT_FOUND', 'REVISION_MISMATCH'] })
  @TakesInput(() => UpdateUserRulesetInput, 'The change.')
  async updateUserRuleset(input: UpdateUserRulesetInput, ctx: RequestContext) {
    return userRulesetPayload(ctx, input.datasetUid, await updateRuleset(ctx, { user: input.username }, input));
  }

  @Mutation(() => DeleteUserRulesetPayload, {
    description: 'Deletes the ruleset of a user.',
  })
  @Declares({ needs: 'edit_dataset and manage_dataset', fails: ['NOT_FOUND', 'REVISION_MISMATCH'] })
  @TakesInput(() => DeleteUserRulesetInput, 'The ruleset.')
  async deleteUserRuleset(input: DeleteUserRulesetInput, ctx: RequestContext) {
    return deleteUserRulesetPayload(ctx, input.datasetUid, await deleteRuleset(ctx, { user: input.username }, input));
  }
}

const userRulesetPayload = (ctx: RequestContext, datasetUid: string, username: string) =>
  lazyObject({
    userRuleset: lazyRow(ctx, userRulesets, { dataset_uid: datasetUid, username }),
    userRulesetEdge: lazyEdge(ctx, userRulesets, { dataset_uid: datasetUid, username }),
    ...datasetPartPayload(ctx, datasetUid),
  });

const deleteUserRulesetPayload = (ctx: RequestContext, datasetUid: string, username: string) =>
  lazyObject({
    ...deletedObject(userRulesetId(datasetUid, username)),
    username: () => username,
    ...datasetPartPayload(ctx, datasetUid),
  });

@Resolver(() => Dataset)
export class GroupRulesetResolver {
  @Mutation(() => GroupRulesetPayload, {
    description: 'Creates the ruleset of a group on a dataset.',
  })
  @Declares({ needs: 'edit_dataset and manage_dataset', fails: ['NOT_FOUND', 'REVISION_MISMATCH'] })
  @TakesInput(() => CreateGroupRulesetInput, 'The ruleset.')
  async createGroupRuleset(input: CreateGroupRulesetInput, ctx: RequestContext) {
    return groupRulesetPayload(ctx, input.datasetUid, await createRuleset(ctx, { group: input.group.uid }, input));
  }

  @Mutation(() => GroupRulesetPayload, {
    description: 'Changes the ruleset of a group.',
  })
  @Declares({ needs: 'edit_dataset and manage_dataset', fails: ['NOT_FOUND', 'REVISION_MISMATCH'] })
  @TakesInput(() => UpdateGroupRulesetInput, 'The change.')
  async updateGroupRuleset(input: UpdateGroupRulesetInput, ctx: RequestContext) {
    return groupRulesetPayload(ctx, input.datasetUid, await updateRuleset(ctx, { group: input.groupUid }, input));
  }

  @Mutation(() => DeleteGroupRulesetPayload, {
    description: 'Deletes the ruleset of a group.',
  })
  @Declares({ needs: 'edit_dataset and manage_dataset', fails: ['NOT_FOUND', 'REVISION_MISMATCH'] })
  @TakesInput(() => DeleteGroupRulesetInput, 'The ruleset.')
  async deleteGroupRuleset(input: DeleteGroupRulesetInput, ctx: RequestContext) {
    return deleteGroupRulesetPayload(ctx, input.datasetUid, await deleteRuleset(ctx, { group: input.groupUid }, input));
  }
}

const groupRulesetPayload = (ctx: RequestContext, datasetUid: string, groupUid: string) =>
  lazyObject({
    groupRuleset: lazyRow(ctx, groupRulesets, { dataset_uid: datasetUid, group_uid: groupUid }),
    groupRulesetEdge: lazyEdge(ctx, groupRulesets, { dataset_uid: datasetUid, group_uid: groupUid }),
    ...datasetPartPayload(ctx, datasetUid),
  });

const deleteGroupRulesetPayload = (ctx: RequestContext, datasetUid: string, groupUid: string) =>
  lazyObject({
    ...deletedObject(groupRulesetId(datasetUid, groupUid)),
    groupUid: () => groupUid,
    ...datasetPartPayload(ctx, datasetUid),
  });

@Resolver(() => Dataset)
export class EffectiveAccessResolver {
  @FieldResolver(() => EffectiveAccess, {
    nullable: true,
    description:
      'The access of a user, and its reasons; null without such a user. For another user it needs the right to manage the dataset.',
  })
  effectiveAccess(
    @Root() dataset: Dataset,
    @Arg('username', () => String, { description: 'The name of the user.' }) username: string,
    @Ctx() ctx: RequestContext,
  ) {
    return loadEffectiveAccess(ctx, dataset, username);
  }
}

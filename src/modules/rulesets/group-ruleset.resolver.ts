import { Arg, Args, Ctx, FieldResolver, ID, Mutation, Resolver, Root } from 'type-graphql';
import type { RequestContext } from '#api/context.ts';
import { deletedObject } from '#api/node.type.ts';
import { lazyObject } from '#api/reading/lazy-object.ts';
import { loadByArgument, loadPage } from '#api/reading/load.ts';
import { PageArgs } from '#api/reading/connection.ts';
import { lazyEdge, lazyRow } from '#api/reading/read.ts';
import type { Row } from '#api/reading/type-source.ts';
import { Dataset, datasetPartPayload } from '#datasets/index.ts';
import { createRuleset, deleteRuleset, updateRuleset } from './rulesets.service.ts';
import { CreateGroupRulesetInput, DeleteGroupRulesetInput, UpdateGroupRulesetInput } from './ruleset.inputs.ts';
import { groupRulesetId, groupRulesetOfDataset, groupRulesets, groupRulesetsOfDataset } from './ruleset.source.ts';
import {
  DeleteGroupRulesetPayload,
  GroupRuleset,
  GroupRulesetConnection,
  GroupRulesetPayload,
} from './ruleset.type.ts';

@Resolver(() => Dataset)
export class GroupRulesetResolver {
  @FieldResolver(() => GroupRulesetConnection, { description: 'The rulesets of groups, by uid.' })
  groupRulesets(@Root() dataset: Row<Dataset>, @Args(() => PageArgs) page: PageArgs, @Ctx() ctx: RequestContext) {
    return loadPage(ctx, groupRulesetsOfDataset, dataset, page);
  }

  @FieldResolver(() => GroupRuleset, {
    nullable: true,
    description: 'The ruleset of one group. Null when the group has none.',
  })
  groupRuleset(
    @Root() dataset: Row<Dataset>,
    @Arg('uid', () => ID, { description: 'The uid of the group.' }) uid: string,
    @Ctx() ctx: RequestContext,
  ) {
    return loadByArgument(ctx, groupRulesetOfDataset, dataset, uid);
  }

  @Mutation(() => GroupRulesetPayload, {
    description:
      'Creates the ruleset of a group on a dataset. Needs `edit_dataset` and `manage_dataset` on the dataset.',
  })
  async createGroupRuleset(
    @Arg('input', () => CreateGroupRulesetInput, { description: 'The ruleset.' }) input: CreateGroupRulesetInput,
    @Ctx() ctx: RequestContext,
  ) {
    return groupRulesetPayload(ctx, input.datasetUid, await createRuleset(ctx, { group: input.group.uid }, input));
  }

  @Mutation(() => GroupRulesetPayload, {
    description: 'Changes the ruleset of a group. Needs `edit_dataset` and `manage_dataset` on the dataset.',
  })
  async updateGroupRuleset(
    @Arg('input', () => UpdateGroupRulesetInput, { description: 'The change.' }) input: UpdateGroupRulesetInput,
    @Ctx() ctx: RequestContext,
  ) {
    return groupRulesetPayload(ctx, input.datasetUid, await updateRuleset(ctx, { group: input.groupUid }, input));
  }

  @Mutation(() => DeleteGroupRulesetPayload, {
    description: 'Deletes the ruleset of a group. Needs `edit_dataset` and `manage_dataset` on the dataset.',
  })
  async deleteGroupRuleset(
    @Arg('input', () => DeleteGroupRulesetInput, { description: 'The ruleset.' }) input: DeleteGroupRulesetInput,
    @Ctx() ctx: RequestContext,
  ) {
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

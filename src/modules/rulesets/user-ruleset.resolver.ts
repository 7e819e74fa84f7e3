import { Arg, Args, Ctx, FieldResolver, Mutation, Resolver, Root } from 'type-graphql';
import type { RequestContext } from '#api/context.ts';
import { deletedObject } from '#api/node.type.ts';
import { lazyObject } from '#api/reading/lazy-object.ts';
import { loadByArgument, loadPage } from '#api/reading/load.ts';
import { PageArgs } from '#api/reading/connection.ts';
import { lazyEdge, lazyRow } from '#api/reading/read.ts';
import type { Row } from '#api/reading/type-source.ts';
import { Dataset, datasetPartPayload } from '#datasets/index.ts';
import { createRuleset, deleteRuleset, updateRuleset } from './rulesets.service.ts';
import { CreateUserRulesetInput, DeleteUserRulesetInput, UpdateUserRulesetInput } from './ruleset.inputs.ts';
import { userRulesetId, userRulesetOfDataset, userRulesets, userRulesetsOfDataset } from './ruleset.source.ts';
import { DeleteUserRulesetPayload, UserRuleset, UserRulesetConnection, UserRulesetPayload } from './ruleset.type.ts';

@Resolver(() => Dataset)
export class UserRulesetResolver {
  @FieldResolver(() => UserRulesetConnection, { description: 'The rulesets of users, by username.' })
  userRulesets(@Root() dataset: Row<Dataset>, @Args(() => PageArgs) page: PageArgs, @Ctx() ctx: RequestContext) {
    return loadPage(ctx, userRulesetsOfDataset, dataset, page);
  }

  @FieldResolver(() => UserRuleset, {
    nullable: true,
    description: 'The ruleset of one user. Null when the user has no ruleset of their own.',
  })
  userRuleset(
    @Root() dataset: Row<Dataset>,
    @Arg('username', () => String, { description: 'The name of the user.' }) username: string,
    @Ctx() ctx: RequestContext,
  ) {
    return loadByArgument(ctx, userRulesetOfDataset, dataset, username);
  }

  @Mutation(() => UserRulesetPayload, {
    description:
      'Creates the ruleset of a user on a dataset. Needs `edit_dataset` and `manage_dataset` on the dataset.',
  })
  async createUserRuleset(
    @Arg('input', () => CreateUserRulesetInput, { description: 'The ruleset.' }) input: CreateUserRulesetInput,
    @Ctx() ctx: RequestContext,
  ) {
    return userRulesetPayload(ctx, input.datasetUid, await createRuleset(ctx, { user: input.user.username }, input));
  }

  @Mutation(() => UserRulesetPayload, {
    description: 'Changes the ruleset of a user. Needs `edit_dataset` and `manage_dataset` on the dataset.',
  })
  async updateUserRuleset(
    @Arg('input', () => UpdateUserRulesetInput, { description: 'The change.' }) input: UpdateUserRulesetInput,
    @Ctx() ctx: RequestContext,
  ) {
    return userRulesetPayload(ctx, input.datasetUid, await updateRuleset(ctx, { user: input.username }, input));
  }

  @Mutation(() => DeleteUserRulesetPayload, {
    description: 'Deletes the ruleset of a user. Needs `edit_dataset` and `manage_dataset` on the dataset.',
  })
  async deleteUserRuleset(
    @Arg('input', () => DeleteUserRulesetInput, { description: 'The ruleset.' }) input: DeleteUserRulesetInput,
    @Ctx() ctx: RequestContext,
  ) {
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

import { Arg, Args, Ctx, FieldResolver, Mutation, Resolver, Root } from 'type-graphql';
import type { RequestContext } from '../../api/context.ts';
import { lazyObject } from '../../api/lazy-object.ts';
import { loadNamed, loadPage } from '../../api/reading/load.ts';
import { PageArgs } from '../../api/reading/page-args.ts';
import { deferRow } from '../../api/reading/read.ts';
import type { Row } from '../../api/reading/source.ts';
import { Dataset, changedDataset } from '../datasets/index.ts';
import { createRuleset, deleteRuleset, updateRuleset } from './rulesets.service.ts';
import { CreateUserRulesetInput, DeleteUserRulesetInput, UpdateUserRulesetInput } from './ruleset.inputs.ts';
import { userRulesetId, userRulesetOfDataset, userRulesets, userRulesetsOfDataset } from './ruleset.source.ts';
import { DeleteUserRulesetPayload, UserRuleset, UserRulesetConnection, UserRulesetPayload } from './ruleset.type.ts';

@Resolver(() => Dataset)
export class UserRulesetResolver {
  @FieldResolver(() => UserRulesetConnection, { description: 'What single users get, by username.' })
  userRulesets(@Root() dataset: Row<Dataset>, @Args(() => PageArgs) page: PageArgs, @Ctx() ctx: RequestContext) {
    return loadPage(ctx, userRulesetsOfDataset, dataset, page);
  }

  @FieldResolver(() => UserRuleset, {
    nullable: true,
    description: 'What one user gets; null where the user has no ruleset of their own.',
  })
  userRuleset(
    @Root() dataset: Row<Dataset>,
    @Arg('username', () => String, { description: 'Who.' }) username: string,
    @Ctx() ctx: RequestContext,
  ) {
    return loadNamed(ctx, userRulesetOfDataset, dataset, username);
  }

  @Mutation(() => UserRulesetPayload, {
    description: 'Gives a user a ruleset on a dataset; needs `edit_dataset` and `manage_dataset` on it.',
  })
  async createUserRuleset(
    @Arg('input', () => CreateUserRulesetInput, { description: 'The ruleset.' }) input: CreateUserRulesetInput,
    @Ctx() ctx: RequestContext,
  ) {
    return changedRuleset(ctx, input.datasetUid, await createRuleset(ctx, { user: input.user.username }, input));
  }

  @Mutation(() => UserRulesetPayload, {
    description: 'Changes the ruleset of a user; needs `edit_dataset` and `manage_dataset` on the dataset.',
  })
  async updateUserRuleset(
    @Arg('input', () => UpdateUserRulesetInput, { description: 'The change.' }) input: UpdateUserRulesetInput,
    @Ctx() ctx: RequestContext,
  ) {
    return changedRuleset(ctx, input.datasetUid, await updateRuleset(ctx, { user: input.username }, input));
  }

  @Mutation(() => DeleteUserRulesetPayload, {
    description: 'Takes the ruleset of a user away; needs `edit_dataset` and `manage_dataset` on the dataset.',
  })
  async deleteUserRuleset(
    @Arg('input', () => DeleteUserRulesetInput, { description: 'Which one.' }) input: DeleteUserRulesetInput,
    @Ctx() ctx: RequestContext,
  ) {
    return removedRuleset(ctx, input.datasetUid, await deleteRuleset(ctx, { user: input.username }, input));
  }
}

const changedRuleset = (ctx: RequestContext, datasetUid: string, username: string) =>
  lazyObject({
    userRuleset: deferRow(ctx, userRulesets, { dataset_uid: datasetUid, username }),
    ...changedDataset(ctx, datasetUid),
  });

const removedRuleset = (ctx: RequestContext, datasetUid: string, username: string) =>
  lazyObject({
    id: () => userRulesetId(datasetUid, username),
    username: () => username,
    ...changedDataset(ctx, datasetUid),
  });

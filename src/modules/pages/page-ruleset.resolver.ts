import { Mutation, Resolver } from 'type-graphql';
import type { RequestContext } from '#api/context.ts';
import { Declares } from '#api/errors/declares.ts';
import { ForRest } from '#api/for-rest.ts';
import { lazyEdge, lazyRow } from '#api/reading/read.ts';
import { TakesInput } from '#api/types/change.inputs.ts';
import { lazyObject } from '#kernel/json.ts';
import {
  CreatePageGroupRulesetInput,
  CreatePageUserRulesetInput,
  DeletePageGroupRulesetInput,
  DeletePageUserRulesetInput,
  UpdatePageGroupRulesetInput,
  UpdatePageUserRulesetInput,
} from './page-ruleset.inputs.ts';
import { pageGroupRulesets, pageUserRulesets } from './page-ruleset.source.ts';
import {
  PageGroupRuleset,
  PageGroupRulesetPayload,
  PageUserRuleset,
  PageUserRulesetPayload,
} from './page-ruleset.type.ts';
import { createPageRuleset, deletePageRuleset, updatePageRuleset } from './page-rulesets.service.ts';
import { PagePayload } from './page-configuration.type.ts';
import { pagePayload } from './pages.service.ts';

const declared = { needs: 'edit_page and manage_page', fails: ['NOT_FOUND', 'REVISION_MISMATCH'] } as const;

@Resolver(() => PageUserRuleset)
export class PageUserRulesetResolver {
  @ForRest()
  @Mutation(() => PageUserRulesetPayload, { description: 'Lets a user see a page while it is restricted.' })
  @Declares(declared)
  @TakesInput(() => CreatePageUserRulesetInput, 'The ruleset.')
  async createPageUserRuleset(input: CreatePageUserRulesetInput, ctx: RequestContext) {
    return userPayload(ctx, await createPageRuleset(ctx, { user: input.user.username }, input), input.user.username);
  }

  @ForRest()
  @Mutation(() => PageUserRulesetPayload, { description: 'Replaces the rights of a user on a page.' })
  @Declares(declared)
  @TakesInput(() => UpdatePageUserRulesetInput, 'The rights.')
  async updatePageUserRuleset(input: UpdatePageUserRulesetInput, ctx: RequestContext) {
    return userPayload(ctx, await updatePageRuleset(ctx, { user: input.username }, input), input.username);
  }

  @ForRest()
  @Mutation(() => PagePayload, { description: 'Deletes the ruleset of a user on a page.' })
  @Declares(declared)
  @TakesInput(() => DeletePageUserRulesetInput, 'The ruleset.')
  async deletePageUserRuleset(input: DeletePageUserRulesetInput, ctx: RequestContext) {
    return pagePayload(ctx, await deletePageRuleset(ctx, { user: input.username }, input));
  }
}

@Resolver(() => PageGroupRuleset)
export class PageGroupRulesetResolver {
  @ForRest()
  @Mutation(() => PageGroupRulesetPayload, {
    description: 'Lets the members of a group see a page while it is restricted.',
  })
  @Declares(declared)
  @TakesInput(() => CreatePageGroupRulesetInput, 'The ruleset.')
  async createPageGroupRuleset(input: CreatePageGroupRulesetInput, ctx: RequestContext) {
    return groupPayload(ctx, await createPageRuleset(ctx, { group: input.group.uid }, input), input.group.uid);
  }

  @ForRest()
  @Mutation(() => PageGroupRulesetPayload, { description: 'Replaces the rights of a group on a page.' })
  @Declares(declared)
  @TakesInput(() => UpdatePageGroupRulesetInput, 'The rights.')
  async updatePageGroupRuleset(input: UpdatePageGroupRulesetInput, ctx: RequestContext) {
    return groupPayload(ctx, await updatePageRuleset(ctx, { group: input.groupUid }, input), input.groupUid);
  }

  @ForRest()
  @Mutation(() => PagePayload, { description: 'Deletes the ruleset of a group on a page.' })
  @Declares(declared)
  @TakesInput(() => DeletePageGroupRulesetInput, 'The ruleset.')
  async deletePageGroupRuleset(input: DeletePageGroupRulesetInput, ctx: RequestContext) {
    return pagePayload(ctx, await deletePageRuleset(ctx, { group: input.groupUid }, input));
  }
}

const userPayload = (ctx: RequestContext, uid: string, username: string) =>
  lazyObject({
    userRuleset: lazyRow(ctx, pageUserRulesets, { page_uid: uid, username }),
    userRulesetEdge: lazyEdge(ctx, pageUserRulesets, { page_uid: uid, username }),
  });

const groupPayload = (ctx: RequestContext, uid: string, groupUid: string) =>
  lazyObject({
    groupRuleset: lazyRow(ctx, pageGroupRulesets, { page_uid: uid, group_uid: groupUid }),
    groupRulesetEdge: lazyEdge(ctx, pageGroupRulesets, { page_uid: uid, group_uid: groupUid }),
  });

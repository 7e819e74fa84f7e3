import { Arg, Args, Ctx, FieldResolver, ID, Mutation, Query, Resolver, Root } from 'type-graphql';
import type { RequestContext } from '#api/context.ts';
import { deletedObject } from '#api/node.type.ts';
import { lazyObject } from '#kernel/json.ts';
import { loadOne, loadPage } from '#api/reading/load.ts';
import { PageArgs } from '#api/reading/connection.ts';
import { readRoot, readRootPage } from '#api/reading/read.ts';
import { TitleSearchArgs } from '#api/reading/title-search.ts';
import type { Row } from '#api/reading/type-source.ts';
import { toNodeId } from '#kernel/ids.ts';
import { RelatedUser } from '#identity/index.ts';
import { deletePage, pagePayload, publishPage, setPageRuleset, unpublishPage } from './pages.service.ts';
import {
  DeletePagePayload,
  PageConfiguration,
  PageConfigurationConnection,
  PagePayload,
  PageRulesetConnection,
} from './page-configuration.type.ts';
import { PageActionInput, SetPageRulesetInput } from './page.inputs.ts';
import { creatorOfPage, pageRoots, rulesetsOfPage } from './page-configuration.source.ts';

@Resolver(() => PageConfiguration)
export class PageConfigurationResolver {
  @Query(() => PageConfigurationConnection, {
    nullable: true,
    description:
      'The pages of both kinds that you may edit, by the title of the draft, then slug. A search finds the title in any language. Without a key, the field is null with an error.',
  })
  pages(@Args(() => TitleSearchArgs) page: TitleSearchArgs, @Ctx() ctx: RequestContext) {
    return readRootPage(ctx, pageRoots.pages, page, { search: page.search });
  }

  @Query(() => PageConfiguration, {
    nullable: true,
    description:
      'The page of either kind with this uid; null when you may not edit it or it does not exist. Without a key, the field is null with an error.',
  })
  page(@Arg('uid', () => ID, { description: 'The uid of the page.' }) uid: string, @Ctx() ctx: RequestContext) {
    return readRoot(ctx, pageRoots.page, { uid });
  }

  @FieldResolver(() => RelatedUser, {
    nullable: true,
    description: 'The user who created the page; null when that user was deleted.',
  })
  createdBy(@Root() page: Row<PageConfiguration>, @Ctx() ctx: RequestContext) {
    return loadOne(ctx, creatorOfPage, page);
  }

  @FieldResolver(() => PageRulesetConnection, {
    description: 'The rulesets of users and groups, by creation.',
  })
  rulesets(
    @Root() configuration: Row<PageConfiguration>,
    @Args(() => PageArgs) page: PageArgs,
    @Ctx() ctx: RequestContext,
  ) {
    return loadPage(ctx, rulesetsOfPage, configuration, page);
  }

  @Mutation(() => PagePayload, {
    description: 'Publishes the current draft of a page; needs `edit_page` on it.',
  })
  async publishPage(
    @Arg('input', () => PageActionInput, { description: 'The object to act on.' }) input: PageActionInput,
    @Ctx() ctx: RequestContext,
  ) {
    return pagePayload(ctx, await publishPage(ctx, input));
  }

  @Mutation(() => PagePayload, {
    description: 'Unpublishes a page; its draft stays. Needs `edit_page` on it.',
  })
  async unpublishPage(
    @Arg('input', () => PageActionInput, { description: 'The object to act on.' }) input: PageActionInput,
    @Ctx() ctx: RequestContext,
  ) {
    return pagePayload(ctx, await unpublishPage(ctx, input));
  }

  @Mutation(() => DeletePagePayload, {
    description: 'Deletes a page, published or not, with its rulesets; needs `edit_page` on it.',
  })
  async deletePage(
    @Arg('input', () => PageActionInput, { description: 'The object to act on.' }) input: PageActionInput,
    @Ctx() ctx: RequestContext,
  ) {
    return deletePayload(await deletePage(ctx, input));
  }

  @Mutation(() => PagePayload, {
    description:
      'Grants a user or a group exactly these rights on a page, effective immediately; needs `manage_page` on it.',
  })
  async setPageRuleset(
    @Arg('input', () => SetPageRulesetInput, { description: 'The rights.' }) input: SetPageRulesetInput,
    @Ctx() ctx: RequestContext,
  ) {
    return pagePayload(ctx, await setPageRuleset(ctx, input));
  }
}

const deletePayload = (uid: string) =>
  lazyObject({ ...deletedObject(toNodeId('PageConfiguration', uid)), uid: () => uid });

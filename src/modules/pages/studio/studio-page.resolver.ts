import { Arg, Args, Ctx, FieldResolver, Mutation, Query, Resolver, Root } from 'type-graphql';
import type { RequestContext } from '#api/context.ts';
import { loadOne, loadPage } from '#api/reading/load.ts';
import { PageArgs } from '#api/reading/connection.ts';
import { readRoot, readRootPage } from '#api/reading/read.ts';
import { TitleSearchArgs } from '#api/reading/title-search.ts';
import type { Row } from '#api/reading/type-source.ts';
import { CatalogDataset } from '#datasets/index.ts';
import { pagePayload } from '../page-payload.ts';
import { createStudioPage } from '../create-page.ts';
import { PagePayload, StudioPageConfiguration } from '../configuration/page-configuration.type.ts';
import { CreateStudioPageInput, UpdateStudioPageInput } from '../page.inputs.ts';
import {
  configurationOfStudioPage,
  datasetOfProvider,
  providersOfPage,
  studioPageRoots,
} from './studio-page.source.ts';
import { DataProvider, DataProviderConnection, StudioPage, StudioPageConnection } from './studio-page.type.ts';
import { updateStudioPage } from '../update-page.ts';

@Resolver(() => StudioPage)
export class StudioPageResolver {
  @Query(() => StudioPageConnection, {
    description: 'The published studio pages that are visible to you, by title, then slug; needs no key.',
  })
  studioPages(@Args(() => TitleSearchArgs) page: TitleSearchArgs, @Ctx() ctx: RequestContext) {
    return readRootPage(ctx, studioPageRoots.studioPages, page, { search: page.search });
  }

  @Query(() => StudioPage, {
    nullable: true,
    description: 'The published studio page with this slug; null when none is visible to you.',
  })
  studioPage(
    @Arg('slug', () => String, { description: 'The slug in URLs.' }) slug: string,
    @Ctx() ctx: RequestContext,
  ) {
    return readRoot(ctx, studioPageRoots.studioPage, { slug });
  }

  @FieldResolver(() => DataProviderConnection, {
    description: 'The data providers of the page whose datasets are visible to you, by name.',
  })
  dataProviders(@Root() studioPage: Row<StudioPage>, @Args(() => PageArgs) page: PageArgs, @Ctx() ctx: RequestContext) {
    return loadPage(ctx, providersOfPage, studioPage, page);
  }

  @FieldResolver(() => StudioPageConfiguration, {
    nullable: true,
    description: 'The draft of the page; null without the right to edit the page.',
  })
  configuration(@Root() page: Row<StudioPage>, @Ctx() ctx: RequestContext) {
    return loadOne(ctx, configurationOfStudioPage, page);
  }

  @Mutation(() => PagePayload, {
    description:
      'Creates a studio page as a draft; needs `edit_page` for the domain. Its creator holds `edit_page` and `manage_page` on it.',
  })
  async createStudioPage(
    @Arg('input', () => CreateStudioPageInput, { description: 'The page.' }) input: CreateStudioPageInput,
    @Ctx() ctx: RequestContext,
  ) {
    return pagePayload(ctx, await createStudioPage(ctx, input));
  }

  @Mutation(() => PagePayload, { description: 'Changes the draft of a studio page; needs `edit_page` on it.' })
  async updateStudioPage(
    @Arg('input', () => UpdateStudioPageInput, { description: 'The change.' }) input: UpdateStudioPageInput,
    @Ctx() ctx: RequestContext,
  ) {
    return pagePayload(ctx, await updateStudioPage(ctx, input));
  }
}

@Resolver(() => DataProvider)
export class DataProviderResolver {
  @FieldResolver(() => CatalogDataset, { description: 'The dataset that the provider uses.' })
  dataset(@Root() provider: Row<DataProvider>, @Ctx() ctx: RequestContext) {
    return loadOne(ctx, datasetOfProvider, provider);
  }
}

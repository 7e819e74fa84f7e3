import { Arg, Args, Ctx, FieldResolver, Mutation, Query, Resolver, Root } from 'type-graphql';
import type { RequestContext } from '#api/context.ts';
import { loadOne, loadPage } from '#api/reading/load.ts';
import { PageArgs } from '#api/reading/connection.ts';
import { readRoot, readRootPage } from '#api/reading/read.ts';
import { TitleSearchArgs } from '#api/reading/title-search.ts';
import type { Row } from '#api/reading/type-source.ts';
import { CatalogDataset } from '#datasets/index.ts';
import {
  createCodeEditorPage,
  createStudioPage,
  pagePayload,
  updateCodeEditorPage,
  updateStudioPage,
} from './pages.service.ts';
import { CodeEditorPageConfiguration, PagePayload, StudioPageConfiguration } from './page-configuration.type.ts';
import {
  CreateCodeEditorPageInput,
  CreateStudioPageInput,
  UpdateCodeEditorPageInput,
  UpdateStudioPageInput,
} from './page.inputs.ts';
import {
  codeEditorPageRoots,
  configurationOfCodeEditorPage,
  configurationOfStudioPage,
  datasetOfProvider,
  providersOfPage,
  studioPageRoots,
  translationOfPage,
  translationsOfPage,
} from './page.source.ts';
import {
  CodeEditorPage,
  CodeEditorPageConnection,
  CodeEditorPageTranslation,
  DataProvider,
  DataProviderConnection,
  StudioPage,
  StudioPageConnection,
} from './page.type.ts';

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

@Resolver(() => CodeEditorPage)
export class CodeEditorPageResolver {
  @Query(() => CodeEditorPageConnection, {
    description:
      'The published code editor pages that are visible to you, by the title in their first language, then slug; needs no key. A search finds the title in any language.',
  })
  codeEditorPages(@Args(() => TitleSearchArgs) page: TitleSearchArgs, @Ctx() ctx: RequestContext) {
    return readRootPage(ctx, codeEditorPageRoots.codeEditorPages, page, { search: page.search });
  }

  @Query(() => CodeEditorPage, {
    nullable: true,
    description: 'The published code editor page with this slug; null when none is visible to you.',
  })
  codeEditorPage(
    @Arg('slug', () => String, { description: 'The slug in URLs.' }) slug: string,
    @Ctx() ctx: RequestContext,
  ) {
    return readRoot(ctx, codeEditorPageRoots.codeEditorPage, { slug });
  }

  @FieldResolver(() => CodeEditorPageTranslation, {
    nullable: true,
    description: 'The texts in one language; null when the page has no title in that language.',
  })
  translation(
    @Root() page: Row<CodeEditorPage>,
    @Arg('language', () => String, { description: 'Two letters, as in ISO 639-1.' }) language: string,
  ) {
    return translationOfPage(page, { language });
  }

  @FieldResolver(() => [CodeEditorPageTranslation], {
    description: 'The texts in all languages: `titles` and `content` with types.',
  })
  translations(@Root() page: Row<CodeEditorPage>) {
    return translationsOfPage(page, {});
  }

  @FieldResolver(() => CodeEditorPageConfiguration, {
    nullable: true,
    description: 'The draft of the page; null without the right to edit the page.',
  })
  configuration(@Root() page: Row<CodeEditorPage>, @Ctx() ctx: RequestContext) {
    return loadOne(ctx, configurationOfCodeEditorPage, page);
  }

  @Mutation(() => PagePayload, {
    description:
      'Creates a code editor page as a draft; needs `edit_page` for the domain. Its creator holds `edit_page` and `manage_page` on it.',
  })
  async createCodeEditorPage(
    @Arg('input', () => CreateCodeEditorPageInput, { description: 'The page.' }) input: CreateCodeEditorPageInput,
    @Ctx() ctx: RequestContext,
  ) {
    return pagePayload(ctx, await createCodeEditorPage(ctx, input));
  }

  @Mutation(() => PagePayload, { description: 'Changes the draft of a code editor page; needs `edit_page` on it.' })
  async updateCodeEditorPage(
    @Arg('input', () => UpdateCodeEditorPageInput, { description: 'The change.' }) input: UpdateCodeEditorPageInput,
    @Ctx() ctx: RequestContext,
  ) {
    return pagePayload(ctx, await updateCodeEditorPage(ctx, input));
  }
}

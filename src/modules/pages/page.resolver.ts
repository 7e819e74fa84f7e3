import { Arg, Ctx, FieldResolver, Mutation, Resolver, Root } from 'type-graphql';
import type { RequestContext } from '#api/context.ts';
import type { Row } from '#api/reading/type-source.ts';
import {
  createCodeEditorPage,
  createStudioPage,
  pagePayload,
  updateCodeEditorPage,
  updateStudioPage,
} from './pages.service.ts';
import { PagePayload } from './page-configuration.type.ts';
import {
  CreateCodeEditorPageInput,
  CreateStudioPageInput,
  UpdateCodeEditorPageInput,
  UpdateStudioPageInput,
} from './page.inputs.ts';
import { translationOfPage, translationsOfPage } from './page.source.ts';
import { CodeEditorPage, CodeEditorPageTranslation, StudioPage } from './page.type.ts';

@Resolver(() => StudioPage)
export class StudioPageResolver {
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

@Resolver(() => CodeEditorPage)
export class CodeEditorPageResolver {
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

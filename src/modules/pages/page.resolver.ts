import { Declares } from '#api/errors/declares.ts';
import { TakesInput } from '#api/types/change.inputs.ts';
import { Mutation, Resolver } from 'type-graphql';
import type { RequestContext } from '#api/context.ts';
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
import { CodeEditorPage, StudioPage } from './page.type.ts';

@Resolver(() => StudioPage)
export class StudioPageResolver {
  @Mutation(() => PagePayload, {
    description: 'Creates a studio page as a draft. Its creator holds `edit_page` and `manage_page` on it.',
  })
  @Declares({ needs: 'create_page, edit_page or manage_page for the domain', fails: [] })
  @TakesInput(() => CreateStudioPageInput, 'The page.')
  async createStudioPage(input: CreateStudioPageInput, ctx: RequestContext) {
    return pagePayload(ctx, await createStudioPage(ctx, input));
  }

  @Mutation(() => PagePayload, { description: 'Changes the draft of a studio page.' })
  @Declares({
    needs: 'edit_page, and manage_page to change `isRestricted`',
    fails: ['NOT_FOUND', 'REVISION_MISMATCH', 'PAGE_ARCHIVED'],
  })
  @TakesInput(() => UpdateStudioPageInput, 'The change.')
  async updateStudioPage(input: UpdateStudioPageInput, ctx: RequestContext) {
    return pagePayload(ctx, await updateStudioPage(ctx, input));
  }
}

@Resolver(() => CodeEditorPage)
export class CodeEditorPageResolver {
  @Mutation(() => PagePayload, {
    description: 'Creates a code editor page as a draft. Its creator holds `edit_page` and `manage_page` on it.',
  })
  @Declares({ needs: 'create_page, edit_page or manage_page for the domain', fails: [] })
  @TakesInput(() => CreateCodeEditorPageInput, 'The page.')
  async createCodeEditorPage(input: CreateCodeEditorPageInput, ctx: RequestContext) {
    return pagePayload(ctx, await createCodeEditorPage(ctx, input));
  }

  @Mutation(() => PagePayload, { description: 'Changes the draft of a code editor page.' })
  @Declares({
    needs: 'edit_page, and manage_page to change `isRestricted`',
    fails: ['NOT_FOUND', 'REVISION_MISMATCH', 'PAGE_ARCHIVED'],
  })
  @TakesInput(() => UpdateCodeEditorPageInput, 'The change.')
  async updateCodeEditorPage(input: UpdateCodeEditorPageInput, ctx: RequestContext) {
    return pagePayload(ctx, await updateCodeEditorPage(ctx, input));
  }
}

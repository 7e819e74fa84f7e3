import { Declares } from '#api/errors/declares.ts';
import { TakesInput } from '#api/types/change.inputs.ts';
import { Mutation, Resolver } from 'type-graphql';
import type { RequestContext } from '#api/context.ts';
import { deletionPayload } from '#api/node.type.ts';
import { archivePage, pagePayload, publishPage, unarchivePage, unpublishPage } from './pages.service.ts';
import { deleteCodeEditorPages, deletePage } from './page-deletions.service.ts';
import { replacePageRuleset } from './page-rulesets.service.ts';
import {
  CodeEditorPageDeletionsPayload,
  DeletePagePayload,
  PageConfiguration,
  PagePayload,
} from './page-configuration.type.ts';
import { DeleteCodeEditorPagesInput, PageActionInput, ReplacePageRulesetInput } from './page.inputs.ts';

@Resolver(() => PageConfiguration)
export class PageConfigurationResolver {
  @Mutation(() => PagePayload, {
    description: 'Publishes the current draft of a page.',
  })
  @Declares({ needs: 'edit_page', fails: ['NOT_FOUND', 'REVISION_MISMATCH', 'PAGE_ARCHIVED'] })
  @TakesInput(() => PageActionInput, 'The object to act on.')
  async publishPage(input: PageActionInput, ctx: RequestContext) {
    return pagePayload(ctx, await publishPage(ctx, input));
  }

  @Mutation(() => PagePayload, {
    description: 'Unpublishes a page; its draft stays.',
  })
  @Declares({ needs: 'edit_page', fails: ['NOT_FOUND', 'REVISION_MISMATCH', 'PAGE_ARCHIVED'] })
  @TakesInput(() => PageActionInput, 'The object to act on.')
  async unpublishPage(input: PageActionInput, ctx: RequestContext) {
    return pagePayload(ctx, await unpublishPage(ctx, input));
  }

  @Mutation(() => PagePayload, {
    description:
      'Archives a page: the portal does not show it to anyone, and it does not change until `unarchivePage`. Its editors still read it.',
  })
  @Declares({ needs: 'edit_page', fails: ['NOT_FOUND', 'REVISION_MISMATCH'] })
  @TakesInput(() => PageActionInput, 'The object to act on.')
  async archivePage(input: PageActionInput, ctx: RequestContext) {
    return pagePayload(ctx, await archivePage(ctx, input));
  }

  @Mutation(() => PagePayload, {
    description: 'Brings an archived page back as it was, published or not, with its rulesets.',
  })
  @Declares({ needs: 'edit_page', fails: ['NOT_FOUND', 'REVISION_MISMATCH'] })
  @TakesInput(() => PageActionInput, 'The object to act on.')
  async unarchivePage(input: PageActionInput, ctx: RequestContext) {
    return pagePayload(ctx, await unarchivePage(ctx, input));
  }

  @Mutation(() => DeletePagePayload, {
    description: 'Deletes a page, published or not, with its rulesets.',
  })
  @Declares({ needs: 'edit_page', fails: ['NOT_FOUND', 'REVISION_MISMATCH'] })
  @TakesInput(() => PageActionInput, 'The object to act on.')
  async deletePage(input: PageActionInput, ctx: RequestContext) {
    return deletionPayload('PageConfiguration', await deletePage(ctx, input));
  }

  @Mutation(() => CodeEditorPageDeletionsPayload, {
    description: 'Deletes code editor pages with their rulesets, in one transaction. Pages that you may not edit stay.',
  })
  @Declares({ needs: 'edit_page on each page', fails: [] })
  @TakesInput(() => DeleteCodeEditorPagesInput, 'Which pages.')
  async deleteCodeEditorPages(input: DeleteCodeEditorPagesInput, ctx: RequestContext) {
    return deleteCodeEditorPages(ctx, input);
  }

  @Mutation(() => PagePayload, {
    description: 'Grants a user or a group exactly these rights on a page, effective immediately.',
  })
  @Declares({ needs: 'edit_page and manage_page', fails: ['NOT_FOUND', 'REVISION_MISMATCH'] })
  @TakesInput(() => ReplacePageRulesetInput, 'The rights.')
  async replacePageRuleset(input: ReplacePageRulesetInput, ctx: RequestContext) {
    return pagePayload(ctx, await replacePageRuleset(ctx, input));
  }
}

import { Declares } from '#api/errors/declares.ts';
import { TakesInput } from '#api/types/change.inputs.ts';
import { Mutation, Resolver } from 'type-graphql';
import type { RequestContext } from '#api/context.ts';
import { deletionPayload } from '#api/node.type.ts';
import { deletePage, pagePayload, publishPage, replacePageRuleset, unpublishPage } from './pages.service.ts';
import { DeletePagePayload, PageConfiguration, PagePayload } from './page-configuration.type.ts';
import { PageActionInput, ReplacePageRulesetInput } from './page.inputs.ts';

@Resolver(() => PageConfiguration)
export class PageConfigurationResolver {
  @Mutation(() => PagePayload, {
    description: 'Publishes the current draft of a page.',
  })
  @Declares({ needs: 'edit_page', fails: ['NOT_FOUND', 'REVISION_MISMATCH'] })
  @TakesInput(() => PageActionInput, 'The object to act on.')
  async publishPage(input: PageActionInput, ctx: RequestContext) {
    return pagePayload(ctx, await publishPage(ctx, input));
  }

  @Mutation(() => PagePayload, {
    description: 'Unpublishes a page; its draft stays.',
  })
  @Declares({ needs: 'edit_page', fails: ['NOT_FOUND', 'REVISION_MISMATCH'] })
  @TakesInput(() => PageActionInput, 'The object to act on.')
  async unpublishPage(input: PageActionInput, ctx: RequestContext) {
    return pagePayload(ctx, await unpublishPage(ctx, input));
  }

  @Mutation(() => DeletePagePayload, {
    description: 'Deletes a page, published or not, with its rulesets.',
  })
  @Declares({ needs: 'edit_page', fails: ['NOT_FOUND', 'REVISION_MISMATCH'] })
  @TakesInput(() => PageActionInput, 'The object to act on.')
  async deletePage(input: PageActionInput, ctx: RequestContext) {
    return deletionPayload('PageConfiguration', await deletePage(ctx, input));
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

import { Arg, Ctx, Mutation, Resolver } from 'type-graphql';
import type { RequestContext } from '#api/context.ts';
import { deletedObject } from '#api/node.type.ts';
import { lazyObject } from '#kernel/json.ts';
import { toNodeId } from '#kernel/ids.ts';
import { deletePage, pagePayload, publishPage, setPageRuleset, unpublishPage } from './pages.service.ts';
import { DeletePagePayload, PageConfiguration, PagePayload } from './page-configuration.type.ts';
import { PageActionInput, SetPageRulesetInput } from './page.inputs.ts';

@Resolver(() => PageConfiguration)
export class PageConfigurationResolver {
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

import type { RequestContext } from '../../api/context.ts';
import { changePage } from './change-page.ts';
import type { PageActionInput } from './page.inputs.ts';

/** Deletes a page with its rulesets, published or not, and answers the uid that it had; fails as every change. */
export const deletePage = (ctx: RequestContext, input: PageActionInput): Promise<string> =>
  changePage(ctx, input, { right: 'edit' }, ({ em }, page) => {
    em.remove(page);
  });

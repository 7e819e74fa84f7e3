import type { RequestContext } from '../../api/context.ts';
import { lazily } from '../../api/lazily.ts';
import { readLater } from '../../api/reading/read.ts';
import { pageConfigurations } from './page.source.ts';

/** The payload of every change of a page: the page, read afresh when it is selected. */
export const changedPage = (ctx: RequestContext, uid: string) =>
  lazily({ page: readLater(ctx, pageConfigurations, { uid }) });

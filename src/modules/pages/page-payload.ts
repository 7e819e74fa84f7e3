import type { RequestContext } from '#api/context.ts';
import { lazyObject } from '#api/reading/lazy-object.ts';
import { lazyEdge, lazyRow } from '#api/reading/read.ts';
import { pageConfigurations } from './configuration/page-configuration.source.ts';

/** The payload of every change of a page. The page is read only when it is selected. */
export const pagePayload = (ctx: RequestContext, uid: string) =>
  lazyObject({ page: lazyRow(ctx, pageConfigurations, { uid }), pageEdge: lazyEdge(ctx, pageConfigurations, { uid }) });

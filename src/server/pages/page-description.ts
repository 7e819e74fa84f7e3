import type { FastifyRequest } from 'fastify';
import type { RequestContext } from '#api/context.ts';
import type { Graph } from '#api/graph.ts';
import { readDatasetRemoval, type Removal } from '#datasets/index.ts';
import { readFormRemoval } from '#forms/index.ts';
import { readPageRemoval } from '#pages/index.ts';
import { readDatasetPage } from '#rest/routes/catalog/dataset-links.ts';

/** The routes of the page of a dataset, of a form, and of a page that editors wrote. */
export const datasetRoute = '/datasets/:datasetId';
export const formRoute = '/forms/:slug';
export const pageRoute = '/pages/:slug';

/** The route of the feed of a dataset. */
export const datasetFeedRoute = '/feeds/datasets/:datasetId';

/** What the service says about a page to machines, next to what its view says. */
export interface PageDescription {
  /** Markup for the head of the document. */
  readonly head?: string;
  /** The header `Link`. */
  readonly link?: string;
}

/** Describes the page of a request to machines: that of a dataset has its JSON-LD and its links. What cannot be read is left out; the page then says why. */
export async function describePage(
  request: FastifyRequest,
  { graph, ctx }: { readonly graph: Graph; readonly ctx: RequestContext },
): Promise<PageDescription> {
  if (request.routeOptions.url !== datasetRoute) return {};
  const read = readDatasetPage(graph, ctx, parameterOf(request), ctx.session.address ?? '');
  const found = await read.catch(() => undefined);
  return found ? { head: `<script type="application/ld+json">${found.jsonLd}</script>\n`, link: found.link } : {};
}

/** When something was removed from the address of a page that everyone could see; undefined where there was nothing. */
export async function readRemoval(request: FastifyRequest, ctx: RequestContext): Promise<Removal | undefined> {
  const { url } = request.routeOptions;
  if (url === datasetRoute || url === datasetFeedRoute) return readDatasetRemoval(ctx, parameterOf(request));
  if (url === formRoute) return readFormRemoval(ctx, parameterOf(request));
  return url === pageRoute ? readPageRemoval(ctx, parameterOf(request)) : undefined;
}

/** The one parameter of the path. PostgreSQL stores no NUL, so nothing has a name with one. */
const parameterOf = ({ params }: FastifyRequest): string =>
  Object.values(params as Readonly<Record<string, string>>)
    .join('')
    .replaceAll('\0', '');

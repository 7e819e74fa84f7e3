import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Services } from '#api/context.ts';
import { addVary, allowCaching } from '#http/answers.ts';
import { CatalogError } from '#kernel/fail.ts';
import { errorCodes } from '#kernel/error-codes.ts';
import { errorCodeOf } from '#rest/route.ts';
import { jsonType } from '#http/answer-head.ts';
import { catalogOf } from '../create-context.ts';
import type { ExecuteDocument } from '../graph/create-graph-server.ts';
import { basePathOf, baseUrlOf } from '../http/addresses.ts';
import { datasetFeedRoute, readRemoval } from './page-description.ts';
import { loadRenderer } from './portal-files.ts';
import { statusOf } from './page-status.ts';
import { preferredLanguages } from './preferred-languages.ts';
import { memoizeAsync } from './static-content.ts';

/**
 * Registers the feeds in Atom, in a scope that authenticates: `/feeds/datasets` with the parameters of a search, and `/feeds/datasets/{dataset_id}` with the
 * changes of a dataset. Caches keep them as they keep answers of the graph.
 */
export function feedRoutes(
  scope: FastifyInstance,
  { config }: Pick<Services, 'config'>,
  execute: ExecuteDocument,
): void {
  const basePath = basePathOf(config);
  const renderer = memoizeAsync(loadRenderer);
  const sendFeed = async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const ctx = catalogOf(request);
    const { datasetId } = request.params as { readonly datasetId?: string };
    const url = new URL(request.url, new URL(baseUrlOf(request, config)).origin);
    const { xml, outcome } = await (
      await renderer()
    ).renderFeed({
      url,
      basePath,
      datasetId,
      languages: preferredLanguages(url.searchParams.get('lang'), request.headers),
      send: (id, variables) => execute(ctx, id, variables),
    });
    if (outcome === 'not-found') throw new CatalogError((await readRemoval(request, ctx)) ? 'GONE' : 'NOT_FOUND');
    if (outcome !== 'found') return sendProblem(reply, outcome.code);
    allowCaching(reply, ctx);
    for (const name of ['accept-language', 'cookie']) addVary(reply, name);
    return reply.type('application/atom+xml; charset=utf-8').send(xml);
  };
  for (const path of ['/feeds/datasets', datasetFeedRoute]) scope.get(path, sendFeed);
}

/** Sends the error that kept a feed from being read. */
function sendProblem(reply: FastifyReply, code: string): FastifyReply {
  const entry = Object.entries(errorCodes).find(([name]) => name === code)?.[1];
  const error_code = errorCodeOf(entry ?? errorCodes.INTERNAL_ERROR);
  return reply
    .code(statusOf({ code }))
    .type(jsonType)
    .send(JSON.stringify({ error_code, message: 'The feed cannot be read.' }));
}

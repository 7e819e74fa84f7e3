import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import type { Services } from '#api/context.ts';
import type { Graph } from '#api/graph.ts';
import { anonymous } from '#api/session.ts';
import { ListCatalogPagesDocument } from '#rest/generated/operations.ts';
import { createContext } from '../create-context.ts';

/** How long a start waits for the first pages; what is slower goes on meanwhile. */
const timeoutMs = 5_000;

/**
 * Renders the page of a dataset and the first page of the portal, so that the first visitors do not wait until code is loaded, documents are planned and connections
 * are open. It cannot make a start fail: what is wrong is in the log, as for any request.
 */
export async function warmUp(app: {
  readonly http: FastifyInstance;
  readonly services: Services;
  readonly graph: Graph;
}): Promise<void> {
  if (!app.services.config.portal) return;
  await Promise.race([renderFirstPages(app), wait(timeoutMs, undefined, { ref: false })]).catch((error: unknown) => {
    app.services.log.warn({ reason: String(error) }, 'The first pages could not be rendered in advance.');
  });
}

async function renderFirstPages({ http, services, graph }: Parameters<typeof warmUp>[0]): Promise<void> {
  const visitor = createContext(services, anonymous, randomUUID());
  const { catalog } = await graph.execute(ListCatalogPagesDocument, { first: 1, after: null, offset: 0 }, visitor);
  const [dataset] = catalog?.nodes ?? [];
  if (dataset) await http.inject(`/datasets/${encodeURIComponent(dataset.datasetId)}`);
  await http.inject('/');
}

import type { FastifyReply, FastifyRequest } from 'fastify';
import type { RequestContext } from '#api/context.ts';
import type { Graph } from '#api/graph.ts';
import { readDatasetRdf } from '#catalog-exports/index.ts';
import { readDatasetRemoval } from '#datasets/index.ts';
import { addVary, allowCaching, notCached } from '#http/answers.ts';
import { fail } from '#kernel/fail.ts';
import { ExportCatalogRecordsDocument } from '#rest/generated/operations.ts';
import { sendResponse } from '#rest/responders/responders.ts';
import { describeInJsonLd } from '#rest/routes/catalog/dataset-json-ld.ts';
import { type DescribedDataset, readDescribedDataset } from '#rest/routes/catalog/described-dataset.ts';
import { datasetLinks } from '#rest/routes/catalog/dataset-links.ts';
import { preparedFileResponse } from '#rest/routes/explore/exports.ts';
import { catalogOf } from '../create-context.ts';

/** The formats in which the address of a dataset answers, and the media types that ask for each; wildcards ask for the first one. */
const formats = {
  html: ['text/html'],
  jsonld: ['application/ld+json', 'application/json'],
  ttl: ['text/turtle'],
  rdf: ['application/rdf+xml'],
  csv: ['text/csv'],
} as const;

/** A format in which the address of a dataset answers. */
export type DatasetFormat = keyof typeof formats;

const formatNames = Object.keys(formats) as DatasetFormat[];

/** A media range of a header `Accept`. */
interface MediaRange {
  readonly type: string;
  readonly weight: number;
}

/** The maximum number of media ranges that are read. */
const maxRanges = 50;

/**
 * Chooses the format that a client prefers (RFC 9110, 12.5.1): that of the highest weight, where the most specific range counts. HTML comes first
 * among equals, and is the answer where the client accepts none of the formats.
 */
export function chooseDatasetFormat(accept: string | undefined): DatasetFormat {
  const ranges = (accept ?? '*/*').split(',', maxRanges).map(parseRange);
  let chosen: { readonly name: DatasetFormat; readonly weight: number } = { name: 'html', weight: 0 };
  for (const name of formatNames) {
    const weight = Math.max(...formats[name].map((type) => weightOf(type, ranges)));
    if (weight > chosen.weight) chosen = { name, weight };
  }
  return chosen.name;
}

function parseRange(text: string): MediaRange {
  const [type = '', ...parameters] = text.split(';').map((part) => part.trim().toLowerCase());
  const quality = parameters.find((parameter) => parameter.startsWith('q='))?.slice(2);
  const weight = quality === undefined ? 1 : Number(quality);
  return { type, weight: weight >= 0 && weight <= 1 ? weight : 0 };
}

/** The weight of a media type: that of the most specific range that matches it. */
function weightOf(type: string, ranges: readonly MediaRange[]): number {
  for (const range of [type, type.replace(/\/.*/, '/*'), '*/*']) {
    const found = ranges.find((each) => each.type === range);
    if (found) return found.weight;
  }
  return 0;
}

/**
 * Lets the page of a dataset answer in the format that its client prefers: JSON-LD, Turtle, RDF/XML, or the records as CSV. The page itself is the
 * answer in HTML. It runs before the page, in a scope that authenticates.
 */
export const negotiateDatasetFormat =
  (graph: Graph) =>
  async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    addVary(reply, 'accept');
    const format = chooseDatasetFormat(request.headers.accept);
    if (format !== 'html') await sendDataset(request, reply, format, graph);
  };

/** The maximum number of files that a description lists. */
const maxFiles = 1_000;

async function sendDataset(
  request: FastifyRequest,
  reply: FastifyReply,
  format: Exclude<DatasetFormat, 'html'>,
  graph: Graph,
): Promise<FastifyReply> {
  const { datasetId = '' } = request.params as { readonly datasetId?: string };
  // PostgreSQL stores no NUL, so nothing has a name with one
  if (datasetId.includes('\0')) fail('NOT_FOUND');
  const ctx = catalogOf(request);
  const root = ctx.session.address ?? '';
  const dataset = await readDescribedDataset(graph, ctx, datasetId, maxFiles);
  if (!dataset) return fail((await readDatasetRemoval(ctx, datasetId)) ? 'GONE' : 'NOT_FOUND');
  reply.headers({ 'cache-control': notCached, link: datasetLinks(dataset, root) });
  allowCaching(reply, ctx);
  if (format === 'csv') return sendRecords(reply, { graph, ctx, dataset });
  if (format === 'jsonld') {
    const description = describeInJsonLd(dataset, { root, hasPortal: true, isEmbedded: false });
    return reply.type('application/ld+json; charset=utf-8').send(JSON.stringify(description));
  }
  const text = await readDatasetRdf(ctx, dataset.uid, format, root);
  return reply.type(formats[format][0]).send(text ?? fail('NOT_FOUND'));
}

/** Sends the records as CSV, with commas and without a byte order mark, as programs expect it. */
async function sendRecords(
  reply: FastifyReply,
  { graph, ctx, dataset }: { readonly graph: Graph; readonly ctx: RequestContext; readonly dataset: DescribedDataset },
): Promise<FastifyReply> {
  const { catalogDataset } = await graph.execute(
    ExportCatalogRecordsDocument,
    {
      dataset_id: dataset.uid,
      format: 'csv',
      odsql: { limit: -1 },
      options: { delimiter: ',', withBom: false },
    },
    ctx,
  );
  const file = catalogDataset?.export ?? fail('NOT_FOUND');
  return sendResponse(reply, ctx, preparedFileResponse(file, { isCompressed: false }));
}

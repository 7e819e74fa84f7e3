import type {
  ListResourcesResult,
  ListResourceTemplatesResult,
  ReadResourceResult,
} from '@modelcontextprotocol/sdk/types.js';
import { fail } from '#kernel/fail.ts';
import { callTool } from './call-tool.ts';
import { CatalogOrderField, SearchCatalogDocument } from './generated/operations.ts';
import { odsqlGuide } from './odsql-guide.ts';
import type { McpCaller, McpServices } from './tool.ts';

/** The description of the query language. */
const odsql = {
  uri: 'catalog://odsql',
  name: 'odsql',
  title: 'The query language ODSQL',
  description: 'The clauses where, select, groupBy and orderBy of read_records and aggregate_records.',
  mimeType: 'text/markdown',
};

const datasetAddress = 'catalog://datasets/';

/** The addresses of datasets: their published descriptions. */
export const resourceTemplates: ListResourceTemplatesResult = {
  resourceTemplates: [
    {
      uriTemplate: `${datasetAddress}{datasetId}`,
      name: 'dataset',
      title: 'A published dataset',
      description: 'Its metadata and fields, as describe_dataset returns them.',
      mimeType: 'application/json',
    },
  ],
};

/** How many datasets a page of resources has. */
const pageSize = 50;

/** The highest position of a page; the search finds the others. */
const maxOffset = 9_950;

/** Lists the query language, then the published datasets that the caller may see, by title. The cursor is the position of a page. */
export async function listResources(
  cursor: string | undefined,
  { graph }: McpServices,
  { ctx }: McpCaller,
): Promise<ListResourcesResult | undefined> {
  const offset = Number(cursor ?? 0);
  if (!Number.isSafeInteger(offset) || offset < 0 || offset > maxOffset) return undefined;
  const found = await graph.execute(
    SearchCatalogDocument,
    { facets: [], orderBy: [{ field: CatalogOrderField.TITLE }], limit: pageSize, offset, withFacets: false },
    ctx,
  );
  const catalog = found.catalog ?? fail('NOT_FOUND');
  const datasets = catalog.edges.map(({ node: { datasetId, title } }) => ({
    uri: datasetAddress + encodeURIComponent(datasetId),
    name: datasetId,
    title: title ?? datasetId,
    mimeType: 'application/json',
  }));
  const next = offset + pageSize;
  return {
    resources: [...(offset === 0 ? [odsql] : []), ...datasets],
    ...(next < catalog.totalCount && next <= maxOffset && { nextCursor: String(next) }),
  };
}

/** Reads a resource; undefined where the caller may see none with this address. A longer description continues in the tool that makes it. */
export async function readResource(
  uri: string,
  services: McpServices,
  caller: McpCaller,
): Promise<ReadResourceResult | undefined> {
  if (uri === odsql.uri) return { contents: [{ uri, mimeType: odsql.mimeType, text: odsqlGuide }] };
  const datasetId = datasetIdIn(uri);
  if (datasetId === undefined) return undefined;
  const result = await callTool('describe_dataset', { datasetId }, services, caller);
  const [content] = result?.content ?? [];
  if (!content || result?.isError || content.type !== 'text') return undefined;
  return { contents: [{ uri, mimeType: 'application/json', text: content.text }] };
}

/** The dataset that an address names; undefined for other addresses. */
function datasetIdIn(uri: string): string | undefined {
  if (!uri.startsWith(datasetAddress)) return undefined;
  try {
    return decodeURIComponent(uri.slice(datasetAddress.length));
  } catch {
    return undefined;
  }
}

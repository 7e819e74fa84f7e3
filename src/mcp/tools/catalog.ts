import { z } from 'zod';
import { fail } from '#kernel/fail.ts';
import { wholeList } from '../answer.ts';
import {
  CatalogOrderField,
  DescribeDatasetDocument,
  LineageDirection,
  OrderDirection,
  FindPublishedUidDocument,
  SearchCatalogDocument,
  type SearchCatalogQuery,
  TraceLineageDocument,
} from '../generated/operations.ts';
import { customTool, type ExecuteOperation, flag, object, objects, text, tool } from '../tool.ts';
import { cursorArgument, datasetIdArgument, idArgument, looksLikeUid, pageArguments } from '../tool-arguments.ts';

/** How many words of a search that finds nothing are tried alone. */
const maxTriedWords = 6;

/** How many of the nearest datasets are offered. */
const maxNearest = 5;

export const searchCatalogTool = customTool(SearchCatalogDocument, {
  name: 'search_catalog',
  title: 'Search the catalog',
  description:
    'Finds published datasets by words and facets. Returns datasetId, uid, title, keywords and more of each, best matches first, and the values of the facets you name; where nothing is found, the words that match nothing, and the nearest datasets. Start here.',
  arguments: {
    query: z.string().optional().describe('Words that a dataset must have; typing errors are tolerated. Default: all.'),
    refine: z
      .array(z.strictObject({ field: z.string(), value: z.string() }))
      .optional()
      .describe(
        'Values of facets that datasets must have: theme, keyword, publisher, language, license, modified, territory.',
      ),
    facets: z.array(z.string()).optional().describe('Facets whose values to count in the first answer.'),
    sort: z
      .enum(CatalogOrderField)
      .default(CatalogOrderField.RELEVANCE)
      .describe('Dates and relevance: the highest first; texts: the first in the alphabet first.'),
    ...pageArguments,
  },
  output: { datasets: objects, facets: objects, nothingFound: object },
  async run({ query, refine, facets = [], sort, limit }, { execute, start }) {
    const found = await execute(SearchCatalogDocument, {
      query,
      refine,
      facets: facets.map((field) => ({ field })),
      orderBy: [{ field: sort, direction: sort.endsWith('_AT') ? OrderDirection.DESC : OrderDirection.ASC }],
      limit,
      offset: start,
      withFacets: facets.length > 0 && start === 0,
    });
    const catalog = found.catalog ?? fail('NOT_FOUND');
    const isMissing = catalog.totalCount === 0 && start === 0 && (query !== undefined || refine !== undefined);
    return {
      head: {
        facets: catalog.facets ?? undefined,
        ...(isMissing && { nothingFound: await explainNothing({ query, refine }, execute) }),
      },
      list: { name: 'datasets', items: datasetsOf(catalog), start, total: catalog.totalCount },
    };
  },
});

type FoundDatasets = NonNullable<SearchCatalogQuery['catalog']>;

const datasetsOf = ({ edges }: FoundDatasets): object[] =>
  edges.map(({ node, highlights }) => ({ ...node, ...(highlights.length > 0 && { highlights }) }));

/** What a search asked for. */
interface Search {
  readonly query?: string | undefined;
  readonly refine?: readonly { readonly field: string; readonly value: string }[] | undefined;
}

/**
 * Says why a search found nothing: the words that match no dataset, or the values of facets that leave none; with the datasets that match
 * the rest.
 */
async function explainNothing({ query, refine }: Search, execute: ExecuteOperation): Promise<object> {
  const find = async (search: Search, limit: number): Promise<FoundDatasets> =>
    (
      await execute(SearchCatalogDocument, {
        ...search,
        facets: [],
        orderBy: [{ field: CatalogOrderField.RELEVANCE }],
        limit,
        offset: 0,
        withFacets: false,
      })
    ).catalog ?? fail('NOT_FOUND');
  const words = [...new Set(query?.match(/[\p{L}\p{N}]+/gu))].slice(0, maxTriedWords);
  const matching: string[] = [];
  for (const word of words) if ((await find({ query: word }, 1)).totalCount > 0) matching.push(word);
  const unmatchedWords = words.filter((word) => !matching.includes(word));
  const withoutRefine = refine === undefined ? undefined : await find({ query }, maxNearest);
  const isRefined = withoutRefine !== undefined && withoutRefine.totalCount > 0;
  const rest = unmatchedWords.length === 0 ? matching.slice(0, 1) : matching;
  const nearest = isRefined
    ? withoutRefine.edges
    : rest.length > 0
      ? (await find({ query: rest.join(' ') }, maxNearest)).edges
      : [];
  return {
    unmatchedWords,
    matchingWords: matching,
    advice: isRefined
      ? 'The words match datasets that do not have the values of refine. Call again without refine.'
      : matching.length === 0
        ? 'No dataset has any of these words. Call again with other words, or without query for all datasets.'
        : unmatchedWords.length === 0
          ? 'No dataset has all the words. Call again with fewer.'
          : 'Call again without the unmatchedWords, or with other words for them.',
    nearest: nearest.map(({ node: { datasetId, title } }) => ({ datasetId, title })),
  };
}

export const describeDatasetTool = tool(DescribeDatasetDocument, {
  name: 'describe_dataset',
  title: 'Describe a dataset',
  description:
    'Describes a published dataset: metadata, the number of records, links of exports, attachments, and its fields with types. Call it before reading records, because queries name fields.',
  arguments: { datasetId: datasetIdArgument, cursor: cursorArgument },
  output: { datasetId: text, uid: text, title: text, metadata: object, exports: objects, fields: objects },
  variables: ({ datasetId }) => ({ datasetId }),
  answer({ catalogDataset }) {
    const { schema, ...head } = catalogDataset ?? fail('NOT_FOUND');
    return wholeList(head, 'fields', schema);
  },
});

/** The uid of an asset, which the identifier of a dataset may name. */
async function uidOfAsset(given: string, execute: ExecuteOperation): Promise<string> {
  if (looksLikeUid(given)) return given;
  const { catalogDataset } = await execute(FindPublishedUidDocument, { datasetId: given });
  return catalogDataset?.uid ?? fail('NOT_FOUND');
}

export const traceLineageTool = tool(TraceLineageDocument, {
  name: 'trace_lineage',
  title: 'Trace the lineage',
  description:
    'Follows the relations of an asset (dataset, page, map, chart): what it is made from, or what uses it, over several hops, nearest first. Only the nearest 1,000 assets are found; isTruncated says whether there are more.',
  arguments: {
    assetUid: idArgument.describe('The uid or id of an asset, or the datasetId of a published dataset.'),
    direction: z.enum(LineageDirection).describe('sources: what it is made from; uses: what uses it.'),
    depth: z.int().min(1).max(20).default(3).describe('Hops to follow.'),
    cursor: cursorArgument,
  },
  output: { uid: text, title: text, assetType: text, isTruncated: flag, hops: objects },
  variables: async ({ assetUid, direction, depth }, _start, execute) => ({
    assetUid: await uidOfAsset(assetUid, execute),
    direction,
    depth,
  }),
  answer({ asset, portalSettings }) {
    const { lineage, ...head } = asset ?? fail('NOT_FOUND');
    if (!lineage) return fail('NOT_FOUND');
    if (!portalSettings.isMarketplaceEnabled) fail('MARKETPLACE_DISABLED');
    return wholeList({ ...head, isTruncated: lineage.isTruncated }, 'hops', lineage.hops);
  },
});

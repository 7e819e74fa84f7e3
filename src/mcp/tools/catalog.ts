import { z } from 'zod';
import { fail } from '#kernel/fail.ts';
import { wholeList } from '../answer.ts';
import {
  CatalogSort,
  DescribeDatasetDocument,
  LineageDirection,
  SearchCatalogDocument,
  TraceLineageDocument,
} from '../generated/operations.ts';
import { tool } from '../tool.ts';
import { cursorArgument, datasetIdArgument, pageArguments } from '../tool-arguments.ts';

export const searchCatalogTool = tool(SearchCatalogDocument, {
  name: 'search_catalog',
  description:
    'Finds published datasets by words and facets. Returns datasetId, uid, title, keywords and more of each, best matches first, and the values of the facets you name. Start here.',
  arguments: {
    query: z
      .string()
      .optional()
      .describe('Words that a dataset must have; typing errors are tolerated. Default: all datasets.'),
    refine: z
      .array(z.strictObject({ field: z.string(), value: z.string() }))
      .optional()
      .describe(
        'Values of facets that datasets must have: theme, keyword, publisher, language, license, modified, territory.',
      ),
    facets: z.array(z.string()).optional().describe('Facets whose values to count in the first answer.'),
    sort: z.enum(CatalogSort).default(CatalogSort.RELEVANCE),
    ...pageArguments,
  },
  variables: ({ query, refine, facets = [], sort, limit }, offset) => ({
    query,
    refine,
    facets: facets.map((field) => ({ field })),
    sort,
    limit,
    offset,
    withFacets: facets.length > 0 && offset === 0,
  }),
  answer: ({ search: { totalCount, edges, facets } }, _given, start) => ({
    head: { facets },
    list: {
      name: 'datasets',
      items: edges.map(({ node, highlights }) => ({ ...node, ...(highlights.length > 0 && { highlights }) })),
      start,
      total: totalCount,
    },
  }),
});

export const describeDatasetTool = tool(DescribeDatasetDocument, {
  name: 'describe_dataset',
  description:
    'Describes a published dataset: metadata, the number of records, links of exports, attachments, and its fields with types. Call it before reading records, because queries name fields.',
  arguments: { datasetId: datasetIdArgument, cursor: cursorArgument },
  variables: ({ datasetId }) => ({ datasetId }),
  answer({ catalog: { nodes } }) {
    const { schema, ...head } = nodes[0] ?? fail('NOT_FOUND');
    return wholeList(head, 'fields', schema);
  },
});

export const traceLineageTool = tool(TraceLineageDocument, {
  name: 'trace_lineage',
  description:
    'Follows the relations of an asset (dataset, page, map, chart): what it is made from, or what uses it, over several hops, nearest first. Only the nearest 1,000 assets are found; truncated says whether there are more.',
  arguments: {
    assetUid: z.string().describe('The uid of the asset or dataset.'),
    direction: z.enum(LineageDirection).describe('sources: what it is made from; uses: what uses it.'),
    depth: z.int().min(1).max(20).default(3).describe('Hops to follow.'),
    cursor: cursorArgument,
  },
  variables: ({ assetUid, direction, depth }) => ({ assetUid, direction, depth }),
  answer({ asset, portalSettings }) {
    const { lineage, ...head } = asset ?? fail('NOT_FOUND');
    if (!portalSettings.isMarketplaceEnabled) fail('MARKETPLACE_DISABLED');
    return wholeList({ ...head, truncated: lineage.truncated }, 'hops', lineage.hops);
  },
});

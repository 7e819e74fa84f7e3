import { graph, type Facts, type Operation } from './operation.ts';

const fields = `uid datasetId title description keywords publisher license language publishedAt modifiedAt isRestricted
  features hasRecords publishedRecordCount`;
const list = `query Catalog($offset: Int!) { catalog(first: 20, offset: $offset) { nodes { ${fields} } } }`;
const one = `query CatalogDataset($uid: ID!) { catalogDataset(by: { uid: $uid }) { ${fields} metadata } }`;

const explore = '/api/explore/v2.1/catalog/datasets';

const publishedAt = ({ published }: Facts, at: number): string => published[at % published.length] ?? '';

/** What visitors without a key read of the catalog. */
export const catalogOperations: readonly Operation[] = [
  {
    title: 'catalog, list of 20 without a key',
    kind: 'read',
    caller: 'anonymous',
    aims: {},
    calls: { gateway: (_facts, at) => graph(list, { offset: (at % 10) * 20 }) },
  },
  {
    title: 'catalog, one dataset without a key',
    kind: 'read',
    caller: 'anonymous',
    aims: {},
    calls: { gateway: (facts, at) => graph(one, { uid: publishedAt(facts, at) }) },
  },
  {
    title: 'catalog, list of 20 by the Explore API',
    kind: 'read',
    caller: 'anonymous',
    aims: {},
    calls: { gateway: (_facts, at) => ({ path: `${explore}?limit=20&offset=${String((at % 10) * 20)}` }) },
  },
  {
    title: 'catalog, one dataset by the Explore API',
    kind: 'read',
    caller: 'anonymous',
    aims: {},
    calls: { gateway: (facts, at) => ({ path: `${explore}/${publishedAt(facts, at)}` }) },
  },
];

import { fastify } from 'fastify';
import { afterAll } from '@jest/globals';
import { buildSchema, graphql } from 'graphql';

/** A review of a dataset. */
export interface Review {
  readonly rating: number;
  readonly datasetId: string;
  readonly author: string;
}

/** The schema of a small subgraph, which adds reviews to the datasets of the catalog. */
const sdl = `
extend schema @link(url: "https://specs.apollo.dev/federation/v2.9", import: ["@key", "@shareable"])
type Query { reviews: [Review!]! }
type Review { rating: Int! dataset: CatalogDataset author: User }
type ReviewConnection { nodes: [Review!]! pageInfo: PageInfo! }
type CatalogDataset @key(fields: "datasetId") { datasetId: String! reviews: ReviewConnection! }
type User @key(fields: "username", resolvable: false) { username: String! }
type PageInfo @shareable { hasNextPage: Boolean! hasPreviousPage: Boolean! startCursor: String endCursor: String }
`;

const federation = `
scalar _Any
union _Entity = CatalogDataset
type _Service { sdl: String! }
extend type Query { _service: _Service! _entities(representations: [_Any!]!): [_Entity]! }
`;

/** The subgraph on this machine, until the tests of the file end. */
export async function reviewsSubgraph(reviews: readonly Review[]) {
  /** The keys that the requests had. */
  const keys: (string | undefined)[] = [];
  const schema = buildSchema(sdl + federation, { assumeValidSDL: true });
  const review = ({ rating, datasetId, author }: Review) => ({
    rating,
    author: { username: author },
    dataset: reviewedDataset(datasetId),
  });
  const reviewedDataset = (datasetId: string) => ({
    __typename: 'CatalogDataset',
    datasetId,
    reviews: () => ({
      nodes: reviews.filter((each) => each.datasetId === datasetId).map(review),
      pageInfo: { hasNextPage: false, hasPreviousPage: false },
    }),
  });
  const rootValue = {
    _service: { sdl },
    _entities: ({ representations }: { representations: readonly { datasetId: string }[] }) =>
      representations.map(({ datasetId }) => reviewedDataset(datasetId)),
    reviews: () => reviews.map(review),
  };
  const http = fastify();
  http.post<{ Body: { query: string; variables?: Record<string, unknown> } }>('/graphql', ({ body, headers }) => {
    keys.push(headers.authorization);
    return graphql({ schema, rootValue, source: body.query, variableValues: body.variables });
  });
  const address = await http.listen({ host: '127.0.0.1', port: 0 });
  afterAll(() => http.close());
  return { sdl, url: `${address}/graphql`, keys };
}

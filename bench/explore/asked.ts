import { graph } from '../operations/operation.ts';
import type { Call } from '../servers/server.ts';
import { pick, pickEach, type Asked, type ExploreFacts } from './exploration.ts';
import { recordFields } from './make-records.ts';

type Variables = (at: number, facts: ExploreFacts) => Readonly<Record<string, unknown>>;

/** A field of the dataset in the graph, and what of it is compared. */
export const ofDataset = (
  declared: string,
  field: string,
  variables: Variables,
  result: (dataset: unknown) => unknown,
): Asked => {
  const query = `query Explore($uid: ID!${declared}) { catalogDataset(by: { uid: $uid }) { ${field} } }`;
  return {
    call: (facts, at) => graph(query, { uid: facts.uid, ...variables(at, facts) }),
    result: (answer) => result(pick(answer, 'data', 'catalogDataset')),
  };
};

/** A page of records in the graph. */
export const pageOf = (declared: string, args: string, variables: Variables): Asked =>
  ofDataset(declared, `records(first: 20, ${args}) { nodes { values } }`, variables, (dataset) =>
    pickEach(pick(dataset, 'records', 'nodes'), 'values'),
  );

/** The rows of a query in ODSQL by REST. */
export const rowsOf = (clauses: (at: number) => Readonly<Record<string, string>>): Asked => ({
  call: ({ uid }, at) => ({
    path: `/api/explore/v2.1/catalog/datasets/${uid}/records?${new URLSearchParams(clauses(at)).toString()}`,
  }),
  result: (answer) => pick(answer, 'results'),
});

/** The values of facets in the graph, by the name of each. */
export const facetsOf = (facets: unknown): unknown =>
  Object.fromEntries(
    (Array.isArray(facets) ? facets : []).map((facet) => [String(pick(facet, 'name')), pick(facet, 'values')]),
  );

/** A statement of a server by hand. */
export const byHand = (call: (at: number, facts: ExploreFacts) => Call): Asked => ({
  call: (facts, at) => call(at, facts),
  result: (answer) => pick(answer, 'data'),
});

const columns = Object.keys(recordFields)
  .map((name) => (name === 'position' ? 'position { lat: x lon: y }' : name))
  .join(' ');

/** Rows of the typed table in the schema of PostGraphile. */
export const ofPostGraphile = (declared: string, field: string, variables: Variables): Asked => {
  const query = `query Explore${declared} { rows: ${field} { nodes { ${columns} } } }`;
  return {
    call: (facts, at) => graph(query, variables(at, facts)),
    result: (answer) => pick(answer, 'data', 'rows', 'nodes'),
  };
};

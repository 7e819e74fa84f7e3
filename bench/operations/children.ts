import { gatewayFields, postgraphileFields } from './documents.ts';
import { graph, statement, type ComparedCalls } from './operation.ts';

const gateway = `query Children($uid: ID!, $offset: Int!) {
  dataset(by: { uid: $uid }) { uid resources(first: 20, offset: $offset) { nodes { ${gatewayFields.resource} } } }
}`;
const postgraphile = `query Children($uid: String!, $offset: Int!) {
  dataset: datasetByUid(uid: $uid) {
    uid resources: resourcesByDatasetUid(first: 20, offset: $offset, orderBy: [CREATED_AT_ASC, UID_ASC]) { nodes { ${postgraphileFields.resource} } }
  }
}`;

/** A page of one dataset's resources. */
export const childrenOf = (uid: string, offset: number): ComparedCalls => ({
  gateway: () => graph(gateway, { uid, offset }),
  postgraphile: () => graph(postgraphile, { uid, offset }),
  ceiling: () => statement('children', uid, offset),
});

/** Asks for children without saying how many, and for one more than a page may have. */
export const unboundedChildren = (uid: string) => ({
  byDefault: graph('query ($uid: ID!) { dataset(by: { uid: $uid }) { resources { nodes { uid } } } }', { uid }),
  tooMany: graph('query ($uid: ID!) { dataset(by: { uid: $uid }) { resources(first: 1001) { nodes { uid } } } }', {
    uid,
  }),
});

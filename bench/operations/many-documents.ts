import { graph, uidAt, type Operation } from './operation.ts';

const names = [
  'datasetId',
  'createdAt',
  'updatedAt',
  'revision',
  'isPublished',
  'isRestricted',
  'createdBy { username }',
  'updatedBy { username }',
  'metadata',
  'resources(first: 5) { nodes { uid title } }',
];
const inPostgraphile: Readonly<Record<string, string>> = {
  'createdBy { username }': 'createdBy: userAccountByCreatedBy { username }',
  'updatedBy { username }': 'updatedBy: userAccountByUpdatedBy { username }',
  'resources(first: 5) { nodes { uid title } }':
    'resources: resourcesByDatasetUid(first: 5, orderBy: [CREATED_AT_ASC, UID_ASC]) { nodes { uid title } }',
};

/** How many documents are different: as many as keys, and fewer than there are selections of ten fields. */
const count = 1_000;

/** One of a thousand selections: each bit of the number is a field. */
const selected = (at: number): readonly string[] => names.filter((_, bit) => (((at % count) + 1) >> bit) % 2 === 1);

/** What no cache of a hundred documents or keys makes fast. */
export const manyDocuments: Operation = {
  title: 'one dataset by 1,000 documents and keys',
  kind: 'read',
  caller: 'keys',
  aims: {},
  calls: {
    gateway: (facts, at) =>
      graph(`query One($uid: ID!) { dataset(by: { uid: $uid }) { uid ${selected(at).join(' ')} } }`, {
        uid: uidAt(facts, at),
      }),
    postgraphile: (facts, at) => {
      const fields = selected(at).map((name) => inPostgraphile[name] ?? name);
      return graph(`query One($uid: String!) { dataset: datasetByUid(uid: $uid) { uid ${fields.join(' ')} } }`, {
        uid: uidAt(facts, at),
      });
    },
  },
};

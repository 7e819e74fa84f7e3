import { gatewayFields, gatewayList, postgraphileFields, postgraphileList } from './documents.ts';
import { graph, statement, uidAt, type ComparedCalls, type GrowthOperation, type Operation } from './operation.ts';

/** One dataset with its users. */
export const oneDataset: ComparedCalls = (() => {
  const gateway = `query One($uid: ID!) { dataset(by: { uid: $uid }) { ${gatewayFields.dataset} } }`;
  const postgraphile = `query One($uid: String!) { dataset: datasetByUid(uid: $uid) { ${postgraphileFields.dataset} } }`;
  return {
    gateway: (facts, at) => graph(gateway, { uid: uidAt(facts, at) }),
    postgraphile: (facts, at) => graph(postgraphile, { uid: uidAt(facts, at) }),
    ceiling: (facts, at) => statement('one', uidAt(facts, at)),
  };
})();

/** A list in its three places: from the start, far in by offset, far in by cursor. */
function listOf(
  size: number,
  parts: 'parts' | 'deep',
  name: string,
): Readonly<Record<'first' | 'deepOffset' | 'keyset', ComparedCalls>> {
  const gateway = gatewayList(`${gatewayFields.dataset} ${gatewayFields[parts]}`, size);
  const postgraphile = postgraphileList(`${postgraphileFields.dataset} ${postgraphileFields[parts]}`, size);
  return {
    first: {
      gateway: () => graph(gateway.offset, { offset: 0 }),
      postgraphile: () => graph(postgraphile.offset, { offset: 0 }),
      ceiling: () => statement(name),
    },
    deepOffset: {
      gateway: ({ deepOffset }) => graph(gateway.offset, { offset: deepOffset }),
      postgraphile: ({ deepOffset }) => graph(postgraphile.offset, { offset: deepOffset }),
      ceiling: ({ deepOffset }) => statement(`${name}At`, deepOffset),
    },
    keyset: {
      gateway: ({ cursors }) => graph(gateway.after, { after: cursors.gateway[0] }),
      postgraphile: ({ cursors }) => graph(postgraphile.after, { after: cursors.postgraphile[0] }),
      ceiling: ({ cursors }) => statement(`${name}After`, ...cursors.ceiling),
    },
  };
}

/** The REST list; what it answers is one graph query to PostGraphile. */
function withTotal(offsetOf: (deep: number) => number): ComparedCalls {
  const fields = postgraphileFields.dataset.replace(' revision', '');
  const postgraphile = postgraphileList(`${fields} defaultSecurity`, 20, 'totalCount').offset;
  return {
    gateway: ({ deepOffset }) => ({
      path: `/api/automation/v1.0/datasets/?limit=20&offset=${String(offsetOf(deepOffset))}`,
    }),
    postgraphile: ({ deepOffset }) => graph(postgraphile, { offset: offsetOf(deepOffset) }),
    ceiling: ({ deepOffset }) =>
      offsetOf(0) === offsetOf(1) ? statement('withTotal') : statement('withTotalAt', offsetOf(deepOffset)),
  };
}

/** A change of one field of the metadata, with its version. */
export const update: ComparedCalls = (() => {
  const gateway = `mutation Update($uid: ID!, $value: String!) {
    updateDatasetMetadata(input: { datasetUid: $uid, title: $value }) { dataset { uid revision metadata } }
  }`;
  const postgraphile = `mutation Update($uid: String!, $value: JSON!) {
    updateDatasetMetadata: changeUpdateMetadata(input: { datasetUid: $uid, template: "default", field: "title", value: $value }) {
      dataset: result { uid revision metadata }
    }
  }`;
  return {
    gateway: (facts, at) => graph(gateway, { uid: uidAt(facts, at), value: `Title ${String(at)}` }),
    postgraphile: (facts, at) => graph(postgraphile, { uid: uidAt(facts, at), value: `Title ${String(at)}` }),
    ceiling: (facts, at) =>
      statement('update', uidAt(facts, at), 'default', 'title', JSON.stringify(`Title ${String(at)}`)),
  };
})();

/** A list of 20 with users, resources and processors. */
export const list = listOf(20, 'parts', 'list');
const deep = listOf(50, 'deep', 'deep');

/** Nine reads and a write: every other read is a list. */
const at10 = (at: number): ComparedCalls => (at % 10 === 9 ? update : at % 2 === 0 ? oneDataset : list.first);
const mixed: ComparedCalls = {
  gateway: (facts, at) => at10(at).gateway(facts, at),
  postgraphile: (facts, at) => at10(at).postgraphile(facts, at),
  ceiling: (facts, at) => at10(at).ceiling(facts, at),
};

const read = { postgraphile: 2 };
const listAims = { postgraphile: 2, ceiling: 0.8 };
const deepAims = { postgraphile: 2.5, ceiling: 0.8 };
const totalAims = { postgraphile: 2, ceiling: 0.8 };

/** What all servers do, in the order of the report. A new operation is a line here. */
export const datasetOperations: readonly Operation[] = [
  { title: 'one dataset', kind: 'read', aims: read, calls: oneDataset },
  { title: 'list of 20 with users, resources, processors', kind: 'read', aims: listAims, calls: list.first },
  {
    group: 'list of 20',
    title: '… for an editor by rulesets',
    kind: 'read',
    caller: 'editor',
    aims: { postgraphile: 2, secured: 2 },
    calls: list.first,
  },
  {
    group: 'list of 20',
    title: '… for a contributor to every tenth dataset',
    kind: 'read',
    caller: 'contributor',
    aims: { secured: 2 },
    calls: list.first,
  },
  { group: 'list of 20', title: '… at a deep offset', kind: 'read', aims: listAims, calls: list.deepOffset },
  { group: 'list of 20', title: '… after a cursor', kind: 'read', aims: listAims, calls: list.keyset },
  { title: 'deep list of 50 with everything', kind: 'read', aims: deepAims, calls: deep.first },
  { group: 'deep list of 50', title: '… at a deep offset', kind: 'read', aims: deepAims, calls: deep.deepOffset },
  { group: 'deep list of 50', title: '… after a cursor', kind: 'read', aims: deepAims, calls: deep.keyset },
  { title: 'REST list of 20 with total', kind: 'read', aims: totalAims, calls: withTotal(() => 0) },
  {
    group: 'REST list of 20',
    title: '… at a deep offset',
    kind: 'read',
    aims: totalAims,
    calls: withTotal((offset) => offset),
  },
  { title: 'metadata update', kind: 'write', aims: { postgraphile: 1.2, ceiling: 0.85 }, calls: update },
  { title: 'mixed, 90 reads to 10 writes', kind: 'mixed', aims: {}, calls: mixed },
];

/** What must not grow with the catalog. */
export const growthOperations: readonly GrowthOperation[] = [
  { title: 'first page of 20', calls: list.first, isFlat: true },
  { title: 'page of 20 after a cursor', calls: list.keyset, isFlat: true },
  { title: 'page of 20 at a deep offset', calls: list.deepOffset, isFlat: false },
  { title: 'REST list of 20 with total', calls: withTotal(() => 0), isFlat: true },
];

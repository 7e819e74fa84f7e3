import { graph, type Facts, type Operation } from './operation.ts';

const lineage = `query Lineage($uid: ID!) {
  asset(uid: $uid) { uid lineage(direction: uses, depth: 6, limit: 100) { isTruncated hops { depth viaUid relationType asset { uid title } } } }
}`;
const diff = `query Diff($uid: ID!, $from: ID!) {
  dataset(by: { uid: $uid }) { uid diff(fromUid: $from) { kind path before after } }
}`;

const historyAt = ({ histories }: Facts, at: number) => histories[at % histories.length] ?? { uid: '', from: '' };

/** Where a dataset comes from and leads to, and what changed in it. */
export const historyOperations: readonly Operation[] = [
  {
    title: 'lineage of 100 assets',
    kind: 'read',
    aims: {},
    calls: { gateway: ({ asset }) => graph(lineage, { uid: asset }) },
  },
  {
    title: 'diff since the first version',
    kind: 'read',
    aims: {},
    calls: { gateway: (facts, at) => graph(diff, historyAt(facts, at)) },
  },
];

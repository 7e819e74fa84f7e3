import { list, oneDataset, update } from './datasets.ts';
import type { Operation } from './operation.ts';

/** What a round trip to the database takes longer. */
export const networkDelayMs = 1;

const group = `with ${String(networkDelayMs)} ms to the database,`;

/** What is measured again with a network between servers and database. */
export const networkOperations: readonly Operation[] = [
  { group, title: 'one dataset', kind: 'read', aims: { postgraphile: 2 }, calls: oneDataset },
  { group, title: 'list of 20', kind: 'read', aims: { postgraphile: 2, ceiling: 0.8 }, calls: list.first },
  { group, title: 'metadata update', kind: 'write', aims: { postgraphile: 1.2, ceiling: 0.85 }, calls: update },
];

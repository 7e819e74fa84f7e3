import { oneDataset } from './datasets.ts';
import type { Operation } from './operation.ts';

/** How many streams of a status are open. */
export const streamCount = 200;

/** What is measured while streams are open. */
export const streamOperations: readonly Operation[] = [
  {
    group: `with ${String(streamCount)} status streams,`,
    title: 'one dataset',
    kind: 'read',
    aims: {},
    calls: { gateway: oneDataset.gateway },
  },
];

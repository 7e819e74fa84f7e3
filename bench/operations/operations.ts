import { catalogOperations } from './catalog.ts';
import { changeOperations } from './changes.ts';
import { datasetOperations } from './datasets.ts';
import { historyOperations } from './histories.ts';
import { manyDocuments } from './many-documents.ts';
import type { Operation } from './operation.ts';
import { portalOperations } from './portal.ts';

/** Everything that is measured under ordinary conditions, in the order of the report. */
export const operations: readonly Operation[] = [
  ...datasetOperations,
  manyDocuments,
  ...catalogOperations,
  ...portalOperations,
  ...historyOperations,
  ...changeOperations,
];

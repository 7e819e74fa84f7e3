import type { Tool } from './tool.ts';
import { describeDataset, searchCatalog, traceLineage } from './tools/catalog.ts';
import { applyChange, followPublication, planChange, publishDataset } from './tools/changes.ts';
import { readConfiguration } from './tools/configuration.ts';
import { readForms, submitForm } from './tools/forms.ts';
import { aggregateRecords, readRecords } from './tools/records.ts';

/** All tools, in the order of their list. An agent reads all descriptions before it starts, so there are few. */
export const tools: readonly Tool[] = [
  searchCatalog,
  describeDataset,
  readRecords,
  aggregateRecords,
  traceLineage,
  readForms,
  readConfiguration,
  followPublication,
  planChange,
  applyChange,
  publishDataset,
  submitForm,
];

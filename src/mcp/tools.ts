import type { Tool } from './tool.ts';
import { describeDatasetTool, searchCatalogTool, traceLineageTool } from './tools/catalog.ts';
import { applyChangeTool, followPublication, planChangeTool, publishDatasetTool } from './tools/changes.ts';
import { readConfigurationTool } from './tools/configuration.ts';
import { createDatasetTool, listTypes } from './tools/datasets.ts';
import { readFormsTool, submitFormTool } from './tools/forms.ts';
import { readHarvestersTool } from './tools/harvesters.ts';
import { aggregateRecordsTool, readRecordsTool } from './tools/records.ts';

/** All tools, in the order of their list. An agent reads all descriptions before it starts, so there are few. */
export const tools: readonly Tool[] = [
  searchCatalogTool,
  describeDatasetTool,
  readRecordsTool,
  aggregateRecordsTool,
  traceLineageTool,
  readFormsTool,
  readConfigurationTool,
  followPublication,
  listTypes,
  readHarvestersTool,
  planChangeTool,
  applyChangeTool,
  publishDatasetTool,
  createDatasetTool,
  submitFormTool,
];

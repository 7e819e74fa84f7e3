import { columnFunctions } from '#engine/odsql/column-functions.ts';
import { serveColumnEngine } from '#platform/columns/process/serve-column-engine.ts';

serveColumnEngine(columnFunctions);

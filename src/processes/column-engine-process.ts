import { columnFunctions, fileFunctions } from '#engine/odsql/column-functions.ts';
import { serveColumnEngine } from '#platform/columns/process/serve-column-engine.ts';

serveColumnEngine({ ofQueries: columnFunctions, ofFiles: fileFunctions });

import { flushCompileCache } from 'node:module';
import { columnFunctions, fileFunctions } from '#engine/odsql/column-functions.ts';
import { serveColumnEngine } from '#platform/columns/process/serve-column-engine.ts';

serveColumnEngine({ ofQueries: columnFunctions, ofFiles: fileFunctions });
// The process is killed in the end, so it stores its compiled code now. Without a cache this does nothing.
flushCompileCache();

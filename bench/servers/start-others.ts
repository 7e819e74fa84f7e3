import { fileURLToPath } from 'node:url';
import type { BenchDatabase } from '../database/bench-database.ts';
import type { Server } from './server.ts';
import { startProcess } from './start-process.ts';

const script = (name: string) => fileURLToPath(new URL(name, import.meta.url));
const headers = () => ({});

/** PostGraphile, with a role of its own and no row security. */
export const startPostGraphile = async (database: BenchDatabase): Promise<Server> => ({
  ...(await startProcess(script('postgraphile-process.ts'), { DATABASE_URL: database.urlAs('postgraphile') })),
  name: 'postgraphile',
  headers,
});

/** The ceiling: SQL written by hand behind bare node:http, without any authorization. */
export const startCeiling = async (database: BenchDatabase): Promise<Server> => ({
  ...(await startProcess(script('ceiling-process.ts'), { DATABASE_URL: database.url })),
  name: 'ceiling',
  headers,
});

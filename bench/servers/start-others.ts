import { fileURLToPath } from 'node:url';
import type { BenchDatabase } from '../database/bench-database.ts';
import type { Server } from './server.ts';
import { startProcess } from './start-process.ts';

const script = (name: string) => fileURLToPath(new URL(name, import.meta.url));
const headers = () => ({});

/** PostGraphile over some schemas, with a role of its own and no row security. */
export const startPostGraphile = async (
  database: BenchDatabase,
  schemas: readonly string[] = ['public', 'change'],
): Promise<Server> => ({
  ...(await startProcess(script('postgraphile-process.ts'), {
    DATABASE_URL: database.urlAs('postgraphile'),
    SCHEMAS: schemas.join(' '),
  })),
  name: 'postgraphile',
  headers,
});

/** The ceiling: SQL written by hand behind bare node:http, without any authorization. `statements` is the file that exports it. */
export const startCeiling = async (
  database: BenchDatabase,
  statements = './ceiling-statements.ts',
): Promise<Server> => ({
  ...(await startProcess(script('ceiling-process.ts'), { DATABASE_URL: database.url, STATEMENTS: statements })),
  name: 'ceiling',
  headers,
});

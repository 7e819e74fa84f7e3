import { fileURLToPath } from 'node:url';
import { asOptions, genericPlans, type SessionSettings } from '../../src/platform/database/session-settings.ts';
import type { BenchDatabase } from '../database/bench-database.ts';
import type { Server } from './server.ts';
import { startProcess } from './start-process.ts';

const script = (name: string) => fileURLToPath(new URL(name, import.meta.url));
const headers = () => ({});

/** What may differ from the defaults. */
interface PeerOptions {
  /** The settings of each connection. Default: those of the gateway's connections, so that all statements are planned alike. */
  readonly planner?: SessionSettings;
  /** The schemas that PostGraphile serves. */
  readonly schemas?: readonly string[];
  /** The file that exports the statements of the ceiling. */
  readonly statements?: string;
}

/** PostGraphile over some schemas, with a role of its own and no row security. */
export const startPostGraphile = async (
  database: BenchDatabase,
  { planner = genericPlans, schemas = ['public', 'change'] }: PeerOptions = {},
): Promise<Server> => ({
  ...(await startProcess(script('postgraphile-process.ts'), {
    DATABASE_URL: database.urlAs('postgraphile'),
    PGOPTIONS: asOptions(planner),
    SCHEMAS: schemas.join(' '),
  })),
  name: 'postgraphile',
  dialect: 'postgraphile',
  knowsCallers: false,
  headers,
});

/** PostGraphile with a role that row security holds for; the caller is named by a header. */
export const startSecured = async (database: BenchDatabase): Promise<Server> => ({
  ...(await startProcess(script('postgraphile-process.ts'), {
    DATABASE_URL: database.urlAs('secured'),
    PGOPTIONS: asOptions(genericPlans),
    SCHEMAS: 'public change',
    CALLERS: 'on',
  })),
  name: 'secured',
  dialect: 'postgraphile',
  knowsCallers: true,
  headers: (caller) => ({ 'x-caller': caller === 'administrator' || caller === 'keys' ? 'admin' : caller }),
});

/** The ceiling: SQL written by hand behind bare node:http, without any authorization. */
export const startCeiling = async (
  database: BenchDatabase,
  { planner = genericPlans, statements = './ceiling-statements.ts' }: PeerOptions = {},
): Promise<Server> => ({
  ...(await startProcess(script('ceiling-process.ts'), {
    DATABASE_URL: database.url,
    PGOPTIONS: asOptions(planner),
    STATEMENTS: statements,
  })),
  name: 'ceiling',
  dialect: 'ceiling',
  knowsCallers: false,
  headers,
});

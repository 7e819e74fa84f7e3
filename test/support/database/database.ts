import { randomBytes } from 'node:crypto';
import events from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';
import pg from 'pg';
import { prepareTemplate } from '../datasets/template.ts';

/** A database for one test file. */
export interface TestDatabase {
  readonly url: string;
  /** Drops the database and ends its sessions. */
  drop(): Promise<void>;
}

const TEMPLATE = 'catalograph_template';

/** Makes a database as a copy of the migrated template; the first caller of a run makes the template. */
export const testDatabase = (): Promise<TestDatabase> =>
  createDatabase(async (server) => {
    await once(server, TEMPLATE, () => makeTemplate(server));
    return TEMPLATE;
  });

/** Makes a database without tables. */
export const emptyDatabase = (): Promise<TestDatabase> => createDatabase(async () => 'template0');

/** Does what all test files of a run share: the first caller does it, and the others wait until it is done. */
export const oncePerRun = (name: string, work: () => Promise<void>): Promise<void> =>
  onServer((server) => once(server, name, work));

async function once(server: pg.Client, name: string, work: () => Promise<void>): Promise<void> {
  await server.query('select pg_advisory_lock(hashtext($1))', [name]);
  // an empty table marks what is done
  const { rowCount } = await server.query('select where to_regclass($1) is not null', [name]);
  if (!rowCount) {
    await work();
    await server.query(`create table ${name} ()`);
  }
  await server.query('select pg_advisory_unlock(hashtext($1))', [name]);
}

async function createDatabase(templateOf: (server: pg.Client) => Promise<string>): Promise<TestDatabase> {
  const name = `test_${randomBytes(6).toString('hex')}`;
  await onServer(async (server) => {
    // By default PostgreSQL logs each page that it copies, and does not copy the caches with which a first connection starts faster.
    await server.query(`create database ${name} template ${await templateOf(server)} strategy file_copy`);
  });
  return {
    url: await urlOf(name),
    drop: () => onServer((server) => server.query(`drop database if exists ${name} with (force)`)),
  };
}

async function makeTemplate(server: pg.Client): Promise<void> {
  await server.query(`drop database if exists ${TEMPLATE} with (force)`);
  await server.query(`create database ${TEMPLATE}`);
  await prepareTemplate(await urlOf(TEMPLATE));
  await server.query(`alter database ${TEMPLATE} with is_template true allow_connections false`);
}

async function onServer(work: (server: pg.Client) => Promise<unknown>): Promise<void> {
  const server = new pg.Client({ connectionString: await urlOf('postgres') });
  await server.connect();
  try {
    await work(server);
  } finally {
    await server.end();
  }
}

/** The address of a database of the server that all tests of a run share. The first caller of the run starts it. */
async function urlOf(database: string): Promise<string> {
  const address = process.env['TEST_CLUSTER_URL'];
  if (!address)
    throw new Error('TEST_CLUSTER_URL is not set: run the tests with "npm test", whose global setup serves it.');
  const [response] = (await events.once(get(address, { agent: false }), 'response')) as [IncomingMessage];
  const url = await text(response);
  if (response.statusCode !== 200) throw new Error(url);
  return url.replace(/\/postgres$/, `/${database}`);
}

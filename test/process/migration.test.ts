import { randomBytes } from 'node:crypto';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import pg from 'pg';
import { emptyDatabase, type TestDatabase } from '../support/database/database.ts';
import { builtProcesses, patience } from './built-process.ts';

const { newFolder, start } = builtProcesses();

let database: TestDatabase;
let settings: Record<string, string>;
beforeEach(async () => {
  database = await emptyDatabase();
  settings = {
    DATABASE_URL: database.url,
    SECRETS_KEY: randomBytes(32).toString('hex'),
    DATA_DIR: await newFolder(),
  };
});
afterEach(() => database.drop());

/** Runs a statement and returns the number of its rows. */
async function ask(statement: string): Promise<number | null> {
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  const { rowCount } = await client.query(statement);
  await client.end();
  return rowCount;
}

const isReady = async (url: string) => (await fetch(`${url}/readyz`)).status === 200;

test(
  'with MIGRATE=off a gateway changes no table, starts as soon as `npm run migrate` was run, and warns of the migrations that it does not know',
  async () => {
    const tooEarly = await start({ ...settings, MIGRATE: 'off' });
    expect(await tooEarly.ended).toBe(1);
    expect(tooEarly.said()).toMatch(
      /The database lacks migrations .*: run `npm run migrate` first, or set MIGRATE=auto/,
    );
    const schemas =
      "select from pg_namespace where nspname not in ('public', 'information_schema') and nspname !~ '^pg_'";
    const tables = "select from pg_tables where schemaname = 'public'";
    expect([await ask(schemas), await ask(tables)]).toEqual([0, 0]);

    for (const _run of ['first', 'again']) {
      const migration = await start(settings, 'migrate');
      expect([await migration.ended, migration.said()]).toEqual([
        0,
        expect.stringMatching(/^The database has all \d+ migrations of this version\.\n$/),
      ]);
    }
    await ask("insert into migration (name) values ('2099-01-01-later-version')");
    const gateway = await start({ ...settings, MIGRATE: 'off' });
    expect(await isReady(gateway.url)).toBe(true);
    expect(gateway.key).toBeDefined();
    expect(gateway.said()).toMatch(/"2099-01-01-later-version".*A later version has migrated the database/s);
    expect(await gateway.end('SIGTERM')).toBe(0);
  },
  patience,
);

test(
  'two gateways that start at once on an empty database both get ready, and one administrator is created',
  async () => {
    const gateways = await Promise.all([start(settings), start(settings)]);
    expect(await Promise.all(gateways.map(({ url }) => isReady(url)))).toEqual([true, true]);
    expect(gateways.filter(({ key }) => key !== undefined)).toHaveLength(1);
    for (const { said } of gateways) expect(said()).not.toContain('A later version has migrated the database');
    expect(await Promise.all(gateways.map((gateway) => gateway.end('SIGTERM')))).toEqual([0, 0]);
  },
  patience,
);

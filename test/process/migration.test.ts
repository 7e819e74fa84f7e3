import { randomBytes } from 'node:crypto';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import pg from 'pg';
import { emptyDatabase, testDatabase, type TestDatabase } from '../support/database/database.ts';
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

const isReady = async (url: string) => (await fetch(`${url}/readyz`)).status === 200;

test(
  'with MIGRATE=off a gateway changes no table, and starts as soon as `npm run migrate` was run',
  async () => {
    const tooEarly = await start({ ...settings, MIGRATE: 'off' });
    expect(await tooEarly.ended).toBe(1);
    expect(tooEarly.said()).toMatch(
      /The database lacks migrations .*: run `npm run migrate` first, or set MIGRATE=auto/,
    );
    const client = new pg.Client({ connectionString: database.url });
    await client.connect();
    const schemas =
      "select from pg_namespace where nspname not in ('public', 'information_schema') and nspname !~ '^pg_'";
    const tables = "select from pg_tables where schemaname = 'public'";
    expect([(await client.query(schemas)).rowCount, (await client.query(tables)).rowCount]).toEqual([0, 0]);
    await client.end();

    for (const _run of ['first', 'again']) {
      const migration = await start(settings, 'migrate');
      expect([await migration.ended, migration.said()]).toEqual([
        0,
        expect.stringMatching(/^The database has all \d+ migrations of this version\.\n$/),
      ]);
    }
    const gateway = await start({ ...settings, MIGRATE: 'off' });
    expect(await isReady(gateway.url)).toBe(true);
    expect(gateway.key).toBeDefined();
    expect(gateway.said()).not.toContain('A later version has migrated the database');
    expect(await gateway.end('SIGTERM')).toBe(0);
  },
  patience,
);

test(
  'a start on a database that a later version has migrated warns with the migrations it does not know',
  async () => {
    const migrated = await testDatabase();
    const client = new pg.Client({ connectionString: migrated.url });
    await client.connect();
    await client.query("insert into migration (name) values ('2099-01-01-later-version')");
    await client.end();

    const gateway = await start({ ...settings, DATABASE_URL: migrated.url, MIGRATE: 'off' });
    expect(gateway.said()).toMatch(/"2099-01-01-later-version".*A later version has migrated the database/s);
    expect(await isReady(gateway.url)).toBe(true);
    expect(await gateway.end('SIGTERM')).toBe(0);
    await migrated.drop();
  },
  patience,
);

test(
  'two gateways that start at once on an empty database both get ready, and one administrator is created',
  async () => {
    const gateways = await Promise.all([start(settings), start(settings)]);
    expect(await Promise.all(gateways.map(({ url }) => isReady(url)))).toEqual([true, true]);
    expect(gateways.filter(({ key }) => key !== undefined)).toHaveLength(1);
    expect(await Promise.all(gateways.map((gateway) => gateway.end('SIGTERM')))).toEqual([0, 0]);
  },
  patience,
);

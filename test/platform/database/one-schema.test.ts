import { readFile } from 'node:fs/promises';
import { gunzipSync } from 'node:zlib';
import { afterAll, describe, expect, test } from '@jest/globals';
import { anonymous } from '#api/session.ts';
import { catalogModules } from '#modules/catalog-modules.ts';
import { backupPaths, parseTable } from '#platform/backup-file.ts';
import { recordTables, sql } from '#kernel/sql.ts';
import { recordsModule } from '#records/index.ts';
import { createContext } from '#server/create-context.ts';
import { createServices } from '#processes/services.ts';
import { testApp } from '#test/support/app.ts';
import { backupTools, secretsKey } from '#test/support/backups.ts';
import { clientOf } from '#test/support/client.ts';
import { hasPgBouncer, keepsStatements, startPgBouncer, type PgBouncer } from '#test/support/database/pgbouncer.ts';
import { restrictedDatabase } from '#test/support/database/restricted-role.ts';
import { deleteDataset, restoreDataset } from '#test/support/datasets/deletions.ts';
import { publishedTowns } from '#test/support/datasets/explore.ts';
import { sourceServer } from '#test/support/sources/source-server.ts';
import { testIf } from '#test/support/test-if.ts';

const [database, target] = [await restrictedDatabase([]), await restrictedDatabase([])];
// schemas and tables of another application, which the role may not use
for (const each of [database, target])
  for (const name of ['odsql', 'records', 'totals', 'pgboss'])
    await each.run(
      `create schema ${name}; create table ${name}.g1 (id int primary key, parent int references ${name}.g1)`,
    );
const web = await sourceServer();
const settings = { FETCH_ALLOW: web.host, SECRETS_KEY: secretsKey };
const app = await testApp({ ...settings, DATABASE_SCHEMA: database.role }, { databaseUrl: database.url });
const { backUp, newCatalog, restore, startRestored } = backupTools();
let pooler: PgBouncer | undefined;
// after the applications have closed their connections
afterAll(async () => {
  await pooler?.stop();
  await database.drop();
  await target.drop();
});
const uid = await publishedTowns(app, web);
const recordCount = async (catalog: Parameters<typeof clientOf>[0]): Promise<unknown> => {
  const where = encodeURIComponent('search("o") or population > 0');
  const explore = clientOf(catalog).restAt('/api/explore/v2.1');
  return (await explore('GET', `/catalog/datasets/towns/records?where=${where}`)).body.total_count;
};

/** What the catalog answers to queries whose SQL calls functions: words, orders, facets, groups, and an export. */
async function catalogAnswers(catalog: Parameters<typeof clientOf>[0]): Promise<readonly unknown[]> {
  const client = clientOf(catalog);
  const explore = async (path: string, clauses: Readonly<Record<string, string>>) => {
    const { status, body } = await client.restAt('/api/explore/v2.1')(
      'GET',
      `${path}?${new URLSearchParams(clauses).toString()}`,
    );
    expect(status).toBe(200);
    return body;
  };
  return [
    await explore('/catalog/datasets', { where: 'search("to") and year(modified) > 2000', order_by: 'title' }),
    await explore('/catalog/datasets', { select: 'sum(records_count / 3) as n', group_by: 'range(modified, 1 year)' }),
    await explore('/catalog/facets', { facet: 'features', where: 'records_count * 2 > 1' }),
    await explore('/catalog/exports/csv', { where: 'search("to")' }),
    await client.data(
      '{ catalog(query: "to", orderBy: { field: TITLE }) { totalCount edges { cursor node { datasetId } } } }',
    ),
  ];
}

test('a role that owns one schema and may create nothing else runs the catalog', async () => {
  expect(await recordCount(app)).toBeGreaterThan(0);
  expect(await catalogAnswers(app)).toMatchObject([
    { total_count: 1 },
    { results: [{ n: 5 / 3 }] },
    { facets: [{ name: 'features' }] },
    expect.stringContaining('towns'),
    { catalog: { totalCount: 1 } },
  ]);
  expect((await app.admin.rest('POST', `/datasets/${uid}/schedules/`, { cron_schedule: '0 0 * * *' })).status).toBe(
    201,
  );
  await deleteDataset(app.admin, uid);
  expect((await restoreDataset(app.admin, uid)).errors).toBeUndefined();
  expect((await app.admin.rest('GET', `/datasets/${uid}/schedules/`)).body.total_count).toBe(1);
  expect((await app.admin.data('{ datasets { totalCount } }')).datasets.totalCount).toBe(1);
});

test('nothing in its schema refers to a schema that it does not have', async () => {
  const texts = await app.services.db.rows<{ name: string; text: string }>(sql`
    select proname::text as name, pg_get_functiondef(oid) as text from pg_proc where pronamespace = current_schema()::regnamespace and prokind <> 'a'
    union all select tgname::text, pg_get_triggerdef(t.oid) from pg_trigger t join pg_class c on c.oid = tgrelid where relnamespace = current_schema()::regnamespace
    union all select indexname::text, indexdef from pg_indexes where schemaname = current_schema()`);
  expect(texts.length).toBeGreaterThan(100);
  expect(texts.filter(({ text }) => /\b(?:odsql|records|totals)"?\./.test(text))).toEqual([]);
});

test('maintenance with the search path of PostgreSQL 17 finds the functions of its indexes', async () => {
  await database.run('vacuum analyze');
  await database.run(`reindex schema "${database.role}"`);
  expect(await recordCount(app)).toBeGreaterThan(0);
});

test('values that look like names of other schemas are stored as they are', async () => {
  const value = `records.g1 "totals"."row_total" it's -- odsql.fold('\\') to_regclass('pgboss.job')`;
  const title = `/datasets/${uid}/metadata/default/title/`;
  expect((await app.admin.rest('PUT', title, { value })).status).toBe(200);
  expect((await app.admin.rest('GET', title)).body.value).toBe(value);
  const mutation = 'mutation ($input: CreateGroupInput!) { createGroup(input: $input) { group { title } } }';
  const { createGroup } = await app.admin.data(mutation, { input: { title: value } });
  expect(createGroup.group.title).toBe(value);
  expect(await app.services.db.rows(sql`select title from user_group where title = ${value}`)).toHaveLength(1);
});

test('a worker drops the tables of records of earlier versions that belong to no dataset', async () => {
  const { db } = app.services;
  const tables = () => db.rows(sql`select relname as name from pg_class where relname like '%g999'`);
  await db.rows(sql`create table ${recordTables}g999 (_position bigint)`);
  expect(await tables()).toEqual([{ name: 'records_g999' }]);
  const job = recordsModule.jobs?.find(({ queue }) => queue === 'records_move');
  const ctx = createContext(app.services, anonymous, 'test');
  await job?.run(ctx, { id: '', data: {}, traceId: 'test', attempt: 1, signal: new AbortController().signal });
  expect(await tables()).toEqual([]);
  expect(await recordCount(app)).toBeGreaterThan(0);
});

test('a process that starts again needs DATABASE_SCHEMA, and says so', async () => {
  const { config } = app.services;
  const { databasePools: pools } = config;
  const restarted = await createServices({ ...config, databaseUrl: database.url }, catalogModules);
  await restarted.closeDatabase();
  const withoutSchema = { ...pools, access: { ...pools.access, schema: undefined } };
  await expect(
    createServices({ ...config, databaseUrl: database.url, databasePools: withoutSchema }, catalogModules),
  ).rejects.toThrow('The catalog in this database has one schema. Set DATABASE_SCHEMA to its name.');
});

testIf(hasPgBouncer, 'pgbouncer')('it is reached through a pooler', async () => {
  pooler = await startPgBouncer(database.url, 5);
  const config = {
    ...(await newCatalog({
      ...settings,
      DATABASE_SCHEMA: database.role,
      DATABASE_URL: pooler.url,
      DATABASE_DIRECT_URL: database.url,
      PREPARED_STATEMENTS: keepsStatements ? 'on' : 'off',
    })),
    databaseUrl: pooler.url,
    storage: app.services.config.storage,
  };
  const gateway = await startRestored(config);
  expect(await recordCount(gateway)).toBe(await recordCount(app));
  expect(await catalogAnswers(gateway)).toEqual(await catalogAnswers(app));
});

describe('a backup', () => {
  const tablesOf = async (folder: string) =>
    gunzipSync(await readFile(backupPaths(folder).tables))
      .toString()
      .trim()
      .split('\n')
      .map(parseTable);
  const namesIn = async (folder: string) =>
    (await tablesOf(folder)).map(({ schema, name }) => `${schema ?? ''} ${name}`);
  /** The tables of records of earlier versions in a backup, with the statements that create them. */
  const earlierTablesIn = async (folder: string) =>
    (await tablesOf(folder)).flatMap(({ schema, name, rows, create, indexes }) =>
      schema === 'records' ? [{ name, rows, create, indexes }] : [],
    );

  test('is restored to one schema, and to a catalog with several, and has the same tables', async () => {
    const folder = await backUp(app);
    // without a worker, which would write tables of earlier versions to files
    const several = await newCatalog({ ...settings, WORKER: 'off' });
    await restore(several, folder);
    const restored = await startRestored(several);
    expect(await recordCount(restored)).toBe(await recordCount(app));
    expect(await catalogAnswers(restored)).toEqual(await catalogAnswers(app));
    expect(await namesIn(await backUp(restored))).toEqual(await namesIn(folder));

    const { db } = restored.services;
    await db.rows(sql`insert into generation (id, dataset_uid, replaced_at) values (998, 'da_deleted', 'infinity')`);
    await db.rows(sql`create table ${recordTables}g998 (_position bigint not null, _words tsvector storage external)`);
    await db.rows(sql`create index g998_words on ${recordTables}g998 using gin (_words) with (fastupdate = off)`);
    await db.rows(sql`insert into ${recordTables}g998 values (0, 'oak'), (1, 'elm')`);
    const ofSeveral = await backUp(restored);
    const env = { ...settings, WORKER: 'off', DATABASE_SCHEMA: target.role };
    const one = { ...(await newCatalog(env)), databaseUrl: target.url };
    await restore(one, ofSeveral);
    const restoredToOne = await startRestored(one);
    expect(await recordCount(restoredToOne)).toBe(await recordCount(app));
    const ofOne = await backUp(restoredToOne);
    expect(await namesIn(ofOne)).toEqual(await namesIn(ofSeveral));
    expect(await earlierTablesIn(ofOne)).toEqual(await earlierTablesIn(ofSeveral));
    expect(await earlierTablesIn(ofOne)).toMatchObject([
      { name: 'g998', rows: 2, indexes: [expect.stringContaining('ON records.g998 USING gin (_words)')] },
    ]);
  });
});

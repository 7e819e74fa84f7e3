import { createHash } from 'node:crypto';
import { cp, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { expect, test } from '@jest/globals';
import { sqlText } from '#kernel/sql.ts';
import { backupPaths, type DumpedTable, type Manifest, parseTable, readManifest } from '#platform/backup-file.ts';
import { testApp } from '#test/support/app.ts';
import { backupTools, secretsKey } from '#test/support/backups.ts';
import { recordsOf } from '#test/support/datasets/publishing.ts';
import { publishRecords } from '#test/support/datasets/records.ts';
import { seedDataset } from '#test/support/seed.ts';

const app = await testApp({ SECRETS_KEY: secretsKey, WORKER: 'off' });
const { backUp, newCatalog, restore, startRestored, temporaryFolder } = backupTools();
const uid = await seedDataset(app.admin);
await publishRecords(app, uid, [{ name: 'name', type: 'text' }], [{ name: 'Oak' }, { name: 'Elm' }]);
const run = (statement: string) => app.services.db.rows(sqlText(statement));
// a table of records, as a worker of an earlier version writes one
const earlier = await seedDataset(app.admin);
await run(`insert into generation (id, dataset_uid) values (999, '${earlier}')`);
await run(`update dataset set generation = 999 where uid = '${earlier}'`);
await run(`create table records.g999 (_position bigint not null, _timestamp timestamptz not null default '2026-01-02T03:04:05Z', _size integer, _id bytea,
  rest jsonb, _words tsvector storage external, c0 text collate "C")`);

const hashed = (content: Buffer) => ({
  bytes: content.length,
  sha256: createHash('sha256').update(content).digest('hex'),
});

type Lines = readonly Record<string, unknown>[];

/** A copy of a backup with other lines in its list of tables and another manifest, whose hashes are right. */
async function changed(folder: string, tables: (lines: Lines) => Lines, manifest: Partial<Manifest> = {}) {
  const copy = join(await temporaryFolder(), 'backup');
  await cp(folder, copy, { recursive: true });
  const paths = backupPaths(copy);
  const lines: Lines = gunzipSync(await readFile(paths.tables))
    .toString()
    .trim()
    .split('\n')
    .map((line): Record<string, unknown> => ({ ...parseTable(line) }));
  const list = gzipSync(
    tables(lines)
      .map((line) => `${JSON.stringify(line)}\n`)
      .join(''),
  );
  await writeFile(paths.tables, list);
  await writeFile(
    paths.manifest,
    JSON.stringify({ ...(await readManifest(folder)), tables: hashed(list), ...manifest }),
  );
  return copy;
}

const command = "copy (select 1) to program 'touch /tmp/owned'";
const records = (change: (table: DumpedTable) => object) => (lines: Lines) =>
  lines.map((line) => (line['schema'] === 'records' ? { ...line, ...change(parseTable(JSON.stringify(line))) } : line));
const user = (change: object) => (lines: Lines) =>
  lines.map((line) => (line['name'] === 'user_account' ? { ...line, ...change } : line));

test('a backup with other statements, names or paths than those of this service is refused, and nothing is written', async () => {
  const folder = await backUp(app);
  const config = await newCatalog();
  const hostile: (readonly [change: (lines: Lines) => Lines, message: RegExp])[] = [
    [records(({ create }) => ({ create: `${create}; ${command}` })), /is not one that this service creates/],
    [records(({ create }) => ({ create: create?.replace(' not null', ' default pg_sleep(1)') })), /is not one that/],
    [
      records(({ create }) => ({ create: create?.replace(' not null', ' check (pg_sleep(1) is null)') })),
      /is not one that/,
    ],
    [records(({ create }) => ({ create: create?.replace('jsonb', 'records.hostile') })), /is not one that/],
    [
      records(({ name }) => ({ create: `create table records.${name} (_size integer) with (user_catalog_table)` })),
      /is not/,
    ],
    [records(() => ({ create: 'create table records.g77 (_size integer)' })), /is not one that this service creates/],
    [records(() => ({ create: null })), /is not one that this service creates/],
    [records(() => ({ indexes: [command] })), /is not one that this service creates/],
    [
      records(({ name }) => ({ indexes: [`CREATE INDEX ${name}_x ON records.${name} USING btree ((pg_sleep(1)))`] })),
      /is not one that this service creates/,
    ],
    [records(() => ({ columns: [`_id) from program 'touch /tmp/owned' --`] })), /a table that is not of this service/],
    [records(() => ({ name: '../../../../tmp/x' })), /a table that is not of this service/],
    [user({ name: 'user" from program' }), /a table that is not of this service/],
    [user({ schema: 'pg_catalog' }), /a table that is not of this service/],
    [user({ create: command }), /statements for the table user_account, which only migrations create/],
  ];
  for (const [change, message] of hostile)
    await expect(restore(config, await changed(folder, change))).rejects.toThrow(message);
  const sequences = [{ name: "x'; drop table y", value: '1', isCalled: true }];
  await expect(restore(config, await changed(folder, (lines) => lines, { sequences }))).rejects.toThrow(
    'is not a backup',
  );
  const keys = gzipSync('../../../../../etc/hostname\n');
  const elsewhere = await changed(folder, (lines) => lines, { blobs: hashed(keys) });
  await writeFile(backupPaths(elsewhere).blobList, keys);
  await expect(restore(config, elsewhere)).rejects.toThrow('is no key of a stored file');
  // the database and the storage are as new as before
  await restore(config, folder);
  expect(await recordsOf(await startRestored(config), uid)).toHaveLength(2);
});

test('rows that name other columns of records than those of this service are refused', async () => {
  await run(
    `update generation set fields = jsonb_set(fields, '{0,column}', '"c0); ${command.replaceAll("'", "''")} --"')`,
  );
  const folder = await backUp(app);
  await run(`update generation set fields = jsonb_set(fields, '{0,column}', '["c0"]')`);
  const listed = await backUp(app);
  await run(`update generation set fields = jsonb_set(fields, '{0,column}', '"c0"')`);
  for (const hostile of [folder, listed])
    await expect(restore(await newCatalog(), hostile)).rejects.toThrow(
      /^The backup names columns of the table records\.g\d+ that this service does not create/,
    );
});

test('a column that the migrations do not create is named before any row or file is restored', async () => {
  await run('alter table user_account add column nickname text');
  const folder = await backUp(app);
  await run('alter table user_account drop column nickname');
  const config = await newCatalog();
  await expect(restore(config, folder)).rejects.toThrow(
    'The backup has the column nickname of the table "user_account", which the migrations of the backup do not create.',
  );
  const stored = await readdir(config.storage.kind === 'folder' ? config.storage.path : '');
  expect(stored.filter((name) => name !== 'parts')).toEqual([]);
});

test('an index that an administrator added to a table of records is not in a backup', async () => {
  await run('create index own on records.g999 (lower(c0))');
  const folder = await backUp(app);
  await run('drop index records.own');
  const tables = gunzipSync(await readFile(backupPaths(folder).tables)).toString();
  expect(tables).toContain('g999');
  expect(tables).not.toContain('lower(c0)');
});

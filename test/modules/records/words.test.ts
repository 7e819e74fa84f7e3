import { randomUUID } from 'node:crypto';
import { expect, test } from '@jest/globals';
import { anonymous } from '../../../src/api/session/session.ts';
import { sql, sqlText } from '../../../src/kernel/sql.ts';
import { recordsModule } from '../../../src/modules/records/index.ts';
import { createContext } from '../../../src/server/create-context.ts';
import { testApp } from '../../support/app.ts';
import { eventually, runAndFinish, seedCsvDataset } from '../../support/datasets/publishing.ts';
import { push, seedRealtime } from '../../support/datasets/realtime.ts';
import { sourceServer } from '../../support/sources/source-server.ts';

const web = await sourceServer();
const app = await testApp({ FETCH_ALLOW: web.host });
const { admin, services } = app;
const { db } = services;

const query = `query ($uid: ID!, $where: String!) { catalogDataset(uid: $uid) { records(where: $where) { totalCount nodes { values } } } }`;
const search = async (uid: string, where: string) =>
  (await admin.data(query, { uid, where })).catalogDataset.records.totalCount;

const tableOf = async (uid: string): Promise<string> => {
  const [found] = await db.rows<{ generation: string }>(sql`select generation from dataset where uid = ${uid}`);
  return `g${found?.generation ?? ''}`;
};
const indexesOf = async (table: string) =>
  Object.fromEntries(
    (
      await db.rows<{ name: string; definition: string }>(sql`
        select indexname as name, substring(indexdef from 'USING .*') as definition from pg_indexes
        where schemaname = 'records' and tablename = ${table}`)
    ).map(({ name, definition }) => [name.replace(/^g\d+_/, ''), definition]),
  );

const rows = 5_200;
const csv = [
  'n,place,remark,day',
  ...Array.from({ length: rows }, (_, n) => `${n},${n === 5_000 ? 'Genève' : 'Bern'},checked ${n},2026-01-31`),
].join('\n');

async function published(): Promise<string> {
  const uid = await seedCsvDataset(admin, web.serve('/places.csv', csv));
  await runAndFinish(admin, 'publishDataset', uid);
  return uid;
}

/** Notes the statements that insert into the tables of records. */
async function noteInserts(): Promise<void> {
  for (const statement of [
    'create table noted (query text)',
    `create function note_insert() returns trigger language plpgsql as $$ begin insert into public.noted values (current_query()); return null; end $$`,
    `create function watch_tables() returns event_trigger language plpgsql as $$
      declare made record;
      begin
        for made in select object_identity as name from pg_event_trigger_ddl_commands() where schema_name = 'records' and object_type = 'table' loop
          execute format('create trigger noted before insert on %s for each statement execute function public.note_insert()', made.name);
        end loop;
      end $$`,
    `create event trigger watch_tables on ddl_command_end when tag in ('CREATE TABLE') execute function watch_tables()`,
  ])
    await db.rows(sqlText(statement));
}

test('a publication copies records with their words, and then indexes them; searches use that index', async () => {
  await noteInserts();
  const uid = await published();
  const table = await tableOf(uid);
  const inserts = await db.rows<{ query: string }>(sqlText('select distinct query from noted'));
  await db.rows(sqlText('drop event trigger watch_tables'));
  expect(inserts).not.toEqual([]);
  for (const insert of inserts) expect(insert.query).toMatch(/^copy records\.g\d+ \(.*\b_words\b.*\) from stdin/);
  expect(await indexesOf(table)).toEqual({
    position: 'USING btree (_position)',
    id: 'USING btree (_id)',
    c3: 'USING btree (c3)',
    words: `USING gin (_words) WITH (fastupdate=off)`,
  });
  const scans = async () =>
    (
      await db.rows<{ scans: number }>(
        sql`select idx_scan::int as scans from pg_stat_user_indexes where indexrelname = ${`${table}_words`}`,
      )
    )[0]?.scans ?? 0;
  const before = await scans();
  expect(await search(uid, '"geneve"')).toBe(1);
  expect(await search(uid, 'suggest("gene")')).toBe(1);
  expect(await search(uid, '"bern geneve"')).toBe(0);
  await eventually(scans, (count) => count >= before + 3);
});

test('words are found after a push, in a text field that appears late, and after another publication', async () => {
  const { datasetUid: uid, url } = await seedRealtime(app);
  await push(app, url, [{ place: 'Genève' }]);
  await runAndFinish(admin, 'publishDataset', uid);
  expect(await search(uid, '"geneve"')).toBe(1);
  await push(app, url, [{ place: 'Zürich' }, { place: 'Bern', remark: 'cité de Genève' }]);
  await eventually(
    () => search(uid, '"geneve"'),
    (count) => count === 2,
  );
  expect(await search(uid, '"zurich"')).toBe(1);
  expect(await search(uid, '"bern cite"')).toBe(1);
  await runAndFinish(admin, 'publishDataset', uid);
  expect(await search(uid, '"geneve"')).toBe(2);
  expect(await search(uid, '"bern cite"')).toBe(1);
});

/** Makes a table as the version before made it: without words, with an index of an expression. */
async function asBefore(table: string): Promise<void> {
  await db.rows(sqlText(`alter table records.${table} drop column _words`));
  await db.rows(
    sqlText(`create index ${table}_words on records.${table} using gin (odsql.word_vector(array[c1, c2]))`),
  );
  await db.rows(sqlText(`update generation set words = 'absent' where id = ${table.slice(1)}`));
}

const addWords = () =>
  recordsModule.jobs
    ?.find(({ queue }) => queue === 'records_words')
    ?.run(createContext(services, anonymous, randomUUID()), {
      id: randomUUID(),
      attempt: 1,
      traceId: 'test',
      data: {},
      signal: new AbortController().signal,
    });

test('a table of an earlier version is searched as it is, and a job gives it words and their index', async () => {
  const uid = await published();
  const table = await tableOf(uid);
  const before = await indexesOf(table);
  await asBefore(table);
  expect([await search(uid, '"geneve"'), await search(uid, '"bern"')]).toEqual([1, rows - 1]);
  await addWords();
  expect(await indexesOf(table)).toEqual(before);
  expect([await search(uid, '"geneve"'), await search(uid, '"bern"')]).toEqual([1, rows - 1]);
  expect(await db.rows(sqlText(`select _words::text as words from records.${table} where _position = 5000`))).toEqual([
    { words: `'5000' 'checked' 'geneve'` },
  ]);
});

test('records pushed before and after a table gets words have them', async () => {
  const { datasetUid: uid, url } = await seedRealtime(app);
  await push(app, url, [{ place: 'Genève', remark: 'lake', kind: 'city' }]);
  await runAndFinish(admin, 'publishDataset', uid);
  await asBefore(await tableOf(uid));
  await push(app, url, [{ place: 'Genève' }]);
  await eventually(
    () => search(uid, '"geneve"'),
    (count) => count === 2,
  );
  await addWords();
  await push(app, url, [{ place: 'Genève' }]);
  await eventually(
    () => search(uid, '"geneve"'),
    (count) => count === 3,
  );
});

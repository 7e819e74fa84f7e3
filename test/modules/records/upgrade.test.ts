import { randomUUID } from 'node:crypto';
import { expect, test } from '@jest/globals';
import { anonymous } from '#api/session.ts';
import type { DataRecord } from '#engine/records/record.ts';
import { sql, sqlText } from '#kernel/sql.ts';
import { recordsModule } from '#records/index.ts';
import { createContext } from '#server/create-context.ts';
import { testApp } from '#test/support/app.ts';
import type { RestAnswer } from '#test/support/client.ts';
import { recordsOf } from '#test/support/datasets/publishing.ts';
import { push, seedRealtime } from '#test/support/datasets/realtime.ts';
import { publishRecords, type TestField } from '#test/support/datasets/records.ts';
import { seedDataset } from '#test/support/seed.ts';

const app = await testApp({ WORKER: 'off' });
const { admin, services } = app;
const { db } = services;

const fields: TestField[] = [
  { name: 'n', type: 'int' },
  { name: 'name', type: 'text' },
  { name: 'founded', type: 'date' },
  { name: 'updated', type: 'datetime' },
  { name: 'tags', type: 'text', annotations: [{ name: 'multivalued', args: [';'] }] },
  { name: 'position', type: 'geo_point_2d' },
  { name: 'shape', type: 'geo_shape' },
  { name: 'beyond', type: 'double' },
];
const shape = { type: 'Point', coordinates: [7.4, 46.9] };
const records: DataRecord[] = Array.from({ length: 2_500 }, (_, n) => ({
  n: n % 2_000,
  name: n % 2_000 === 7 ? null : 'row\n"\\N"',
  founded: n % 2_000 === 7 ? '0000-02-29' : '2020-11-05',
  updated: '2026-01-31T08:00:00.1234567Z',
  tags: n % 2 ? 'a; b' : 'a;b',
  position: { lat: 46.9, lon: 7.5 },
  shape,
  beyond: 0.5,
}));

/** The columns of the fields in a table of the version before; the last field had none, as those beyond the 250th. */
const columns = ['c0', 'c1', 'c2', 'c3', 'c4', 'c5', 'c6', null];

/** Stores published records as the version before did. */
async function storeInTable(generation: number): Promise<void> {
  const table = `records.g${String(generation)}`;
  await db.rows(
    sqlText(`create table ${table} (_position bigint not null, _timestamp timestamptz not null default '2026-01-02T03:04:05.678Z', _size integer, _id bytea,
      rest jsonb, _words tsvector, c0 bigint, c1 text collate "C", c2 date, c3 timestamptz, c4 text[] collate "C", c5 point, c6 jsonb, c6_box box)`),
  );
  await db.rows(sql`
    insert into ${sqlText(table)} (_position, _size, rest, c0, c1, c2, c3, c4, c5, c6)
    select at - 1, 100, jsonb_strip_nulls(jsonb_build_object('updated', value ->> 'updated', 'beyond', value -> 'beyond',
        'tags', case when value ->> 'tags' = 'a; b' then 'a; b' end, 'founded', case when value ->> 'founded' < '0001' then value ->> 'founded' end)),
      (value ->> 'n')::bigint, value ->> 'name', case when value ->> 'founded' > '0001' then (value ->> 'founded')::date end,
      left(value ->> 'updated', 26)::timestamp at time zone 'UTC', array['a', 'b'], point(7.5, 46.9), value -> 'shape'
    from jsonb_array_elements(${JSON.stringify(records)}::jsonb) with ordinality each(value, at)`);
  await db.rows(sql`
    update generation set file = null, file_count = 0, fields = (
      select jsonb_agg(field || jsonb_build_object('column', (${JSON.stringify(columns)}::jsonb) -> (at::int - 1)) order by at)
      from jsonb_array_elements(fields) with ordinality each(field, at)) where id = ${generation}::bigint`);
}

/** Stores published records as the versions before that one did, in one table. */
async function storeInSharedTable(generation: number): Promise<void> {
  await db.rows(
    sqlText(
      'create table if not exists record (generation bigint not null, position bigint not null, value jsonb not null, primary key (generation, position))',
    ),
  );
  await db.rows(sql`
    insert into record (generation, position, value) select ${generation}::bigint, at - 1, value
    from jsonb_array_elements(${JSON.stringify(records)}::jsonb) with ordinality each(value, at)`);
  await db.rows(
    sql`update generation set file = null, file_count = 0, record_count = 0, fields = '[]' where id = ${generation}::bigint`,
  );
}

const idsOf = async (uid: string): Promise<string[]> => {
  const { catalogDataset } = await admin.data(
    'query ($uid: ID!) { catalogDataset(uid: $uid) { records(first: 1000) { nodes { recordId } } } }',
    { uid },
  );
  return catalogDataset.records.nodes.map(({ recordId }: { recordId: string }) => recordId);
};

/** Runs the job that a worker runs when it starts. */
async function moveRecords(): Promise<void> {
  const job = recordsModule.jobs?.find(({ queue }) => queue === 'records_move');
  if (!job) throw new Error('There is no such job.');
  const { signal } = new AbortController();
  const ctx = createContext(services, anonymous, randomUUID());
  await job.run(ctx, { id: '', data: {}, traceId: 'test', attempt: 1, signal });
}

/** The records of a dataset by the Explore API. */
async function explored(uid: string, path = 'records'): Promise<RestAnswer> {
  const { catalogDataset } = await admin.data('query ($uid: ID!) { catalogDataset(uid: $uid) { datasetId } }', { uid });
  return admin.request('GET', `/api/explore/v2.1/catalog/datasets/${String(catalogDataset.datasetId)}/${path}`);
}

test('records of earlier versions are the same after an upgrade, with the identifiers that a publication gives them', async () => {
  const uids = [await seedDataset(admin), await seedDataset(admin), await seedDataset(admin)];
  const generations: number[] = [];
  for (const uid of uids) generations.push(await publishRecords(app, uid, fields, records));
  const before = await Promise.all(uids.map(idsOf));
  const [first = 0, second = 0, third = 0] = generations;
  await storeInTable(first);
  await storeInTable(second);
  await storeInSharedTable(third);
  await db.rows(sqlText('create table records.g999999 (_position bigint)'));

  await moveRecords();

  for (const uid of uids) expect(await recordsOf(app, uid)).toEqual(records);
  expect(await Promise.all(uids.map(idsOf))).toEqual(before);
  expect(new Set(before[0]).size).toBe(1_000);
  const timestamps =
    '{ ds: catalogDataset(uid: "UID") { rows(odsql: { select: "_timestamp", limit: 1 }) { results } } }';
  expect((await admin.data(timestamps.replace('UID', uids[0] ?? ''))).ds.rows.results).toEqual([
    { _timestamp: '2026-01-02T03:04:05.678+00:00' },
  ]);
  expect(await db.rows(sql`select to_regclass('record')::text as "table"`)).toEqual([{ table: null }]);
  expect(await db.rows(sql`select count(*)::int as count from pg_tables where schemaname = 'records'`)).toEqual([
    { count: 0 },
  ]);
});

test('until the records of a dataset have moved, they alone are 503, which says how many datasets wait', async () => {
  const [waiting, empty, moved] = [await seedDataset(admin), await seedDataset(admin), await seedDataset(admin)];
  await publishRecords(app, empty, fields, []);
  await publishRecords(app, moved, fields, records.slice(0, 3));
  const generation = await publishRecords(app, waiting, fields, records);
  await storeInTable(generation);

  const answers = await Promise.all([waiting, empty, moved].map((uid) => explored(uid)));
  expect(answers.map(({ status }) => status)).toEqual([503, 200, 200]);
  expect(answers[0]?.headers['retry-after']).toBe('10');
  expect(answers[0]?.body).toMatchObject({ message: expect.stringContaining('Datasets that wait: 1.') });
  expect(await explored(waiting, 'exports/csv')).toMatchObject({ status: 503 });
  const resource = await seedRealtime(app, waiting);
  expect(await push(app, resource.url, [{ n: 1 }])).toMatchObject({ status: 503 });
  const refused = await admin.graph(
    'query ($uid: ID!) { catalogDataset(uid: $uid) { title recordCount records { nodes { recordId } } } }',
    { uid: waiting },
  );
  expect(refused.data).toMatchObject({ catalogDataset: { recordCount: 2_500 } });
  expect(refused.errors).toEqual([
    expect.objectContaining({
      message: expect.stringContaining('Datasets that wait: 1.'),
      extensions: expect.objectContaining({ code: 'RECORDS_MOVING', remaining: 1 }),
    }),
  ]);

  await moveRecords();
  expect(await recordsOf(app, waiting)).toEqual(records);
  expect(await push(app, resource.url, [{ n: 1 }])).toMatchObject({ status: 200 });
  expect(await recordsOf(app, waiting)).toHaveLength(records.length + 1);
});

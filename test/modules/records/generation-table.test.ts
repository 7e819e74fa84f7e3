import { randomUUID } from 'node:crypto';
import { expect, test } from '@jest/globals';
import pg from 'pg';
import { inTransaction } from '../../../src/api/transaction.ts';
import { anonymous } from '../../../src/api/session/session.ts';
import type { DataRecord } from '../../../src/engine/records/record.ts';
import { sql, sqlText } from '../../../src/kernel/sql.ts';
import { appendRecords, type AppendableGeneration } from '../../../src/modules/records/index.ts';
import { createContext } from '../../../src/server/create-context.ts';
import { testApp } from '../../support/app.ts';
import { recordsOf, sweepAfter } from '../../support/datasets/publishing.ts';
import { publishRecords, type TestField } from '../../support/datasets/records.ts';
import { seedDataset } from '../../support/seed.ts';

const app = await testApp({ WORKER: 'off' });
const { admin, services, databaseUrl } = app;
const { db } = services;

const text = (name: string, ...annotations: string[]): TestField => ({
  name,
  type: 'text',
  annotations: annotations.map((annotation) => ({ name: annotation, args: annotation === 'multivalued' ? [';'] : [] })),
});

async function published(fields: TestField[], records: DataRecord[], facets: string[] = []) {
  const uid = await seedDataset(admin);
  return { uid, generation: await publishRecords(app, uid, fields, records, facets) };
}

const idsOf = async (generation: number) =>
  (
    await db.rows<{ id: string }>(
      sqlText(`select encode(_id, 'hex') as id from records.g${generation} order by _position`),
    )
  ).map(({ id }) => id);

const typesOf = async (generation: number) =>
  Object.fromEntries(
    (
      await db.rows<{ name: string; type: string }>(sql`
        select attname as name, format_type(atttypid, atttypmod) as type from pg_attribute
        where attrelid = ${`records.g${generation}`}::regclass and attnum > 0 order by attnum`)
    ).map(({ name, type }) => [name, type]),
  );

const indexesOf = async (generation: number) =>
  (
    await db.rows<{ name: string }>(sql`select indexname as name from pg_indexes where tablename = ${`g${generation}`}`)
  ).map(({ name }) => name.replace(/^g\d+_/, ''));

const isThere = async (generation: number) =>
  (await db.rows(sql`select 1 where to_regclass(${`records.g${generation}`}) is not null`)).length > 0;

/** Appends as a push does. */
const push = (generation: number, records: DataRecord[], added: TestField[] = []) =>
  inTransaction(createContext(services, anonymous, randomUUID()), async (tx) => {
    const [open] = await tx.db.rows<AppendableGeneration>(sql`
      select id::int as id, dataset_uid as "datasetUid", fields, record_count::int as "recordCount",
        keyed_count = record_count as "isKeyed", words from generation where id = ${generation}`);
    const fields = added.map((field) => ({ label: field.name, description: '', annotations: [], ...field }));
    if (open) await appendRecords(tx, open, records, [...open.fields, ...fields]);
  });

test('each field has a column of its type, and values come back as they were', async () => {
  const types = ['text', 'int', 'double', 'date', 'datetime', 'geo_point_2d', 'geo_shape', 'file'] as const;
  const record: DataRecord = {
    text: '"a"\n\\N\u0001\u0002 ',
    int: -9007199254740991,
    double: 1e-7,
    date: '2020-02-29',
    datetime: '2026-01-31T08:00:00.120Z',
    geo_point_2d: { lat: 46.948, lon: 7.4474 },
    geo_shape: {
      type: 'LineString',
      coordinates: [
        [1, 2],
        [-3, 4],
      ],
    },
    file: { filename: 'a.png', mimetype: null },
    tags: ' a;;"b\\"',
  };
  const nothing = Object.fromEntries(Object.keys(record).map((name) => [name, null]));
  const kept = {
    ...nothing,
    date: '0000-01-01',
    datetime: '2026-01-31T08:00:00.123456789Z',
    tags: ['x', ' y '],
    text: '',
  };
  const { uid, generation } = await published(
    [...types.map((type) => ({ name: type, type })), text('tags', 'multivalued')],
    [record, nothing, kept],
  );
  expect(await typesOf(generation)).toEqual({
    ...{
      _position: 'bigint',
      _timestamp: 'timestamp with time zone',
      _size: 'integer',
      _id: 'bytea',
      rest: 'jsonb',
      _words: 'tsvector',
    },
    ...{ c0: 'text', c1: 'bigint', c2: 'double precision', c3: 'date', c4: 'timestamp with time zone', c5: 'point' },
    ...{ c6: 'jsonb', c6_box: 'box', c7: 'jsonb', c8: 'text[]' },
  });
  expect(await recordsOf(app, uid)).toEqual([record, nothing, kept]);
  expect(
    await db.rows(
      sqlText(`select c6_box::text as box, c8 as tags from records.g${generation} order by _position limit 1`),
    ),
  ).toEqual([{ box: '(1,4),(-3,2)', tags: ['a', '"b\\"'] }]);
});

test('a record keeps its identifier in another publication, with its fields in another order; equal records have different ones', async () => {
  const records = [
    { a: '1', b: 'x' },
    { a: '2', b: null },
    { a: '1', b: 'x' },
    { a: null, b: '2' },
  ];
  const { uid, generation } = await published([text('a'), text('b')], records);
  const ids = await idsOf(generation);
  const fields = [text('b'), text('new'), text('a')];
  const later = await idsOf(await publishRecords(app, uid, fields, [...records, { a: '1', b: 'x' }]));
  expect(later.slice(0, 4)).toEqual(ids);
  expect(new Set(later).size).toBe(5);
  for (const id of ids) expect(id).toMatch(/^[0-9a-f]{40}$/);
  const byId = async (b: string) =>
    idsOf(await publishRecords(app, uid, [text('a', 'id'), text('b')], [{ a: '1', b }]));
  expect(await byId('x')).toEqual(await byId('y'));
});

test('a dataset may have more fields than the table has columns, and rows longer than a page', async () => {
  const fields = Array.from({ length: 400 }, (_, n) => text(`f${n}`));
  const record = Object.fromEntries(fields.map(({ name }, n) => [name, `é${n}`.repeat(40)]));
  const { uid, generation } = await published(fields, [record]);
  expect(await recordsOf(app, uid)).toEqual([record]);
  expect(Object.keys(await typesOf(generation))).toHaveLength(256);
  const shapes = Array.from({ length: 200 }, (_, n): TestField => ({ name: `s${n}`, type: 'geo_shape' }));
  const shape = { type: 'LineString', coordinates: Array.from({ length: 50 }, (_, n) => [n, n / 2]) };
  const wide = await published(shapes, [Object.fromEntries(shapes.map(({ name }) => [name, shape]))]);
  expect((await recordsOf(app, wide.uid))[0]?.s199).toEqual(shape);
});

test('large tables have indexes for facets, dates and words; a value too long for one leaves it out', async () => {
  const fields = [
    text('kind'),
    text('long'),
    { name: 'day', type: 'date' as const },
    { name: 'n', type: 'int' as const },
  ];
  const noise = () => Array.from({ length: 600 }, () => randomUUID()).join('');
  const records = (count: number) =>
    Array.from({ length: count }, (_, n) => ({ n, kind: 'a', day: '2026-01-31', long: n ? 'b' : noise() }));
  const large = await published(fields, records(5_000), ['kind', 'long']);
  expect((await indexesOf(large.generation)).toSorted()).toEqual(['c0', 'c2', 'id', 'position', 'words']);
  const small = await published(fields, records(100), ['kind', 'long']);
  expect((await indexesOf(small.generation)).toSorted()).toEqual(['id', 'position']);
  await push(large.generation, [{ kind: noise() }], [text('added')]);
  expect((await indexesOf(large.generation)).toSorted()).toEqual(['c2', 'id', 'position', 'words']);
});

test('appended records have identifiers as published ones, and new fields get columns unless a reader holds the table', async () => {
  const { uid, generation } = await published([text('a')], [{ a: '1' }]);
  await push(generation, [{ a: '1' }, { a: '1', n: 7 }], [{ name: 'n', type: 'int' }]);
  const again = await publishRecords(app, uid, [text('a')], [{ a: '1' }, { a: '1' }]);
  expect((await idsOf(generation)).slice(0, 2)).toEqual(await idsOf(again));
  await db.rows(sql`update dataset set generation = ${generation} where uid = ${uid}`);
  expect((await typesOf(generation))['c1']).toBe('bigint');
  const reader = new pg.Client({ connectionString: databaseUrl });
  await reader.connect();
  await reader.query(`begin; select from records.g${generation}`);
  await push(generation, [{ a: '2', late: '2026-01-31' }], [{ name: 'late', type: 'date' }]);
  await reader.end();
  const [fields] = await db.rows<{ columns: unknown }>(
    sql`select jsonb_path_query_array(fields, '$[*].column') as columns from generation where id = ${generation}`,
  );
  expect(fields?.columns).toEqual(['c0', 'c1', null]);
  expect((await recordsOf(app, uid)).slice(2)).toEqual([
    { a: '1', n: 7, late: null },
    { a: '2', n: null, late: '2026-01-31' },
  ]);
});

test('a replaced table is dropped after ten minutes, and not while a reader holds it; tables of no generation are dropped too', async () => {
  const { uid, generation } = await published([text('a')], [{ a: '1' }]);
  const next = await publishRecords(app, uid, [text('a')], [{ a: '2' }]);
  await db.rows(sql`update generation set replaced_at = now() where id = ${generation}`);
  await db.rows(sqlText('create table records.g999999999 (_position bigint)'));
  const reader = new pg.Client({ connectionString: databaseUrl });
  await reader.connect();
  await reader.query(`begin; select from records.g${generation}`);
  await sweepAfter(app, 9);
  expect([await isThere(generation), await isThere(999_999_999)]).toEqual([true, false]);
  await sweepAfter(app, 11);
  expect((await reader.query(`select c0 as a from records.g${generation}`)).rows).toEqual([{ a: '1' }]);
  await reader.end();
  await sweepAfter(app, 11);
  expect([await isThere(generation), await isThere(next)]).toEqual([false, true]);
});

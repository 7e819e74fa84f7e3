import { randomUUID } from 'node:crypto';
import { rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DuckDBInstance } from '@duckdb/node-api';
import { expect, test } from '@jest/globals';
import { inTransaction } from '#api/transaction.ts';
import type { RequestContext } from '#api/context.ts';
import { anonymous, domainPermissions } from '#api/session.ts';
import type { DataRecord } from '#engine/records/record.ts';
import { sql, sqlText } from '#kernel/sql.ts';
import {
  appendRecords,
  findVisibleRecords,
  readVisibleRecords,
  recordsModule,
  storedGeneration,
  type AppendableGeneration,
} from '#records/index.ts';
import type { ColumnEngine } from '#platform/columns/column-engine.ts';
import { createContext } from '#server/create-context.ts';
import { testApp } from '#test/support/app.ts';
import { deleteDataset, restoreDataset } from '#test/support/datasets/deletions.ts';
import { recordsOf, sweepAfter } from '#test/support/datasets/publishing.ts';
import { publishRecords, type TestField } from '#test/support/datasets/records.ts';
import { seedDataset } from '#test/support/seed.ts';

const app = await testApp({ WORKER: 'off' });
const { admin, services } = app;
const { db } = services;

const text = (name: string, ...annotations: string[]): TestField => ({
  name,
  type: 'text',
  annotations: annotations.map((annotation) => ({ name: annotation, args: annotation === 'multivalued' ? [';'] : [] })),
});

async function published(fields: TestField[], records: DataRecord[]) {
  const uid = await seedDataset(admin);
  return { uid, generation: await publishRecords(app, uid, fields, records) };
}

interface Stored {
  readonly file: string;
  readonly fileCount: number;
  readonly recordCount: number;
  readonly tail: number;
}

/** Where the records of a generation are; undefined for one that was dropped. */
const stored = async (generation: number): Promise<Stored | undefined> =>
  (
    await db.rows<Stored>(sql`
      select file, file_count::int as "fileCount", record_count::int as "recordCount",
        (select count(*)::int from record_tail t where t.generation = g.id) as tail
      from generation g where id = ${generation}`)
  )[0];

/** Appends records, with added fields, and ints that become doubles. */
async function append(
  tx: RequestContext,
  generation: number,
  records: DataRecord[],
  added: TestField[] = [],
  widened: string[] = [],
): Promise<void> {
  const [open] = await tx.db.rows<AppendableGeneration>(sql`
    select ${storedGeneration(sqlText('g'))} as stored, dataset_uid as "datasetUid", fields, extent
    from generation g where id = ${generation}`);
  if (!open) throw new Error('There is no such generation.');
  const known = open.fields.map((field) =>
    widened.includes(field.name) ? { ...field, type: 'double' as const } : field,
  );
  const fields = added.map((field) => ({ label: field.name, description: '', annotations: [], ...field }));
  await appendRecords(tx, open, records, [...known, ...fields]);
}

/** Appends records as a push does. */
const push = (generation: number, ...given: [DataRecord[], TestField[]?, string[]?]): Promise<void> =>
  inTransaction(createContext(services, anonymous, randomUUID()), (tx) => append(tx, generation, ...given));

/** Runs the job that folds tails, as a worker does that many hours later. */
function foldAfter(hours: number, columnEngine: ColumnEngine = services.columnEngine): Promise<void> {
  const now = new Date(Date.now() + hours * 3_600_000);
  const job = recordsModule.jobs?.find(({ queue }) => queue === 'records_fold');
  if (!job) throw new Error('There is no such job.');
  const ctx = createContext({ ...services, columnEngine, clock: { now: () => now } }, anonymous, randomUUID());
  return job.run(ctx, { id: '', data: {}, attempt: 1, traceId: 'test', signal: new AbortController().signal });
}

/** The rows of a stored file, as any reader of Parquet sees them. */
async function readParquet(key: string): Promise<Record<string, unknown>[]> {
  const path = join(tmpdir(), `${randomUUID()}.parquet`);
  await writeFile(path, await services.storage.read(key));
  const instance = await DuckDBInstance.create(':memory:', { threads: '1' });
  const connection = await instance.connect();
  try {
    return (await connection.runAndReadAll(`select * from '${path}'`)).getRowObjectsJson();
  } finally {
    connection.closeSync();
    instance.closeSync();
    await rm(path);
  }
}

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

test('the file of a generation is Parquet with a column for each field, and values come back as they were', async () => {
  const kept = {
    ...nothing,
    date: '0000-01-01',
    datetime: '2026-01-31T08:00:00.123456789Z',
    tags: ['x', ' y '],
    text: '',
  };
  const fields = [...types.map((type) => ({ name: type, type })), text('tags', 'multivalued')];
  const { uid, generation } = await published(fields, [record, nothing, kept]);
  expect(await recordsOf(app, uid)).toEqual([record, nothing, kept]);
  const { file = '' } = (await stored(generation)) ?? {};
  const [row] = await readParquet(file);
  expect(row).toMatchObject({
    ...{ _position: '0', _rest: '{"tags":" a;;\\"b\\\\\\""}', text: record['text'], int: '-9007199254740991' },
    ...{
      double: 1e-7,
      date: '2020-02-29',
      _c6_west: -3,
      _c6_south: 2,
      _c6_east: 1,
      _c6_north: 4,
      tags: ['a', '"b\\"'],
    },
  });
});

test('a dataset without records has no file', async () => {
  const { uid, generation } = await published([text('a')], []);
  expect(await stored(generation)).toEqual({ file: null, fileCount: 0, recordCount: 0, tail: 0 });
  expect(await recordsOf(app, uid)).toEqual([]);
  await push(generation, [{ a: '1' }, { a: '1' }]);
  expect(await recordsOf(app, uid)).toEqual([{ a: '1' }, { a: '1' }]);
});

test('a dataset may have a thousand fields, and long rows', async () => {
  const fields = Array.from({ length: 1_000 }, (_, n) => text(`f${n}`));
  const long = Object.fromEntries(fields.map(({ name }, n) => [name, `é${n}`.repeat(40)]));
  const { uid } = await published(fields, [long]);
  expect(await recordsOf(app, uid)).toEqual([long]);
});

test('pushed records follow those of the file, with new fields, and ints that have become doubles', async () => {
  const fields: TestField[] = [text('a'), { name: 'n', type: 'int' }];
  const { uid, generation } = await published(fields, [{ a: '1', n: 1 }]);
  await push(generation, [{ a: '2', n: 2 }]);
  await push(generation, [{ a: '3', n: 3, day: '2026-01-31' }], [{ name: 'day', type: 'date' }]);
  await push(generation, [{ a: '4', n: 4.5 }], [], ['n']);
  expect(await stored(generation)).toMatchObject({ fileCount: 1, recordCount: 4, tail: 3 });
  const all = [
    { a: '1', n: 1, day: null },
    { a: '2', n: 2, day: null },
    { a: '3', n: 3, day: '2026-01-31' },
    { a: '4', n: 4.5, day: null },
  ];
  expect(await recordsOf(app, uid)).toEqual(all);
  expect(await recordsOf(app, uid, 2)).toEqual(all.slice(2));
});

test('a push that is rolled back leaves nothing, also where its transaction read its own records', async () => {
  const { uid, generation } = await published([text('a')], [{ a: '1' }]);
  const rights = new Set(domainPermissions);
  const administrator = { ...anonymous, username: 'administrator', permissions: rights, scopes: rights };
  const ctx = createContext(services, administrator, randomUUID());
  const failed = inTransaction(ctx, async (tx) => {
    await append(tx, generation, [{ a: 'lost' }]);
    const visible = await findVisibleRecords(tx, uid);
    const batches = visible ? await Array.fromAsync(readVisibleRecords(tx, visible)) : [];
    expect(batches.flat()).toEqual([{ a: '1' }, { a: 'lost' }]);
    throw new Error('The push fails.');
  });
  await expect(failed).rejects.toThrow('The push fails.');
  expect(await recordsOf(app, uid)).toEqual([{ a: '1' }]);
  await push(generation, [{ a: '2' }]);
  expect(await recordsOf(app, uid)).toEqual([{ a: '1' }, { a: '2' }]);
});

test('a large or an old tail is folded into a new file, and its rows are removed some time later', async () => {
  const { uid, generation } = await published([text('a')], [{ a: '0' }]);
  const first = await stored(generation);
  await push(generation, [{ a: '1' }]);
  await foldAfter(1);
  expect(await stored(generation)).toEqual({ ...first, recordCount: 2, tail: 1 });
  await push(
    generation,
    Array.from({ length: 5_000 }, (_, n) => ({ a: String(n + 2), late: n })),
    [{ name: 'late', type: 'int' }],
  );
  const all = [
    { a: '0', late: null },
    { a: '1', late: null },
    ...Array.from({ length: 5_000 }, (_, n) => ({ a: String(n + 2), late: n })),
  ];
  expect(await recordsOf(app, uid)).toEqual(all);
  await foldAfter(0);
  const folded = await stored(generation);
  expect(folded).toEqual({
    file: expect.not.stringContaining(first?.file ?? ''),
    fileCount: 5_002,
    recordCount: 5_002,
    tail: 5_001,
  });
  expect(await recordsOf(app, uid)).toEqual(all);
  expect(await readParquet(folded?.file ?? '')).toHaveLength(5_002);
  await push(generation, [{ a: '7', late: 5 }]);
  await foldAfter(0.2);
  expect(await stored(generation)).toMatchObject({ file: folded?.file, fileCount: 5_002, recordCount: 5_003, tail: 1 });
  await foldAfter(25);
  expect(await stored(generation)).toMatchObject({ fileCount: 5_003, recordCount: 5_003 });
  expect(await recordsOf(app, uid)).toEqual([...all, { a: '7', late: 5 }]);
  const [released] = await db.rows<{ left: number }>(sql`
    select extract(epoch from unreferenced_since + interval '1 day' - now())::int / 60 as left from blob where key = ${first?.file}`);
  expect(released?.left).toBeLessThanOrEqual(60);
});

test('records that are pushed during a fold stay in the tail; a fold that ends early, or comes too late, changes nothing', async () => {
  const { uid, generation } = await published([text('a')], [{ a: '0' }]);
  await push(generation, [{ a: '1' }]);
  const during = (work: () => Promise<unknown>): ColumnEngine => ({
    ...services.columnEngine,
    rows: (...given) => services.columnEngine.rows(...given),
    async createWriter(...given) {
      await work();
      return services.columnEngine.createWriter(...given);
    },
  });
  const before = await stored(generation);
  await expect(
    foldAfter(
      25,
      during(() => Promise.reject(new Error('killed'))),
    ),
  ).rejects.toThrow('killed');
  expect(await stored(generation)).toEqual(before);
  await foldAfter(
    25,
    during(() => push(generation, [{ a: '2' }])),
  );
  const folded = await stored(generation);
  expect(folded).toMatchObject({ fileCount: 2, recordCount: 3 });
  const another = await publishRecords(app, await seedDataset(admin), [text('a')], [{ a: '0' }, { a: '1' }]);
  const { file = '' } = (await stored(another)) ?? {};
  const late = () => db.rows(sql`update generation set file = ${file} where id = ${generation}`);
  await foldAfter(50, during(late));
  expect(await stored(generation)).toMatchObject({ file, fileCount: 2, recordCount: 3 });
  await db.rows(sql`update generation set file = ${folded?.file} where id = ${generation}`);
  expect(await recordsOf(app, uid)).toEqual([{ a: '0' }, { a: '1' }, { a: '2' }]);
});

test('a deleted dataset that is restored has the records of its file and its tail', async () => {
  const { uid, generation } = await published([text('a')], [{ a: '1' }]);
  await push(generation, [{ a: '2' }]);
  await deleteDataset(admin, uid);
  await sweepAfter(app, 11);
  expect((await restoreDataset(admin, uid)).errors).toBeUndefined();
  expect(await recordsOf(app, uid)).toEqual([{ a: '1' }, { a: '2' }]);
});

test('a replaced generation is dropped after ten minutes with its tail, and its file an hour later', async () => {
  const { uid, generation } = await published([text('a')], [{ a: '1' }]);
  await push(generation, [{ a: '2' }]);
  const { file } = (await stored(generation)) ?? {};
  const next = await publishRecords(app, uid, [text('a')], [{ a: '2' }]);
  await db.rows(sql`update generation set replaced_at = now() where id = ${generation}`);
  await sweepAfter(app, 9);
  expect(await stored(generation)).toMatchObject({ tail: 1 });
  await sweepAfter(app, 11);
  expect([await stored(generation), (await stored(next))?.recordCount]).toEqual([undefined, 1]);
  expect(await db.rows(sql`select 1 from record_tail where generation = ${generation}`)).toEqual([]);
  expect(await db.rows(sql`select unreferenced_since is not null as released from blob where key = ${file}`)).toEqual([
    { released: true },
  ]);
});

import { randomUUID } from 'node:crypto';
import { expect, test } from '@jest/globals';
import { anonymous, domainPermissions } from '#api/session.ts';
import type { DataRecord } from '#engine/records/record.ts';
import { sql } from '#kernel/sql.ts';
import { findVisibleRecords, readVisibleRecords } from '#records/index.ts';
import { createContext } from '#server/create-context.ts';
import { testApp } from '#test/support/app.ts';
import { publishRecords, type TestField } from '#test/support/datasets/records.ts';
import { seedDataset, seedRuleset, seedUser } from '#test/support/seed.ts';
import { countStatements } from '#test/planning/support/count-statements.ts';

const app = await testApp({ WORKER: 'off' });
const { admin, services } = app;
await seedUser(app, 'reader');
const reader = { ...anonymous, username: 'reader', scopes: new Set(domainPermissions) };

const fields: TestField[] = [
  { name: 'n', type: 'int' },
  { name: 'city', type: 'text' },
  { name: 'secret', type: 'int' },
  { name: 'tags', type: 'text', annotations: [{ name: 'multivalued', args: [';'] }] },
];
const records: DataRecord[] = Array.from({ length: 45_000 }, (_, n) => ({
  n,
  city: n === 44_000 ? 'Genève' : 'Bern',
  secret: n % 20_000 === 0 ? 1 : 2,
  tags: 'a; b',
}));

async function published(security?: object, count = 10): Promise<string> {
  const uid = await seedDataset(admin, { isRestricted: security !== undefined });
  if (security) await seedRuleset(app, uid, { user: 'reader', security });
  await publishRecords(app, uid, fields, records.slice(0, count));
  return uid;
}

const contextFor = () => createContext(services, reader, randomUUID());

async function visibleTo(uid: string) {
  const visible = await findVisibleRecords(contextFor(), uid);
  if (!visible) throw new Error('The dataset is not visible.');
  return visible;
}

const countOf = async (uid: string) => {
  const { table, from, condition } = await visibleTo(uid);
  const statement = sql`select count(*)::text from ${from} where ${condition ?? sql`true`}`;
  const [row] = await contextFor().records.rows({ tables: [table], statement });
  return Number(row?.[0]);
};

test('a filter selects the same records in a query and in a reading, however few match', async () => {
  const uid = await published({ filterQuery: 'secret = 1', visibleFields: ['n', 'tags'] }, records.length);
  const visible = await visibleTo(uid);
  expect(visible).toMatchObject({ uid, isDataVisible: true, recordCount: 45_000, quota: null });
  expect(visible.fields.map(({ name }) => name)).toEqual(['n', 'tags']);
  expect(await countOf(uid)).toBe(3);
  const read = (await Array.fromAsync(readVisibleRecords(contextFor(), visible))).flat();
  expect(read).toEqual([0, 20_000, 40_000].map((n) => ({ n, tags: 'a; b' })));
});

test('a hidden field is unknown to a query', async () => {
  const options = { timezone: 'UTC', language: 'en' } as const;
  const all = (await visibleTo(await published())).scope(options);
  expect(all.find('city')?.type).toBe('text');
  const some = (await visibleTo(await published({ visibleFields: ['n', 'tags'] }))).scope(options);
  expect(some.find('city')).toBeUndefined();
  for (const name of ['_id', 'recordid', '_timestamp', 'record_timestamp', '_size', 'record_size', 'datasetid'])
    expect(some.find(name)?.name).toBe(name);
});

test('a dataset whose data is hidden shows its fields and no record; a filter that names a missing field shows none', async () => {
  const hidden = await published({ isDataVisible: false });
  const visible = await visibleTo(hidden);
  expect([visible.isDataVisible, visible.fields.map(({ name }) => name)]).toEqual([
    false,
    ['n', 'city', 'secret', 'tags'],
  ]);
  expect(await countOf(hidden)).toBe(0);
  expect(await countOf(await published({ filterQuery: 'not missing = 1' }))).toBe(0);
});

test('many datasets are found by one statement', async () => {
  const uids = await Promise.all([published(), published(), published()]);
  const counting = countStatements(services);
  const ctx = createContext(counting.services, reader, randomUUID());
  const found = await Promise.all([...uids, 'nope'].map((uid) => findVisibleRecords(ctx, uid)));
  expect(found.map((visible) => visible?.uid)).toEqual([...uids, undefined]);
  expect(counting.counted()).toBe(1);
});

import { randomUUID } from 'node:crypto';
import { expect, test } from '@jest/globals';
import { anonymous, domainPermissions } from '#api/session.ts';
import type { DataRecord } from '#engine/records/record.ts';
import { sql } from '#kernel/sql.ts';
import { recordsVisibleToDefiner } from '#publication/records-visible-to-definer.ts';
import { createContext } from '#server/create-context.ts';
import { testApp } from '#test/support/app.ts';
import { sweepAfter } from '#test/support/datasets/publishing.ts';
import { publishRecords } from '#test/support/datasets/records.ts';
import { seedDataset, seedRuleset, seedUser } from '#test/support/seed.ts';

const app = await testApp({ WORKER: 'off' });
const {
  admin,
  services: { db },
} = app;
const definer = { username: 'definer', scopes: domainPermissions };
await seedUser(app, 'definer');

/** A dataset that shows so many records, each with a text of some length. */
async function published(count: number, length = 1): Promise<string> {
  const uid = await seedDataset(admin);
  await show(uid, count, length);
  return uid;
}

async function show(uid: string, count: number, length = 1): Promise<void> {
  const records = Array.from({ length: count }, (_, n) => ({ n, text: 'x'.repeat(length), secret: n % 2 }));
  const fields = [
    { name: 'n', type: 'int' as const },
    { name: 'text', type: 'text' as const },
    { name: 'secret', type: 'int' as const },
  ];
  await publishRecords(app, uid, fields, records);
}

const open = (dataset: string, reference: object = {}) =>
  recordsVisibleToDefiner(createContext(app.services, anonymous, randomUUID()), { pr_1: definer })(
    { dataset, requiredFields: ['n'], includesAllFields: false, ...reference },
    'pr_1',
  );

async function all({ records: rows }: Awaited<ReturnType<typeof open>>): Promise<DataRecord[][]> {
  const batches: DataRecord[][] = [];
  for await (const batch of rows) batches.push([...batch]);
  return batches;
}

test('a definer reads all records in order, in batches limited by count and size', async () => {
  const many = await all(await open(await published(2_345)));
  expect(many.flat()).toEqual(Array.from({ length: 2_345 }, (_, n) => ({ n })));
  expect(Math.max(...many.map(({ length }) => length))).toBe(1_000);
  const heavy = await all(await open(await published(10, 1_500_000), { requiredFields: [], includesAllFields: true }));
  expect(heavy.flat().map(({ n }) => n)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
  expect(Math.max(...heavy.map(({ length }) => length))).toBeLessThanOrEqual(3);
});

test('records are filtered by fields that are not selected', async () => {
  const uid = await published(6);
  await seedRuleset(app, uid, { user: 'definer', security: { filterQuery: 'secret = 1', visibleFields: ['n'] } });
  const { fields, records: rows } = await open(uid, { requiredFields: ['n'], includesAllFields: true });
  expect(fields).toEqual(['n']);
  expect((await all({ fields, records: rows })).flat()).toEqual([{ n: 1 }, { n: 3 }, { n: 5 }]);
});

test('equal rights to equal records give the same sequence; other rights, other records and filters by time do not', async () => {
  const uid = await published(6);
  const idOf = async (filterQuery: string) => {
    await seedRuleset(app, uid, { user: 'definer', security: { filterQuery } });
    const { sequence } = await open(uid);
    await db.rows(sql`delete from ruleset where dataset_uid = ${uid}`);
    return sequence?.id;
  };
  const first = await idOf('secret = 1');
  expect(first).toBeDefined();
  expect(await idOf('secret = 1')).toBe(first);
  expect(await idOf('secret = 0')).not.toBe(first);
  expect(await idOf("date'2020' < now()")).toBeUndefined();
  await show(uid, 6);
  expect(await idOf('secret = 1')).not.toBe(first);
});

test('a reader keeps the records that it began with while others replace and drop them', async () => {
  const uid = await published(1_500);
  const { records: rows } = await open(uid);
  const taken: number[] = [];
  for await (const batch of rows) {
    if (taken.length === 0) {
      await show(uid, 3);
      await sweepAfter(app, 11);
    }
    taken.push(batch.length);
  }
  expect(taken).toEqual([1_000, 500]);
});

test('a processor without a definer sees nothing', async () => {
  const uid = await published(1);
  const recordsOf = recordsVisibleToDefiner(createContext(app.services, anonymous, randomUUID()), {
    pr_1: { ...definer, username: 'nobody' },
  });
  for (const processor of ['pr_1', 'pr_2', 'constructor']) {
    await expect(
      recordsOf({ dataset: uid, requiredFields: ['n'], includesAllFields: false }, processor),
    ).rejects.toMatchObject({
      code: 'EXTRACTION_FAILED',
    });
  }
});

import { expect, test } from '@jest/globals';
import { testApp } from '#test/support/app.ts';
import { publishRecords, type TestField } from '#test/support/datasets/records.ts';
import { seedDataset } from '#test/support/seed.ts';

const fields: TestField[] = [
  { name: 'n', type: 'int' },
  { name: 'value', type: 'double' },
  { name: 'born', type: 'date' },
  { name: 'seen', type: 'datetime' },
  { name: 'name', type: 'text' },
];
const odd = [
  { n: 0, value: NaN, born: '0001-01-01', seen: '0001-01-01T00:00:00Z', name: 'a\ud800' },
  { n: 1, value: Infinity, born: '9999-12-31', seen: '9999-12-31T23:59:59Z', name: '\udc00b' },
  { n: 2, value: -Infinity, born: '0001-12-31', seen: '9999-01-01T00:00:00Z', name: '\ud83d\ude00' },
  { n: 3, value: -0, born: null, seen: null, name: '' },
  { n: 4, value: 0.5, born: '2026-01-31', seen: '2026-01-31T08:00:00Z', name: null },
];
const expected = [
  { n: 0, value: null, born: '0001-01-01', seen: '0001-01-01T00:00:00+00:00' },
  { n: 1, value: null, born: '9999-12-31', seen: '9999-12-31T23:59:59+00:00' },
  { n: 2, value: null, born: '0001-12-31', seen: '9999-01-01T00:00:00+00:00' },
  { n: 3, value: 0, born: null, seen: null },
  { n: 4, value: 0.5, born: '2026-01-31', seen: '2026-01-31T08:00:00+00:00' },
];

const inMemory = await testApp({ WORKER: 'off' });
const byEngine = await testApp({ WORKER: 'off', RECORDS_IN_MEMORY_MB: '0' });

test.each([
  ['memory', inMemory],
  ['the column engine', byEngine],
])('numbers, years and texts at the edges are answered from %s as any other', async (_from, app) => {
  const uid = await seedDataset(app.admin);
  await publishRecords(app, uid, fields, odd);
  const rows = async (odsql: string) =>
    (await app.admin.data(`{ ds: catalogDataset(by: { uid: "${uid}" }) { rows(odsql: { ${odsql} }) { results } } }`)).ds
      .rows.results;
  expect(await rows('select: "n, value, born, seen", orderBy: "n"')).toEqual(expected);
  expect(await rows('select: "n", orderBy: "value desc"')).toHaveLength(5);
  expect(await rows('select: "sum(value) as s, min(value) as low, count(value) as c", limit: 1')).toEqual([
    { s: 0.5, low: 0, c: 2 },
  ]);
  expect(await rows(`select: "n", where: "born < date'0002'", orderBy: "n"`)).toEqual([{ n: 0 }, { n: 2 }]);
  expect(await rows(`select: "n", where: "year(seen) = 9999", orderBy: "n"`)).toEqual([{ n: 1 }, { n: 2 }]);
  expect(await rows('select: "length(name) as l", orderBy: "n"')).toEqual([2, 2, 1, 0, null].map((l) => ({ l })));
});

test('a query returns 10,000 groups', async () => {
  const uid = await seedDataset(byEngine.admin);
  const records = Array.from({ length: 20_000 }, (_, index) => ({
    n: index % 10_000,
    name: `group ${index % 10_000}`,
  }));
  await publishRecords(
    byEngine,
    uid,
    [
      { name: 'n', type: 'int' },
      { name: 'name', type: 'text' },
    ],
    records,
  );
  const query = `{ ds: catalogDataset(by: { uid: "${uid}" }) { rows(odsql: { select: "name, count(*) as c", groupBy: "name", limit: 10000 }) { results } } }`;
  const { results } = (await byEngine.admin.data(query)).ds.rows;
  expect(new Set(results.map(({ name, c }: { name: string; c: number }) => `${name} ${c}`)).size).toBe(10_000);
});

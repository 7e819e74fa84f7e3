import { expect, test } from '@jest/globals';
import { minIndexedRecords } from '#platform/columns/column-engine.ts';
import { testApp } from '#test/support/app.ts';
import { runAndFinish, seedCsvDataset } from '#test/support/datasets/publishing.ts';
import { sourceServer } from '#test/support/sources/source-server.ts';

const web = await sourceServer();
const app = await testApp({ FETCH_ALLOW: web.host });
const { admin, services } = app;
let texts: string[] = [];
const { columnEngine } = services;
Object.assign(services, {
  columnEngine: {
    ...columnEngine,
    rows: (...call: Parameters<typeof columnEngine.rows>) => {
      texts.push(call[0].statement.render().text);
      return columnEngine.rows(...call);
    },
  },
});

const count = minIndexedRecords + 100;
const titleOf = (n: number) => `Station ${n % 1_000}${n % 7 === 0 ? ' rivière' : ''}`;
const lines = Array.from(
  { length: count },
  (_, n) => `${n},${titleOf(n)},${n % 5 === 0 ? 'lake' : 'hill'},${(n * 7_919) % count}`,
);
const uid = await seedCsvDataset(admin, web.serve('/stations.csv', ['n,title,kind,rank', ...lines].join('\n')));
await runAndFinish(admin, 'publishDataset', uid);

const query = `query ($uid: ID!, $where: String!, $orderBy: [RecordOrder!]) { catalogDataset(by: { uid: $uid }) {
  records(where: $where, orderBy: $orderBy, first: 50) { totalCount nodes { values } }
} }`;

async function found(where: string, orderBy?: object[]): Promise<{ total: number; numbers: number[] }> {
  texts = [];
  const { records } = (await admin.data(query, { uid, where, orderBy })).catalogDataset;
  return { total: records.totalCount, numbers: records.nodes.map(({ values }: { values: { n: number } }) => values.n) };
}
const numbers = Array.from({ length: count }, (_, n) => n);
const isRead = () => texts.map((text) => /_words" w\b/.test(text));

test.each<[string, (n: number) => boolean]>([
  ['"riviere lake"', (n) => n % 35 === 0],
  ['"RIV* 14"', (n) => n % 7 === 0 && n % 1_000 === 14],
  ['title like "rivière" and kind = "hill"', (n) => n % 7 === 0 && n % 5 > 0],
  ['kind like "riviere"', () => false],
  ['"lake" and "station 5"', (n) => n % 1_000 === 5],
])('a search reads the index of words: %s', async (where, matches) => {
  const expected = numbers.filter(matches);
  const newest = await found(where, [{ field: 'rank' }]);
  expect(isRead()).toEqual([true, true]);
  const rankOf = (n: number) => (n * 7_919) % count;
  expect(newest.total).toBe(expected.length);
  expect(newest.numbers).toEqual(expected.toSorted((a, b) => rankOf(a) - rankOf(b)).slice(0, 50));
  const ranked = await found(where);
  expect(isRead()).toContain(true);
  expect(ranked.total).toBe(expected.length);
  expect(ranked.numbers.every((n) => matches(n))).toBe(true);
});

test.each([
  ['not "lake"', count - Math.ceil(count / 5)],
  ['"lake" or n < 3', Math.ceil(count / 5) + 2],
  [Array.from({ length: 9 }, (_, index) => `"station ${index}"`).join(' and '), 0],
])('other searches read the fields: %s', async (where, total) => {
  expect((await found(where, [{ field: 'n' }])).total).toBe(total);
  expect(isRead()).toEqual([false, false]);
});

test('matches that have no other order come as they were published', async () => {
  const { numbers: like } = await found('title like "riviere"');
  expect(like).toEqual(numbers.filter((n) => n % 7 === 0).slice(0, 50));
  const { numbers: ranked } = await found('"lake"');
  expect(isRead()).toContain(true);
  expect(ranked).toEqual(numbers.filter((n) => n % 5 === 0 && n % 7 > 0).slice(0, 50));
});

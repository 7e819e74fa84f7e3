import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { testApp } from '#test/support/app.ts';
import { appendFieldConfiguration, publishedTowns } from '#test/support/datasets/explore.ts';
import { eventually, runAndFinish, seedCsvDataset } from '#test/support/datasets/publishing.ts';
import { push, seedRealtime } from '#test/support/datasets/realtime.ts';
import { sourceServer } from '#test/support/sources/source-server.ts';

const web = await sourceServer();
const app = await testApp({ FETCH_ALLOW: web.host });
const { admin, unauthenticated } = app;

/** Records with nulls and ties in every field. */
const line = (index: number) =>
  [
    index,
    ['', 'a', 'b', 'É', 'z'][index % 5],
    index % 3 === 0 ? '' : index % 4,
    index % 4 === 0 ? '' : (index % 7) / 3,
    index % 5 === 0 ? '' : `20${String(10 + (index % 6))}-02-0${String(1 + (index % 2))}`,
    index % 6 === 0 ? '' : `2024-01-01T00:00:0${String(index % 3)}.${String(index % 2)}25Z`,
    index % 7 === 0 ? '' : `"${String(40 + (index % 5))}.5, ${String(index % 4)}.25"`,
  ].join(',');
const csv = ['number,word,whole,real,day,instant,place', ...Array.from({ length: 61 }, (_, index) => line(index))].join(
  '\n',
);

async function published(): Promise<string> {
  const uid = await seedCsvDataset(admin, web.serve('/ties.csv', csv));
  await appendFieldConfiguration(admin, uid, { type: { field: 'place', typeParam: 'geo_point_2d' } });
  await runAndFinish(admin, 'publishDataset', uid);
  return uid;
}
const uid = await published();

const query = `query ($uid: ID!, $orderBy: [RecordOrder!], $filter: RecordFilter, $where: String, $first: Int!, $after: String, $offset: Int) {
  catalogDataset(by: { uid: $uid }) { records(orderBy: $orderBy, filter: $filter, where: $where, first: $first, after: $after, offset: $offset) {
    totalCount nodes { recordId values } pageInfo { hasNextPage hasPreviousPage endCursor }
  } }
}`;
const page = async (dataset: string, variables: object) =>
  (await unauthenticated.data(query, { uid: dataset, ...variables })).catalogDataset.records;
const refusal = async (dataset: string, variables: object) =>
  (await unauthenticated.graph(query, { uid: dataset, first: 2, ...variables })).errors?.map(
    ({ extensions }) => extensions.fields,
  );

/** All records of a query, page by page. */
async function pages(
  dataset: string,
  variables: object,
  first: number,
  between?: () => Promise<void>,
): Promise<object[]> {
  const found: object[] = [];
  for (let after: string | null = null; ;) {
    const { nodes, pageInfo } = await page(dataset, { ...variables, first, after });
    found.push(...nodes);
    if (!pageInfo.hasNextPage) return found;
    after = pageInfo.endCursor;
    await between?.();
  }
}

test('the fields have the types that this test is about', async () => {
  const { schema } = (
    await unauthenticated.data('query ($uid: ID!) { catalogDataset(by: { uid: $uid }) { schema { type } } }', { uid })
  ).catalogDataset;
  expect(schema.map(({ type }: { type: string }) => type)).toEqual([
    ...['int', 'text', 'int', 'double', 'date', 'datetime', 'geo_point_2d'],
  ]);
});

test('pages to the end equal the whole, in every order, with nulls and ties, in pages of any length', async () => {
  const keys = fc.oneof(
    fc.record({
      field: fc.constantFrom('word', 'whole', 'real', 'day', 'instant', 'number'),
      direction: fc.constantFrom('ASC', 'DESC'),
    }),
    fc.record({
      field: fc.constant('place'),
      direction: fc.constantFrom('ASC', 'DESC'),
      distanceTo: fc.constant({ lon: 1, lat: 42 }),
    }),
  );
  const orders = fc.uniqueArray(keys, { maxLength: 3, selector: ({ field }) => field });
  await fc.assert(
    fc.asyncProperty(orders, fc.integer({ min: 7, max: 40 }), async (orderBy, first) => {
      const whole = (await page(uid, { orderBy, first: 1000 })).nodes;
      expect(whole).toHaveLength(61);
      expect(await pages(uid, { orderBy }, first)).toEqual(whole);
      expect((await page(uid, { orderBy, first, offset: 11 })).nodes).toEqual(whole.slice(11, 11 + first));
    }),
    { numRuns: 25 },
  );
});

test('an order is that of its keys: nulls last in both directions, ties as published', async () => {
  const wordsIn = async (direction: 'ASC' | 'DESC') => {
    const { nodes } = await page(uid, { orderBy: [{ field: 'word', direction }], first: 61 });
    return nodes.map(({ values }: { values: { word: string | null; number: number } }) => [values.word, values.number]);
  };
  const rows = Array.from({ length: 61 }, (_, index) => [['', 'a', 'b', 'É', 'z'][index % 5] || null, index] as const);
  const groups = (words: readonly (string | null)[]) =>
    words.flatMap((word) => rows.filter(([value]) => value === word));
  expect(await wordsIn('ASC')).toEqual(groups(['a', 'b', 'z', 'É', null]));
  expect(await wordsIn('DESC')).toEqual(groups(['É', 'z', 'b', 'a', null]));
});

test('pages follow a filter, and the count is that of all matches', async () => {
  const filter = { field: 'whole', number: { atLeast: 1 } };
  const { totalCount, pageInfo } = await page(uid, { filter, first: 3 });
  expect(pageInfo).toMatchObject({ hasNextPage: true, hasPreviousPage: false });
  const found = await pages(uid, { filter, where: 'real > 1' }, 4);
  expect(found).toHaveLength((await page(uid, { filter, where: 'real > 1', first: 0 })).totalCount);
  expect(totalCount).toBeGreaterThan(found.length);
});

test('pushes between pages repeat and lose no record', async () => {
  const { datasetUid, url } = await seedRealtime(app);
  await push(
    app,
    url,
    Array.from({ length: 20 }, (_, index) => ({ n: index, level: index % 3 })),
  );
  await runAndFinish(admin, 'publishDataset', datasetUid);
  await eventually(
    async () => (await page(datasetUid, { first: 1 })).totalCount,
    (count) => count === 20,
  );
  let pushed = 20;
  const between = async () => {
    await push(app, url, [{ n: pushed++, level: 1 }]);
    const expected = pushed;
    await eventually(
      async () => (await page(datasetUid, { first: 0 })).totalCount,
      (count) => count === expected,
    );
  };
  const found = (await pages(datasetUid, { orderBy: [{ field: 'level' }] }, 6, between)) as { values: { n: number } }[];
  const numbers = found.map(({ values }) => values.n);
  expect(new Set(numbers).size).toBe(numbers.length);
  expect(numbers.filter((n) => n < 20).toSorted((a, b) => a - b)).toEqual(
    Array.from({ length: 20 }, (_, index) => index),
  );
});

test('a cursor of another order, of another list or of earlier records is refused', async () => {
  const { pageInfo } = await page(uid, { orderBy: [{ field: 'word' }], first: 2 });
  const after = pageInfo.endCursor;
  expect(await refusal(uid, { after })).toEqual([{ after: [expect.stringMatching(/not a cursor/)] }]);
  expect(await refusal(uid, { orderBy: [{ field: 'whole' }], after })).toHaveLength(1);
  for (const text of [
    'nonsense',
    Buffer.from('[]').toString('base64url'),
    Buffer.from('[1,2,3]').toString('base64url'),
  ])
    expect(await refusal(uid, { after: text })).toEqual([{ after: [expect.stringMatching(/not a cursor/)] }]);
  const towns = await publishedTowns(app, web);
  const first = (await page(towns, { first: 1 })).pageInfo.endCursor;
  await runAndFinish(admin, 'publishDataset', towns);
  expect(await refusal(towns, { after: first })).toEqual([{ after: [expect.stringMatching(/published again/)] }]);
});

test('a forged cursor is refused, or names a place: it never fails', async () => {
  const orderBy = ['word', 'whole', 'real', 'day', 'instant'].map((field) => ({ field }));
  const { pageInfo } = await page(uid, { orderBy, first: 2 });
  const [generation, print]: string[] = JSON.parse(Buffer.from(pageInfo.endCursor, 'base64url').toString());
  const texts = [
    '',
    'a\0',
    '1',
    '99999999999999999999',
    '1e999',
    'NaN',
    'infinity',
    '2024-02-30',
    '0000-01-01',
    '999999-12-31',
    '2024-01-01 00:00:00+00',
  ];
  const parts = fc.array(fc.option(fc.oneof(fc.string(), fc.constantFrom(...texts))), { minLength: 5, maxLength: 5 });
  await fc.assert(
    fc.asyncProperty(fc.constantFrom('1', '-5', 'x', ...texts), parts, async (position, keys) => {
      const after = Buffer.from(JSON.stringify([generation, print, position, ...keys])).toString('base64url');
      const { errors } = await unauthenticated.graph(query, { uid, orderBy, first: 2, after });
      expect(errors?.map(({ extensions }) => extensions.code) ?? []).toEqual(errors ? ['INVALID_INPUT'] : []);
    }),
    { numRuns: 60 },
  );
});

test('lengths and offsets are limited', async () => {
  expect(await refusal(uid, { first: 1001 })).toEqual([{ first: [expect.any(String)] }]);
  expect(await refusal(uid, { first: -1 })).toEqual([{ first: [expect.any(String)] }]);
  expect(await refusal(uid, { offset: 9_999 })).toEqual([{ offset: [expect.stringMatching(/use after/)] }]);
});

test('one record is found by its identifier, which stays the same when it is published again', async () => {
  const towns = await publishedTowns(app, web);
  const one =
    'query ($uid: ID!, $recordId: ID!) { catalogDataset(by: { uid: $uid }) { record(recordId: $recordId) { id recordId values } } }';
  const [, lyon] = (await page(towns, { first: 2 })).nodes;
  expect(lyon.recordId).toMatch(/^[\da-f]{40}$/);
  await runAndFinish(admin, 'publishDataset', towns);
  const { record } = (await unauthenticated.data(one, { uid: towns, recordId: lyon.recordId })).catalogDataset;
  expect(record).toMatchObject({ recordId: lyon.recordId, values: { name: 'Lyon' } });
  for (const recordId of ['0'.repeat(40), 'x'])
    expect((await unauthenticated.data(one, { uid: towns, recordId })).catalogDataset).toEqual({ record: null });
});

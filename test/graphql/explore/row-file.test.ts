import { setTimeout as sleep } from 'node:timers/promises';
import { beforeAll, expect, test } from '@jest/globals';
import fc from 'fast-check';
import type { RowFileSource } from '#platform/columns/column-engine.ts';
import { testApp } from '#test/support/app.ts';
import { publishRecords, type TestField } from '#test/support/datasets/records.ts';
import { seedDataset, seedKey, seedRuleset } from '#test/support/seed.ts';
import { publishOddRecords } from '#test/support/datasets/odd-records.ts';
import { sourceServer } from '#test/support/sources/source-server.ts';
import { anyExpression } from '#test/engine/odsql/sql/any-expression.ts';
import { timezones } from '#test/engine/odsql/sql/any-record.ts';
import { anyOrderKey, orderByOf } from '#test/engine/odsql/sql/evaluator.ts';

/** Pages, counts and records of a large dataset come from its row file and its order files, with the same bytes that the column engine makes of its columns. */
const web = await sourceServer();
const app = await testApp({ FETCH_ALLOW: web.host });
const { admin, http, services } = app;
const { columnEngine } = services;

const uid = await publishOddRecords(admin, web, { count: 2_100, seed: 31 });

let source: RowFileSource | undefined;
let isUsed = true;
let reads: string[] = [];
Object.assign(services, {
  readCache: { getOrRead: (_key: string, read: () => Promise<unknown>) => read() },
  columnEngine: {
    ...columnEngine,
    rows: (...call: Parameters<typeof columnEngine.rows>) => {
      reads.push('columns');
      return columnEngine.rows(...call);
    },
    rowFile: (asked: RowFileSource) => {
      source = asked;
      const file = isUsed ? columnEngine.rowFile(asked) : undefined;
      return (
        file && {
          ...file,
          rows: (positions: readonly number[]) => {
            reads.push('row file');
            return file.rows(positions);
          },
        }
      );
    },
  },
});

const get = (path: string, query: Record<string, string> = {}, datasetUid = uid, key = 'test-administrator-key') =>
  http.inject({
    method: 'GET',
    url: `/api/explore/v2.1/catalog/datasets/${datasetUid}${path}?${new URLSearchParams(query).toString()}`,
    headers: { authorization: `Apikey ${key}` },
  });

/** Asks for the row file until it is made. */
async function rowFileIsMade(datasetUid = uid): Promise<void> {
  await get('/records', {}, datasetUid);
  if (!source) throw new Error('No read asked for the row file.');
  for (let tries = 0; !columnEngine.rowFile(source); tries++) {
    if (tries > 3_000) throw new Error('The row file is not made.');
    await sleep(10);
  }
}

/** The answers with the row file and without it, and how each was read. */
async function bothAnswers(path: string, query: Record<string, string> = {}) {
  const answers = [];
  for (isUsed of [true, false]) {
    reads = [];
    const { statusCode, body } = await get(path, query);
    answers.push({ statusCode, body, reads });
  }
  isUsed = true;
  const [file, columns] = answers;
  if (!file || !columns) throw new Error('There are two answers.');
  return { file, columns };
}

/** Asks for a page until its order file is made: no statement then goes to the column engine. */
async function orderIsMade(ask: () => Promise<unknown>): Promise<void> {
  for (let tries = 0; tries < 1_000; tries++) {
    reads = [];
    await ask();
    if (!reads.includes('columns')) return;
    await sleep(10);
  }
  throw new Error('The page still needs the column engine.');
}

beforeAll(() => rowFileIsMade());

test('rows of a page have the same bytes from the row file as from the columns', async () => {
  const query = fc.record({
    where: fc.constantFrom('', 'name is null', 'n > 3', 'x in ]-5..7]', 'd <= t', '"river lake"', '_size > 60'),
    timezone: fc.constantFrom(...timezones),
    limit: fc.integer({ min: 1, max: 20 }).map(String),
    offset: fc.nat(2_000).map(String),
    select: fc
      .array(
        fc.oneof(anyExpression.number, anyExpression.text, anyExpression.time).filter((text) => !text.includes('now(')),
        { maxLength: 2 },
      )
      .map((items) => ['*', ...items].join(', ')),
    order_by: fc
      .array(anyOrderKey, { maxLength: 2 })
      .map(orderByOf)
      .filter((text) => !text.includes('now(')),
  });
  await fc.assert(
    fc.asyncProperty(query, async (asked) => {
      const { file, columns } = await bothAnswers('/records', asked);
      expect({ asked, body: file.body }).toEqual({ asked, body: columns.body });
    }),
    { numRuns: 60 },
  );
});

test('a record by its identifier is read from the row file alone, with the same bytes', async () => {
  const page = await get('/records', { select: '_id', limit: '5', offset: '1990' });
  const { results } = page.json<{ results: { _id: string }[] }>();
  for (const { _id } of results) {
    const { file, columns } = await bothAnswers(`/records/${_id}`);
    expect(file.body).toBe(columns.body);
    expect({ status: file.statusCode, reads: file.reads }).toEqual({ status: 200, reads: ['row file'] });
  }
});

test('a record that does not exist is not found in the row file', async () => {
  const { file, columns } = await bothAnswers(`/records/${'0123456789'.repeat(4)}`);
  expect(file.body).toBe(columns.body);
  expect({ status: file.statusCode, reads: file.reads }).toEqual({ status: 404, reads: ['row file'] });
});

test('a page of the graph has the values, identifiers and cursors of the row file', async () => {
  const page = async (after: string | null): Promise<string> => {
    const answer = await admin.graph(
      `query ($uid: ID!, $after: String) { catalogDataset(by: { uid: $uid }) {
        records(first: 7, after: $after, orderBy: [{ field: "t", direction: DESC }, { field: "n" }]) {
          nodes { recordId values } pageInfo { endCursor hasNextPage }
        }
      } }`,
      { uid, after },
    );
    return JSON.stringify(answer);
  };
  const both = async (after: string | null) => {
    const answers = [];
    for (isUsed of [true, false]) {
      reads = [];
      answers.push({ page: await page(after), reads });
    }
    isUsed = true;
    return answers;
  };
  let after: string | null = null;
  for (let pages = 0; pages < 3; pages++) {
    const [file, columns] = await both(after);
    expect(file?.page).toBe(columns?.page);
    expect(file?.reads).toContain('row file');
    after = /"endCursor":"([^"]+)"/.exec(file?.page ?? '')?.[1] ?? null;
    expect(after).not.toBeNull();
  }
});

test('no row file is asked for where only the column engine has the values', async () => {
  source = undefined;
  const { file } = await bothAnswers('/records', { select: "distance(p, geom'POINT(1 1)') as far", limit: '2' });
  expect({ status: file.statusCode, source }).toEqual({ status: 200, source: undefined });
  expect(file.reads).toContain('columns');
  expect(file.reads).not.toContain('row file');
});

test('a caller finds neither hidden records nor hidden fields in the row file', async () => {
  const restricted = await seedDataset(admin, { isRestricted: true });
  const key = await seedKey(app, 'reader');
  await seedRuleset(app, restricted, { user: 'reader', security: { filterQuery: 'secret = 1', visibleFields: ['n'] } });
  const fields: TestField[] = [
    { name: 'n', type: 'int' },
    { name: 'secret', type: 'int' },
  ];
  const records = Array.from({ length: 2_100 }, (_, n) => ({ n, secret: n % 2 }));
  await publishRecords(app, restricted, fields, records);
  await rowFileIsMade(restricted);
  const page = await get('/records', { select: '_id', where: 'n in (100, 101)', order_by: 'n' }, restricted);
  const [hidden, shown] = page.json<{ results: { _id: string }[] }>().results.map(({ _id }) => _id);
  reads = [];
  expect((await get(`/records/${hidden ?? ''}`, {}, restricted, key)).statusCode).toBe(404);
  expect((await get(`/records/${shown ?? ''}`, {}, restricted, key)).json()).toEqual({ n: 101 });
  const { results } = (await get('/records', { order_by: 'n desc', limit: '2' }, restricted, key)).json<{
    results: object[];
  }>();
  expect(results).toEqual([{ n: 2_099 }, { n: 2_097 }]);
  expect(reads).toEqual(['row file', 'row file', 'columns', 'columns', 'row file']);
  const query = `query ($uid: ID!) { catalogDataset(by: { uid: $uid }) {
    records(first: 3, offset: 4, orderBy: [{ field: "n", direction: DESC }]) { nodes { values } } } }`;
  const newest = () =>
    http.inject({
      ...{ method: 'POST', url: '/graphql', headers: { authorization: `Apikey ${key}` } },
      payload: { query, variables: { uid: restricted } },
    });
  await orderIsMade(newest);
  const nodes = [2_091, 2_089, 2_087].map((n) => ({ values: { n } }));
  expect((await newest()).json()).toMatchObject({ data: { catalogDataset: { records: { nodes } } } });
  const one = await get('/records', { where: 'n = 100', order_by: 'n desc' }, restricted, key);
  expect(one.json()).toEqual({ total_count: 0, results: [] });
});

const orders = ['', 'n desc', 'x, t desc', 'name desc', 'd'];
const fixedParts = ['', 'n = 3', 'name = "x"'];
const otherParts = [
  '',
  'x > -2',
  'x <= 7',
  'n in ]-5..7]',
  "d >= date'2024'",
  't < d',
  "t > '2024-01-01'",
  'name is not null',
  '"lake"',
  'n != 4',
];

test('pages and counts by order files have the same bytes as from the columns', async () => {
  for (const order_by of orders)
    for (const where of fixedParts) {
      const asked = { where, order_by, limit: '1' };
      await orderIsMade(() => get('/records', asked));
    }
  const query = fc.record({
    parts: fc.tuple(fc.constantFrom(...fixedParts), fc.constantFrom(...otherParts), fc.constantFrom(...otherParts)),
    order_by: fc.constantFrom(...orders),
    limit: fc.integer({ min: 0, max: 30 }).map(String),
    offset: fc.oneof(fc.nat(60), fc.nat(2_200)).map(String),
  });
  const statements = (read: readonly string[]): number => read.filter((each) => each === 'columns').length;
  let [all, fewer] = [0, 0];
  await fc.assert(
    fc.asyncProperty(query, async ({ parts, ...asked }) => {
      const where = [...new Set(parts)].filter((part) => part !== '').join(' and ');
      const { file, columns } = await bothAnswers('/records', { ...asked, where });
      expect({ asked, where, body: file.body }).toEqual({ asked, where, body: columns.body });
      all++;
      if (statements(file.reads) < statements(columns.reads)) fewer++;
    }),
    { numRuns: 150 },
  );
  expect(fewer).toBeGreaterThan(all / 6);
});

test('cursors by order files lead through the same records as those from the columns', async () => {
  const graphOrders = [
    [],
    [{ field: 'n', direction: 'DESC' }],
    [{ field: 'x' }, { field: 't', direction: 'DESC' }],
    [{ field: 'name', direction: 'DESC' }],
    [{ field: 'd' }],
  ];
  const filters = [
    undefined,
    { field: 'n', number: { equals: 3 } },
    { field: 'x', number: { atLeast: -3, lessThan: 9 } },
    { field: 'name', isNull: false },
  ];
  const pageOf = async (variables: object) =>
    JSON.stringify(
      await admin.graph(
        `query ($uid: ID!, $after: String, $first: Int!, $filter: RecordFilter, $orderBy: [RecordOrder!]) {
          catalogDataset(by: { uid: $uid }) { records(first: $first, after: $after, filter: $filter, orderBy: $orderBy) {
            totalCount nodes { recordId values } pageInfo { endCursor hasNextPage }
          } } }`,
        { uid, ...variables },
      ),
    );
  const query = fc.record({
    orderBy: fc.constantFrom(...graphOrders),
    filter: fc.constantFrom(...filters),
    first: fc.integer({ min: 1, max: 40 }),
  });
  await fc.assert(
    fc.asyncProperty(query, async (asked) => {
      let after: string | undefined;
      for (let pages = 0; pages < 4; pages++) {
        const answers: string[] = [];
        for (isUsed of [true, false]) answers.push(await pageOf({ ...asked, after }));
        isUsed = true;
        expect({ asked, after, page: answers[0] }).toEqual({ asked, after, page: answers[1] });
        after = /"endCursor":"([^"]+)"/.exec(answers[0] ?? '')?.[1];
        if (after === undefined) return;
      }
    }),
    { numRuns: 40 },
  );
});

test('a page by an order file sends no statement to the column engine, with a cursor, an offset and its count', async () => {
  const page = (rest: string) =>
    admin.graph(
      `query ($uid: ID!) { catalogDataset(by: { uid: $uid }) {
        records(first: 5, orderBy: [{ field: "d" }], filter: { field: "n", number: { equals: 3 } }, ${rest}) {
          totalCount nodes { recordId } pageInfo { endCursor }
        }
      } }`,
      { uid },
    );
  await orderIsMade(() => page('offset: 0'));
  const first = JSON.stringify(await page('offset: 0'));
  const after = /"endCursor":"([^"]+)"/.exec(first)?.[1] ?? '';
  reads = [];
  await page(`after: "${after}"`);
  await page('offset: 40');
  expect(new Set(reads)).toEqual(new Set(['row file']));
});

test('a filter that selects few records of an order is left to the column engine from its second page on', async () => {
  const few = () => get('/records', { order_by: 'n desc', where: '"river lake" and x > 1000000', limit: '20' });
  await orderIsMade(() => get('/records', { order_by: 'n desc', limit: '1' }));
  reads = [];
  await few();
  const firstReads = reads.filter((read) => read === 'row file').length;
  reads = [];
  await few();
  expect(firstReads).toBeGreaterThan(reads.filter((read) => read === 'row file').length);
});

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

/** Pages and records of a large dataset come from its row file, with the same bytes that the column engine makes of its columns. */
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
          read: async (...call: Parameters<typeof file.read>) => {
            const rows = await file.read(...call);
            reads.push(rows ? 'row file' : 'no row file');
            return rows;
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
      `query ($uid: ID!, $after: String) { catalogDataset(uid: $uid) {
        records(first: 7, after: $after, orderBy: [{ field: "t", isDescending: true }, { field: "n" }]) {
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
    expect(file?.reads).toEqual(['row file']);
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
  expect(reads).toEqual(['row file', 'row file', 'columns', 'row file']);
});

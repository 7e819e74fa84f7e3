import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { facetSorts } from '#engine/odsql/tree.ts';
import { testApp } from '#test/support/app.ts';
import { publishOddRecords } from '#test/support/datasets/odd-records.ts';
import { sourceServer } from '#test/support/sources/source-server.ts';
import { anyExpression } from '#test/engine/odsql/sql/any-expression.ts';
import { timezones } from '#test/engine/odsql/sql/any-record.ts';
import { anyOrderKey, orderByOf } from '#test/engine/odsql/sql/evaluator.ts';

/** The records of a small dataset answer queries from memory, with the same texts that the column engine writes. */
const web = await sourceServer();
const app = await testApp({ FETCH_ALLOW: web.host });
const { admin, http, services } = app;
const { recordsInMemory, columnEngine, readCache } = services;

const uid = await publishOddRecords(admin, web, { count: 60, seed: 29 });

let reads = 0;
Object.assign(services, {
  columnEngine: {
    ...columnEngine,
    rows: (...call: Parameters<typeof columnEngine.rows>) => {
      reads += 1;
      return columnEngine.rows(...call);
    },
  },
});

/** What the service answers from memory, and by the column engine; `reads` is the number of statements that memory left to the engine. */
async function bothAnswers(send: () => Promise<{ readonly statusCode: number; readonly body: string }>) {
  const answers = [];
  for (const inMemory of [recordsInMemory, undefined]) {
    // no result of the engine is from a cache
    Object.assign(services, {
      recordsInMemory: inMemory,
      readCache: inMemory ? readCache : { getOrRead: (_key: string, read: () => Promise<unknown>) => read() },
    });
    reads = 0;
    const { statusCode, body } = await send();
    answers.push({ statusCode, body, reads });
  }
  const [memory, engine] = answers;
  if (!memory || !engine) throw new Error('There are two answers.');
  return { memory, engine };
}

const get = (path: string, query: Record<string, string>) => () =>
  http.inject({
    method: 'GET',
    url: `/api/explore/v2.1/catalog/datasets/${uid}${path}?${new URLSearchParams(query).toString()}`,
  });

const where = fc.constantFrom(
  ...[
    '',
    'name is null',
    'tags = "x"',
    'not tags in ("Lac", "été")',
    'n > 3',
    'x in ]-5..7]',
    "d < date'2024'",
    'd <= t',
  ],
  ...['name like "lac*"', '"river lake"', 'search("lkae")', 'suggest(name, "la")', '"x" or "12"'],
  ...['in_bbox(p, -5, -5, 5, 5)', "within_distance(p, geom'POINT(1 1)', 900km)", '_size > 60', '#exact(name, "x")'],
);
const range = {
  where,
  timezone: fc.constantFrom(...timezones),
  limit: fc.nat(20).map(String),
  offset: fc.nat(5).map(String),
};
const numRuns = 30;

test('rows have the same bytes from memory as from the column engine', async () => {
  // the two answers are given at two instants
  const expression = fc
    .oneof(anyExpression.number, anyExpression.text, anyExpression.time)
    .filter((text) => !text.includes('now('));
  const query = fc.record({
    ...range,
    select: fc.array(expression, { maxLength: 3 }).map((items) => ['*', ...items].join(', ')),
    order_by: fc.oneof(
      fc
        .array(anyOrderKey, { maxLength: 2 })
        .map(orderByOf)
        .filter((text) => !text.includes('now(')),
      fc.nat(99).map((seed) => `random(${String(seed)})`),
    ),
  });
  await fc.assert(
    fc.asyncProperty(query, async (asked) => {
      const { memory, engine } = await bothAnswers(get('/records', asked));
      expect({ asked, body: memory.body }).toEqual({ asked, body: engine.body });
    }),
    { numRuns },
  );
});

test('groups and aggregates have the same bytes from memory as from the column engine', async () => {
  const key = fc.constantFrom(
    ...[
      '',
      'name',
      'tags',
      'n',
      'x',
      'd',
      't',
      'year(t)',
      'lower(name)',
      'ifnull(x, 0)',
      'n * 2',
      "date_format(t, 'EEEE H')",
    ],
    ...[
      'range(n, 7)',
      'range(x, 0.1)',
      'range(x, *, -5, 0.5, 10, *)',
      'range(t, 1 day)',
      'range(d, 1 quarter)',
      'geo_cluster(p, 3)',
    ],
  );
  const aggregate = fc.constantFrom(
    ...[
      'count(*)',
      'count(tags)',
      'count(distinct tags)',
      'count(distinct d)',
      'sum(n)',
      'sum(n / 3)',
      'avg(n)',
      'min(x)',
    ],
    ...[
      'max(t)',
      'min(d)',
      'max(n * 2)',
      'median(n)',
      'percentile(n, 12.5)',
      'bbox(p)',
      '-sum(n) + 1',
      '-sum(n)',
      'sum(length(name))',
    ],
  );
  const query = fc.record({
    ...range,
    group_by: key,
    select: fc.uniqueArray(aggregate, { minLength: 1, maxLength: 5 }).map((items) => items.join(', ')),
  });
  await fc.assert(
    fc.asyncProperty(query, async ({ group_by, ...asked }) => {
      const { memory, engine } = await bothAnswers(get('/records', group_by === '' ? asked : { ...asked, group_by }));
      expect({ asked, group_by, body: memory.body }).toEqual({ asked, group_by, body: engine.body });
    }),
    { numRuns },
  );
});

test('facets have the same bytes from memory as from the column engine', async () => {
  const facet = fc
    .tuple(fc.constantFrom('name', 'tags', 'n', 'x', 'd', 't'), fc.constantFrom(...facetSorts))
    .map(([name, sort]) => `facet(name="${name}", sort="${sort}")`);
  const refine = fc.constantFrom('', 'd:2024', 'tags:x', 't:2023/12');
  const query = fc.record({ where, timezone: range.timezone, facet, refine });
  await fc.assert(
    fc.asyncProperty(query, async ({ refine: refined, ...asked }) => {
      const { memory, engine } = await bothAnswers(
        get('/facets', refined === '' ? asked : { ...asked, refine: refined }),
      );
      expect({ asked, refined, body: memory.body }).toEqual({ asked, refined, body: engine.body });
    }),
    { numRuns },
  );
});

test('pages of records have the same cursors from memory as from the column engine, and each continues the other', async () => {
  const page = `query ($uid: ID!, $orderBy: [RecordOrder!], $where: String, $after: String) {
    catalogDataset(by: { uid: $uid }) { records(first: 9, orderBy: $orderBy, where: $where, after: $after) { totalCount edges { cursor node { recordId values } } } }
  }`;
  const ask = (variables: object) => () =>
    http.inject({ method: 'POST', url: '/graphql', payload: { query: page, variables: { uid, ...variables } } });
  const order = fc
    .tuple(fc.constantFrom('name', 'n', 'x', 'd', 't', '_id', '_timestamp', '_size'), fc.constantFrom('ASC', 'DESC'))
    .map(([field, direction]) => ({ field, direction }));
  const query = fc.record({ orderBy: fc.array(order, { maxLength: 2 }), where });
  await fc.assert(
    fc.asyncProperty(query, fc.nat(8), async (asked, index) => {
      const first = await bothAnswers(ask(asked));
      expect({ asked, body: first.memory.body }).toEqual({ asked, body: first.engine.body });
      const { data } = JSON.parse(first.memory.body) as {
        data: { catalogDataset: { records: { edges: { cursor: string }[] } | null } };
      };
      const after = data.catalogDataset.records?.edges[index]?.cursor;
      const next = await bothAnswers(ask({ ...asked, after }));
      expect({ asked, body: next.memory.body }).toEqual({ asked, body: next.engine.body });
    }),
    { numRuns },
  );
});

test('a query of a small dataset needs no statement of the column engine, once its records are in memory', async () => {
  const { memory, engine } = await bothAnswers(get('/records', { where: 'n > 1', order_by: 'x' }));
  expect([memory.reads, engine.reads]).toEqual([0, 2]);
  const record = JSON.parse(memory.body) as { results: readonly object[] };
  expect(record.results.length).toBeGreaterThan(0);
  const left = await bothAnswers(get('/records', { where: "within_distance(p, geom'POINT(1 1)', 901km)" }));
  expect([left.memory.reads, left.engine.reads]).toEqual([2, 2]);
});

import { readFile } from 'node:fs/promises';
import { describe, expect, test } from '@jest/globals';
import { buildSchema, getOperationAST, parse } from 'graphql';
import { createOperationCost } from '#server/graph/operation-cost.ts';
import { testApp, wholeSchema } from '#test/support/app.ts';
import { seedDataset, seedKey } from '#test/support/seed.ts';

const limit = 5_000;
// a budget is that of a minute
const now = new Date();
const app = await testApp(
  { WORKER: 'off', RATE_LIMIT_ANONYMOUS: String(limit) },
  { clock: { now: () => now }, ...wholeSchema },
);
await seedDataset(app.admin);
const administrator = { authorization: 'Apikey test-administrator-key' };
const report = { 'graphql-cost': 'report' };

/** Sends a document with headers, from an address of its own. */
async function send(remoteAddress: string, body: object, headers: Readonly<Record<string, string>> = report) {
  const answer = await app.http.inject({
    method: 'POST',
    url: '/graphql',
    headers: { ...headers },
    remoteAddress,
    payload: body,
  });
  return { status: answer.statusCode, headers: answer.headers, body: answer.json() };
}

const list =
  'query ($first: Int = 100) { catalog(first: $first) { nodes { uid attachments(first: 50) { nodes { uid } } } } }';

/** Examples by hand: a point for the request, a hundredth for each object, a thousandth for each attachment; rounded down. */
const examples: [string, object, number][] = [
  ['a caller', { query: '{ viewer { username } }' }, Math.floor(1 + 0.01)],
  ['98 datasets and their page', { query: '{ catalog(first: 98) { nodes { uid } } }' }, Math.floor(1 + 0.01 + 0.98)],
  ['99 datasets and their page', { query: '{ catalog(first: 99) { nodes { uid } } }' }, 1 + 0.01 + 0.99],
  [
    'edges, each with its node',
    { query: '{ catalog(first: 400) { edges { node { uid } } } }' },
    Math.floor(1 + 0.01 + 4),
  ],
  [
    'a page of 20 by default',
    { query: '{ a: catalog { nodes { uid dataAccess { isDataVisible } } } }' },
    Math.floor(1 + 0.01 + 0.4),
  ],
  ['100 lists of 50 attachments', { query: list }, Math.floor(1 + 0.01 + 100 * (0.01 + 0.01 + 50 * 0.001))],
  ['1000 lists by a variable', { query: list, variables: { first: 1000 } }, Math.floor(1 + 0.01 + 1000 * 0.07)],
  [
    'a lineage of 100 hops',
    { query: '{ asset(uid: "none") { lineage(direction: uses) { hops { depth } } } }' },
    Math.floor(1 + 0.01 + 5 + 1),
  ],
  ['rows of a query', { query: '{ catalogRows(odsql: { limit: 100 }) { results } }' }, Math.floor(1 + 0.01 + 1)],
];

describe('With the header "GraphQL-Cost: report"', () => {
  test.each(examples)(
    'an answer has the cost of %s, whether or not its document is known',
    async (title, body, cost) => {
      const address = `198.51.100.${String(1 + examples.findIndex(([other]) => other === title))}`;
      for (const times of [1, 2, 3]) {
        const { body: answer, headers } = await send(address, body);
        expect(answer.errors).toBeUndefined();
        expect(answer.extensions).toEqual({ cost: { requested: cost, limit, remaining: limit - times * cost } });
        expect(headers['ratelimit']).toContain(`;r=${String(limit - times * cost)};`);
      }
    },
  );

  test('the cost is that of the printed schema', async () => {
    const files = ['schema/schema.graphql', 'schema/rest.graphql'].map((file) => readFile(file, 'utf8'));
    const printed = buildSchema((await Promise.all(files)).join('\n'));
    const costOf = createOperationCost(printed);
    for (const [, body, cost] of examples) {
      const { query, variables = {} }: { query?: string; variables?: Record<string, unknown> } = body;
      const document = parse(query ?? '');
      const operation = getOperationAST(document);
      expect(operation && costOf(document, operation, variables)).toBe(cost);
    }
  });

  test('the limit and what remains are null where no limit applies, and errors have the cost as well', async () => {
    const { body } = await send(
      '192.0.2.1',
      { query: 'query { dataset(by: { uid: "none" }) { uid } users { nope } }' },
      { ...administrator, ...report },
    );
    expect(body).toMatchObject({
      errors: [{ extensions: { code: 'GRAPHQL_VALIDATION_FAILED' } }],
      extensions: { cost: { requested: 1, limit: null, remaining: null } },
    });
    const failed = await send(
      '192.0.2.1',
      { query: '{ datasets(first: 1001) { nodes { uid } } }' },
      { ...administrator, ...report },
    );
    expect(failed.body).toMatchObject({
      errors: [{ extensions: { code: 'INVALID_INPUT' } }],
      extensions: { cost: { requested: 11 } },
    });
  });

  test('a request that the budget does not admit has the cost that it asked for', async () => {
    const big = {
      query:
        '{ catalog(first: 1000) { nodes { uid related: attachments(first: 1000) { nodes { uid } } sources(first: 80) { nodes { relationType } } } } }',
    };
    const cost = Math.floor(1 + 0.01 + 1000 * (0.01 + 0.01 + 1 + 0.01 + 0.8));
    expect((await send('192.0.2.2', big)).body.extensions.cost).toMatchObject({ remaining: limit - cost });
    expect((await send('192.0.2.2', big)).body.extensions.cost).toMatchObject({ remaining: limit - 2 * cost });
    const refused = await send('192.0.2.2', big);
    const remaining = limit - 2 * cost - 1;
    expect([refused.status, refused.body.extensions.cost]).toEqual([429, { requested: cost, limit, remaining }]);
  });

  test('no cache keeps the answer', async () => {
    const url = `/graphql?query=${encodeURIComponent('{ catalog { totalCount } }')}`;
    const cacheControl = async (headers: Readonly<Record<string, string>>) =>
      (await app.http.inject({ url, headers: { 'apollo-require-preflight': 'true', ...headers } })).headers[
        'cache-control'
      ];
    expect(await cacheControl({})).toContain('public');
    expect(await cacheControl(report)).toBe('private, no-store');
  });

  test('other answers have no extensions', async () => {
    for (const headers of [{}, { 'graphql-cost': 'none' }])
      expect(Object.keys((await send('192.0.2.3', { query: list }, headers)).body)).toEqual(['data']);
  });
});

test('a query beyond the limit is refused with its cost and the limit', async () => {
  const query = '{ catalog(first: 1000) { nodes { uid sources(first: 1000) { nodes { relationType } } } } }';
  const found = Math.floor(1 + 0.01 + 1000 * (0.01 + 0.01 + 10));
  const { body } = await send('192.0.2.4', { query }, {});
  expect(body.errors).toMatchObject([
    {
      message: expect.stringContaining(`${String(found)} points of cost`),
      extensions: { code: 'QUERY_TOO_COMPLEX', found, limit: 2000 },
    },
  ]);
});

describe('With the header "GraphQL-Explain: report"', () => {
  const explain = { 'graphql-explain': 'report' };

  test('an administrator reads how an answer was made', async () => {
    const planned = { query: 'query Explained { datasets(first: 3) { nodes { uid } } catalog { totalCount } }' };
    const [first, second] = [
      await send('192.0.2.5', planned, { ...administrator, ...explain }),
      await send('192.0.2.5', planned, { ...administrator, ...explain }),
    ];
    const statement = { text: expect.stringMatching(/^select/i), milliseconds: expect.any(Number), rows: 1 };
    expect(first.body.extensions).toEqual({
      explain: { plan: 'miss', unsupported: null, statementCount: 2, statements: [statement, statement] },
    });
    expect(second.body.extensions.explain).toMatchObject({ plan: 'hit', statementCount: 2 });
  });

  test('the report says what no plan expresses', async () => {
    const { body } = await send(
      '192.0.2.5',
      { query: '{ catalog(query: "river") { totalCount } }' },
      { ...administrator, ...explain },
    );
    expect(body.extensions.explain).toMatchObject({ plan: 'miss', unsupported: 'Query.catalog' });
    expect(body.extensions.explain.statements.length).toBeGreaterThan(0);
  });

  test('With the header "GraphQL-Explain: report", it lists the statements of a mutation and of its payload', async () => {
    const uid = await seedDataset(app.admin);
    const mutation = `mutation { deleteDataset(input: { uid: "${uid}" }) { uid } }`;
    const { body } = await send('192.0.2.5', { query: mutation }, { ...administrator, ...explain });
    expect(body.errors).toBeUndefined();
    expect(body.extensions.explain.statements.map(({ text }: { text: string }) => text).join()).toMatch(/for update/);
  });

  test('others get the answer that they would get without it', async () => {
    const key = await seedKey(app, 'ada');
    for (const headers of [{}, { authorization: `Apikey ${key}` }]) {
      const [asked, plain] = [
        await send('192.0.2.6', { query: list }, { ...headers, ...explain }),
        await send('192.0.2.6', { query: list }, headers),
      ];
      expect(asked.body).toEqual(plain.body);
      expect(Object.keys(asked.headers)).toEqual(Object.keys(plain.headers));
    }
  });
});

import { describe, expect, test } from '@jest/globals';
import { testApp } from '#test/support/app.ts';
import { seedDataset } from '#test/support/seed.ts';

// the points that are left differ from one response to the next
const app = await testApp({ WORKER: 'off', RATE_LIMIT_ANONYMOUS: 'off' });
const uid = await seedDataset(app.admin);

const key = { authorization: 'Apikey test-administrator-key' };
const json = { 'content-type': 'application/json' };

/** Sends a request and returns its response without the headers that differ between equal responses. */
async function send(body: object, headers: Readonly<Record<string, string>> = {}) {
  const response = await app.http.inject({
    method: 'POST',
    url: '/graphql',
    headers: { ...json, ...headers },
    payload: body,
  });
  const { date, 'x-trace-id': traceId, ...same } = response.headers;
  expect([date, traceId]).not.toContain(undefined);
  return { status: response.statusCode, headers: same, body: response.body };
}

const list = 'query List($first: Int) { catalog(first: $first) { totalCount nodes { uid title } } }';
const update = `mutation Update($uid: ID!, $template: String = "default") {
  updateDatasetMetadataField(input: { datasetUid: $uid, template: $template, field: "title", value: "One" }) { dataset { uid } }
}`;
const rows = 'query ($where: String) { catalogRows(odsql: { where: $where }) { results } }';
const unknown = 'errorCodes { code } extractors { type }';
const graphqlType = { accept: 'application/graphql-response+json' };
const two = 'query One { catalog { totalCount } } query Other { viewer { username } }';

describe('The response to a document is the same when the document is known', () => {
  test.each<[string, object, Record<string, string>?]>([
    ['a planned query', { query: list, variables: { first: 2 } }],
    ['a planned query with a key', { query: list, variables: { first: 2 } }, key],
    ['no variables', { query: list, variables: null, operationName: null, extensions: {} }],
    ['one of two operations', { query: two, operationName: 'Other' }, key],
    ['an operation that the document lacks', { query: two, operationName: 'Third' }],
    ['a variable of another type', { query: list, variables: { first: 'many' } }],
    ['a page size beyond the limit', { query: list, variables: { first: 1_000_000 } }],
    ['text that cannot be stored', { query: list, variables: { first: 1, more: '\0' } }],
    ['variables that are a list', { query: list, variables: [] }],
    ['a field that resolvers answer', { query: '{ catalog { nodes { records { totalCount } } } }' }],
    ['an answer of resolvers', { query: '{ errorCodes { code } }' }],
    ['an error of resolvers that leaves no data', { query: rows, variables: { where: '(' } }],
    ['an error of resolvers next to data', { query: `{ dataset(uid: "${uid}") { uid } ${unknown} }` }],
    ['the same with a key', { query: `{ dataset(uid: "${uid}") { uid } ${unknown} }` }, key],
    ['an error of resolvers for GraphQL media type', { query: rows, variables: { where: '(' } }, graphqlType],
    ['an invalid variable of resolvers', { query: rows, variables: { where: 7 } }, graphqlType],
    ['the schema', { query: '{ __schema { queryType { name } } }' }],
    ['the schema with a key', { query: '{ __schema { queryType { name } } }' }, key],
    ['a persisted query', { query: list, extensions: { persistedQuery: { version: 1, sha256Hash: 'a' } } }],
    ['a planned mutation', { query: update, variables: { uid } }, key],
    ['a mutation without a key', { query: update, variables: { uid } }],
    ['a mutation of a dataset that is not there', { query: update, variables: { uid: 'da_none' } }, key],
    ['a mutation with an invalid input', { query: update, variables: { uid, template: 'none' } }, key],
    ['an unknown key', { query: list }, { authorization: 'Apikey unknown-key-0123456789' }],
    ['any type accepted', { query: list }, { accept: '*/*' }],
    ['JSON accepted', { query: list }, { accept: 'application/json' }],
    ["GraphQL's own type accepted", { query: list }, { accept: 'application/graphql-response+json' }],
    [
      "GraphQL's own type preferred",
      { query: list },
      { accept: 'application/graphql-response+json,application/json;q=0.9' },
    ],
    ['no type accepted that there is', { query: list }, { accept: 'image/png' }],
    ['text in place of JSON', { query: list }, { 'content-type': 'text/plain' }],
  ])('%s', async (_case, body, headers = {}) => {
    const text = `${JSON.stringify(body)} `;
    const other = { ...body, query: `${'query' in body ? String(body.query) : ''} # ${text.length}` };
    const first = await send(other, headers);
    // Apollo answers the first request of a document; one without these refusals makes it known.
    await send({ query: other.query, operationName: other.query.startsWith(two) ? 'One' : null });
    expect(await send(other, headers)).toEqual(first);
    expect(await send(other, headers)).toEqual(first);
  });
});

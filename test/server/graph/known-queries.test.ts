import { describe, expect, test } from '@jest/globals';
import { testApp, wholeSchema } from '#test/support/app.ts';
import { seedDataset } from '#test/support/seed.ts';

// the points that are left differ from one response to the next
const app = await testApp({ WORKER: 'off', RATE_LIMIT_ANONYMOUS: 'off' }, wholeSchema);
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

/** The same by GET, in parameters. */
async function get(parameters: Readonly<Record<string, string>>, headers: Readonly<Record<string, string>> = {}) {
  const url = `/graphql?${new URLSearchParams(parameters).toString()}`;
  const response = await app.http.inject({ method: 'GET', url, headers });
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
    ['an error of resolvers next to data', { query: `{ dataset(by: { uid: "${uid}" }) { uid } ${unknown} }` }],
    ['the same with a key', { query: `{ dataset(by: { uid: "${uid}" }) { uid } ${unknown} }` }, key],
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
  ])('The response to a document is the same when the document is known: %s', async (_case, body, headers = {}) => {
    const text = `${JSON.stringify(body)} `;
    const other = { ...body, query: `${'query' in body ? String(body.query) : ''} # ${text.length}` };
    const first = await send(other, headers);
    // Apollo answers the first request of a document; one without these refusals makes it known.
    await send({ query: other.query, operationName: other.query.startsWith(two) ? 'One' : null });
    expect(await send(other, headers)).toEqual(first);
    expect(await send(other, headers)).toEqual(first);
  });
});

describe('The response to a document by GET is the same when the document is known', () => {
  const preflight = { 'apollo-require-preflight': 'true' };
  const two = JSON.stringify({ first: 2 });
  test.each<[string, Record<string, string>, Record<string, string>]>([
    ['a planned query', { query: list, variables: two }, preflight],
    ['a planned query with a key', { query: list, variables: two }, { ...preflight, ...key }],
    ['JSON announced', { query: list }, json],
    ['the header of Apollo clients', { query: list }, { 'x-apollo-operation-name': 'List' }],
    ['a page that may be of another origin', { query: list, variables: two }, {}],
    ['an empty header', { query: list }, { 'apollo-require-preflight': '' }],
    ['a form announced', { query: list }, { ...preflight, 'content-type': 'text/plain' }],
    ['empty variables', { query: list, variables: '' }, preflight],
    ['variables that are null', { query: list, variables: 'null' }, preflight],
    ['variables that are no JSON', { query: list, variables: '{' }, preflight],
    ['a number of many digits', { query: list, variables: '{"first": 10000000000000000001}' }, preflight],
    ['empty extensions', { query: list, extensions: '' }, preflight],
    ['an error of resolvers', { query: rows, variables: JSON.stringify({ where: '(' }) }, preflight],
    ['a mutation', { query: update, variables: JSON.stringify({ uid }) }, { ...preflight, ...key }],
    ["GraphQL's own type accepted", { query: list }, { ...preflight, ...graphqlType }],
  ])(
    'The response to a document by GET is the same when the document is known: %s',
    async (title, parameters, headers) => {
      const query = `${parameters['query'] ?? ''} # ${title}`;
      const first = await get({ ...parameters, query }, headers);
      await send({ query }, key);
      expect(await get({ ...parameters, query }, headers)).toEqual(first);
      expect(await get({ ...parameters, query }, headers)).toEqual(first);
    },
  );
});

import { expect, test } from '@jest/globals';
import { headOfErrors, headOfFailure } from '#http/answer-head.ts';
import { CatalogError } from '#kernel/fail.ts';
import { JsonText } from '#kernel/json.ts';

const errorOf = (code: string, seconds?: number) => ({
  extensions: { code, ...(seconds !== undefined && { seconds }) },
});
const wrong = { status: 400, errors: [errorOf('GRAPHQL_VALIDATION_FAILED')], isWellFormed: true };

test.each([
  [undefined, 200],
  ['', 200],
  ['*/*', 200],
  ['application/json', 200],
  ['text/html, application/*', 200],
  ['application/graphql-response+json', 400],
  ['Application/GraphQL-Response+JSON; charset=utf-8', 400],
  ['application/graphql-response+json, application/json;q=0.9', 400],
  ['application/json;q=0.9, application/graphql-response+json', 400],
  ['application/json, application/graphql-response+json', 200],
  ['application/graphql-response+json, application/json', 400],
  ['*/*, application/graphql-response+json', 400],
  ['application/graphql-response+json;q=0, */*', 200],
])('the response to an invalid document, for Accept: %s, has the status %i', (accept, status) => {
  expect(headOfErrors({ ...wrong, accept }).status).toBe(status);
});

test('a request that is not GraphQL gets 400 for every Accept header', () => {
  const head = headOfErrors({
    status: 400,
    errors: [errorOf('BAD_REQUEST')],
    isWellFormed: false,
    accept: 'application/json',
  });
  expect(head.status).toBe(400);
});

test.each([
  ['UNAVAILABLE', undefined, '1'],
  ['RECAPTCHA_UNAVAILABLE', undefined, '1'],
  ['OVERLOADED', 2, '2'],
])('a response with the error %s has the status 503 and says when to retry', (code, seconds, retryAfter) => {
  const errors = [{ extensions: undefined }, errorOf(code, seconds)];
  expect(headOfErrors({ errors, isWellFormed: true, accept: 'application/json' })).toEqual({
    status: 503,
    headers: { 'cache-control': 'private, no-store', 'retry-after': retryAfter },
  });
});

test.each([
  ['null', 503],
  ['{}', 503],
  ['{"a":{"b":null,"c":[null,{"d":null}]}}', 503],
  ['{"a":null,"b":{"c":0}}', 200],
  ['{"a":{"b":"null"}}', 200],
])('a response with UNAVAILABLE and the data %s has the status %i', (data, status) => {
  const errors = [errorOf('UNAVAILABLE')];
  const head = headOfErrors({ data: new JsonText(data), errors, isWellFormed: true, accept: undefined });
  expect(head.status).toBe(status);
});

test('a response whose errors belong to fields has the status 200, and is not cached', () => {
  expect(headOfErrors({ errors: [errorOf('NOT_FOUND')], isWellFormed: true, accept: undefined })).toEqual({
    status: 200,
    headers: { 'cache-control': 'private, no-store' },
  });
});

test.each([
  [new CatalogError('UNAVAILABLE'), { status: 503, headers: { 'retry-after': '1' } }],
  [new CatalogError('OVERLOADED', { seconds: 2 }), { status: 503, headers: { 'retry-after': '2' } }],
  [new CatalogError('PAYLOAD_TOO_LARGE', { limit: 5 }), { status: 413, headers: { connection: 'close' } }],
  [new CatalogError('NOT_FOUND'), { status: 404, headers: {} }],
])('a request that fails with %s has the same head at every door', (failure, head) => {
  expect(headOfFailure(failure)).toEqual(head);
});

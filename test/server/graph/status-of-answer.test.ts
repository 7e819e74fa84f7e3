import { expect, test } from '@jest/globals';
import { httpStatusOf } from '#server/graph/graph-errors.ts';

const wrong = { status: 400, codes: ['GRAPHQL_VALIDATION_FAILED'], isWellFormed: true };

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
  expect(httpStatusOf({ ...wrong, accept })).toBe(status);
});

test('a request that is not GraphQL gets 400 for every Accept header', () => {
  expect(httpStatusOf({ status: 400, codes: ['BAD_REQUEST'], isWellFormed: false, accept: 'application/json' })).toBe(
    400,
  );
});

test.each(['UNAVAILABLE', 'RECAPTCHA_UNAVAILABLE', 'OVERLOADED'])(
  'a response with the error %s has the status 503 for every Accept header',
  (code) => {
    expect(
      httpStatusOf({ status: undefined, codes: [undefined, code], isWellFormed: true, accept: 'application/json' }),
    ).toBe(503);
  },
);

test('a response without errors keeps its status', () => {
  expect(httpStatusOf({ status: undefined, codes: [], isWellFormed: true, accept: undefined })).toBeUndefined();
});

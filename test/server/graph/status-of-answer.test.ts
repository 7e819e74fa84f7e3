import { expect, test } from '@jest/globals';
import { statusOfAnswer } from '../../../src/server/graph/status-of-answer.ts';

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
])('a wrong document is answered, for Accept: %s, with %i', (accept, status) => {
  expect(statusOfAnswer({ ...wrong, accept })).toBe(status);
});

test('what is no GraphQL request at all is 400 whatever is accepted', () => {
  expect(statusOfAnswer({ status: 400, codes: ['BAD_REQUEST'], isWellFormed: false, accept: 'application/json' })).toBe(
    400,
  );
});

test('while the database is away the answer is 503 whatever is accepted', () => {
  expect(
    statusOfAnswer({
      status: undefined,
      codes: [undefined, 'UNAVAILABLE'],
      isWellFormed: true,
      accept: 'application/json',
    }),
  ).toBe(503);
});

test('a status that is no refusal stays', () => {
  expect(statusOfAnswer({ status: undefined, codes: [], isWellFormed: true, accept: undefined })).toBeUndefined();
});

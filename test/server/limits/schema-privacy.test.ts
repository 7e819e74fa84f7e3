import { describe, expect, test } from '@jest/globals';
import { buildSchema, parse, validate } from 'graphql';
import { asksForIntrospection } from '#server/graph/limit-rules.ts';
import { withoutSchemaHints } from '#server/graph/graph-errors.ts';
import { testApp } from '#test/support/app.ts';

const schema = buildSchema(`
  type Query { dataset(uid: ID, order: Order): Dataset items: Thing }
  interface Thing { uid: ID }
  type Dataset implements Thing { uid: ID secret: String }
  type Datasets implements Thing { uid: ID secret: String }
  enum Order { NEWEST OLDEST }
`);

describe('Messages for callers without a key', () => {
  test.each([
    ['{ datasets { uid } }', 'Cannot query field "datasets" on type "Query".'],
    ['{ items { secret } }', 'Cannot query field "secret" on type "Thing".'],
    ['{ dataset(uids: 1) { uid } }', 'Unknown argument "uids" on field "Query.dataset".'],
    ['{ dataset(order: NEWST) { uid } }', 'Value "NEWST" does not exist in "Order" enum.'],
    ['{ items { ... on Datase { uid } } }', 'Unknown type "Datase".'],
  ])('Messages for callers without a key suggest nothing: %s', (query, message) => {
    const [error] = validate(schema, parse(query));
    expect(error?.message).toContain('Did you mean');
    expect(withoutSchemaHints(error?.message ?? '')).toBe(message);
  });

  test('are unchanged without a suggestion', () => {
    expect(withoutSchemaHints('Syntax Error: Unexpected "}".')).toBe('Syntax Error: Unexpected "}".');
  });
});

const open = await testApp({ WORKER: 'off', INTROSPECTION: 'public' });
const keysOnly = await testApp({ WORKER: 'off', INTROSPECTION: 'keys' });

test.each([
  ['public', open, ' Did you mean "catalog"?'],
  ['keys', keysOnly, ''],
])(
  'with INTROSPECTION=%s, a caller without a key gets the hints that a caller with one gets, or none',
  async (_setting, { admin, unauthenticated }, hint) => {
    const message = 'Cannot query field "catalogg" on type "Query".';
    const told = async (client: typeof admin) =>
      (await client.graph('{ catalogg { totalCount } }')).errors?.[0]?.message;
    expect(await told(unauthenticated)).toBe(message + hint);
    expect(await told(admin)).toBe(`${message} Did you mean "catalog"?`);
  },
);

describe('A document asks for introspection', () => {
  test.each([
    '{ __schema { types { name } } }',
    '{ shown: __type(name: "Query") { name } }',
    '{ ...F } fragment F on Query { ... on Query { __schema { types { name } } } }',
  ])('A document with %s asks for introspection', (query) => expect(asksForIntrospection(parse(query))).toBe(true));

  test('a document with __typename alone asks for no introspection', () => {
    expect(asksForIntrospection(parse('{ __typename dataset { __typename uid } }'))).toBe(false);
  });
});

import { describe, expect, test } from '@jest/globals';
import { buildSchema, getIntrospectionQuery, parse, specifiedRules, validate } from 'graphql';
import { CatalogError } from '#kernel/fail.ts';
import { limitRules, limits } from '#server/graph/limit-rules.ts';

const schema = buildSchema(`
  directive @tag(name: String) repeatable on FIELD
  type Query { me: Query a: String b: String c(list: JSON): Int }
  scalar JSON
`);
const check = (query: string, allowed = limits) =>
  validate(schema, parse(query, { maxTokens: allowed.tokens }), [...specifiedRules, ...limitRules(allowed)]);
const messages = (query: string, allowed = limits) => check(query, allowed).map(({ message }) => message);
const times = (count: number, text: (index: number) => string) =>
  Array.from({ length: count }, (_, i) => text(i)).join(' ');
const nested = (depth: number) => `${'{ me '.repeat(depth - 1)}{ a ${'}'.repeat(depth)}`;

describe('The limits on a query', () => {
  test('accept the complete introspection query', () => {
    expect(
      messages(
        getIntrospectionQuery({
          descriptions: true,
          specifiedByUrl: true,
          directiveIsRepeatable: true,
          schemaDescription: true,
          inputValueDeprecation: true,
          oneOf: true,
        }),
      ),
    ).toEqual([]);
  });

  test('allow 12 levels of fields and refuse 13 with advice', () => {
    expect(messages(nested(12))).toEqual([]);
    expect(messages(nested(13))).toEqual([
      'The query has 13 levels of fields, more than the 12 allowed. ' +
        'Ask for the inner objects in a query of their own.',
    ]);
  });

  test('allow 20 root fields and refuse 21, fragments expanded', () => {
    const root = (count: number) =>
      `{ ...F } fragment F on Query { ${times(count, (i) => `r${i}: ${i % 2 ? 'a' : 'b'}`)} }`;
    expect(messages(root(20))).toEqual([]);
    expect(messages(root(21))).toEqual([expect.stringContaining('21 root fields, more than the 20 allowed')]);
  });

  test('refuse more than 30 aliases of one field anywhere, and allow one alias of each field', () => {
    const names = (count: number) => `{ me { ${times(count, (i) => `n${i}: a me { other: b }`)} } }`;
    expect(messages(names(30))).toEqual([]);
    expect(messages(names(31))).toEqual([expect.stringContaining('31 aliases of one field')]);
  });

  test('refuse more than 50 directives', () => {
    expect(messages(`{ a ${times(50, () => '@tag')} }`)).toEqual([]);
    expect(messages(`{ a ${times(51, () => '@tag')} }`)).toEqual([expect.stringContaining('51 directives')]);
  });

  test('refuse more than 10 operations in one document', () => {
    expect(messages(times(10, (i) => `query Q${i} { a }`))).toEqual([]);
    expect(messages(times(11, (i) => `query Q${i} { a }`))).toEqual([expect.stringContaining('11 operations')]);
  });

  test('refuse a fragment bomb', () => {
    const bomb = `{ ...F0 } ${times(12, (i) => `fragment F${i} on Query { ${i < 11 ? `...F${i + 1} me { ...F${i + 1} }` : 'a'} }`)}`;
    expect(messages(bomb)).toContainEqual(expect.stringContaining('fields, fragments expanded, more than the 1000'));
  });

  test('report cyclic fragments and end', () => {
    expect(messages('{ ...F } fragment F on Query { me { ...G } } fragment G on Query { me { ...F } }')).toEqual([
      'Cannot spread fragment "F" within itself via "G".',
    ]);
  });

  test('allow three introspection fields, counting aliases inside of them', () => {
    const refused = [expect.stringContaining('introspection fields, more than the 3 allowed')];
    const roots = (count: number) =>
      `{ ...F } fragment F on Query { ${times(count, (i) => `s${i}: __schema { types { name } }`)} }`;
    const inner = (count: number) =>
      `{ __schema { ...T } } fragment T on __Schema { ${times(count, (i) => `t${i}: types { name }`)} }`;
    expect([messages(roots(3)), messages(inner(2))]).toEqual([[], []]);
    expect([messages(roots(4)), messages(inner(3))]).toEqual([refused, refused]);
  });

  test('refuse literal values of 65 levels', () => {
    const value = (depth: number) => `{ c(list: ${'['.repeat(depth)}${']'.repeat(depth)}) }`;
    expect(messages(value(64))).toEqual([]);
    expect(messages(value(65))).toEqual([
      expect.stringContaining('65 levels in a literal value, more than the 64 allowed'),
    ]);
  });

  test('refuse a repeated directive at one place with one error, known or not', () => {
    const refused = expect.stringContaining('2 repetitions of a directive at one place');
    expect(messages('{ a @include(if: true) b @include(if: true) }')).toEqual([]);
    expect(messages('{ a @include(if: true) @include(if: true) }')).toContainEqual(refused);
    expect(messages('{ a @unknown @unknown }')).toContainEqual(refused);
  });

  test('refuse a document of more than 100,000 characters', () => {
    expect(messages(`{ a }${' '.repeat(limits.characters - 5)}`)).toEqual([]);
    expect(messages(`{ a }${' '.repeat(limits.characters)}`)).toEqual([
      expect.stringContaining('characters, more than the 100000 allowed'),
    ]);
  });

  test('The limits on a query refuse cyclic introspection', () => {
    expect(messages('{ __schema { types { fields { type { fields { type { fields { name } } } } } } } }')).toEqual([
      expect.stringContaining('introspection'),
    ]);
  });

  test('stop the parser at the limit of tokens', () => {
    expect(() => check(`{ ${'a '.repeat(limits.tokens)} }`)).toThrow(/more that 4000 tokens/);
  });

  test('fail QUERY_TOO_COMPLEX with the error of the table', () => {
    const [error] = check(nested(13));
    expect(error?.extensions['code']).toBe('QUERY_TOO_COMPLEX');
    expect(error?.originalError).toBeInstanceOf(CatalogError);
  });
});

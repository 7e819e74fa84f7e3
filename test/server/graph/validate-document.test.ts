import { expect, test } from '@jest/globals';
import { buildSchema, GraphQLObjectType, parse } from 'graphql';
import { documentValidation, parseDocument } from '#server/graph/validate-operation.ts';

const times = (count: number, text: (index: number) => string) =>
  Array.from({ length: count }, (_, i) => text(i)).join(' ');

/** Validates against a schema that counts how often the fields of its root are looked at. */
function counted() {
  const schema = buildSchema('type Query { a: String b: String }');
  const query = schema.getQueryType();
  let count = 0;
  if (query instanceof GraphQLObjectType) {
    const getFields = query.getFields.bind(query);
    query.getFields = () => {
      count += 1;
      return getFields();
    };
  }
  const validate = documentValidation(schema);
  return {
    codesOf: (document: string) => validate(parse(document)).map(({ extensions: { code } }) => code),
    looks: () => count,
  };
}

test('a document beyond a limit is not validated by the rules of GraphQL, some of which take quadratic time', () => {
  const { codesOf, looks } = counted();
  expect(codesOf(`{ ${times(560, (i) => `a: ${i % 2 ? 'a' : 'b'}`)} ${times(300, (i) => `unknown${i}`)} }`)).toEqual([
    'QUERY_TOO_COMPLEX',
  ]);
  const once = looks();
  expect(
    codesOf(`{ ${times(1_120, (i) => `a: ${i % 2 ? 'a' : 'b'}`)} ${times(600, (i) => `unknown${i}`)} }`),
  ).toContain('QUERY_TOO_COMPLEX');
  // each field is looked up by the limits' own visit, and nothing more is done with it
  expect(looks() - once).toBeLessThanOrEqual(2 * once);
});

test('validation ends after the first errors', () => {
  const { codesOf } = counted();
  expect(codesOf(`{ a ${times(40, (i) => `@unknown${i}`)} }`)).toHaveLength(6);
  expect(codesOf(`{ ${times(15, (i) => `unknown${i}`)} }`)).toHaveLength(6);
});

test('a valid document is validated once', () => {
  const schema = buildSchema('type Query { a: String }');
  const document = parse('{ a }');
  const validate = documentValidation(schema);
  expect(validate(document)).toEqual([]);
  Object.assign(document, { definitions: parse('{ b }').definitions });
  expect(validate(document)).toEqual([]);
});

test('a document that nests too deep for the parser is a syntax error', () => {
  for (const query of [
    `{ a(b: ${'['.repeat(3_900)}`,
    `{ a(b: ${'{c:'.repeat(1_900)}`,
    `{ ${'a{'.repeat(1_900)}`,
    `query ($a: ${'['.repeat(3_900)}`,
  ]) {
    expect(parseDocument(query)).toMatchObject({
      extensions: { code: 'GRAPHQL_PARSE_FAILED' },
      message: expect.stringMatching(/^Syntax Error: /),
    });
  }
});

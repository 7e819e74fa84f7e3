import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { buildSchema, getOperationAST, GraphQLSchema, parse, type OperationTypeNode } from 'graphql';
import { createOperationCost } from '#server/graph/operation-cost.ts';

const schema = buildSchema(`
  directive @cost(weight: String!) on OBJECT | FIELD_DEFINITION
  directive @listSize(slicingArguments: [String!], sizedFields: [String!], assumedSize: Int, requireOneSlicingArgument: Boolean = true) on FIELD_DEFINITION
  interface Listed { items(first: Int, last: Int): Items @listSize(slicingArguments: ["first", "last"], sizedFields: ["nodes", "edges"], assumedSize: 20) }
  type Query implements Listed {
    items(first: Int, last: Int): Items @listSize(slicingArguments: ["first", "last"], sizedFields: ["nodes", "edges"], assumedSize: 20)
    short(first: Int = 5): Items @listSize(slicingArguments: ["first"], sizedFields: ["nodes", "edges"])
    named(ids: [ID!]!, first: Int = 50): [Item] @listSize(slicingArguments: ["ids"])
    both(first: Int! = 20, last: Int): Items @listSize(slicingArguments: ["first", "last"], sizedFields: ["nodes"])
    words(first: Int!): [String!]! @cost(weight: "0.5") @listSize(slicingArguments: ["first"])
    rows(query: RowQuery!): Rows @listSize(slicingArguments: ["query.limit"], sizedFields: ["results"])
    one: Item
    listed: Listed
  }
  input RowQuery { limit: Int! = 10 where: String }
  type Rows @cost(weight: "0") { results: [String!]! @cost(weight: "0.01") totalCount: Int }
  type Items @cost(weight: "0") { nodes: [Item!]! edges: [ItemEdge!]! totalCount: Int }
  type ItemEdge @cost(weight: "0") { node: Item! }
  type Item implements Listed { name: String owner: Owner items(first: Int, last: Int): Items @listSize(slicingArguments: ["first", "last"], sizedFields: ["nodes", "edges"], assumedSize: 20) }
  type Owner @cost(weight: "0.001") { name: String }
`);
/** What an operation costs where the schema declares weights of whole points. */
function costOf(query: string, variables: Record<string, unknown> = {}, name?: string): number {
  const document = parse(query);
  const operation = getOperationAST(document, name);
  if (!operation) throw new Error('no operation');
  return createOperationCost(schema)(document, operation, variables);
}

/** A schema that counts how often an operation is read. */
class ReadSchema extends GraphQLSchema {
  reads = 0;
  override getRootType(operation: OperationTypeNode) {
    this.reads += 1;
    return super.getRootType(operation);
  }
}

describe('An operation costs', () => {
  test('the weight of its root, and that of every object', () => {
    expect(costOf('{ __typename }')).toBe(1);
    expect(costOf('{ one { name } }')).toBe(2);
    expect(costOf('{ a: one { name } b: one { name } }')).toBe(3);
  });

  test('the objects of a list as often as its page size, and objects in them as often again', () => {
    expect(costOf('{ items(first: 10) { nodes { name } } }')).toBe(1 + 10);
    expect(costOf('{ items(first: 10) { nodes { items(first: 3) { nodes { name } } } } }')).toBe(1 + 10 + 30);
    expect(costOf('{ items(first: 10) { totalCount } }')).toBe(1);
    expect(costOf('{ items(first: 10) { edges { node { name } } } }')).toBe(1 + 10);
    expect(costOf('{ items(first: 2, last: 7) { nodes { name } } }')).toBe(1 + 7);
    expect(costOf('{ items(first: 0) { nodes { name } } }')).toBe(1);
  });

  test('the default of a page size, or the assumed size, where none is given', () => {
    expect(costOf('{ short { nodes { name } } }')).toBe(1 + 5);
    expect(costOf('{ items { nodes { name } } }')).toBe(1 + 20);
    expect(costOf('{ items(first: null) { nodes { name } } }')).toBe(1 + 20);
  });

  test('a list of identifiers by its length', () => {
    const ids = ['a', 'b', 'c'];
    expect(costOf('{ named(ids: ["a", "b", "c"]) { name } }')).toBe(1 + 3);
    expect(costOf('query ($ids: [ID!]!) { named(ids: $ids) { name } }', { ids })).toBe(1 + 3);
  });

  test('a page size that is given, in place of the default of another', () => {
    expect(costOf('{ both(last: 3) { nodes { name } } }')).toBe(1 + 3);
    const query = 'query ($first: Int, $last: Int) { both(first: $first, last: $last) { nodes { name } } }';
    expect(
      [{ last: 3 }, { first: 4, last: null }, { first: 5, last: 6 }, {}].map((sizes) => costOf(query, sizes)),
    ).toEqual([4, 5, 7, 21]);
  });

  test('what fields weigh, and whole points rounded down', () => {
    expect(costOf('{ words(first: 7) }')).toBe(Math.floor(1 + 3.5));
    expect(costOf('{ items(first: 999) { nodes { owner { name } } } }')).toBe(1 + 999);
    expect(costOf('{ items(first: 1000) { nodes { owner { name } } } }')).toBe(1 + 1000 + 1);
  });

  test('An operation costs the same for a page size in the document, in a variable, and in the default of one', () => {
    fc.assert(
      fc.property(fc.nat(1000), fc.nat(1000), (outer, inner) => {
        const query = (first: string, limit: string) =>
          `{ items(first: ${first}) { nodes { name } } rows(query: ${limit}) { results } }`;
        const literal = costOf(query(String(outer), `{ limit: ${String(inner)} }`));
        expect(literal).toBe(Math.floor(1 + outer + inner / 100));
        const variables = { outer, inner, rows: { limit: inner } };
        expect(costOf(`query ($outer: Int, $inner: Int!) ${query('$outer', '{ limit: $inner }')}`, variables)).toBe(
          literal,
        );
        expect(costOf(`query ($outer: Int, $rows: RowQuery!) ${query('$outer', '$rows')}`, variables)).toBe(literal);
        const defaults = `query ($outer: Int = ${String(outer)}, $rows: RowQuery = {limit: ${String(inner)}})`;
        expect(costOf(`${defaults} ${query('$outer', '$rows')}`)).toBe(literal);
      }),
    );
    expect(costOf('query ($rows: RowQuery!) { rows(query: $rows) { results } one { name } }', { rows: {} })).toBe(2);
    expect(costOf('query ($n: Int) { short(first: $n) { nodes { name } } }')).toBe(1 + 5);
  });

  test('the objects of fragments, of interfaces, and of the executed operation only', () => {
    const fragment = 'fragment F on Items { nodes { name } }';
    expect(costOf(`{ a: items(first: 5) { ...F } b: items(first: 6) { ... on Items { ...F } } } ${fragment}`)).toBe(12);
    expect(costOf('{ listed { ... on Item { items(first: 4) { nodes { name } } } } }')).toBe(1 + 1 + 4);
    expect(
      costOf('query Small { one { name } } query Large { items(first: 900) { nodes { name } } }', {}, 'Small'),
    ).toBe(2);
    expect(costOf('{ one { ...F } } fragment F on Item { items(first: 10) { nodes { ...F } } }')).toBe(1 + 1 + 10);
  });

  test('nothing for what @skip and @include leave out', () => {
    const query =
      'query ($on: Boolean = false) { items(first: 9) @include(if: $on) { nodes { name } } one @skip(if: $on) { name } }';
    expect([costOf(query), costOf(query, { on: true })]).toEqual([2, 10]);
    expect(costOf('{ __typename one @skip(if: true) { name } }')).toBe(1);
  });

  test('what the first request of the operation computed, with the page sizes of each request', () => {
    const reading = new ReadSchema(schema.toConfig());
    const document = parse('query ($n: Int = 1000, $name: String) { items(first: $n) { nodes { name } } }');
    const operation = getOperationAST(document);
    const costs = createOperationCost(reading);
    expect(
      operation && [{ n: 10 }, { n: 20, name: 'x' }, {}, { n: null }].map((each) => costs(document, operation, each)),
    ).toEqual([11, 21, 1001, 21]);
    expect(reading.reads).toBe(1);
  });
});

import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { buildSchema, GraphQLSchema, parse, type OperationTypeNode } from 'graphql';
import { createRowCountCheck } from '../../../src/server/limits/check-row-count.ts';

const schema = buildSchema(`
  interface Listed { items(first: Int, last: Int): ItemConnection }
  type Query implements Listed { items(first: Int, last: Int): ItemConnection short(first: Int = 5): ItemConnection one: Item hops(limit: Int = 100): Hops named(ids: [ID!]!): [Item] }
  type ItemConnection { nodes: [Item!]! totalCount: Int }
  type Item implements Listed { name: String items(first: Int, last: Int): ItemConnection database: DatabaseConnection }
  type DatabaseConnection { owner: Item }
  type Hops { items: [Item!]! }
`);
const check = (query: string, variables?: Record<string, unknown>, operationName?: string) => () =>
  createRowCountCheck(schema)(parse(query), operationName, variables);
const nest = (sizes: readonly string[], inner = 'name'): string =>
  sizes.reduceRight((selection, size) => `items${size} { nodes { ${selection} } }`, inner);

/** A schema that counts how often an operation is walked. */
class WalkedSchema extends GraphQLSchema {
  walks = 0;
  override getRootType(operation: OperationTypeNode) {
    this.walks += 1;
    return super.getRootType(operation);
  }
}

describe('The rows of all lists of an operation', () => {
  test('may be 100,000 and no more', () => {
    expect(check(`{ ${nest(['(first: 1000)', '(first: 100)'])} }`)).not.toThrow();
    const named = '{ named(ids: $ids) { items(first: 1000) { nodes { name } } } }';
    const ids = Array.from({ length: 101 }, String);
    expect(check(`query ($ids: [ID!]!) ${named}`, { ids: ids.slice(1) })).not.toThrow();
    expect(check(`query ($ids: [ID!]!) ${named}`, { ids })).toThrow('101000 rows');
    expect(check(named.replace('$ids', JSON.stringify(ids)))).toThrow('101000 rows');
    expect(check(`{ ${nest(['(first: 1000)', '(first: 101)'])} }`)).toThrow(
      'The query has 101000 rows (the sum of its lists, by their page sizes), more than the 100000 allowed. ' +
        'Ask for fewer lists, or for smaller pages with "first".',
    );
  });

  test('is refused exactly when the sizes multiply to more than 100,000', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 1, max: 1000 }), { minLength: 1, maxLength: 4 }), (sizes) => {
        const run = check(`{ ${nest(sizes.map((size) => `(first: ${size})`))} }`);
        if (sizes.reduce((product, size) => product * size, 1) > 100_000) expect(run).toThrow();
        else expect(run).not.toThrow();
      }),
    );
  });

  test('counts 20 for a list without a page size, or the default of its argument', () => {
    expect(check(`{ ${nest(['', '', ''])} }`)).not.toThrow();
    expect(check(`{ ${nest(['', '', '', ''])} }`)).toThrow('160000 rows');
    expect(check(`{ short { nodes { ${nest(['', '', ''])} } } }`)).not.toThrow();
  });

  test('reads page sizes from variables and their defaults', () => {
    const query = `query ($n: Int = 1000) { ${nest(['(first: $n)', '(first: $n)'])} }`;
    expect(check(query)).toThrow('1000000 rows');
    expect(check(query, { n: 100 })).not.toThrow();
    expect(check(query, { n: null })).not.toThrow();
  });

  test('are counted again when a page size of the operation changes, and only then', () => {
    const counting = new WalkedSchema(schema.toConfig());
    const document = parse(`query ($n: Int = 1000, $name: String) { ${nest(['(first: $n)', '(first: 100)'])} }`);
    const checkAgain = createRowCountCheck(counting);
    const walksOf = (variables: Record<string, unknown>) => {
      const before = counting.walks;
      checkAgain(document, undefined, variables);
      return counting.walks - before;
    };
    expect(walksOf({ n: 10 })).toBe(1);
    expect(walksOf({ n: 10, name: 'other' })).toBe(0);
    expect(() => walksOf({ n: 1001 })).toThrow('100100 rows');
    expect(() => walksOf({ n: 1001 })).toThrow('100100 rows');
    expect(walksOf({ n: 20 })).toBe(1);
    expect(walksOf({})).toBe(1);
    expect(walksOf({ n: null })).toBe(1);
  });

  test('counts "last" like "first"', () => {
    expect(check(`{ ${nest(['(last: 1000)', '(first: 2, last: 1000)'])} }`)).toThrow('1000000 rows');
  });

  test('are added up over root fields, over the lists of a row, and over fragments', () => {
    const page = (first: number) => nest([`(first: ${String(first)})`]);
    expect(
      check(`{ x: ${nest(['(first: 500)', '(first: 100)'])} y: ${nest(['(first: 500)', '(first: 100)'])} }`),
    ).not.toThrow();
    expect(
      check(`{ x: ${nest(['(first: 1000)', '(first: 100)'])} y: ${nest(['(first: 1000)', '(first: 100)'])} }`),
    ).toThrow('200000 rows');
    expect(check(`{ ${nest(['(first: 1000)'], `a: ${page(60)} b: ${page(60)}`)} }`)).toThrow('120000 rows');
    expect(
      check(
        `{ items(first: 1000) { nodes { ...F ... on Item { b: ${page(60)} } } } } fragment F on Item { a: ${page(60)} }`,
      ),
    ).toThrow('120000 rows');
  });

  test('counts a list by its page size, whatever its type is called', () => {
    const inner = nest(['(first: 100)', '(first: 10)']);
    expect(check(`{ hops(limit: 101) { items { ${inner} } } }`)).toThrow('101000 rows');
    expect(check(`{ items(first: 100) { nodes { database { owner { ${inner} } } } } }`)).not.toThrow();
  });

  test('follows fragments, interfaces and single objects', () => {
    expect(
      check(`{ one { ...F } } fragment F on Listed { ... on Item { ${nest(['(first: 1000)', '(first: 1000)'])} } }`),
    ).toThrow('1000000 rows');
  });

  test('considers only the executed operation', () => {
    const query = `query Small { one { name } } query Large { ${nest(['(first: 1000)', '(first: 1000)'])} }`;
    expect(check(query, {}, 'Small')).not.toThrow();
    expect(check(query, {}, 'Large')).toThrow();
  });

  test('ends with cyclic fragments', () => {
    expect(check('{ one { ...F } } fragment F on Item { items(first: 10) { nodes { ...F } } }')).not.toThrow();
  });
});

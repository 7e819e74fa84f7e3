import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { comparisonOperators, keywords, type Filter, type Literal } from '../../../src/engine/filter-query/filter.ts';
import { parseFilterQuery } from '../../../src/engine/filter-query/parse-filter-query.ts';
import { printFilter } from '../../../src/engine/filter-query/print-filter.ts';
import { CatalogError } from '../../../src/kernel/fail.ts';

const comparison = (field: string, operator: string, value: unknown) => ({
  kind: 'comparison',
  field,
  operator,
  value,
});

/** What a refused query is told; undefined for one that is not refused. */
function refusal(query: string): string | undefined {
  try {
    parseFilterQuery(query);
    return undefined;
  } catch (error) {
    if (!(error instanceof CatalogError)) throw error;
    expect(error.code).toBe('INVALID_INPUT');
    return error.fields?.['filterQuery']?.join(' ');
  }
}

describe('a query', () => {
  test('that is empty stands for all records', () => {
    expect(parseFilterQuery('')).toBeNull();
    expect(parseFilterQuery(' \n\t')).toBeNull();
  });

  test.each([
    ['city = "Bern"', comparison('city', '=', 'Bern')],
    ["city:'Bern'", comparison('city', '=', 'Bern')],
    ['pm10!=-1.5e3', comparison('pm10', '!=', -1500)],
    ['a<1', comparison('a', '<', 1)],
    ['a <= 1', comparison('a', '<=', 1)],
    ['a>"x"', comparison('a', '>', 'x')],
    ['open = TRUE', comparison('open', '=', true)],
    ['open is false', comparison('open', '=', false)],
    ['`and` = 1', comparison('and', '=', 1)],
    ['`2020` = 1', comparison('2020', '=', 1)],
    ['2020_sales = 1', comparison('2020_sales', '=', 1)],
    ['`a field` = 1', comparison('a field', '=', 1)],
    ["day >= date'2026-01-01'", comparison('day', '>=', { date: '2026-01-01' })],
    ['day = DATE"2026/02"', comparison('day', '=', { date: '2026-02' })],
    ["date = date'2026-01-01T08:30+01:00'", comparison('date', '=', { date: '2026-01-01T08:30+01:00' })],
    ["name = 'L\\'Aquila \\\\ \"x\"'", comparison('name', '=', 'L\'Aquila \\ "x"')],
    ['name like "rue"', { kind: 'like', field: 'name', pattern: 'rue' }],
    ['city IN (\'a\', "b")', { kind: 'in', field: 'city', values: ['a', 'b'] }],
    ['pop is null', { kind: 'isNull', field: 'pop' }],
    ['pop IS NOT NULL', { kind: 'not', filter: { kind: 'isNull', field: 'pop' } }],
  ])('%s is a condition', (query, filter) => {
    expect(parseFilterQuery(query)).toEqual(filter);
  });

  test('names a range with bounds that it holds, or with a bracket outwards leaves out', () => {
    const range = (fromIncluded: boolean, toIncluded: boolean) => ({
      kind: 'range',
      field: 'n',
      from: { value: 1, isIncluded: fromIncluded },
      to: { value: 5, isIncluded: toIncluded },
    });
    expect(parseFilterQuery('n in [1 TO 5]')).toEqual(range(true, true));
    expect(parseFilterQuery('n in [1..5[')).toEqual(range(true, false));
    expect(parseFilterQuery('n in ]1..5]')).toEqual(range(false, true));
    expect(parseFilterQuery("day in [date'2025'..date'2026']")).toMatchObject({
      from: { value: { date: '2025' } },
      to: { value: { date: '2026' } },
    });
  });

  test('holds "not" before "and" before "or"; parentheses come first', () => {
    const [a, b, c] = ['a', 'b', 'c'].map((field) => comparison(field, '=', 1));
    expect(parseFilterQuery('a=1 or not b=1 and c=1')).toEqual({
      kind: 'or',
      filters: [a, { kind: 'and', filters: [{ kind: 'not', filter: b }, c] }],
    });
    expect(parseFilterQuery('(a=1 or b=1) AND c=1')).toEqual({
      kind: 'and',
      filters: [{ kind: 'or', filters: [a, b] }, c],
    });
    expect(parseFilterQuery('not (a=1 or b=1)')).toEqual({ kind: 'not', filter: { kind: 'or', filters: [a, b] } });
    expect(parseFilterQuery('a=1 and b=1 and c=1')).toEqual({ kind: 'and', filters: [a, b, c] });
  });
});

describe('what is not a query', () => {
  test.each([
    ['Bern', 'At character 5: expected an operator, "in", "is" or "like" after the field.'],
    ['city = Bern', 'At character 8: expected a text in quotes, a number, a date, true or false.'],
    ['city = "Bern', 'At character 8: expected the quote that ends this text.'],
    ['a = 1 b = 2', 'At character 7: expected "and", "or" or the end of the query.'],
    ['(a = 1', 'At character 7: expected an operator or ")".'],
    ['and a = 1', 'At character 1: expected a field, "not" or "(".'],
    ['a in ()', 'At character 7: expected a text in quotes, a number, a date, true or false.'],
    ['a in [1 to "x"]', 'At character 12: expected a value of the same kind as at the start of the range.'],
    ['a in [1 5]', 'At character 9: expected "to" or "..".'],
    ['a < true', 'At character 5: expected a text in quotes, a number or a date.'],
    ['a is 5', 'At character 6: expected "null", "true" or "false".'],
    ['a like 5', 'At character 8: expected a text in quotes.'],
    ["a = date'2026-02-30'", "At character 5: expected a date such as date'2026-01-31' or date'2026-01-31T08:00:00Z'."],
    ['a = 9007199254740993', 'At character 5: expected a number that a double holds; write longer ones as texts.'],
    ['a = 1e999', 'At character 5: expected a number that a double holds; write longer ones as texts.'],
    ['a = "C:\\dir"', 'At character 8: expected a quote or a backslash after a backslash.'],
    ['`a = 1', "At character 1: expected a field's name and the backquote that ends it."],
    ['a = "🌳" ; b', 'At character 9: expected a field, a value or an operator.'],
  ])('%s is refused where it goes wrong', (query, message) => {
    expect(refusal(query)).toBe(message);
  });

  test('is one too long, or nested beyond sense', () => {
    expect(refusal(`a = "${'x'.repeat(9_994)}"`)).toBeUndefined();
    expect(refusal(`a = "${'x'.repeat(9_995)}"`)).toBe('Use 10000 characters at most.');
    const nested = (depth: number) => `${'('.repeat(depth)}a = 1${')'.repeat(depth)}`;
    expect(refusal(nested(20))).toBeUndefined();
    expect(refusal(nested(21))).toBe('At character 22: expected at most 20 levels of parentheses and "not".');
    expect(refusal(`${'not '.repeat(2_000)}a = 1`)).toMatch(/at most 20 levels/);
  });
});

const field = fc.oneof(
  fc.stringMatching(/^[a-z_]\w{0,6}$/),
  fc.constantFrom(...keywords),
  fc.string({ unit: 'binary', minLength: 1 }).filter((name) => !name.includes('`')),
);
const text = fc.string({ unit: 'binary', maxLength: 8 });
const date = fc
  .constantFrom(
    '2026',
    '2026-02',
    '2024-02-29',
    '2026-01-31T08:00',
    '2026-01-31T08:00:00.5Z',
    '0001-01-01T23:59:59-11:30',
  )
  .map((each) => ({ date: each }));
const number = fc
  .oneof(
    fc.maxSafeInteger(),
    fc
      .double({ noNaN: true, noDefaultInfinity: true })
      .filter((each) => !Number.isInteger(each) || Number.isSafeInteger(each)),
  )
  .map((each) => each + 0);
const ordered: fc.Arbitrary<Literal> = fc.oneof(text, number, date);
const literal: fc.Arbitrary<Literal> = fc.oneof(ordered, fc.boolean());
const bound = (value: fc.Arbitrary<Literal>) => fc.record({ value, isIncluded: fc.boolean() });
const range = (value: fc.Arbitrary<Literal>) =>
  fc.record({ kind: fc.constant('range' as const), field, from: bound(value), to: bound(value) });

const { filter } = fc.letrec<{ filter: Filter }>((tie) => ({
  filter: fc.oneof(
    { maxDepth: 5, depthSize: 'small' },
    fc.record({
      kind: fc.constant('comparison' as const),
      field,
      operator: fc.constantFrom(...comparisonOperators),
      value: ordered,
    }),
    fc.record({ kind: fc.constant('like' as const), field, pattern: text }),
    fc.record({ kind: fc.constant('in' as const), field, values: fc.array(literal, { minLength: 1, maxLength: 3 }) }),
    range(text),
    range(number),
    range(date),
    fc.record({ kind: fc.constant('isNull' as const), field }),
    fc.record({ kind: fc.constant('not' as const), filter: tie('filter') }),
    fc.record({
      kind: fc.constantFrom('and' as const, 'or' as const),
      filters: fc.array(tie('filter'), { minLength: 2, maxLength: 3 }),
    }),
  ),
}));

test('every filter is printed as a query that parses to it, and is plain JSON', () => {
  fc.assert(
    fc.property(filter, (each) => {
      expect(parseFilterQuery(printFilter(each))).toEqual(each);
      expect(JSON.parse(JSON.stringify(each))).toEqual(each);
    }),
  );
});

const pieces = fc.array(
  fc.oneof(
    fc.constantFrom(
      ...keywords,
      ...comparisonOperators,
      '(',
      ')',
      '[',
      ']',
      '..',
      ',',
      ':',
      'a',
      '`b c`',
      '1',
      '-2.5',
      '"x"',
      "'",
      "date'2026'",
      ' ',
      '\n',
    ),
    text,
  ),
  { maxLength: 12 },
);

test('any other text parses, or is refused at a place within it', () => {
  fc.assert(
    fc.property(pieces, fc.boolean(), (parts, isSpaced) => {
      const query = parts.join(isSpaced ? ' ' : '');
      const refused = refusal(query);
      if (refused === undefined) {
        const parsed = parseFilterQuery(query);
        if (parsed) expect(parseFilterQuery(printFilter(parsed))).toEqual(parsed);
      } else {
        const at = Number(/^At character (\d+): expected .+\.$/s.exec(refused)?.[1]);
        expect(at).toBeGreaterThanOrEqual(1);
        expect(at).toBeLessThanOrEqual(Array.from(query).length + 1);
      }
    }),
    { numRuns: 2_000 },
  );
});

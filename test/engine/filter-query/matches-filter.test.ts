import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { comparisonOperators, type Filter, type Literal } from '../../../src/engine/filter-query/filter.ts';
import { matchesFilter } from '../../../src/engine/filter-query/matches-filter.ts';
import { parseFilterQuery } from '../../../src/engine/filter-query/parse-filter-query.ts';
import { printFilter } from '../../../src/engine/filter-query/print-filter.ts';
import type { Row } from '../../../src/engine/row.ts';

const asksFor = (query: string, row: Row): boolean => {
  const filter = parseFilterQuery(query);
  return filter === null || matchesFilter(filter, row);
};

const bern: Row = {
  city: 'Bern', people: 134_000, share: 0.5, founded: '1191-01-01', seen_at: '2026-03-31T23:30:00Z', capital: 'true', tags: ['old', 'Hauptstadt'], mayor: null,
  motto: 'À la bonne heure, Bärn!',
};

describe('a record meets', () => {
  test.each([
    'city = "Bern"', 'city != "Basel"', 'city > "Basel"', 'city in ("Basel", "Bern")', 'city in ["A" to "C"]',
    'people = 134000', 'people >= 134000', 'people < 134000.5', 'people in ]133999 to 134000]', 'share = 0.5',
    'founded = date\'1191\'', 'founded = date\'1191-01\'', 'founded < date\'1191-01-02\'', 'founded > date\'1190\'', 'founded <= date\'1191\'', 'founded >= date\'1191-01-01\'',
    'seen_at = date\'2026-03-31\'', 'seen_at = date\'2026-04-01T01:30+02:00\'', 'seen_at < date\'2026-04\'', 'seen_at in [date\'2026\' to date\'2026-04\']',
    'capital = true', 'capital is true', 'capital is not false', 'tags = "old"', 'tags != "new"', 'tags in ("Hauptstadt")',
    'mayor is null', 'nothing is null', 'city is not null', 'mayor != "Ada"', 'not mayor = "Ada"',
    'motto like "HEURE bonne"', 'motto like "a"', 'motto like "barn"', 'tags like "OLD"',
    'city = "Basel" or people > 1', 'not (city = "Basel" or people < 1)',
  ])('%s', (query) => expect(asksFor(query, bern)).toBe(true));
});

describe('a record does not meet', () => {
  test.each([
    'city = "bern"', 'city = "Ber"', 'people = "134000"', 'city = 134000', 'city > 1', 'people > "1"', 'people in ("134000")', 'people in [1 to 133999]', 'people in [134000 to 134000[',
    'city = date\'2026\'', 'people = date\'1191\'', 'founded < date\'1191-01-01\'', 'founded > date\'1191\'', 'seen_at = date\'2026-04-01\'', 'seen_at in ]date\'2026-03\' to date\'2027\']',
    'capital = false', 'city = true', 'people = true', 'mayor = "Ada"', 'mayor > "A"', 'mayor <= "A"', 'city is null', 'tags is null', 'tags = "old,Hauptstadt"',
    'motto like "heur"', 'motto like "bonne journée"', 'people like "134000"', 'constructor is not null', '__proto__ is not null', '`toString` != "x" and city = "Basel"',
  ])('%s', (query) => expect(asksFor(query, bern)).toBe(false));
});

const field = fc.constantFrom('a', 'b', '__proto__', 'constructor');
const dateText = fc.constantFrom('2026', '2026-01', '2026-01-31', '2026-01-31T08:00:00Z', '2025-12-31T23:59:59+01:00');
const literal: fc.Arbitrary<Literal> = fc.oneof(fc.integer({ min: -3, max: 3 }), fc.constantFrom('', 'x', 'y', '1'), fc.boolean(), dateText.map((date) => ({ date })));
const value = fc.oneof(fc.integer({ min: -3, max: 3 }), fc.constantFrom('', 'x', 'y', '1', 'true'), dateText, fc.constant(null), fc.array(fc.constantFrom('x', 'y'), { maxLength: 3 }));
const row = fc.record({ a: value, b: value }, { requiredKeys: [] });
const comparison = fc.record({ kind: fc.constant('comparison' as const), field, operator: fc.constantFrom(...comparisonOperators), value: literal })
  // the grammar has no order of truth values
  .filter(({ operator, value: compared }) => typeof compared !== 'boolean' || operator === '=' || operator === '!=');
const { filter } = fc.letrec<{ filter: Filter }>((tie) => ({
  filter: fc.oneof({ maxDepth: 3 },
    comparison,
    fc.record({ kind: fc.constant('isNull' as const), field }),
    fc.record({ kind: fc.constant('in' as const), field, values: fc.array(literal, { minLength: 1, maxLength: 3 }) }),
    fc.record({ kind: fc.constant('not' as const), filter: tie('filter') }),
    fc.record({ kind: fc.constantFrom('and' as const, 'or' as const), filters: fc.array(tie('filter'), { minLength: 2, maxLength: 3 }) })),
}));

describe('whatever the filter and the record', () => {
  test('a filter means the same after it was written down', () => {
    fc.assert(fc.property(filter, row, (each, record) => {
      const read = parseFilterQuery(printFilter(each));
      expect(read !== null && matchesFilter(read, record)).toBe(matchesFilter(each, record));
    }));
  });

  test('either a filter or its opposite is met', () => {
    fc.assert(fc.property(filter, row, (each, record) => {
      expect(matchesFilter({ kind: 'not', filter: each }, record)).toBe(!matchesFilter(each, record));
    }));
  });

  test('"!=" is the opposite of "=", and a list of values the same as alternatives', () => {
    fc.assert(fc.property(field, literal, literal, row, (name, one, other, record) => {
      const equal = (compared: Literal): Filter => ({ kind: 'comparison', field: name, operator: '=', value: compared });
      expect(matchesFilter({ ...equal(one), operator: '!=' } as Filter, record)).toBe(!matchesFilter(equal(one), record));
      expect(matchesFilter({ kind: 'in', field: name, values: [one, other] }, record))
        .toBe(matchesFilter({ kind: 'or', filters: [equal(one), equal(other)] }, record));
    }));
  });

  test('a single value that is compared at all comes before, equals or comes after, and only one of them', () => {
    fc.assert(fc.property(comparison, value, ({ value: compared }, each) => {
      fc.pre(!Array.isArray(each) && typeof compared !== 'boolean');
      const held = (['<', '=', '>'] as const).filter((operator) => matchesFilter({ kind: 'comparison', field: 'a', operator, value: compared }, { a: each }));
      expect(held.length).toBeLessThanOrEqual(1);
      const isBetween = matchesFilter({ kind: 'range', field: 'a', from: { value: compared, isIncluded: true }, to: { value: compared, isIncluded: true } }, { a: each });
      expect(isBetween).toBe(held[0] === '=');
    }));
  });
});

import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { bindFilter } from '#engine/odsql/bind/bind-filter.ts';
import type { BoundFilter } from '#engine/odsql/bind/bound.ts';
import { isWithinEditDistance, wordsOf } from '#engine/odsql/words.ts';
import { foldText } from '#kernel/text.ts';
import { compileTest } from '#engine/odsql/evaluate/compile-test.ts';
import { type StoredRecordField, recordScope } from '#engine/odsql/evaluate/stored-record.ts';
import type { Filter } from '#engine/odsql/tree.ts';
import { CatalogError } from '#kernel/fail.ts';
import { anyFilter } from './any-filter.ts';
import { cities, citySources } from './cities.ts';

/** Scopes in which every name is a field of one type, so that many filters fit. */
const scopes = citySources.map((source) => {
  const scope = recordScope([source], { timezone: 'Europe/Paris' });
  return { ...scope, find: () => scope.fields[0] };
});

/** The bound filter; undefined where it fails for a reason of the language. */
function bound(filter: Filter, scope: (typeof scopes)[number]): BoundFilter<StoredRecordField> | undefined {
  try {
    return bindFilter(filter, scope);
  } catch (error) {
    expect(error instanceof CatalogError && error.code).toMatch(/^(ODSQL_ERROR|INCOMPATIBLE_TYPES)$/);
    return undefined;
  }
}

test('every filter binds or fails with a reason, and one that binds never fails; its opposite matches all other records', () => {
  let count = 0;
  fc.assert(
    fc.property(anyFilter, fc.constantFrom(...scopes), (filter, scope) => {
      const one = bound(filter, scope);
      if (!one) return;
      count += 1;
      const other: BoundFilter<StoredRecordField> = { kind: 'not', filter: one };
      const matched = cities.filter(compileTest(one));
      expect(cities.filter(compileTest(other))).toEqual(cities.filter((city) => !matched.includes(city)));
    }),
    { numRuns: 2_000 },
  );
  expect(count).toBeGreaterThan(100);
});

const anyWord = fc.stringMatching(/^[abé🌳]{0,6}$/u);

test('two words are near when so many insertions, deletions and substitutions make one of the other', () => {
  const distance = (a: readonly string[], b: readonly string[]): number => {
    if (a.length === 0 || b.length === 0) return a.length + b.length;
    const [first, ...rest] = a;
    const [other, ...others] = b;
    if (first === other) return distance(rest, others);
    return 1 + Math.min(distance(rest, others), distance(rest, b), distance(a, others));
  };
  fc.assert(
    fc.property(anyWord, anyWord, fc.constantFrom(0, 1, 2), (a, b, max) => {
      expect(isWithinEditDistance(a, b, max)).toBe(distance(Array.from(a), Array.from(b)) <= max);
    }),
  );
});

test('words are folded alike however a text is composed', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), (text) => {
      expect(wordsOf(text.normalize('NFD'))).toEqual(wordsOf(text.normalize('NFC')));
      expect(foldText(foldText(text))).toBe(foldText(text));
    }),
  );
  expect(wordsOf('Ὀδυσσεύς, ﬁn Straße–Ærø 2°')).toEqual(['οδυσσευσ', 'fin', 'straße', 'ærø', '2']);
});

import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import 'reflect-metadata';
import { fullAccess, unionOfRecordFilters, unionOfSecurities, type DatasetSecurity } from '#access/index.ts';

const security = (part: Partial<DatasetSecurity>): DatasetSecurity => ({ ...fullAccess, ...part });
const closed = { isDataVisible: false, visibleFields: [], filterQuery: '', apiCallsQuota: null };

describe('the union of what rulesets grant', () => {
  test('is empty when no ruleset shows the data', () => {
    expect(unionOfSecurities([])).toEqual(closed);
    expect(unionOfSecurities([security({ isDataVisible: false, visibleFields: ['a'] })])).toEqual(closed);
  });

  test('ignores rulesets that hide the data', () => {
    const narrow = security({ visibleFields: ['a'], filterQuery: 'a = 1', apiCallsQuota: { unit: 'day', limit: 1 } });
    expect(unionOfSecurities([security({ isDataVisible: false }), narrow])).toEqual(narrow);
  });

  test('contains the records of each ruleset once, and all records when one has no filter', () => {
    const filters = (...queries: string[]) =>
      unionOfSecurities(queries.map((filterQuery) => security({ filterQuery }))).filterQuery;
    expect(filters('a=1', 'b : 2 or a = 1', 'b = 2')).toBe('a = 1 or b = 2');
    expect(filters('a = 1 and b = 2', 'not c = 3')).toBe('a = 1 and b = 2 or not c = 3');
    expect(filters('a=1', ' ')).toBe('');
    expect(unionOfRecordFilters([security({ filterQuery: 'a=1' }), security({})])).toBeNull();
  });

  test('has the quota with the most calls on average, and of equal quotas the longest period', () => {
    const quotaOf = (...quotas: DatasetSecurity['apiCallsQuota'][]) =>
      unionOfSecurities(quotas.map((apiCallsQuota) => security({ apiCallsQuota }))).apiCallsQuota;
    expect(quotaOf({ unit: 'day', limit: 1_000 }, { unit: 'minute', limit: 1 })).toEqual({ unit: 'minute', limit: 1 });
    expect(quotaOf({ unit: 'second', limit: 1 }, { unit: 'hour', limit: 3_600 })).toEqual({
      unit: 'hour',
      limit: 3_600,
    });
    expect(quotaOf({ unit: 'second', limit: 1 }, null)).toBeNull();
  });
});

const quota = fc.record({
  unit: fc.constantFrom('second' as const, 'minute' as const, 'hour' as const, 'day' as const, 'month' as const),
  limit: fc.nat(2_147_483_647),
});
const anySecurity: fc.Arbitrary<DatasetSecurity> = fc.record({
  isDataVisible: fc.boolean(),
  visibleFields: fc.option(fc.uniqueArray(fc.constantFrom('a', 'b', 'c'))),
  filterQuery: fc.constantFrom('', 'a = 1', 'b in (1, 2) or a=1', 'not (a = 1 or c is null)'),
  apiCallsQuota: fc.option(quota),
});

test('the union of rulesets is idempotent and associative', () => {
  fc.assert(
    fc.property(fc.array(anySecurity, { maxLength: 4 }), fc.array(anySecurity, { maxLength: 4 }), (some, others) => {
      const whole = unionOfSecurities([...some, ...others]);
      expect(unionOfSecurities([whole])).toEqual(whole);
      expect(unionOfSecurities([unionOfSecurities(some), unionOfSecurities(others)])).toEqual(whole);
    }),
  );
});

import { compileFilter, type RecordTest } from '../../engine/filter-query/compile-filter.ts';
import type { FilterField } from '../../engine/filter-query/field-values.ts';
import { parseFilterQuery } from '../../engine/filter-query/parse-filter-query.ts';
import type { DatasetSecurity } from './dataset-security.ts';

/**
 * Whether a record with these fields is one that several grants let through together; null where one of them lets all
 * through. A grant whose filter names what the fields lack lets none through, whatever the others do. Fails INVALID_INPUT when a
 * stored filter is not a query.
 */
export function recordFilter(
  securities: readonly DatasetSecurity[],
  fields: readonly FilterField[],
): RecordTest | null {
  const filters = securities
    .filter(({ isDataVisible }) => isDataVisible)
    .map(({ filterQuery }) => parseFilterQuery(filterQuery));
  if (filters.includes(null)) return null;
  const tests = filters.map((filter) => (filter ? compileFilter(filter, fields).matches : () => true));
  return (record) => tests.some((test) => test(record));
}

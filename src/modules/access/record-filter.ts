import { compileFilter, type RecordTest } from '../../engine/filter-query/compile-filter.ts';
import type { FilterField } from '../../engine/filter-query/field-values.ts';
import { parseFilterQuery } from '../../engine/filter-query/parse-filter-query.ts';
import type { DatasetSecurity } from './dataset-security.ts';

/**
 * A test whether a record matches the filter of at least one grant; null when a grant has no filter. A grant whose filter
 * names a missing field matches no record and does not affect the other grants. Fails INVALID_INPUT for a malformed stored
 * filter.
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

import { bindStoredFilter } from '../../engine/odsql/bind/bind-stored-filter.ts';
import { compileTest, type RecordTest } from '../../engine/odsql/evaluate/compile-test.ts';
import { recordScope, type RecordFieldSource } from '../../engine/odsql/evaluate/record-scope.ts';
import { parseStoredFilter } from '../../engine/odsql/parse/stored-filter.ts';
import type { DatasetSecurity } from './dataset-security.ts';

/**
 * A test whether a record matches the filter of at least one grant; null when a grant has no filter. A grant whose filter
 * names a missing field matches no record and does not affect the other grants. Fails INVALID_INPUT for a malformed stored
 * filter.
 */
export function recordFilter(
  securities: readonly DatasetSecurity[],
  fields: readonly RecordFieldSource[],
): RecordTest | null {
  const filters = securities
    .filter(({ isDataVisible }) => isDataVisible)
    .map(({ filterQuery }) => parseStoredFilter(filterQuery));
  if (filters.includes(null)) return null;
  const scope = recordScope(fields);
  const tests = filters.map((filter) => (filter ? compileTest(bindStoredFilter(filter, scope).filter) : () => true));
  return (record) => tests.some((test) => test(record));
}

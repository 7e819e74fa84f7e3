import type { BoundFilter } from '#engine/odsql/bind/bound/bound-filter.ts';
import { bindStoredFilter } from '#engine/odsql/bind/filters/bind-stored-filter.ts';
import { parseStoredFilter } from '#engine/odsql/parse/stored-filter.ts';
import type { SqlField, SqlScope } from '#engine/odsql/sql/scope.ts';
import type { DatasetSecurity } from '#access/index.ts';

/**
 * A filter that selects the records that at least one grant shows; null when a grant has no filter. A grant whose filter names a
 * missing field shows no record and does not affect the other grants. `scope` has all fields, hidden ones included.
 */
export function visibleFilter(securities: readonly DatasetSecurity[], scope: SqlScope): BoundFilter<SqlField> | null {
  const filters = securities
    .filter(({ isDataVisible }) => isDataVisible)
    .map(({ filterQuery }) => parseStoredFilter(filterQuery));
  if (filters.includes(null)) return null;
  const shown = filters.flatMap((filter) => (filter ? bindStoredFilter(filter, scope).filter : []));
  return { kind: 'or', filters: [{ kind: 'constant', value: false }, ...shown] };
}

/** Whether a filter may call `now`, so that the condition may select other records at another time. */
export const isTimeDependent = (securities: readonly DatasetSecurity[]): boolean =>
  securities.some(({ filterQuery }) => /\bnow\b/i.test(filterQuery));

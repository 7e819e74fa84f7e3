import { bindStoredFilter } from '../../../engine/odsql/bind/filters/bind-stored-filter.ts';
import { parseStoredFilter } from '../../../engine/odsql/parse/stored-filter.ts';
import { filterSql } from '../../../engine/odsql/sql/filter-sql.ts';
import type { SqlScope } from '../../../engine/odsql/sql/scope.ts';
import { sql, sqlJoin, sqlText, type Sql } from '../../../kernel/sql.ts';
import type { DatasetSecurity } from '../../access/index.ts';

/**
 * A condition that selects the records that at least one grant shows; null when a grant has no filter. A grant whose filter names a
 * missing field shows no record and does not affect the other grants. `scope` has all fields, hidden ones included.
 */
export function recordCondition(securities: readonly DatasetSecurity[], scope: SqlScope): Sql | null {
  const filters = securities
    .filter(({ isDataVisible }) => isDataVisible)
    .map(({ filterQuery }) => parseStoredFilter(filterQuery));
  if (filters.includes(null)) return null;
  const conditions = filters.flatMap((filter) =>
    filter ? filterSql(bindStoredFilter(filter, scope).filter, scope) : [],
  );
  return sql`(${sqlJoin([sqlText('false'), ...conditions], ' or ')})`;
}

/** Whether a filter may call `now`, so that the condition may select other records at another time. */
export const isTimeDependent = (securities: readonly DatasetSecurity[]): boolean =>
  securities.some(({ filterQuery }) => /\bnow\b/i.test(filterQuery));

import type { BoundFilter } from '../../../engine/odsql/bind/bound/bound-filter.ts';
import type { SqlField } from '../../../engine/odsql/sql/scope.ts';
import { isFoundByWords, relevanceSql } from '../../../engine/odsql/sql/words-sql.ts';
import { sql, type Sql } from '../../../kernel/sql.ts';
import { conditionOf, type Selection } from './selection.ts';

/** Records that a search selects. */
export interface Matches {
  readonly from: Sql;
  readonly condition: Sql;
  /**
   * All matches, under the alias `t`. `offset 0` makes PostgreSQL find them by the index of words; without it, PostgreSQL may follow
   * the index of an order through the whole table.
   */
  readonly found: Sql;
}

/** The records that the words of a filter select; undefined for a filter without words. */
export function matchesOf(selection: Selection, filter: BoundFilter<SqlField> | null): Matches | undefined {
  const { records, scope } = selection;
  const isSearch = filter !== null && (isFoundByWords(filter, scope) || relevanceSql(filter, scope) !== null);
  const condition = isSearch ? conditionOf(selection, filter) : undefined;
  const { from } = records;
  return condition && { from, condition, found: sql`(select t.* from ${from} where ${condition} offset 0) t` };
}

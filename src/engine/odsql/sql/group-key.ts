import type { Sql } from '#kernel/sql.ts';

/** A key of groups in SQL. */
export interface SqlGroupKey {
  /** The value that rows are grouped and ordered by. */
  readonly value: Sql;
  /** The list of which each row gets one value, in this column; the row counts once for each of them. */
  readonly list?: { readonly values: Sql; readonly column: Sql };
  /** A condition for the rows that belong to a group; without it, all rows do. */
  readonly condition?: Sql;
  /** The JSON of the key, from the group's value, or from the result of `aggregate` if there is one. */
  readonly json: (value: Sql) => Sql;
  /** An aggregate over the rows of the group, for a key whose JSON depends on more than the group's value. */
  readonly aggregate?: Sql;
  /** A set of the values whose groups are listed even without rows. */
  readonly listed?: Sql;
}

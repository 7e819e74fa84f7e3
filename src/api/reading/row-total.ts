import { sql, sqlAnd, sqlText, type Sql } from '#kernel/sql.ts';
import type { GivenArgument } from './declare/root.ts';

/** A table whose rows are counted as they are written (`src/migrations/row-totals.ts`). */
export type CountedTable = 'dataset' | 'catalog_entry' | 'submission';

/** The counted rows: those of an owner, such as the submissions of a form, and those in a state; without a state all of them. */
export interface CountedRows {
  readonly owner?: GivenArgument;
  readonly state?: GivenArgument;
}

/**
 * The number of rows of a table, as the statement's snapshot shows them, from the changes that writers keep. It costs the same whatever the
 * number of rows.
 */
export const rowTotal = (table: CountedTable, { owner = '', state }: CountedRows = {}): Sql =>
  sql`(select coalesce(sum(total.change), 0)::int from totals.row_total total where ${sqlAnd(
    sql`total.counted = ${sqlText(`'${table}'`)}`,
    sql`total.owner = ${owner}::text`,
    state === undefined ? undefined : sql`total.state = ${state}::text`,
  )})`;

import type { ExportQuery } from '#engine/exports/export-format.ts';
import { rowsStatement } from '#engine/odsql/sql/query-sql.ts';
import type { Clauses, ColumnTable } from '#test/support/datasets/column-table.ts';

/** A query over all rows of a test's table, as exports read it. */
export function exportQueryOf(table: ColumnTable, clauses: Clauses): ExportQuery {
  const query = table.bind(clauses);
  const range = { from: table.from, limit: null, offset: 0 };
  return {
    ...query,
    timezone: clauses.timezone ?? 'UTC',
    rows: (items, columns) => rowsStatement({ ...query, items }, { ...range, columns }),
  };
}

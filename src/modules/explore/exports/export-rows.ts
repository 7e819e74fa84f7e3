import type { RecordReader } from '#api/record-reader.ts';
import type { ExportQuery, ExportSource, SelectedLines, SelectedTable } from '#engine/exports/export-format.ts';
import type { BoundItem, BoundQuery } from '#engine/odsql/bind/bound.ts';
import type { SqlField } from '#engine/odsql/sql/scope.ts';
import type { Sql } from '#kernel/sql.ts';
import { rowTexts } from '../reading/read-rows.ts';
import type { Selection } from '../reading/selection.ts';

/** The query of an export. */
export interface ExportedQuery {
  readonly selection: Selection;
  readonly query: Pick<BoundQuery<SqlField>, 'keys' | 'items' | 'isAggregated' | 'order'>;
  /** The items of rows as JSON. */
  readonly items: readonly BoundItem<SqlField>[];
  /** Null for all rows. */
  readonly limit: number | null;
  /** How the format selects the rows. */
  readonly select: (query: ExportQuery) => SelectedLines | SelectedTable | undefined;
}

/** The line break after a row in JSON, which has none itself. */
const rowEnd = '\n';

/** The statement for all rows of an export. */
export function exportStatement(exported: ExportedQuery): Sql {
  const query = queryOf(exported);
  return exported.select(query)?.statement ?? query.rows(exported.items);
}

/** The rows of an export, as its format reads them. Nothing is read before the format does. The signal ends the statements. */
export function exportRows(
  records: RecordReader,
  exported: ExportedQuery,
  signal: AbortSignal,
): Pick<ExportSource, 'rows' | 'lines' | 'writeParquet'> {
  const selected = exported.select(queryOf(exported));
  const tables = [exported.selection.records.table];
  const statement = exportStatement(exported);
  const rows = readRows(records.stream({ tables, statement }, { end: rowEnd, signal }));
  if (selected?.kind === 'lines')
    return { rows, lines: records.stream({ tables, statement }, { end: selected.end, signal }) };
  if (selected?.kind !== 'table') return { rows };
  const { compression, metadata } = selected;
  return { rows, writeParquet: () => records.writeParquet({ tables, statement }, { compression, metadata, signal }) };
}

async function* readRows(batches: AsyncIterable<string>): AsyncGenerator<readonly string[], void, undefined> {
  for await (const batch of batches) yield batch.slice(0, -rowEnd.length).split(rowEnd);
}

/** The query of an export. */
const queryOf = ({ selection, query, limit }: ExportedQuery): ExportQuery => ({
  ...query,
  timezone: selection.scope.timezone,
  rows: (items, columns) => rowTexts(selection, { ...query, items }, { limit, offset: 0, columns }),
});

import type { RecordReader } from '#api/record-reader.ts';
import type { ExportQuery, ExportSource, SelectedLines, SelectedTable } from '#engine/exports/export-format.ts';
import type { BoundItem, BoundQuery } from '#engine/odsql/bind/bound/bound-query.ts';
import type { SqlField } from '#engine/odsql/sql/scope.ts';
import { sql, sqlJoin, type Sql } from '#kernel/sql.ts';
import type { ColumnStatement } from '#platform/columns/column-engine.ts';
import { rowTexts } from '../reading/read-rows.ts';
import type { Selection } from '../reading/selection.ts';
import {
  areWide,
  largestRows,
  placeOfRow,
  rowGroupSizeOf,
  selectSlice,
  sliceRows,
  type RowSlice,
} from './row-slices.ts';

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

/** The maximum number of ranges of all slices of a table, which are parts of one statement. */
const maxTableRanges = 2_000;

/** The statement for all rows of an export. */
export const exportStatement = (exported: ExportedQuery): Sql => selectedStatement(exported, queryOf(exported));

/** The rows of an export, as its format reads them. Nothing is read before the format does. The signal ends the statements. */
export function exportRows(
  records: RecordReader,
  exported: ExportedQuery,
  signal: AbortSignal,
): Pick<ExportSource, 'rows' | 'lines' | 'writeParquet'> {
  const selected = exported.select(queryOf(exported));
  const reader: ExportReader = { records, exported, signal };
  const rows = readRows(streamRows(reader, rowEnd));
  if (selected?.kind === 'lines') return { rows, lines: streamRows(reader, selected.end) };
  if (selected?.kind === 'table') return { rows, writeParquet: () => writeTable(reader, selected) };
  return { rows };
}

/** What reads the rows of an export. */
interface ExportReader {
  readonly records: RecordReader;
  readonly exported: ExportedQuery;
  readonly signal: AbortSignal;
}

async function* readRows(batches: AsyncIterable<string>): AsyncGenerator<readonly string[], void, undefined> {
  for await (const batch of batches) yield batch.slice(0, -rowEnd.length).split(rowEnd);
}

/** The query of an export, over all rows or those of a slice. */
const queryOf = ({ selection, query, limit }: ExportedQuery, slice?: RowSlice): ExportQuery => ({
  ...query,
  timezone: selection.scope.timezone,
  rows: (items, columns) =>
    rowTexts(
      slice ? selectSlice(selection, slice) : selection,
      { ...query, items },
      // Where there is a limit, the most relevant rows come first, also in a slice.
      { limit: slice && limit !== null ? slice.rowCount : limit, offset: 0, columns },
    ),
});

const selectedStatement = ({ select, items }: ExportedQuery, query: ExportQuery): Sql =>
  select(query)?.statement ?? query.rows(items);

const statementOf = ({ selection }: ExportedQuery, statement: Sql): ColumnStatement => ({
  tables: [selection.records.table],
  statement,
});

/** Streams the rows, each followed by `end`. */
async function* streamRows(reader: ExportReader, end: string): AsyncGenerator<string, void, undefined> {
  const { records, exported, signal } = reader;
  const stream = (slice?: RowSlice) =>
    records.stream(statementOf(exported, selectedStatement(exported, queryOf(exported, slice))), { end, signal });
  if (!areWide(await largestBytesOf(reader))) yield* stream();
  else for await (const slice of slicesOf(reader)) yield* stream(slice);
}

/** The bytes of the largest rows; 0 for groups and aggregates, which are no rows of the table. */
async function largestBytesOf({ records, exported, signal }: ExportReader): Promise<number> {
  const { query, selection } = exported;
  if (query.keys !== null || query.isAggregated) return 0;
  let text = '';
  const statement = statementOf(exported, largestRows(selection.records));
  for await (const batch of records.stream(statement, { end: '', signal })) text += batch;
  return Number(text);
}

/** The slices of a result. While one is read, the statement of their places waits, however slow its reader is. */
function slicesOf({ records, exported, signal }: ExportReader): AsyncIterable<RowSlice> {
  const places = queryOf(exported).rows(exported.items, [placeOfRow]);
  return sliceRows(records.stream(statementOf(exported, places), { end: '\n', signal, isPaced: false }));
}

/** Writes the table that a format selects. */
async function writeTable(reader: ExportReader, { compression, metadata, statement }: SelectedTable): Promise<string> {
  const { records, exported, signal } = reader;
  const largestBytes = await largestBytesOf(reader);
  const inSlices = areWide(largestBytes) ? await statementOfSlices(reader) : undefined;
  return records.writeParquet(statementOf(exported, inSlices ?? statement), {
    ...{ compression, metadata, signal },
    rowGroupSize: rowGroupSizeOf(largestBytes),
  });
}

/** The statement that selects the slices one after the other; undefined where they have too many ranges, as sorted rows have, or no row. */
async function statementOfSlices(reader: ExportReader): Promise<Sql | undefined> {
  const { exported } = reader;
  const parts: Sql[] = [];
  let rangeCount = 0;
  for await (const slice of slicesOf(reader)) {
    rangeCount += slice.ranges.length;
    if (rangeCount > maxTableRanges) return undefined;
    parts.push(sql`(${selectedStatement(exported, queryOf(exported, slice))})`);
  }
  return parts.length > 0 ? sqlJoin(parts, ' union all ') : undefined;
}

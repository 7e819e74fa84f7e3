import type { RecordReader } from '../../../api/record-reader.ts';
import type { ExportSource, SelectedLines, SelectedTable } from '../../../engine/exports/export-format.ts';
import type { ColumnStatement } from '../../../platform/columns/column-engine.ts';

/** The line break after a row in JSON, which has none itself. */
const rowEnd = '\n';

/** The rows of an export, as its format reads them. Nothing is read before the format does. The signal ends the statement. */
export function exportRows(
  records: RecordReader,
  statement: ColumnStatement,
  selected: SelectedLines | SelectedTable | undefined,
  signal: AbortSignal,
): Pick<ExportSource, 'rows' | 'lines' | 'writeParquet'> {
  const rows = readRows(records.stream(statement, { end: rowEnd, signal }));
  if (selected?.kind === 'lines') return { rows, lines: records.stream(statement, { end: selected.end, signal }) };
  if (selected?.kind === 'table') {
    const { compression, metadata } = selected;
    return { rows, writeParquet: () => records.writeParquet(statement, { compression, metadata, signal }) };
  }
  return { rows };
}

async function* readRows(batches: AsyncIterable<string>): AsyncGenerator<readonly string[], void, undefined> {
  for await (const batch of batches) yield batch.slice(0, -rowEnd.length).split(rowEnd);
}

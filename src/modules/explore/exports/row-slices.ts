import { sql, sqlJoin, sqlName, sqlText, type Sql } from '#kernel/sql.ts';
import type { VisibleRecords } from '#records/index.ts';
import type { Selection } from '../reading/selection.ts';

/*
 * The column engine computes some thousand rows at a time, whatever their size. Where the texts of so many rows take too much of its memory, an
 * export reads slices of the rows, by their positions, one after the other. The engine decodes a slice from the beginning of the rows that it computes at
 * a time, so slices cost many times what one pass does: they are only for rows that one pass cannot read.
 */

/** The number of rows that the engine computes at a time. */
const vectorRows = 2_048;

/** The bytes of so many rows, above which an export reads slices, and those of a slice. A text takes several times its size while it is computed. */
const maxVectorBytes = 24 * 2 ** 20;
const sliceBytes = 8 * 2 ** 20;

/** The maximum number of ranges of a slice. Each is a part of its statement. */
const maxRanges = 100;

/** The positions of neighbours. */
interface PositionRange {
  readonly first: number;
  last: number;
}

/** Rows that follow one another in a result. */
export interface RowSlice {
  readonly rowCount: number;
  readonly ranges: readonly PositionRange[];
}

/** A statement for the bytes of the largest rows that the engine may compute at a time. */
export const largestRows = ({ from }: Pick<VisibleRecords, 'from'>): Sql =>
  sql`select coalesce(sum(_size), 0)::text from (select t._size from ${from} order by t._size desc limit ${sqlText(String(vectorRows))})`;

/** Whether rows are read in slices, by the bytes of the largest ones. */
export const areWide = (largestBytes: number): boolean => largestBytes > maxVectorBytes;

/** A row group of a Parquet file, which the engine holds in memory, has about these bytes, or the rows that it computes at a time. */
const rowGroupBytes = 32 * 2 ** 20;
const maxRowGroupSize = 122_880;

/** The number of rows of a row group, by the bytes of the largest rows. */
export function rowGroupSizeOf(largestBytes: number): number {
  const size = Math.floor((rowGroupBytes * vectorRows) / Math.max(largestBytes, 1));
  return Math.max(Math.min(size, maxRowGroupSize), areWide(largestBytes) ? 1 : vectorRows);
}

/** The position and the size of a row, as a line that `sliceRows` reads. */
export const placeOfRow = sqlText(`t._position::text || ' ' || t._size::text`);

/** Cuts a result into slices. `lines` are batches of lines with the places of its rows, in its order. */
export async function* sliceRows(lines: AsyncIterable<string>): AsyncGenerator<RowSlice, void, undefined> {
  let ranges: PositionRange[] = [];
  let rowCount = 0;
  let bytes = 0;
  for await (const batch of lines)
    for (const line of batch.trimEnd().split('\n')) {
      const [position = 0, size = 0] = line.split(' ').map(Number);
      const isFull = bytes + size > sliceBytes || ranges.length >= maxRanges;
      if (rowCount > 0 && isFull) {
        yield { rowCount, ranges };
        [ranges, rowCount, bytes] = [[], 0, 0];
      }
      const range = ranges.at(-1);
      if (range?.last === position - 1) range.last = position;
      else ranges.push({ first: position, last: position });
      rowCount += 1;
      bytes += size;
    }
  if (rowCount > 0) yield { rowCount, ranges };
}

/** The selection, of the rows of a slice. The engine reads no other row of a range, where it would read all between the positions of a list. */
export function selectSlice(selection: Selection, { ranges }: RowSlice): Selection {
  const { records } = selection;
  const table = sqlName(records.table.name);
  const parts = ranges.map(
    ({ first, last }) => sql`select * from ${table} where _position between ${sqlText(`${first} and ${last}`)}`,
  );
  return { ...selection, records: { ...records, from: sql`(${sqlJoin(parts, ' union all ')}) t` } };
}

/**
 * Rows in the binary format of PostgreSQL, one after the other, as COPY writes them. A row is the number of its columns in two bytes, then
 * for each column the length of its value in four bytes (-1 for null) and the value.
 */
export interface BinaryBatch {
  readonly bytes: Uint8Array;
  readonly view: DataView;
}

/** Receives the values of one column as rows are read. */
export interface BinaryColumn {
  readonly addNull: () => void;
  /** Adds the value that the bytes of the batch hold from `start` up to, but not including, `end`. */
  readonly add: (batch: BinaryBatch, start: number, end: number) => void;
}

/** Reads the rows of a batch and returns their number. */
export function readBinaryRows(bytes: Uint8Array, columns: readonly BinaryColumn[]): number {
  const batch = { bytes, view: new DataView(bytes.buffer, bytes.byteOffset, bytes.length) };
  let rows = 0;
  let at = 0;
  while (at < bytes.length) {
    at += 2;
    for (const column of columns) {
      const length = batch.view.getInt32(at);
      at += 4;
      if (length < 0) column.addNull();
      else column.add(batch, at, (at += length));
    }
    rows += 1;
  }
  return rows;
}

/** PostgreSQL counts days and microseconds from 2000-01-01, Parquet from 1970-01-01. These constants convert one to the other. */
const daysTo2000 = 10_957;
const millisecondsTo2000 = 946_684_800_000n;

/** A `date` as the number of days since 1970. */
export const binaryDay = ({ view }: BinaryBatch, start: number): number => view.getInt32(start) + daysTo2000;

/** A `timestamptz` as the number of whole milliseconds since 1970. */
export function binaryMilliseconds({ view }: BinaryBatch, start: number): bigint {
  const microseconds = view.getBigInt64(start);
  const milliseconds = microseconds / 1000n;
  const isRoundedUp = microseconds < 0n && milliseconds * 1000n !== microseconds;
  return millisecondsTo2000 + (isRoundedUp ? milliseconds - 1n : milliseconds);
}

/** The items of a `text[]`. Its binary format is the number of dimensions, a flag for nulls, the type of the items, the number of items and the first index, then each item after its length. */
export function binaryTexts({ bytes, view }: BinaryBatch, start: number): (Uint8Array | null)[] {
  const isEmpty = view.getInt32(start) === 0;
  const items: (Uint8Array | null)[] = [];
  let at = start + 20;
  for (let rest = isEmpty ? 0 : view.getInt32(start + 12); rest > 0; rest -= 1) {
    const length = view.getInt32(at);
    at += 4;
    items.push(length < 0 ? null : bytes.subarray(at, at + length));
    at += Math.max(length, 0);
  }
  return items;
}

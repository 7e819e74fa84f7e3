import type { RequestContext } from '#api/context.ts';
import { BeyondMemory, StoredRecord } from '#engine/odsql/evaluate/stored-record.ts';
import { type Sql, sqlText } from '#kernel/sql.ts';
import type { TextRow } from '#platform/columns/column-engine.ts';
import { ResultBudget } from '#platform/database/statements.ts';
import { isSmall } from './records-in-memory.ts';
import { positionField, recordIdField, storedColumns } from './record-scope.ts';
import type { VisibleRecords } from './visible-records.ts';

/** Differs where row files have other bytes than before, so that they are made again: `storedColumns` writes other texts, or their format is another. */
const version = 2;

/**
 * The records of a generation in its row file, hidden ones and hidden fields included. Reads fail BeyondMemory for more texts than an answer may have,
 * and DerivedFileDamaged: the column engine answers then.
 */
export interface RecordRows {
  readonly count: number;
  /** The records at positions. */
  at(positions: readonly number[]): Promise<readonly StoredRecord[]>;
  /** The record with an identifier; null where no record has it. */
  withId(recordId: string): Promise<StoredRecord | null>;
  /** The records in an order, null for that of publication. Undefined where its file is still to be made. */
  inOrder(orderBy: Sql | null): RecordOrder | undefined;
}

/** The records in an order, which breaks ties by their positions. */
export interface RecordOrder {
  /** The positions of the records from a number in the order on, from 0. */
  positions(from: number, count: number): Promise<readonly number[]>;
  /** The record with a number. */
  record(number: number): Promise<StoredRecord>;
}

/** The records of a large generation without a tail from its row file. Undefined where the file is still to be made. */
export function recordRows(ctx: RequestContext, records: VisibleRecords): RecordRows | undefined {
  const { table, from, recordCount, allFields } = records;
  if (!table.file || table.readTail || isSmall(records)) return undefined;
  const columns = storedColumns(allFields);
  const file = ctx.app.columnEngine.rowFile({
    name: `${table.name}_${String(version)}`,
    table,
    rowCount: recordCount,
    texts: [sqlText('t._position::text'), ...columns.map(({ json }) => json)],
    from,
  });
  if (!file) return undefined;
  const places = new Map(
    [positionField.column, ...columns.map(({ name }) => name)].map((name, place) => [name, place]),
  );
  const recordOf = (row: TextRow) => new StoredRecord(places, row);
  const maxLength = (ctx.admission.budget() ?? new ResultBudget()).bytesLeft;
  const at = async (positions: readonly number[]): Promise<readonly StoredRecord[]> => {
    const found: StoredRecord[] = [];
    let length = 0;
    for await (const batch of file.rows(positions))
      for (const row of batch) {
        length += lengthOf(row);
        if (length > maxLength) throw new BeyondMemory();
        found.push(recordOf(row));
      }
    return found;
  };
  return {
    count: recordCount,
    at,
    async withId(recordId) {
      const found = await at(await file.positionsOf(recordId));
      return found.find((record) => record.json(recordIdField) === `"${recordId}"`) ?? null;
    },
    inOrder(orderBy) {
      if (!orderBy) return inOrderOfPublication(recordCount, at);
      const order = file.order(orderBy);
      return (
        order && {
          positions: (first, count) => order.positions(first, count),
          record: async (number) => recordOf(await order.row(number)),
        }
      );
    },
  };
}

const inOrderOfPublication = (recordCount: number, at: RecordRows['at']): RecordOrder => ({
  positions: (from, count) =>
    Promise.resolve(
      Array.from({ length: Math.max(0, Math.min(count, recordCount - from)) }, (_, index) => from + index),
    ),
  async record(number) {
    const [record] = await at([number]);
    if (!record) throw new BeyondMemory();
    return record;
  },
});

const lengthOf = (row: TextRow): number => {
  let length = 0;
  for (const text of row) length += text?.length ?? 0;
  return length;
};

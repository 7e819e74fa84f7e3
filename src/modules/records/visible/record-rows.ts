import type { RequestContext } from '#api/context.ts';
import { type StoredRecord, StoredRecords } from '#engine/odsql/evaluate/stored-record.ts';
import { type Sql, sqlText } from '#kernel/sql.ts';
import type { RowsToRead, TextRow } from '#platform/columns/column-engine.ts';
import { isSmall } from './records-in-memory.ts';
import { recordIdField, storedColumns } from './record-scope.ts';
import type { VisibleRecords } from './visible-records.ts';

/** Differs where `storedColumns` writes other texts than before, so that row files are made again. */
const version = 1;

/** A record, and the texts of the place where it was found. */
export interface PlacedRecord {
  readonly record: StoredRecord;
  readonly place: TextRow;
}

/** The records of a generation in its row file, hidden ones and hidden fields included. Undefined is what the column engine must answer. */
export interface RecordRows {
  /** The records whose positions are the last texts that a statement selects. */
  found(statement: Sql): Promise<readonly PlacedRecord[] | undefined>;
  /** The record with an identifier; null where no record has it. */
  withId(recordId: string): Promise<StoredRecord | null | undefined>;
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
  const names = ['_position', ...columns.map(({ name }) => name)];
  const read = async (rows: RowsToRead): Promise<readonly PlacedRecord[] | undefined> => {
    const found = await ctx.records.placedRows(file, rows);
    if (!found) return undefined;
    const stored = new StoredRecords(
      names,
      found.map(({ row }) => row),
    );
    return stored.records.map((record, index) => ({ record, place: found[index]?.place ?? [] }));
  };
  return {
    found: (statement) => read({ tables: [table], statement }),
    async withId(recordId) {
      const found = await read({ id: recordId });
      return found && (found.find(({ record }) => record.json(recordIdField) === `"${recordId}"`)?.record ?? null);
    },
  };
}

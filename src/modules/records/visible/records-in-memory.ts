import type { RequestContext } from '#api/context.ts';
import { StoredRecords } from '#engine/odsql/evaluate/stored-record.ts';
import { CatalogError } from '#kernel/fail.ts';
import { sql } from '#kernel/sql.ts';
import { textRow } from '#platform/columns/column-engine.ts';
import { ResultBudget } from '#platform/database/statements.ts';
import { storedColumns } from './record-scope.ts';
import type { VisibleRecords } from './visible-records.ts';

/** The records, values and bytes of a generation that is kept in memory. A larger one is read by the column engine alone. */
const maxRecords = 2_000;
const maxValues = 40_000;
const maxBytes = 1_000_000;

/** Whether all records of a generation are few enough to be kept in memory. */
export const isSmall = ({ recordCount, allFields }: VisibleRecords): boolean =>
  recordCount <= maxRecords && recordCount * allFields.length <= maxValues;

const noRecords = new StoredRecords([], []);

/**
 * All records of a small generation and its tail, hidden ones included, from memory, where the first read puts them. Undefined for a larger one, and
 * where no records are kept in memory.
 */
export async function recordsInMemory(
  ctx: RequestContext,
  records: VisibleRecords,
): Promise<StoredRecords | undefined> {
  const { recordsInMemory: cache } = ctx.app;
  if (!cache || !isSmall(records)) return undefined;
  if (records.recordCount === 0) return noRecords;
  // The cast is safe, because the name identifies the records.
  const found = cache.getOrRead(records.table.name, () => readRecords(ctx, records), ctx.admission.callerKind);
  return ((await found) as StoredRecords | null) ?? undefined;
}

/** The errors of records that need more bytes than there are for them, here or in the engine. The engine may still answer the query itself. */
const tooLarge: ReadonlySet<string> = new Set(['ANSWER_TOO_LARGE', 'QUERY_TOO_LARGE']);

/** Null for records that have too many bytes. */
async function readRecords(
  ctx: RequestContext,
  { table, from, allFields }: VisibleRecords,
): Promise<StoredRecords | null> {
  const columns = storedColumns(allFields);
  const statement = sql`select ${textRow(columns.map(({ json }) => json))} from ${from} order by t._position`;
  try {
    const rows = await ctx.records.rows({ tables: [table], statement }, new ResultBudget(maxBytes));
    return new StoredRecords(
      columns.map(({ name }) => name),
      rows,
    );
  } catch (error) {
    if (error instanceof CatalogError && tooLarge.has(error.code)) return null;
    throw error;
  }
}

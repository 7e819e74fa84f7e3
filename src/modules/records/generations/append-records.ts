import type { RequestContext } from '../../../api/context.ts';
import type { DataRecord } from '../../../engine/records/record.ts';
import { sql, sqlJoin, sqlText, type Sql } from '../../../kernel/sql.ts';
import { isLockTimeout } from '../../../platform/database/errors.ts';
import { ExtentBuilder, type GeographicExtent } from '../extent/geographic-extent.ts';
import type { PublishedField, RecordField } from '../record-field.ts';
import type { Cell } from '../table/cells.ts';
import { tableOf } from '../table/generation-table.ts';
import { RecordEncoder } from '../table/record-encoder.ts';
import { addColumns, castsOf, TableColumns } from '../table/table-columns.ts';
import { dropIndex, maxIndexedBytes, minIndexedRecords } from '../table/table-indexes.ts';
import type { WordsState } from './generation.entity.ts';
import { indexQueue } from './index-table.job.ts';

/** A generation that records are appended to. */
export interface AppendableGeneration {
  readonly id: number;
  readonly fields: readonly RecordField[];
  readonly recordCount: number;
  readonly words: WordsState;
  /** The extent of the records; null where it is unknown, and then it stays unknown. */
  readonly extent: GeographicExtent | null;
}

/** How long adding a column waits for the readers of the table. Other statements on the table wait just as long. */
const lockTimeoutMs = 500;

/**
 * Appends records to a generation, in the transaction that holds the lock of its dataset; readers see them when it commits.
 * `fields` are the fields of the generation, followed by new fields.
 */
export async function appendRecords(
  tx: RequestContext,
  generation: AppendableGeneration,
  records: readonly DataRecord[],
  fields: readonly PublishedField[],
): Promise<void> {
  const { id, recordCount, words } = generation;
  const assigned = await addFields(tx, generation, fields);
  const extent = new ExtentBuilder(generation.extent ?? {});
  const encoder = new RecordEncoder(assigned, extent);
  const rows = records.map((record, index) => encoder.encode(record, recordCount + index));
  await numberOccurrences(tx, id, encoder.columns.indexOf('_id'), rows);
  await dropOutgrownIndexes(tx, id, encoder.columns, rows);
  const casts = castsOf(assigned);
  const columns = encoder.columns.map((name, index) => ({
    name,
    value: sqlText(`(row.value ->> ${index})::${casts[index] ?? 'text'}`),
  }));
  const isInTable = ({ name }: { readonly name: string }) => name !== '_words' || words !== 'absent';
  if (rows.length > 0) await insert(tx, id, columns.filter(isInTable), rows);
  const count = recordCount + records.length;
  await tx.db.rows(sql`
    update generation set record_count = ${count}::bigint, fields = ${JSON.stringify(assigned)}::jsonb,
      extent = case when extent is not null then ${JSON.stringify(extent.extent)}::jsonb end where id = ${id}::bigint`);
  if (recordCount < minIndexedRecords && count >= minIndexedRecords)
    await tx.app.jobs.send(tx.db, indexQueue, { generation: id });
}

/** Adds columns for new fields and returns all fields. While readers hold the table, values of new fields go to the column `rest` instead. */
async function addFields(
  { db }: RequestContext,
  { id, fields: known }: AppendableGeneration,
  fields: readonly PublishedField[],
): Promise<RecordField[]> {
  const assigned = new TableColumns(known).assign(fields);
  const names = new Set(known.map(({ name }) => name));
  const added = assigned.filter(({ name }) => !names.has(name));
  const statement = addColumns(tableOf(id), added);
  if (!statement) return assigned;
  await db.rows(sqlText('savepoint columns'));
  try {
    await db.rows(sqlText(`set local lock_timeout = ${lockTimeoutMs}`));
    await db.rows(statement);
    await db.rows(sqlText('set local lock_timeout = 0'));
    return assigned;
  } catch (error) {
    if (!isLockTimeout(error)) throw error;
    await db.rows(sqlText('rollback to savepoint columns'));
    return assigned.map((field) => (names.has(field.name) ? field : { ...field, column: null }));
  }
}

/** Numbers records whose values equal those of earlier records, as a publication does. `idIndex`: where a row has its identifier. */
async function numberOccurrences(
  { db }: RequestContext,
  generation: number,
  idIndex: number,
  rows: Cell[][],
): Promise<void> {
  const bases = [...new Set(rows.map((row) => baseOf(row[idIndex])))];
  const found = await db.rows<{ base: string; last: string | null }>(sql`
    select base, (select encode(max(t._id), 'hex') from ${tableOf(generation)} t
      where t._id >= decode(base || '00000000', 'hex') and t._id <= decode(base || 'ffffffff', 'hex')) as last
    from unnest(${bases}::text[]) base`);
  const next = new Map(found.map(({ base, last }) => [base, last === null ? 0 : parseInt(last.slice(-8), 16) + 1]));
  for (const row of rows) {
    const base = baseOf(row[idIndex]);
    const occurrence = next.get(base) ?? 0;
    next.set(base, occurrence + 1);
    row[idIndex] = String.raw`\x${base}${occurrence.toString(16).padStart(8, '0')}`;
  }
}

/** The part of an identifier that comes from the values. */
const baseOf = (id: Cell | undefined): string => String(id).slice(2, 34);

/** Drops the indexes of columns that receive a value too long for an index. */
async function dropOutgrownIndexes(
  { db }: RequestContext,
  generation: number,
  columns: readonly string[],
  rows: readonly (readonly Cell[])[],
): Promise<void> {
  const outgrown = columns.filter(
    (column, index) =>
      column.startsWith('c') && rows.some((row) => Buffer.byteLength(row[index] ?? '') > maxIndexedBytes),
  );
  for (const column of outgrown) await db.rows(dropIndex(generation, column));
}

async function insert(
  { app, db }: RequestContext,
  generation: number,
  columns: readonly { readonly name: string; readonly value: Sql }[],
  rows: readonly (readonly Cell[])[],
): Promise<void> {
  const names = columns.map(({ name }) => sqlText(name));
  const values = columns.map(({ value }) => value);
  await db.rows(sql`
    insert into ${tableOf(generation)} (${sqlJoin(names, ', ')}, _timestamp)
    select ${sqlJoin(values, ', ')}, ${app.clock.now()}::timestamptz
    from jsonb_array_elements(${JSON.stringify(rows)}::jsonb) row`);
}

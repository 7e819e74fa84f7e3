import type { RequestContext } from '../../../api/context.ts';
import type { DataRecord } from '../../../engine/records/record.ts';
import { sql, sqlJoin, sqlText, type Sql } from '../../../kernel/sql.ts';
import { isLockTimeout } from '../../../platform/database/errors.ts';
import { ExtentBuilder, type GeographicExtent } from '../extent/geographic-extent.ts';
import type { PublishedField, RecordField } from '../record-field.ts';
import type { Cell } from '../table/cells.ts';
import { tableOf } from '../table/generation-table.ts';
import { RecordEncoder } from '../table/record-encoder.ts';
import { recordIdentityOf, type RecordIdentity } from '../table/record-identity.ts';
import { addColumns, castsOf, TableColumns } from '../table/table-columns.ts';
import { dropIndex, maxIndexedBytes, minIndexedRecords } from '../table/table-indexes.ts';
import type { WordsState } from './generation.entity.ts';
import { indexQueue } from './index-table.job.ts';

/** A generation that records are appended to. */
export interface AppendableGeneration {
  readonly id: number;
  readonly datasetUid: string;
  readonly fields: readonly RecordField[];
  readonly recordCount: number;
  /** Whether all records have keyed identifiers. To others, records are appended with unkeyed ones, which a job replaces. */
  readonly isKeyed: boolean;
  readonly words: WordsState;
  /** The extent of the records; null where it is unknown, and then it stays unknown. */
  readonly extent: GeographicExtent | null;
}

/** How long a change of the columns waits for the readers of the table. Other statements on the table wait just as long. */
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
  const identity = recordIdentityOf(tx.app.secrets, generation.datasetUid);
  const encoder = new RecordEncoder(assigned, identity, extent);
  const rows = records.map((record, index) => encoder.encode(record, recordCount + index));
  await identify(tx, generation, { identity, idIndex: encoder.columns.indexOf('_id'), rows });
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
    update generation set record_count = ${count}::bigint,
      keyed_count = case when keyed_count = record_count then ${count}::bigint else keyed_count end, fields = ${JSON.stringify(assigned)}::jsonb,
      extent = case when extent is not null then ${JSON.stringify(extent.extent)}::jsonb end where id = ${id}::bigint`);
  if (recordCount < minIndexedRecords && count >= minIndexedRecords)
    await tx.app.jobs.send(tx.db, indexQueue, { generation: id });
}

/** The maximum number of records of a table whose columns change their type while a push waits. */
const maxRewrittenRecords = 100_000;

/**
 * Makes doubles of int columns, in the transaction that holds the lock of the dataset. Returns whether it did: a large table, and one that readers
 * hold, stay as they are.
 */
export async function widenInts(
  { db }: RequestContext,
  { id, fields, recordCount }: AppendableGeneration,
  names: ReadonlySet<string>,
): Promise<boolean> {
  if (recordCount > maxRewrittenRecords) return false;
  const columns = fields.flatMap(({ name, column }) => (names.has(name) && column !== null ? [column] : []));
  if (columns.length === 0) return true;
  const changes = columns.map((column) => sqlText(`alter column ${column} type double precision`));
  return alterTable(db, sql`alter table ${tableOf(id)} ${sqlJoin(changes, ', ')}`);
}

/** Alters a table, and returns whether it did: it does not while readers hold the table. */
async function alterTable(db: RequestContext['db'], statement: Sql): Promise<boolean> {
  await db.rows(sqlText('savepoint columns'));
  try {
    await db.rows(sqlText(`set local lock_timeout = ${lockTimeoutMs}`));
    await db.rows(statement);
    await db.rows(sqlText('set local lock_timeout = 0'));
    return true;
  } catch (error) {
    if (!isLockTimeout(error)) throw error;
    await db.rows(sqlText('rollback to savepoint columns'));
    return false;
  }
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
  if (!statement || (await alterTable(db, statement))) return assigned;
  return assigned.map((field) => (names.has(field.name) ? field : { ...field, column: null }));
}

/** Rows with the digests of their records at `idIndex`. */
interface DigestedRows {
  readonly identity: RecordIdentity;
  readonly idIndex: number;
  readonly rows: readonly Cell[][];
}

/** Replaces the digests of rows by identifiers. Records with equal digests, also those that the table has, are numbered as in a publication. */
async function identify(
  { db }: RequestContext,
  { id: generation, isKeyed }: AppendableGeneration,
  { identity, idIndex, rows }: DigestedRows,
): Promise<void> {
  const digests = [...new Set(rows.map((row) => String(row[idIndex])))];
  const found = await db.rows<{ digest: string; count: number }>(countRepeated(generation, digests, identity));
  const counts = new Map(found.map(({ digest, count }) => [digest, count]));
  for (const row of rows) {
    const digest = String(row[idIndex]);
    const n = counts.get(digest) ?? 0;
    counts.set(digest, n + 1);
    const bytes = Buffer.from(digest.slice(2), 'hex').toString('latin1');
    row[idIndex] = isKeyed ? String.raw`\x${identity.idOf(bytes, n)}` : digest + n.toString(16).padStart(8, '0');
  }
}

/**
 * Counts the records of a table with each digest. They are numbered without gaps, so a search that doubles its bound and then halves the
 * range finds the count in a few lookups of the index, however many records are equal.
 */
const countRepeated = (generation: number, digests: readonly string[], identity: RecordIdentity): Sql => sql`
  with recursive search as (
    select digest::bytea as digest, 0 as low, null::int as high from unnest(${digests}::text[]) digest
    union all
    select digest, case when is_found then n + 1 else low end, case when is_found then high else n end
    from (select *, exists (select from ${tableOf(generation)} t where t._id = any(array[
        ${identity.repeatedSql(identity.firstSql(sql`digest`), sql`int4send(n)`)}, digest || int4send(n)])) as is_found
      from (select *, case when high is null then 2 * low else (low + high) / 2 end as n
        from search where high is null or low < high offset 0) next) tried)
  select digest::text as digest, low as count from search where low = high`;

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

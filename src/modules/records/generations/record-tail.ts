import { fail } from '#kernel/fail.ts';
import { sql } from '#kernel/sql.ts';
import { firstRow, type DatabaseClient } from '#platform/database/database-client.ts';
import type { LineBatch } from '#platform/columns/column-engine.ts';
import { ResultBudget } from '#platform/database/statements.ts';

/** How long what was replaced stays for the requests that read it in several statements. */
export const graceMs = 10 * 60_000;

/** A record of a tail. */
export interface TailRecord {
  readonly position: number;
  /** The identifier, in hexadecimal. */
  readonly id: string;
  /** The line of the record, without its end. */
  readonly line: string;
}

/** Which records of a tail to read, and the number of columns that their lines get. */
export interface TailRange {
  readonly generation: string;
  readonly from: number;
  /** The position after the last one to read. */
  readonly to: number;
  readonly columnCount: number;
}

/** Adds records to the tail of a generation. */
export async function insertTail(
  db: DatabaseClient,
  {
    generation,
    columnCount,
    madeAt,
  }: { readonly generation: string; readonly columnCount: number; readonly madeAt: Date },
  records: readonly TailRecord[],
): Promise<void> {
  await db.rows(sql`
    insert into record_tail (generation, position, id, column_count, line, made_at)
    select ${generation}::bigint, position, decode(id, 'hex'), ${columnCount}::int, line, ${madeAt}::timestamptz
    from unnest(${records.map(({ position }) => position)}::bigint[], ${records.map(({ id }) => id)}::text[],
      ${records.map(({ line }) => line)}::text[]) t(position, id, line)`);
}

/** The bytes of the lines of a tail. */
export async function countTailBytes(
  db: DatabaseClient,
  { generation, from }: Pick<TailRange, 'generation' | 'from'>,
): Promise<number> {
  const found = await firstRow<{ bytes: number }>(
    db,
    sql`
      select coalesce(sum(octet_length(line)), 0)::float8 as bytes
      from record_tail
      where generation = ${generation}::bigint and position >= ${from}::bigint`,
  );
  return found?.bytes ?? 0;
}

/** The maximum numbers of records and bytes that one statement reads; it always reads at least one record. */
const maxBatchRecords = 5_000;
const maxBatchBytes = 4 * 1024 * 1024;

/** Reads lines of a tail, all at once. Fails as `readTailBatches` does. */
export async function readTail(db: DatabaseClient, range: TailRange): Promise<Buffer> {
  const batches = await Array.fromAsync(readTailBatches(db, range));
  return Buffer.concat(batches.map(({ bytes }) => bytes));
}

/**
 * Reads lines of a tail. Columns that a line lacks, because their fields appeared later, are null. Fails UNAVAILABLE for a tail that was folded
 * into the file or dropped some time ago.
 */
export async function* readTailBatches(
  db: DatabaseClient,
  { generation, from, to, columnCount }: TailRange,
): AsyncGenerator<LineBatch> {
  for (let next = from; next < to;) {
    const [batch] = await db.rows<{ lines: string; lineCount: number; maxLineBytes: number }>(
      sql`
      select
        string_agg(line, '' order by position) as lines,
        count(*)::int as "lineCount",
        max(octet_length(line)) as "maxLineBytes"
      from (
        select position, line || repeat(${String.raw`,\N`}, ${columnCount}::int - column_count) || chr(10) as line,
          sum(octet_length(line)) over (order by position) - octet_length(line) as before
        from (
          select position, line, column_count
          from record_tail
          where generation = ${generation}::bigint and position >= ${next}::bigint and position < ${to}::bigint
          order by position
          limit ${maxBatchRecords}::int) t) t
      where before < ${maxBatchBytes}::bigint
      having count(*) > 0 and min(position) = ${next}::bigint`,
      {},
      { budget: new ResultBudget() },
    );
    if (!batch) fail('UNAVAILABLE');
    const { lines, lineCount, maxLineBytes } = batch;
    yield { bytes: Buffer.from(lines), lineCount, maxLineBytes };
    next += lineCount;
  }
}

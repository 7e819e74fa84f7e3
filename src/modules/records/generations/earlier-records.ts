import { type DataRecord, textOf, type Value } from '#engine/records/record.ts';
import { recordTables, sql, sqlJoin, sqlText, type Sql } from '#kernel/sql.ts';
import type { DatabaseClient } from '#platform/database/database-client.ts';
import { ResultBudget } from '#platform/database/statements.ts';
import { type PublishedField, separatorOf } from '../record-field.ts';

/*
 * The records of earlier versions: each generation had a table `records.g<id>`, and before that all generations shared the table `record`. They
 * are read to be written to files.
 */

/** A field of an earlier table; without a column, the column `rest` holds its values. */
export type EarlierField = PublishedField & { readonly column: string | null };

/** A record, and when it was made. */
export interface EarlierRecord {
  readonly record: DataRecord;
  readonly madeAt: Date;
}

/** A table with the records of a generation. */
export interface EarlierTable {
  readonly from: Sql;
  /** Selects the position, the size in bytes, the columns of the values, and when the record was made, as text. */
  readonly columns: Sql;
  readonly toRecord: (row: Row) => DataRecord;
}

type Row = Readonly<Record<string, Value>> & { readonly position: string; readonly made_at: string };

/** How many records one statement reads, and how many bytes at most; it reads at least one record. */
const maxBatch = { records: 1_000, bytes: 4 * 1024 * 1024 };

/** Reads all records of a table in their order, in batches. */
export async function* readEarlierRecords(
  db: DatabaseClient,
  { from, columns, toRecord }: EarlierTable,
): AsyncGenerator<readonly EarlierRecord[]> {
  for (let next = 0; ;) {
    const rows = await db.rows<Row>(
      sql`
      select * from (
        select t.*, sum(t.size) over (order by t.position::bigint) - t.size as before from (
          select ${columns}
          from ${from}
          where t._position >= ${next}::bigint
          order by t._position
          limit ${maxBatch.records}::int) t) t
      where t.before < ${maxBatch.bytes}::bigint order by t.position::bigint`,
      {},
      { budget: new ResultBudget() },
    );
    const last = rows.at(-1);
    if (!last) return;
    next = Number(last.position) + 1;
    yield rows.map((row) => ({ record: toRecord(row), madeAt: new Date(row.made_at) }));
  }
}

const technical = sqlText(
  `t._position::text as position, to_char(t._timestamp at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as made_at`,
);

/** The table of one generation. */
export const earlierTable = (generation: string, fields: readonly EarlierField[]): EarlierTable => ({
  from: sql`${recordTables}g${sqlText(String(Number(generation)))} t`,
  columns: sqlJoin([technical, sqlText('t._size::bigint as size, t.rest'), ...fields.flatMap(columnSql)], ', '),
  toRecord: (row) => Object.fromEntries(fields.map((field) => [field.name, valueOf(row, field)])),
});

/** The records of a generation in the table that all shared, which had them as JSON. They were made with their generation. */
export const sharedTable = (generation: string): EarlierTable => ({
  from: sql`(select r.position as _position, r.value, g.created_at as _timestamp from record r
    join generation g on g.id = r.generation where r.generation = ${generation}::bigint) t`,
  columns: sql`${technical}, octet_length(t.value::text)::bigint as size, t.value`,
  // The cast is safe, because the table held records.
  toRecord: ({ value }) => value as DataRecord,
});

function columnSql({ column, type }: EarlierField): Sql[] {
  if (column === null) return [];
  if (!/^c\d+$/.test(column)) throw new TypeError(`${column} is not a column of records.`);
  return [sql`${readers[type](sqlText(`t.${column}`))} as ${sqlText(column)}`];
}

/** How a statement selects the column of each type, in the form that `valueOf` reads. */
const readers: Readonly<Record<EarlierField['type'], (column: Sql) => Sql>> = {
  text: (column) => column,
  // The conversion is exact, because integers of records have at most 53 bits.
  int: (column) => sql`${column}::double precision`,
  double: (column) => column,
  date: (column) => sql`${column}::text`,
  datetime: (column) => sql`to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US')`,
  geo_point_2d: (column) =>
    sql`case when ${column} is not null then json_build_object('lat', ${column}[1], 'lon', ${column}[0]) end`,
  geo_shape: (column) => column,
  file: (column) => column,
};

function valueOf(row: Row, field: EarlierField): Value {
  const { column, name, type } = field;
  const rest = row['rest'];
  const inRest = isObject(rest) && Object.hasOwn(rest, name) ? (rest[name] ?? null) : null;
  if (inRest !== null && column !== null) return inRest;
  const value = column === null ? inRest : (row[column] ?? null);
  if (column !== null && type === 'datetime' && typeof value === 'string') return instantOf(value);
  const separator = separatorOf(field);
  return separator !== undefined && Array.isArray(value) ? value.map(textOf).join(separator) : value;
}

const isObject = (value: Value | undefined): value is Readonly<Record<string, Value>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** An instant as the engine writes it: without a fraction, or with three digits at least. */
function instantOf(text: string): string {
  const fraction = text.slice(20).replace(/0+$/, '');
  return `${text.slice(0, 19)}${fraction === '' ? '' : `.${fraction.padEnd(3, '0')}`}Z`;
}

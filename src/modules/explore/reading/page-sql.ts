import type { SqlOrderKey } from '../../../engine/odsql/sql/order-sql.ts';
import { sql, sqlAnd, sqlJoin, sqlText, type Sql } from '../../../kernel/sql.ts';
import type { RecordIdField } from '../../records/index.ts';
import type { RecordPosition } from './record-cursor.ts';

/** Records in an order, and the range of them that forms a page. */
export interface RecordRange {
  /** The table under the alias `t`, which all other parts name. */
  readonly from: Sql;
  readonly condition: Sql | undefined;
  readonly keys: readonly SqlOrderKey[];
  /** Whether the condition leaves out records without a value of the first key. */
  readonly isFirstKeyNeverNull: boolean;
  /** A unique value, which breaks ties. */
  readonly position: Sql;
  readonly after: RecordPosition | undefined;
  readonly limit: number;
  readonly offset: number;
}

/** A page of records. */
export interface RecordPage extends RecordRange {
  /** The expression that selects a record, as the text of a JSON object. */
  readonly record: Sql;
  readonly recordId: RecordIdField;
}

/**
 * The rows of a page, with the columns `record` and `place` (see `placeJson`). Both are computed only for the records of
 * the page, not for those that its offset skips.
 */
export const pageSql = (page: RecordPage): Sql =>
  sql`select ${page.record} as record, ${placeJson(page.recordId, [...page.keys.map(({ value }) => value), page.position])} as place
    from (${pageRowsSql(page)}) t`;

/** The identifier of a record, and the texts of its keys and its position, as a JSON array. */
export const placeJson = (recordId: RecordIdField, keysAndPosition: readonly Sql[]): Sql =>
  sql`json_build_array(${recordId.value}, ${sqlJoin(
    keysAndPosition.map((value) => sql`(${value})::text`),
    ', ',
  )})`;

/**
 * The table rows of the page. Rows with a value of the first key and rows without one are read separately, so that
 * PostgreSQL can use an index for both, in both directions and after any cursor.
 */
export function pageRowsSql(page: RecordRange): Sql {
  const { keys, limit, offset } = page;
  const [first, ...others] = keys;
  const range = sql`limit ${limit}::bigint offset ${offset}::bigint`;
  if (!first) return partSql(page, { keys, condition: afterSql(page, keys, page.after?.keys ?? []) }, range);
  const [value, ...rest] = page.after?.keys ?? [];
  const withValue = {
    keys,
    condition: sqlAnd(
      sql`${first.value} is not null`,
      typeof value === 'string' ? afterFirst(page, first, value, rest) : undefined,
    ),
  };
  const withoutValue = {
    keys: others,
    condition: sqlAnd(sql`${first.value} is null`, value === null ? afterSql(page, others, rest) : undefined),
  };
  if (value === null) return partSql(page, withoutValue, range);
  return page.isFirstKeyNeverNull ? partSql(page, withValue, range) : bothSql(page, withValue, withoutValue);
}

/** A part of the rows of a page: those that meet a condition, in the order of the keys. */
interface Part {
  readonly keys: readonly SqlOrderKey[];
  readonly condition: Sql | undefined;
}

const partSql = (page: RecordRange, { keys, condition }: Part, range: Sql): Sql =>
  sql`select t.* from ${page.from} where ${sqlAnd(page.condition, condition)} order by ${orderOf(page, keys)} ${range}`;

/**
 * The rows of the first part, then those of the second. The second part is read only when the first does not fill the page, because a
 * search that finds no record may take long.
 */
function bothSql(page: RecordRange, one: Part, other: Part): Sql {
  const { limit, offset } = page;
  const range = sql`limit ${limit + offset}::bigint`;
  const numbered = (part: Part, number: number): Sql =>
    sql`select t.*, ${number}::int as "$part", row_number() over () as "$number" from (${partSql(page, part, range)}) t`;
  return sql`with first_part as materialized (${numbered(one, 0)})
    select * from (select * from first_part
      union all ${numbered(other, 1)} where (select count(*) from first_part) < ${limit + offset}::bigint) t
    order by "$part", "$number" limit ${limit}::bigint offset ${offset}::bigint`;
}

/** The order of a part. The first key has no nulls in its part, so `nulls last` is left out: PostgreSQL can then scan an index in either direction. */
const orderOf = ({ position, keys: [first] }: RecordRange, keys: readonly SqlOrderKey[]): Sql =>
  sqlJoin(
    [
      ...keys.map((key) => {
        const descending = key === first ? 'desc' : 'desc nulls last';
        return sql`${key.value} ${sqlText(key.isDescending ? descending : 'asc')}`;
      }),
      position,
    ],
    ', ',
  );

const cast = ({ type }: SqlOrderKey, value: string): Sql =>
  sql`${value}::text::${sqlText(type)}${sqlText(type === 'text' ? ' collate "C"' : '')}`;

/** The condition that a record comes after a value of the first key: a range of the key, which an index finds, without the records up to the position. */
function afterFirst(page: RecordRange, key: SqlOrderKey, value: string, rest: readonly (string | null)[]): Sql {
  const [, ...others] = page.keys;
  const beyond = sqlText(key.isDescending ? '<' : '>');
  const bound = cast(key, value);
  return sql`${key.value} ${beyond}= ${bound} and (${key.value} ${beyond} ${bound} or ${afterSql(page, others, rest)})`;
}

/** The condition that a record comes after a position: later in the first key that differs; nulls come last. */
function afterSql(
  page: RecordRange,
  keys: readonly SqlOrderKey[],
  values: readonly (string | null)[],
): Sql | undefined {
  if (!page.after) return undefined;
  const [key, ...others] = keys;
  if (!key) return sql`${page.position} > ${page.after.position}::bigint`;
  const [value, ...rest] = values;
  const afterInOtherKeys = afterSql(page, others, rest) ?? sqlText('true');
  if (typeof value !== 'string') return sql`(${key.value} is null and ${afterInOtherKeys})`;
  const bound = cast(key, value);
  const beyond = sqlText(key.isDescending ? '<' : '>');
  return sql`(${key.value} ${beyond} ${bound} or ${key.value} is null or (${key.value} = ${bound} and ${afterInOtherKeys}))`;
}

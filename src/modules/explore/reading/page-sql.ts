import type { SqlOrderKey } from '../../../engine/odsql/sql/order-sql.ts';
import { sql, sqlAnd, sqlJoin, sqlText, type Sql } from '../../../kernel/sql.ts';
import type { RecordPosition } from './record-cursor.ts';

/** A page of records in an order. */
export interface RecordPage {
  readonly from: Sql;
  readonly condition: Sql | undefined;
  readonly keys: readonly SqlOrderKey[];
  /** Unique; it breaks ties. */
  readonly position: Sql;
  /** What is selected of a record, as JSON. */
  readonly record: Sql;
  readonly after: RecordPosition | undefined;
  readonly limit: number;
  readonly offset: number;
}

/**
 * The rows of a page: `record`, and the texts of the keys and the position as a JSON array in `place`. Records with a value of the first key
 * and those without are read apart, so that an index serves both, in both directions and after any cursor.
 */
export function pageSql(page: RecordPage): Sql {
  const { keys, limit, offset } = page;
  const [first, ...others] = keys;
  if (!first) {
    const condition = afterSql(page, keys, page.after?.keys ?? []);
    return sql`${partSql(page, { keys, condition }, limit)} offset ${offset}::bigint`;
  }
  const [value, ...rest] = page.after?.keys ?? [];
  const withoutValue = {
    keys: others,
    condition: sqlAnd(sql`${first.value} is null`, value === null ? afterSql(page, others, rest) : undefined),
  };
  const withValue = {
    keys,
    condition: sqlAnd(
      sql`${first.value} is not null`,
      typeof value === 'string' ? afterFirst(page, first, value, rest) : undefined,
    ),
  };
  const parts = value === null ? [withoutValue] : [withValue, withoutValue];
  const branches = parts.map(
    (part, at) =>
      sql`select part.*, ${at}::int as "$part", row_number() over () as "$number" from (${partSql(page, part, limit + offset)}) part`,
  );
  return sql`select record, place from (${sqlJoin(branches, ' union all ')}) as page order by "$part", "$number"
    limit ${limit}::bigint offset ${offset}::bigint`;
}

interface Part {
  readonly keys: readonly SqlOrderKey[];
  readonly condition: Sql | undefined;
}

function partSql(page: RecordPage, { keys, condition }: Part, limit: number): Sql {
  const place = sqlJoin(
    [...page.keys.map(({ value }) => value), page.position].map((value) => sql`(${value})::text`),
    ', ',
  );
  return sql`select ${page.record} as record, json_build_array(${place}) as place
    from ${page.from} where ${sqlAnd(page.condition, condition)} order by ${orderOf(page, keys)} limit ${limit}::bigint`;
}

/** The first key of the part with values has no nulls, so that an index is scanned in either direction. */
const orderOf = ({ position, keys: [first] }: RecordPage, keys: readonly SqlOrderKey[]): Sql =>
  sqlJoin(
    [
      ...keys.map((key) => {
        const direction = key.isDescending ? (key === first ? 'desc' : 'desc nulls last') : 'asc';
        return sql`${key.value} ${sqlText(direction)}`;
      }),
      position,
    ],
    ', ',
  );

const cast = ({ type }: SqlOrderKey, value: string): Sql =>
  sql`${value}::text::${sqlText(type)}${sqlText(type === 'text' ? ' collate "C"' : '')}`;

/** After a value of the first key: a range of it, which an index finds, and in it what comes after. */
function afterFirst(page: RecordPage, key: SqlOrderKey, value: string, rest: readonly (string | null)[]): Sql {
  const [, ...others] = page.keys;
  const beyond = sqlText(key.isDescending ? '<' : '>');
  const bound = cast(key, value);
  return sql`${key.value} ${beyond}= ${bound} and (${key.value} ${beyond} ${bound} or ${afterSql(page, others, rest)})`;
}

/** The condition that a record comes after a position: later in the first key that differs; nulls come last. */
function afterSql(page: RecordPage, keys: readonly SqlOrderKey[], values: readonly (string | null)[]): Sql | undefined {
  if (!page.after) return undefined;
  const [key, ...others] = keys;
  if (!key) return sql`${page.position} > ${page.after.position}::bigint`;
  const [value, ...rest] = values;
  const same = afterSql(page, others, rest) ?? sqlText('true');
  if (typeof value !== 'string') return sql`(${key.value} is null and ${same})`;
  const bound = cast(key, value);
  const beyond = sqlText(key.isDescending ? '<' : '>');
  return sql`(${key.value} ${beyond} ${bound} or ${key.value} is null or (${key.value} = ${bound} and ${same}))`;
}

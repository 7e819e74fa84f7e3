import { sortedRows, type SqlOrderKey } from '../../../engine/odsql/sql/order-sql.ts';
import { sql, sqlAnd, sqlJoin, sqlText, type Sql } from '../../../kernel/sql.ts';
import type { RecordPosition } from './record-cursor.ts';

/** Records in an order, and the range of them that forms a page. */
export interface RecordRange {
  /** The table under the alias `t`, which all other parts name. It returns its records in the order of their positions. */
  readonly from: Sql;
  readonly condition: Sql | undefined;
  /** Empty for the order of publication. */
  readonly keys: readonly SqlOrderKey[];
  /** The position of a record: a whole number from 0, without gaps. It breaks ties. */
  readonly position: Sql;
  readonly after: RecordPosition | undefined;
  /** Null for all records. */
  readonly limit: number | null;
  readonly offset: number;
}

/** A page of records. */
export interface RecordPage extends RecordRange {
  /** The text of the JSON object of a record. */
  readonly record: Sql;
  /** The text of the identifier of a record. */
  readonly recordId: Sql;
}

/** The rows of a page. Their columns are texts: the record, its identifier, its keys, of which each may be null, and its position. */
export function pageSql(page: RecordPage): Sql {
  const places = [...page.keys.map(({ value }) => value), page.position].map(
    (value, index) => sql`(${value})::text as ${sqlText(`place${index}`)}`,
  );
  return sql`select ${page.record} as record, ${page.recordId} as id, ${sqlJoin(places, ', ')} from (${pageRowsSql(page)}) t`;
}

/** The table rows of a page. */
export function pageRowsSql({ from, condition, keys, position, after, limit, offset }: RecordRange): Sql {
  const rows = { from, alias: sqlText('t'), position, keys, limit, offset };
  if (keys.length > 0)
    return sortedRows({ ...rows, condition: sqlAnd(condition, after && afterKeys(keys, position, after)) });
  // the table has the order, so nothing is sorted
  if (condition)
    return sortedRows({
      ...rows,
      condition: sqlAnd(condition, after && afterPosition(position, after)),
      position: null,
    });
  const start = (after ? BigInt(after.position) + 1n : 0n) + BigInt(Math.trunc(offset));
  if (start >= 2n ** 63n) return sortedRows({ ...rows, condition: sqlText('false'), position: null, offset: 0 });
  // the statistics of positions find the first record, where an offset would read all before
  return sortedRows({ ...rows, condition: sql`${position} >= ${String(start)}::bigint`, position: null, offset: 0 });
}

const afterPosition = (position: Sql, after: RecordPosition): Sql => sql`${position} > ${after.position}::bigint`;

/**
 * The condition that a record comes after a position: later in the first key that differs. Nulls come last. Conditions on one key alone
 * are apart from others, because an engine compares them with statistics.
 */
function afterKeys(keys: readonly SqlOrderKey[], position: Sql, after: RecordPosition): Sql {
  return keys.reduceRight<Sql>(
    (rest, key, index) => {
      const value = after.keys[index];
      if (typeof value !== 'string') return sql`(${key.value} is null and ${rest})`;
      const bound = cast(key, value);
      const beyond = sqlText(key.isDescending ? '<' : '>');
      const isAt = sql`(${key.value} ${beyond}= ${bound} or ${key.value} is null)`;
      return sql`(${isAt} and (${key.value} ${beyond} ${bound} or ${key.value} is null or ${rest}))`;
    },
    afterPosition(position, after),
  );
}

const cast = ({ type }: SqlOrderKey, value: string): Sql =>
  sql`${value}::text::${sqlText(type)}${sqlText(type === 'text' ? ' collate "C"' : '')}`;

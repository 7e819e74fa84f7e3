import type { BoundFilter, BoundOrderKey } from '#engine/odsql/bind/bound.ts';
import { relevanceSql, usesIndex } from '#engine/odsql/sql/words-sql.ts';
import { orderKeys, sortedRows, type SqlOrderKey, withoutGroups } from '#engine/odsql/sql/query-sql.ts';
import type { SqlField } from '#engine/odsql/sql/scope.ts';
import type { RecordSelection } from './selection.ts';
import { sql, sqlAnd, sqlJoin, sqlText, type Sql } from '#kernel/sql.ts';

/** Where a page ends: the texts of the keys of the order, null where a record has no value, and the position. */
export interface RecordPosition {
  readonly keys: readonly (string | null)[];
  readonly position: string;
}

/** What a page is sorted by. */
export interface PageOrder {
  /** Empty for the order of publication. */
  readonly keys: readonly SqlOrderKey[];
  /** Whether the only key is the relevance of a search. */
  readonly isRanked: boolean;
  /** Whether the condition keeps the records in the order of the table. */
  readonly isInOrder: boolean;
}

/** What a page is sorted by: the keys of the order, else the relevance of a search, else nothing for the order of publication. */
export function pageOrder(
  { scope }: RecordSelection,
  filter: BoundFilter<SqlField> | null,
  order: readonly BoundOrderKey<SqlField>[],
): PageOrder {
  const relevance = order.length === 0 ? relevanceSql(filter, scope) : null;
  const isInOrder = !filter || !usesIndex(filter, scope);
  return relevance
    ? { keys: [{ value: relevance, type: 'double precision', isDescending: true }], isRanked: true, isInOrder }
    : { keys: orderKeys(order, scope, withoutGroups), isRanked: false, isInOrder };
}

/** Records in an order, and the range of them that forms a page. */
export interface RecordRange extends PageOrder {
  /** The table under the alias `t`, which all other parts name. It returns its records in the order of their positions. */
  readonly from: Sql;
  readonly condition: Sql | undefined;
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
export const pageSql = (page: RecordPage): Sql =>
  sql`select ${page.record} as record, ${page.recordId} as id, ${placesOf(page)} from (${pageRowsSql(page)}) t`;

/** The places of the rows of a page: the texts of their keys, of which each may be null, and of their positions. */
export const placesSql = (page: RecordRange): Sql => sql`select ${placesOf(page)} from (${sortedPage(page)}) t`;

function placesOf(page: RecordRange): Sql {
  const values = [...keysOf(page).map(({ value }) => value), page.position];
  const places = values.map((value, index) => sql`(${value})::text as ${sqlText(`place${index}`)}`);
  return sqlJoin(places, ', ');
}

/** The table rows of a page. */
export function pageRowsSql(page: RecordRange): Sql {
  if (page.isRanked || page.keys.length === 0) return sortedPage(page);
  // The keys choose the rows, whose other columns are then read by the numbers that the engine gives to rows.
  const numbers = sortedPage(page, sqlText('t._row'));
  return sortedRows({ ...page, alias, condition: sql`t._row in (${numbers})`, limit: null, offset: 0 });
}

/** The rows of a page, sorted with all columns that are selected of them. */
function sortedPage(page: RecordRange, columns?: Sql): Sql {
  const { condition, position, after } = page;
  if (isAfterRanked(page) || page.keys.length === 0) return rowsInOrder(page);
  const rows = { ...page, alias, keys: keysOf(page) };
  const isAfter = after && afterKeys(rows.keys, position, after);
  if (page.isRanked)
    return sortedRows({ ...rows, from: sql`(${firstMatches(page)}) t`, condition: isAfter ?? sqlText('true') });
  const matches = sqlAnd(condition, isAfter);
  return sortedRows({ ...rows, ...(columns && { columns }), condition: sqlAnd(matches, isWithinReach(page, matches)) });
}

/** The number of rows up to which the column engine keeps the first of an order, instead of sorting all. */
const maxKept = 5_000;

/**
 * The condition that the first key of a row is among the first of all rows, as many as a page reaches. Without it the engine sorts all rows for a page
 * beyond `maxKept`. Undefined for another page.
 */
function isWithinReach({ from, keys, limit, offset }: RecordRange, condition: Sql): Sql | undefined {
  const [key] = keys;
  const reach = (limit ?? Infinity) + offset;
  if (!key || reach <= maxKept || reach > 2 * maxKept) return undefined;
  const [first, last, upTo] = (key.isDescending ? ['max', 'list_min', '>='] : ['min', 'list_max', '<=']).map(sqlText);
  const count = sqlText(String(Math.trunc(reach)));
  // null where fewer rows have a value: then the page may reach the rows without one
  const bound = sql`(select case when len(firsts) = ${count} then ${last}(firsts) end
    from (select ${first}(${key.value}, ${count}) as firsts from ${from} where ${condition}) as kept)`;
  return sql`coalesce(${key.value} ${upTo} ${bound}, true)`;
}

const alias = sqlText('t');

/** Rows in the order of publication, which the table has, so that nothing is sorted unless the condition loses it. */
function rowsInOrder(page: RecordRange): Sql {
  const { condition, position, after, limit, offset } = page;
  const rows = { ...page, alias, keys: [], position: null };
  if (condition) return firstRows({ ...page, condition: sqlAnd(condition, after && afterPosition(position, after)) });
  const start = (after ? BigInt(after.position) + 1n : 0n) + BigInt(Math.trunc(offset));
  const end = limit === null ? null : start + BigInt(Math.trunc(limit));
  // the statistics of positions find the records, where an offset would read all before, and without an end 2,048 would be read
  const isInRange =
    start < 2n ** 63n
      ? sqlAnd(
          sql`${position} >= ${String(start)}::bigint`,
          end !== null && end < 2n ** 63n ? sql`${position} < ${String(end)}::bigint` : undefined,
        )
      : sqlText('false');
  return sortedRows({ ...rows, condition: isInRange, offset: 0 });
}

/**
 * The number of matches of a search that are ranked, so that frequent words cost no more than others: the first in the order of
 * publication. The others follow in that order.
 */
const maxRanked = 10_000;

/** Whether a page of a search follows a match that is not ranked. */
const isAfterRanked = ({ isRanked, after }: RecordRange): boolean => isRanked && after?.keys[0] === null;

/** The keys of a page. The relevance of a match that is not ranked is null. */
function keysOf(page: RecordRange): readonly SqlOrderKey[] {
  if (!page.isRanked) return page.keys;
  return page.keys.map((key) => ({
    ...key,
    value: isAfterRanked(page)
      ? sqlText('null')
      : sql`case when t._match <= ${sqlText(String(maxRanked))} then ${key.value} end`,
  }));
}

/** The matches that are ranked, and as many more as the page may reach, numbered from 1 in `_match`. */
function firstMatches(page: RecordRange): Sql {
  const { position, isInOrder, limit, offset } = page;
  const found = firstRows({ ...page, offset: 0, limit: limit === null ? null : maxRanked + limit + offset });
  return sql`select t.*, row_number() over (${isInOrder ? sqlText('') : sql`order by ${position}`}) as _match from (${found}) t`;
}

/** The first rows of a condition, in the order of publication. Where the condition loses it, their numbers alone are sorted before the rows are read. */
function firstRows(page: RecordRange): Sql {
  const { condition = sqlText('true'), position } = page;
  const rows = { ...page, alias, condition, keys: [] };
  if (page.isInOrder) return sortedRows({ ...rows, position: null });
  const numbers = sortedRows({ ...rows, columns: sqlText('t._row'), position });
  return sortedRows({ ...rows, condition: sql`t._row in (${numbers})`, position, limit: null, offset: 0 });
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

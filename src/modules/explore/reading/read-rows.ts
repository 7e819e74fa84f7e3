import type { BoundQuery } from '../../../engine/odsql/bind/bound/bound-query.ts';
import { isFirstKeyNeverNull } from '../../../engine/odsql/bind/filters/is-first-key-never-null.ts';
import { AggregateColumns } from '../../../engine/odsql/sql/aggregate-sql.ts';
import { rowSql, rowsStatement, type QueryRange, type SqlQuery } from '../../../engine/odsql/sql/query-sql.ts';
import { relevanceSql } from '../../../engine/odsql/sql/words-sql.ts';
import type { SqlField } from '../../../engine/odsql/sql/scope.ts';
import type { RowRange } from '../../../api/types/explore/row-range.ts';
import type { RequestContext } from '../../../api/context.ts';
import { JsonText } from '../../../kernel/json-text.ts';
import { sql, sqlJoin, sqlText, type Sql } from '../../../kernel/sql.ts';
import { matchPositions } from './match-positions.ts';
import { matchesOf, type Matches } from './matches.ts';
import { pageRowsSql } from './page-sql.ts';
import { orderKeysOf } from './read-page.ts';
import { readCachedText } from './run-reads.ts';
import { conditionOf, filterOf, type Selection } from './selection.ts';

/** The rows of a query over the selected records: records, or groups of them. Each is a JSON object. */
export function readRows(
  ctx: RequestContext,
  selection: Selection,
  query: Omit<BoundQuery<SqlField>, 'filter' | 'scope'>,
  range: RowRange,
): Promise<JsonText[]> {
  const isPage = query.keys === null && !query.isAggregated;
  const rows = isPage ? pageTexts(selection, query, range) : rowTexts(selection, query, range);
  return readLines(ctx, selection, rows);
}

/** A statement for a page of records. It first finds the records of the page, and makes JSON only of these. */
function pageTexts(selection: Selection, query: Omit<BoundQuery<SqlField>, 'filter' | 'scope'>, range: RowRange): Sql {
  const { records, scope } = selection;
  const filter = filterOf(selection);
  const matches = matchesOf(selection, filter);
  if (matches && query.order.length === 0) return matchingRows(selection, { ...query, filter, scope }, matches, range);
  const page = pageRowsSql({
    from: matches?.found ?? records.from,
    condition: matches ? undefined : conditionOf(selection, filter),
    keys: orderKeysOf(selection, query.order),
    isFirstKeyNeverNull: isFirstKeyNeverNull(filter, query.order),
    position: scope.position,
    after: undefined,
    ...range,
  });
  return sql`select ${rowSql(query.items, scope)} as row from (${page}) t`;
}

/** A statement for the rows, each as the text of a JSON object, or as `columns`. */
export function rowTexts(
  selection: Selection,
  query: Omit<BoundQuery<SqlField>, 'filter' | 'scope'>,
  range: Omit<QueryRange, 'from' | 'condition'>,
): Sql {
  const { records, scope } = selection;
  const filter = filterOf(selection);
  const { limit, offset, columns } = range;
  const isPage = limit !== null && query.keys === null && !query.isAggregated;
  const matches = isPage ? matchesOf(selection, filter) : undefined;
  if (matches && isPage)
    return matchingRows(selection, { ...query, filter, scope }, matches, { limit, offset, columns });
  const { words } = scope;
  // Without a limit, the rows come in the order of publication: an order by relevance would delay the first row until the last match is found.
  const rowScope = limit === null && words ? { ...scope, words: { ...words, isRanked: false } } : scope;
  return rowsStatement(
    { ...query, filter, scope: rowScope },
    { from: records.from, condition: records.condition ?? undefined, ...range },
  );
}

/** The rows of records that match words: by relevance unless another order is asked for. */
function matchingRows(
  { scope }: Selection,
  query: SqlQuery,
  matches: Matches,
  range: RowRange & Pick<QueryRange, 'columns'>,
): Sql {
  if (query.order.length > 0) return rowsStatement({ ...query, filter: null }, { from: matches.found, ...range });
  const relevance = relevanceSql(query.filter, scope);
  const { position } = scope;
  const places = matchPositions({ ...matches, ...range, position, relevance, after: undefined });
  const from = sql`(select t.*, row_number() over (order by p.relevance desc nulls last, p.position) as _place
    from (${places}) p join ${matches.from} on ${position} = p.position) t`;
  const placed = { ...scope, position: sqlText('t._place') };
  return rowsStatement(
    { ...query, filter: null, scope: placed },
    { from, limit: range.limit, offset: 0, columns: range.columns },
  );
}

/** The one row of a query whose items are aggregates, over all selected records. */
export async function readTotals(
  ctx: RequestContext,
  selection: Selection,
  { items }: Pick<BoundQuery<SqlField>, 'items'>,
): Promise<JsonText[]> {
  const { records, scope } = selection;
  const aggregates = new AggregateColumns();
  const row = rowSql(items, scope, {
    key: () => sqlText('null'),
    aggregate: (aggregate) => sqlText(`total.${aggregates.add(aggregate)}`),
  });
  const condition = conditionOf(selection, filterOf(selection)) ?? sqlText('true');
  const totals = sql`select ${sqlJoin(aggregates.columns(), ', ')} from ${records.from} where ${condition}`;
  return readLines(ctx, selection, sql`select ${row} as row from (${totals}) total`);
}

/** Reads the rows of a statement as JSON lines: no row contains a line break, so that they are separated without being parsed. */
async function readLines(ctx: RequestContext, { records }: Selection, statement: Sql): Promise<JsonText[]> {
  const lines = sql`select coalesce(string_agg(listed.row, E'\n'), '') from (${statement}) listed`;
  const text = await readCachedText(ctx, records, lines);
  return text === '' ? [] : text.split('\n').map((line) => new JsonText(line));
}

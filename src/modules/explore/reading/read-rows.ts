import type { BoundQuery } from '#engine/odsql/bind/bound.ts';
import { AggregateColumns } from '#engine/odsql/sql/value-sql.ts';
import { type QueryRange, rowSql, rowsStatement } from '#engine/odsql/sql/query-sql.ts';
import type { SqlField } from '#engine/odsql/sql/scope.ts';
import type { RowRange } from '#api/types/odsql.inputs.ts';
import type { RequestContext } from '#api/context.ts';
import { JsonText } from '#kernel/json.ts';
import { sql, sqlJoin, sqlText, type Sql } from '#kernel/sql.ts';
import { evaluatedRows, evaluatedTotals } from './evaluate-reads.ts';
import { pageRowsSql } from './page-sql.ts';
import { pageOrder } from './read-page.ts';
import { onlyColumn, readTexts, type RecordRead } from './run-reads.ts';
import { conditionOf, filterOf, type Selection } from './selection.ts';

/** The rows of a query over the selected records: records, or groups of them. Each is a JSON object. */
export function readRows(
  ctx: RequestContext,
  selection: Selection,
  query: Omit<BoundQuery<SqlField>, 'filter' | 'scope'>,
  range: RowRange,
): Promise<JsonText[]> {
  const isPage = query.keys === null && !query.isAggregated;
  return readRowTexts(ctx, selection, {
    statement: () => (isPage ? pageTexts(selection, query, range) : rowTexts(selection, query, range)),
    evaluate: evaluatedRows(selection, { ...query, filter: filterOf(selection) }, range),
  });
}

/** A statement for a page of records. It first finds the records of the page, and makes JSON only of these. */
function pageTexts(selection: Selection, query: Omit<BoundQuery<SqlField>, 'filter' | 'scope'>, range: RowRange): Sql {
  const { records, scope } = selection;
  const filter = filterOf(selection);
  const page = pageRowsSql({
    from: records.from,
    condition: conditionOf(selection, filter),
    ...pageOrder(selection, filter, query.order),
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
  const { words } = scope;
  // Without a limit, the rows come in the order of publication: an order by relevance would delay the first row until the last match is found.
  const rowScope = range.limit === null && words ? { ...scope, words: { ...words, isRanked: false } } : scope;
  return rowsStatement(
    { ...query, filter: filterOf(selection), scope: rowScope },
    { from: records.from, condition: records.condition ?? undefined, isInOrder: true, ...range },
  );
}

/** The one row of a query whose items are aggregates, over all selected records. */
export function readTotals(
  ctx: RequestContext,
  selection: Selection,
  { items }: Pick<BoundQuery<SqlField>, 'items'>,
): Promise<JsonText[]> {
  return readRowTexts(ctx, selection, {
    statement: () => totalsStatement(selection, items),
    evaluate: evaluatedTotals(selection, filterOf(selection), items),
  });
}

function totalsStatement(selection: Selection, items: BoundQuery<SqlField>['items']): Sql {
  const { records, scope } = selection;
  const aggregates = new AggregateColumns();
  const row = rowSql(items, scope, {
    key: () => sqlText('null'),
    aggregate: (aggregate) => sqlText(`total.${aggregates.add(aggregate)}`),
  });
  const condition = conditionOf(selection, filterOf(selection)) ?? sqlText('true');
  const totals = sql`select ${sqlJoin(aggregates.columns(), ', ')} from ${records.from} where ${condition}`;
  return sql`select ${row} as row from (${totals}) total`;
}

/** Reads rows, each a JSON text. */
const readRowTexts = async (ctx: RequestContext, { records }: Selection, read: RecordRead): Promise<JsonText[]> =>
  onlyColumn(await readTexts(ctx, records, read, { isCached: true })).map((text) => new JsonText(text));

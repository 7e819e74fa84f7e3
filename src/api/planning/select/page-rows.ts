import type { GraphQLField } from 'graphql';
import { sql, sqlAnd, sqlJoin, sqlName, sqlText, type Sql } from '#kernel/sql.ts';
import { keyColumns, keysFromPaths } from '#api/reading/page/access-paths.ts';
import { betweenPositions, orderBy, parseCursor, readingOrder, type CursorArgument } from '#api/reading/page/cursor.ts';
import { checkPage, type Page } from '#api/reading/page/page-args.ts';
import type { AccessPath, Order, TypeSource } from '#api/reading/declare/type-source.ts';
import type { ArgumentValues, PlanBuilder } from '../builder/plan-builder.ts';
import type { FieldNodes } from './select-list.ts';

/** The rows that a connection shows a page of, and the field that requests the connection. */
export interface PageSelection {
  readonly source: TypeSource;
  readonly order: Order;
  /** The alias of the rows, which the condition uses. */
  readonly alias: Sql;
  readonly where: Sql;
  /** The number of rows of all pages, where it is known without counting them. */
  readonly total?: Sql | undefined;
  /** The paths to all rows that meet the condition, in their order, where there are some. */
  readonly accessPaths?: readonly AccessPath[] | undefined;
  readonly field: GraphQLField<unknown, unknown>;
  readonly nodes: FieldNodes;
}

/** The requested page; fails INVALID_INPUT when it is out of range. */
const pageOf = ({ first, after, last, before, offset }: ArgumentValues): Page =>
  checkPage({
    first: typeof first === 'number' ? first : null,
    after: typeof after === 'string' ? after : undefined,
    last: typeof last === 'number' ? last : undefined,
    before: typeof before === 'string' ? before : undefined,
    offset: Number(offset),
  });

const pageParameter = (
  builder: PlanBuilder,
  { field, nodes: [node] }: PageSelection,
  valueFrom: (page: Page) => unknown,
) => builder.addParameter(field, node, (args) => valueFrom(pageOf(args)));

/** The page as the plan is compiled for it: which arguments are given, and which end it is read from, but not their values. */
export const plannedPage = (builder: PlanBuilder, { field, nodes: [node] }: PageSelection): Page =>
  pageOf(builder.argumentsOf(field, node));

/** The maximum length of the page. */
export const pageLength = (builder: PlanBuilder, selection: PageSelection): Sql =>
  sql`${pageParameter(builder, selection, ({ length }) => length)}::int`;

/** The number of rows of all pages. */
export const countRows = ({ source, alias, where, total }: PageSelection): Sql =>
  total ?? sql`(select count(*)::int from ${sqlName(source.table)} ${alias} where ${where})`;

/**
 * The `from` clause of the page: its rows under their alias, in their order, up to the limit. Where rows are skipped or found by access
 * paths, the keys of the page are selected first and each row is then looked up by its key, so that a skipped row costs an index entry and
 * not its columns.
 * `offset 0` in the lookup is a fence: without it PostgreSQL may flatten the subquery and scan the table.
 */
export function pageRows(builder: PlanBuilder, selection: PageSelection, limit: Sql): Sql {
  const { source, order, alias, where, accessPaths } = selection;
  const page = plannedPage(builder, selection);
  const between = isBetweenCursors(builder, selection, page);
  const offset =
    page.offset === 0 ? undefined : sql`${pageParameter(builder, selection, (given) => given.offset)}::int`;
  const reading = readingOrder(order, page);
  const table = sql`${sqlName(source.table)} ${alias}`;
  const offsetClause = offset ? sql` offset ${offset}` : sql``;
  const clauses = sql`from ${table} where ${sqlAnd(where, between(alias))} order by ${orderBy(reading, alias)} limit ${limit}${offsetClause}`;
  if (source.isKeyLookupCostly || !(offset || accessPaths))
    return sql`from (select ${alias}.* ${clauses}) ${alias} order by ${orderBy(order, alias)}`;
  const key = sqlName(source.key);
  const columns = keyColumns(source, order).map((column) => sql`${alias}.${sqlName(column)}`);
  const keys = accessPaths
    ? keysFromPaths(source, accessPaths, { order: reading, between, limit, offset })
    : sql`select ${sqlJoin(columns, ', ')} ${clauses}`;
  // the lookup repeats `where`, because a key may be unique only within the parent, for example the name of a file; paths find rows by that key alone
  const rowByKey = sql`select * from ${table} where ${sqlAnd(sql`${alias}.${key} = chosen.${key}`, accessPaths ? undefined : where)} offset 0`;
  return sql`from (${keys}) chosen cross join lateral (${rowByKey}) ${alias}
    order by ${orderBy(order, sqlText('chosen'))}`;
}

/** The condition that a row under an alias is between the cursors, with a parameter for each cursor and column of the order. */
function isBetweenCursors(builder: PlanBuilder, selection: PageSelection, page: Page): (alias: Sql) => Sql | undefined {
  const { order } = selection;
  const parametersOf = (argument: CursorArgument) =>
    page[argument] === undefined
      ? []
      : order.by.map((_column, index) =>
          pageParameter(builder, selection, (given) => parseCursor(given, argument, order)[index]),
        );
  const positions = { after: parametersOf('after'), before: parametersOf('before') };
  return (alias) => betweenPositions(order, alias, page, (argument) => positions[argument]);
}

import type { GraphQLField } from 'graphql';
import { sql, sqlAnd, sqlJoin, sqlName, sqlText, type Sql } from '../../../kernel/sql.ts';
import { keyColumns, keysFromPaths } from '../../reading/page/access-paths.ts';
import { afterPosition, orderBy, parseCursor } from '../../reading/page/cursor.ts';
import { checkPage, type PageArgs } from '../../reading/page/page-args.ts';
import type { AccessPath, Order, TypeSource } from '../../reading/declare/type-source.ts';
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
const pageArgsOf = ({ first, offset, after }: ArgumentValues): PageArgs =>
  checkPage({ first: Number(first), offset: Number(offset), after: typeof after === 'string' ? after : undefined });

const pageParameter = (
  builder: PlanBuilder,
  { field, nodes: [node] }: PageSelection,
  valueFrom: (page: PageArgs) => unknown,
) => builder.addParameter(field, node, (args) => valueFrom(pageArgsOf(args)));

/** The maximum length of the page. */
export const pageLength = (builder: PlanBuilder, selection: PageSelection): Sql =>
  sql`${pageParameter(builder, selection, ({ first }) => first)}::int`;

/** Whether the page begins after the first row, as its arguments request. */
export const hasPreviousPage = (builder: PlanBuilder, selection: PageSelection): Sql =>
  sql`${pageParameter(builder, selection, ({ offset, after }) => offset > 0 || after !== undefined)}::boolean`;

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
  const {
    source,
    order,
    alias,
    where,
    accessPaths,
    field,
    nodes: [node],
  } = selection;
  const args = pageArgsOf(builder.argumentsOf(field, node));
  const after = args.after === undefined ? () => undefined : isAfterCursor(builder, selection);
  const offset = args.offset === 0 ? undefined : sql`${pageParameter(builder, selection, (page) => page.offset)}::int`;
  const table = sql`${sqlName(source.table)} ${alias}`;
  const offsetClause = offset ? sql` offset ${offset}` : sql``;
  const clauses = sql`from ${table} where ${sqlAnd(where, after(alias))} order by ${orderBy(order, alias)} limit ${limit}${offsetClause}`;
  if (source.isKeyLookupCostly || !(offset || accessPaths))
    return sql`from (select ${alias}.* ${clauses}) ${alias} order by ${orderBy(order, alias)}`;
  const key = sqlName(source.key);
  const columns = keyColumns(source, order).map((column) => sql`${alias}.${sqlName(column)}`);
  const keys = accessPaths
    ? keysFromPaths(source, accessPaths, { after, limit, offset })
    : sql`select ${sqlJoin(columns, ', ')} ${clauses}`;
  // the lookup repeats `where`, because a key may be unique only within the parent, for example the name of a file; paths find rows by that key alone
  const rowByKey = sql`select * from ${table} where ${sqlAnd(sql`${alias}.${key} = chosen.${key}`, accessPaths ? undefined : where)} offset 0`;
  return sql`from (${keys}) chosen cross join lateral (${rowByKey}) ${alias}
    order by ${orderBy(order, sqlText('chosen'))}`;
}

/** The condition that a row under an alias comes after the cursor, with a parameter for each column of the order. */
function isAfterCursor(builder: PlanBuilder, selection: PageSelection): (alias: Sql) => Sql {
  const position = selection.order.by.map((_column, index) =>
    pageParameter(builder, selection, ({ after }) => parseCursor(after ?? '', selection.order)[index]),
  );
  return (alias) => afterPosition(selection.order, alias, position);
}

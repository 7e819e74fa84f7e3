import type { GraphQLField } from 'graphql';
import { sql, sqlAnd, sqlJoin, sqlName, sqlText, type Sql } from '../../../kernel/sql.ts';
import { afterPosition, orderBy, parseCursor } from '../../reading/page/cursor.ts';
import { checkPage, type PageArgs } from '../../reading/page/page-args.ts';
import type { Order, TypeSource } from '../../reading/declare/type-source.ts';
import type { ArgumentValues, PlanBuilder } from '../builder/plan-builder.ts';
import type { FieldNodes } from './select-list.ts';

/** The rows that a connection shows a page of, and the field that requests the connection. */
export interface PageSelection {
  readonly source: TypeSource;
  readonly order: Order;
  /** The alias of the rows, which the condition uses. */
  readonly alias: Sql;
  readonly where: Sql;
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
export const countRows = ({ source, alias, where }: PageSelection): Sql =>
  sql`(select count(*)::int from ${sqlName(source.table)} ${alias} where ${where})`;

/**
 * The `from` clause of the page: its rows under their alias, in their order, up to the limit. Where rows are skipped, the keys of the page
 * are selected first and each row is then looked up by its key, so that a skipped row costs an index entry and not its columns.
 * `offset 0` in the lookup is a fence: without it PostgreSQL may flatten the subquery and scan the table.
 */
export function pageRows(builder: PlanBuilder, selection: PageSelection, limit: Sql): Sql {
  const {
    source,
    order,
    alias,
    where,
    field,
    nodes: [node],
  } = selection;
  const { offset, after } = pageArgsOf(builder.argumentsOf(field, node));
  const afterCursor = after === undefined ? undefined : isAfterCursor(builder, selection);
  const table = sql`${sqlName(source.table)} ${alias}`;
  const offsetClause =
    offset === 0 ? sql`` : sql` offset ${pageParameter(builder, selection, (page) => page.offset)}::int`;
  const clauses = sql`from ${table} where ${sqlAnd(where, afterCursor)} order by ${orderBy(order, alias)} limit ${limit}${offsetClause}`;
  if (offset === 0 || source.isKeyLookupCostly)
    return sql`from (select ${alias}.* ${clauses}) ${alias} order by ${orderBy(order, alias)}`;
  const key = sqlName(source.key);
  const keyColumns = [...new Set([source.key, ...order.by.map(({ column }) => column)])].map(
    (column) => sql`${alias}.${sqlName(column)}`,
  );
  const keys = sql`select ${sqlJoin(keyColumns, ', ')} ${clauses}`;
  // the lookup repeats `where`, because a key may be unique only within the parent, for example the name of a file
  const rowByKey = sql`select * from ${table} where ${sqlAnd(sql`${alias}.${key} = chosen.${key}`, where)} offset 0`;
  return sql`from (${keys}) chosen cross join lateral (${rowByKey}) ${alias}
    order by ${orderBy(order, sqlText('chosen'))}`;
}

/** The condition that a row comes after the cursor, with a parameter for each column of the order. */
const isAfterCursor = (builder: PlanBuilder, selection: PageSelection): Sql =>
  afterPosition(
    selection.order,
    selection.alias,
    selection.order.by.map((_column, index) =>
      pageParameter(builder, selection, ({ after }) => parseCursor(after ?? '', selection.order)[index]),
    ),
  );

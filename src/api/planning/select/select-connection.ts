import type { GraphQLObjectType } from 'graphql';
import { sql, sqlJoin, sqlName, sqlText, type Sql } from '#kernel/sql.ts';
import { cursorExpression, orderBy, readingOrder } from '#api/reading/page/cursor.ts';
import { surroundingsOf, type Page } from '#api/reading/page/page-args.ts';
import { collectFields, selectionsOf } from '../builder/collect-fields.ts';
import { countRows, pageLength, pageRows, plannedPage, type PageSelection } from './page-rows.ts';
import type { PlanBuilder } from '../builder/plan-builder.ts';
import {
  asList,
  asObject,
  queryAsObject,
  selectFields,
  type ObjectQuery,
  type RequestedField,
  type SelectedValue,
  type SelectList,
} from './select-list.ts';
import { unsupported } from '../builder/unsupported.ts';

/** A page, and what is selected of its rows. */
export interface ConnectionSelection extends PageSelection {
  /** The select list of a row, for the field (`nodes`, or the `node` of `edges`) that returns the row. */
  readonly rowFor: (requested: RequestedField) => SelectList;
}

/**
 * Selects a connection as one expression. Rows are counted only where `totalCount` is selected, and numbered only
 * where `edges` or `pageInfo` is. Where a lookup by key is slow (`isKeyLookupCostly`), one query finds the rows for both
 * the page and the count.
 */
export function selectConnection(builder: PlanBuilder, page: ConnectionSelection): SelectedValue {
  const { source, alias, where } = page;
  if (!source.isKeyLookupCostly) return queryAsObject(queryOf(selectConnectionParts(builder, page)));
  const found: ConnectionSelection = { ...page, source: { ...source, table: 'found' }, where: sqlText('true') };
  const rows = sql`select ${alias}.* from ${sqlName(source.table)} ${alias} where ${where}`;
  return queryAsObject(queryOf(selectConnectionParts(builder, found), sql`found as materialized (${rows})`));
}

/** The parts of a connection's query: common table expressions, and a select list over them. */
interface ConnectionParts extends SelectList {
  readonly tables: readonly Sql[];
}

function queryOf({ tables, list, ...object }: ConnectionParts, ...firstTables: readonly Sql[]): ObjectQuery {
  const all = [...firstTables, ...tables];
  return { query: sql`${all.length > 0 ? sql`with ${sqlJoin(all, ', ')} ` : sql``}select ${list}`, ...object };
}

function selectConnectionParts(builder: PlanBuilder, page: ConnectionSelection): ConnectionParts {
  const type = builder.objectTypeOf(page.field);
  const names = [...collectFields(builder.context, type, selectionsOf(page.nodes)).values()].map(
    ([node]) => node?.name.value,
  );
  // A plain connection reads its rows once for each `nodes`, so it allows only one.
  const isPlain =
    names.every((name) => name === 'nodes' || name === 'totalCount' || name === '__typename') &&
    names.filter((name) => name === 'nodes').length <= 1;
  return isPlain ? selectPlainConnection(builder, page, type) : selectFullConnection(builder, page, type);
}

/** Selects one list of nodes and a count: no row needs its position. */
function selectPlainConnection(
  builder: PlanBuilder,
  page: ConnectionSelection,
  type: GraphQLObjectType,
): ConnectionParts {
  const length = pageLength(builder, page);
  const selected = selectFields(builder, type, page.nodes, (requested) =>
    requested.field.name === 'totalCount'
      ? { value: countRows(page) }
      : asList(page.rowFor(requested), pageRows(builder, page, length)),
  );
  return { tables: [], ...selected };
}

/** Selects nodes, edges and positions of one page. Reads its rows once, and one more row, which shows whether there are others. */
function selectFullConnection(
  builder: PlanBuilder,
  page: ConnectionSelection,
  type: GraphQLObjectType,
): ConnectionParts {
  const { alias } = page;
  const planned = plannedPage(builder, page);
  const order = readingOrder(page.order, planned);
  const length = pageLength(builder, page);
  const items: Sql[] = [];

  const selectItems = ({ value }: SelectedValue): SelectedValue => ({
    value: sql`array(select ${value} from page where page.at <= ${length} order by page.at ${directionOf(planned)})`,
  });

  /** Adds a column with the object of each row to the page, and returns the column. */
  function addItem(requested: RequestedField): SelectedValue {
    const { value } = asObject(page.rowFor(requested));
    const name = sqlName(`item${String(items.length)}`);
    items.push(sql`${value} as ${name}`);
    return { value: sql`page.${name}` };
  }

  const selectEdge = ({ field, nodes }: RequestedField): SelectedValue =>
    asObject(
      selectFields(builder, builder.objectTypeOf(field), nodes, (requested) =>
        requested.field.name === 'cursor' ? { value: sqlText('page.cursor') } : addItem(requested),
      ),
    );

  const parts: Readonly<Record<string, (requested: RequestedField) => SelectedValue>> = {
    totalCount: () => ({ value: countRows(page) }),
    pageInfo: (requested) => selectPageInfo(builder, planned, requested, length),
    nodes: (requested) => selectItems(addItem(requested)),
    edges: (requested) => selectItems(selectEdge(requested)),
  };
  const object = selectFields(
    builder,
    type,
    page.nodes,
    (requested) => parts[requested.field.name]?.(requested) ?? unsupported(`${type.name}.${requested.field.name}`),
  );
  const position = sql`row_number() over (order by ${orderBy(order, alias)}) as at`;
  const selected = sqlJoin([position, sql`${cursorExpression(order, alias)} as cursor`, ...items], ', ');
  const rows = sql`select ${selected} ${pageRows(builder, page, sql`${length} + 1`)}`;
  return { tables: [sql`page as materialized (${rows})`], ...object };
}

/** The direction in which the rows, numbered as they were read, are in the order of the list. */
const directionOf = ({ isFromEnd }: Pick<Page, 'isFromEnd'>): Sql => sqlText(isFromEnd ? 'desc' : 'asc');

function selectPageInfo(
  builder: PlanBuilder,
  page: Page,
  { field, nodes }: RequestedField,
  length: Sql,
): SelectedValue {
  const type = builder.objectTypeOf(field);
  const [otherwise, ifMore] = [surroundingsOf(page, false), surroundingsOf(page, true)];
  const isSurrounded = (name: keyof typeof otherwise): Sql =>
    otherwise[name] === ifMore[name] ? sqlText(String(otherwise[name])) : sql`(select count(*) from page) > ${length}`;
  const cursorAt = (direction: Sql): Sql =>
    sql`(select page.cursor from page where page.at <= ${length} order by page.at ${direction} limit 1)`;
  const parts: Readonly<Record<string, Sql>> = {
    hasNextPage: isSurrounded('hasNextPage'),
    hasPreviousPage: isSurrounded('hasPreviousPage'),
    startCursor: cursorAt(directionOf(page)),
    endCursor: cursorAt(directionOf({ isFromEnd: !page.isFromEnd })),
  };
  return asObject(
    selectFields(builder, type, nodes, (requested) => ({
      value: parts[requested.field.name] ?? unsupported(`${type.name}.${requested.field.name}`),
    })),
  );
}

import type { GraphQLField, GraphQLObjectType } from 'graphql';
import { sql, type Sql, sqlAnd, sqlJoin, sqlName, sqlText } from '#kernel/sql.ts';
import { keyColumns, keysFromPaths } from '../reading/access-paths.ts';
import {
  betweenPositions,
  checkPage,
  type CursorArgument,
  cursorExpression,
  orderBy,
  type Page,
  parseCursor,
  readingOrder,
  surroundingsOf,
} from '../reading/connection.ts';
import type { AccessPath, Order, TypeSource } from '../reading/type-source.ts';
import { type ArgumentValues, type PlanBuilder, unsupported } from './plan-builder.ts';
import {
  asList,
  asObject,
  type FieldNodes,
  type ObjectQuery,
  queryAsObject,
  type RequestedField,
  type SelectedValue,
  selectFields,
  type SelectList,
} from './select-list.ts';
import { collectFields, selectionsOf } from './collect-fields.ts';

/** The rows that a connection shows a page of, and the field that requests the connection. */
export interface PageSelection {
  readonly source: TypeSource;
  readonly order: Order;
  /** The alias of the rows, which the condition uses. */
  readonly alias: Sql;
  readonly where: Sql;
  /** The rows under the alias, where they are not all those of the table. */
  readonly table?: Sql | undefined;
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
    offset: typeof offset === 'number' ? offset : null,
  });

const pageParameter = (
  builder: PlanBuilder,
  { field, nodes: [node] }: PageSelection,
  valueFrom: (page: Page) => unknown,
) => builder.addParameter(field, node, (args) => valueFrom(pageOf(args)));

/** The page as the plan is compiled for it: which arguments are given, and which end it is read from, but not their values. */
const plannedPage = (builder: PlanBuilder, { field, nodes: [node] }: PageSelection): Page =>
  pageOf(builder.argumentsOf(field, node));

/** The maximum length of the page. */
const pageLength = (builder: PlanBuilder, selection: PageSelection): Sql =>
  sql`${pageParameter(builder, selection, ({ length }) => length)}::int`;

/** The number of rows of all pages. */
const countRows = ({ source, alias, where, total }: PageSelection): Sql =>
  total ?? sql`(select count(*)::int from ${sqlName(source.table)} ${alias} where ${where})`;

/**
 * The `from` clause of the page: its rows under their alias, in their order, up to the limit. Where rows are skipped or found by access
 * paths, the keys of the page are selected first and each row is then looked up by its key, so that a skipped row costs an index entry and
 * not its columns.
 * `offset 0` in the lookup is a fence: without it PostgreSQL may flatten the subquery and scan the table.
 */
function pageRows(builder: PlanBuilder, selection: PageSelection, limit: Sql): Sql {
  const { source, order, alias, where, accessPaths } = selection;
  const page = plannedPage(builder, selection);
  const between = isBetweenCursors(builder, selection, page);
  const offset =
    page.offset === 0 ? undefined : sql`${pageParameter(builder, selection, (given) => given.offset)}::int`;
  const reading = readingOrder(order, page);
  const table = sql`${sqlName(source.table)} ${alias}`;
  const offsetClause = offset ? sql` offset ${offset}` : sql``;
  const clauses = sql`
    from ${selection.table ?? table}
    where ${sqlAnd(where, between(alias))}
    order by ${orderBy(reading, alias)}
    limit ${limit}${offsetClause}`;
  if (source.isKeyLookupCostly || !(offset || accessPaths))
    return sql`from (select ${alias}.* ${clauses}) ${alias} order by ${orderBy(order, alias)}`;
  const key = sqlName(source.key);
  const columns = keyColumns(source, order).map((column) => sql`${alias}.${sqlName(column)}`);
  const keys = accessPaths
    ? keysFromPaths(source, accessPaths, { order: reading, between, limit, offset })
    : sql`select ${sqlJoin(columns, ', ')} ${clauses}`;
  // the lookup repeats `where`, because a key may be unique only within the parent, for example the name of a file; paths find rows by that key alone
  const rowByKey = sql`
    select *
    from ${table}
    where ${sqlAnd(sql`${alias}.${key} = chosen.${key}`, accessPaths ? undefined : where)}
    offset 0`;
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

/** A page, and what is selected of its rows. */
interface ConnectionSelection extends PageSelection {
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
      selectFields(builder, builder.objectTypeOf(field), nodes, (requested) => {
        const { name } = requested.field;
        if (name === 'cursor') return { value: sqlText('page.cursor') };
        return name === 'node' ? addItem(requested) : unsupported(`${field.name}.${name}`);
      }),
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

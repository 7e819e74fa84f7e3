import { sql, type Sql, sqlAnd, sqlJoin, sqlName, sqlText } from '#kernel/sql.ts';
import type { Session } from '../session.ts';
import { countFromPaths, rowsFromPaths, keysFromPaths } from './access-paths.ts';
import { betweenCursors, cursorColumn, cursorExpression, orderBy, type Page, readingOrder } from './connection.ts';
import { columnSql } from './declare-source.ts';
import type { Order, TypeSource } from './type-source.ts';
import { type FieldNode, getNamedType, type GraphQLOutputType, type GraphQLResolveInfo, isObjectType } from 'graphql';
import { collectFields, type SelectionContext, selectionsOf } from '../planning/collect-fields.ts';

/** The select list of a source's rows under the alias: all fields, or the fields and extras in `names`, and the columns that relations start from. */
export function sourceColumns(from: TypeSource, alias: Sql, session: Session, names?: ReadonlySet<string>): Sql {
  const selected = Object.entries(from.columns).filter(([field]) => names?.has(field) ?? true);
  const fields = selected.map(([field, column]) => sql`${columnSql(column, alias, session)} as ${sqlName(field)}`);
  const extras = [...from.extras].filter(([name]) => names?.has(name));
  const joinColumns = [...from.joinColumns].filter((column) => selected.every(([field]) => field !== column));
  const values = extras.map(([name, value]) => sql`${value(alias, session)} as ${sqlName(name)}`);
  return sqlJoin([...fields, ...values, ...joinColumns.map((column) => sql`${alias}.${sqlName(column)}`)], ', ');
}

/** The rows that the caller may see, filtered by a condition. */
export interface Selection {
  readonly session: Session;
  readonly where?: Sql | undefined;
  /** The fields and extras that are read; default: all fields. */
  readonly columns?: ReadonlySet<string> | undefined;
}

const t = sqlText('t');

/** The query of all rows of a selection; with an order, each has its cursor. The condition must bound the number of rows. */
export function rowsQuery(from: TypeSource, { session, where, columns }: Selection, order?: Order): Sql {
  const cursor = order ? sql`, ${cursorExpression(order, t)} as ${sqlName(cursorColumn)}` : sqlText('');
  return sql`
    select ${sourceColumns(from, t, session, columns)}${cursor}
    from ${sqlName(from.table)} t
    where ${sqlAnd(from.visible(session, t), where)}`;
}

/**
 * The query of one page of a selection and of one more row, which shows whether there are others. The keys of the page are selected first
 * and joined back, so that a skipped row costs an index entry and not its columns.
 */
export const pageQuery = (from: TypeSource, selection: Selection, page: Page, order: Order): Sql => sql`
  select ${sourceColumns(from, t, selection.session, selection.columns)},
    ${cursorExpression(order, t)} as ${sqlName(cursorColumn)}
  from (${pageKeys(from, selection, page, order)}) page cross join lateral (
    select * from ${sqlName(from.table)} t where t.${sqlName(from.key)} = page.${sqlName(from.key)} offset 0) t
  order by ${orderBy(order, t)}`;

function pageKeys(from: TypeSource, { session, where }: Selection, page: Page, order: Order): Sql {
  const between = (alias: Sql) => betweenCursors(order, alias, page);
  const [limit, offset] = [sql`${page.length + 1}::int`, sql`${page.offset}::int`];
  const reading = readingOrder(order, page);
  const paths = where === undefined ? from.accessPaths?.(session) : undefined;
  if (paths && order === from.order) return keysFromPaths(from, paths, { order: reading, between, limit, offset });
  const table = paths ? rowsFromPaths(from, paths, t) : sql`${sqlName(from.table)} t`;
  return sql`select t.${sqlName(from.key)} from ${table}
      where ${sqlAnd(paths ? undefined : from.visible(session, t), where, between(t))}
      order by ${orderBy(reading, t)}
      limit ${limit}
      offset ${offset}`;
}

/** The query of the number of rows of a selection. */
export function countQuery(from: TypeSource, { session, where }: Selection): Sql {
  const paths = where === undefined ? from.accessPaths?.(session) : undefined;
  return paths
    ? sql`select ${countFromPaths(from, paths)} as count`
    : sql`select count(*)::int as count from ${sqlName(from.table)} t where ${sqlAnd(from.visible(session, t), where)}`;
}

/** The columns and extras of a source that the selected fields need, whether the selection returns one row or a page of rows. */
export function neededColumns(from: TypeSource, info: GraphQLResolveInfo): ReadonlySet<string> {
  const fragments = new Map(Object.entries(info.fragments));
  const context = { schema: info.schema, fragments, variables: info.variableValues };
  return new Set(needsBelow(context, from, info.returnType, info.fieldNodes));
}

/** What the selected fields below this type need. */
function needsBelow(
  context: SelectionContext,
  from: TypeSource,
  output: GraphQLOutputType,
  nodes: readonly FieldNode[],
): string[] {
  const type = getNamedType(output);
  if (type.name !== from.type && !isObjectType(type)) return [];
  if (!isObjectType(type)) return Object.keys(from.columns);
  const selected = [...collectFields(context, type, selectionsOf(nodes)).values()];
  return selected.flatMap((fieldNodes) => {
    const name = fieldNodes[0]?.name.value ?? '';
    if (type.name === from.type) return needsOf(from, name);
    const field = type.getFields()[name];
    return field ? needsBelow(context, from, field.type, fieldNodes) : [];
  });
}

/** What a field needs: all columns unless the source declares its needs. */
function needsOf(from: TypeSource, field: string): readonly string[] {
  if (field === '__typename') return [];
  if (field in from.columns) return [field];
  return from.resolverNeeds.get(field) ?? from.computedFields.get(field)?.needs ?? Object.keys(from.columns);
}

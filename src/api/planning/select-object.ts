import {
  getArgumentValues,
  getNamedType,
  getNullableType,
  isInterfaceType,
  isLeafType,
  isObjectType,
  type FieldNode,
  type GraphQLInterfaceType,
} from 'graphql';
import { isJsonObject } from '../../kernel/json.ts';
import { sql, sqlAnd, sqlJoin, sqlName, sqlText, type Sql } from '../../kernel/sql.ts';
import type { Column, Computed, Relation, Traversal, TypeSource } from '../reading/type-source.ts';
import { orderBy } from '../reading/cursor.ts';
import { visibleThrough } from '../reading/load.ts';
import { columnOf } from '../reading/source.ts';
import { collectFields, selectionsOf } from './collect-fields.ts';
import { completeValue } from './complete-value.ts';
import type { PageSelection } from './page-rows.ts';
import type { PlanBuilder, RowType } from './plan-builder.ts';
import { selectConnection } from './select-connection.ts';
import { selectEmbedded, selectEmbeddedOf } from './select-embedded.ts';
import {
  asList,
  asObject,
  columnList,
  objectList,
  selectFields,
  type Finalize,
  type RequestedField,
  type SelectedValue,
  type SelectList,
} from './select-list.ts';
import { unsupported } from './unsupported.ts';

/** The row that fields are selected of: its source, and its alias in the statement. */
interface SelectedRow {
  readonly source: TypeSource;
  readonly alias: Sql;
}

/** The select list of a row: what the nodes request of its type. The functions below read one field each. */
export function selectObject(
  builder: PlanBuilder,
  row: SelectedRow,
  type: RowType,
  nodes: readonly FieldNode[],
): SelectList {
  if (!isObjectType(type)) return selectInterface(builder, row, type, nodes);
  const { relations, traversals, computed } = row.source;
  return selectFields(builder, type, nodes, (requested) => {
    const { name } = requested.field;
    const [relation, traversal, declared] = [relations.get(name), traversals.get(name), computed.get(name)];
    if (relation) return selectRelation(builder, row, relation, requested);
    if (traversal) return selectTraversal(builder, row, traversal, requested);
    if (declared) return selectComputed(builder, row, declared, requested);
    return selectColumn(builder, row, requested);
  });
}

/** The fields depend on the type of each row, which only the row has. Unsupported where values are finalized by type. */
function selectInterface(
  builder: PlanBuilder,
  row: SelectedRow,
  type: GraphQLInterfaceType,
  nodes: readonly FieldNode[],
): SelectList {
  const branches = builder.context.schema.getPossibleTypes(type).map((each) => {
    const { value, finalize } = asObject(selectObject(builder, row, each, nodes));
    return finalize ? unsupported(type.name) : sql`when ${sqlText(`'${each.name}'`)} then ${value}`;
  });
  return objectList(sql`case ${valueOf(builder, row, '__typename')} ${sqlJoin(branches, ' ')} end`);
}

/** A page of rows of a source. */
export const selectPage = (builder: PlanBuilder, page: PageSelection): SelectedValue =>
  selectConnection(builder, {
    ...page,
    rowFor: ({ field, nodes }) => selectObject(builder, page, builder.rowTypeOf(field), nodes),
  });

/** The column that is declared for a field. */
const columnFor = ({ type, columns }: TypeSource, field: string): Column =>
  columns[field] ?? unsupported(`${type}.${field}`);

/** The value of a field of a row. */
const valueOf = (builder: PlanBuilder, { source, alias }: SelectedRow, field: string): Sql =>
  columnOf(columnFor(source, field), alias, builder.session);

/** A leaf as it is stored; of an object that a jsonb column holds, what is requested. */
function selectColumn(builder: PlanBuilder, row: SelectedRow, { field, nodes }: RequestedField): SelectedValue {
  const column = columnFor(row.source, field.name);
  const type = getNamedType(field.type);
  if (isLeafType(type)) return { value: columnOf(column, row.alias, builder.session) };
  const isStoredWithoutId = isObjectType(type) && typeof column === 'object';
  const object = columnOf(isStoredWithoutId ? column.object : column, row.alias, builder.session);
  return {
    value: evaluatedOnce(builder, object, (value) => {
      if (isStoredWithoutId) {
        const id = column.id(row.alias, builder.session);
        return selectEmbedded(builder, { type: field.type, objectType: type, nodes, id }, value);
      }
      if (isObjectType(type)) return selectEmbedded(builder, { type: field.type, objectType: type, nodes }, value);
      return isInterfaceType(getNullableType(field.type))
        ? selectEmbeddedOf(builder, builder.context.schema.getPossibleTypes(type), { type: field.type, nodes }, value)
        : unsupported(field.name);
    }),
  };
}

/** An expression over a value that it names several times; `offset 0` keeps PostgreSQL from writing the value out each time. */
function evaluatedOnce(builder: PlanBuilder, value: Sql, select: (value: Sql) => Sql): Sql {
  const alias = builder.alias();
  return sql`(select ${select(sql`${alias}.value`)} from (select ${value} as value offset 0) ${alias})`;
}

function selectRelation(
  builder: PlanBuilder,
  { alias: parent }: SelectedRow,
  relation: Relation,
  requested: RequestedField,
): SelectedValue {
  const {
    to,
    on: [fromColumn, toColumn],
    returns,
  } = relation;
  const { field, nodes } = requested;
  const select = (row: Sql, from: Sql) =>
    asObject(selectObject(builder, { source: to, alias: row }, builder.rowTypeOf(field), nodes), from);
  if (isSameRow(relation)) return select(parent, sql`where ${visibleThrough(relation, builder.session, parent)}`);
  const alias = builder.alias();
  const [reference, target] = [sql`${parent}.${sqlName(fromColumn)}`, sql`${alias}.${sqlName(toColumn)}`];
  if (needsOnlyForeignKey(builder, relation, requested))
    return select(alias, sql`from (select ${reference} as ${sqlName(toColumn)}) ${alias} where ${target} is not null`);
  const name = () => builder.parameter(field, nodes[0], (args) => args[relation.argument]);
  const where = sqlAnd(
    sql`${target} = ${reference}`,
    returns === 'named' ? sql`${alias}.${sqlName(relation.namedBy)} = ${name()}::text` : undefined,
    relation.where?.(builder.givenParameters(field, nodes[0]), alias),
    visibleThrough(relation, builder.session, alias),
  );
  const order = relation.orderFor?.(builder.argumentsOf(field, nodes[0])) ?? relation.order;
  if (returns === 'page') return selectPage(builder, { source: to, order, alias, where, field, nodes });
  return select(alias, sql`from ${sqlName(to.table)} ${alias} where ${where}`);
}

/** Whether two types are views of one row. */
const isSameRow = ({ from, to, on: [fromColumn, toColumn], returns }: Relation): boolean =>
  returns === 'one' && from.table === to.table && fromColumn === from.key && toColumn === to.key;

/** Whether the foreign key has all that is requested of the related row, which then need not be read. */
function needsOnlyForeignKey(
  builder: PlanBuilder,
  { to, on: [, toColumn], returns, isForeignKey, authorizedByParent }: Relation,
  { field, nodes }: RequestedField,
): boolean {
  const type = builder.rowTypeOf(field);
  if (returns !== 'one' || !isForeignKey || !authorizedByParent || !isObjectType(type)) return false;
  const requested = [...collectFields(builder.context, type, selectionsOf(nodes)).values()].flat();
  return requested.every(({ name: { value } }) => value === '__typename' || to.columns[value] === toColumn);
}

/** The rows that a traversal reaches. Its query runs once, whatever is requested of them. */
function selectTraversal(
  builder: PlanBuilder,
  { source, alias }: SelectedRow,
  { to, parseArguments, query }: Traversal,
  { field, nodes }: RequestedField,
): SelectedValue {
  const args = parseArguments(builder.argumentsOf(field, nodes[0]));
  const given = Object.fromEntries(
    Object.keys(args).map((name) => [name, builder.parameter(field, nodes[0], (run) => parseArguments(run)[name])]),
  );
  const selected = asObject(
    selectFields(builder, builder.objectTypeOf(field), nodes, (requested) => {
      if (requested.field.name === 'truncated')
        return { value: sqlText('coalesce((select bool_or(reached.truncated) from reached), false)') };
      const row = { source: to, alias: builder.alias() };
      return asList(
        selectObject(builder, row, builder.rowTypeOf(requested.field), requested.nodes),
        sql`from reached ${row.alias} order by ${orderBy(to.order, row.alias)}`,
      );
    }),
  );
  const rows = query(given, sql`${alias}.${sqlName(source.key)}`, builder.session);
  return { ...selected, value: sql`(with reached as materialized (${rows}) select ${selected.value})` };
}

/** The statement returns the columns that a computed field needs; its value replaces them. */
function selectComputed(
  builder: PlanBuilder,
  row: SelectedRow,
  { needs, value }: Computed,
  { field, nodes }: RequestedField,
): SelectedValue {
  const columns = needs.map((name) => ({ key: name, value: valueOf(builder, row, name) }));
  const finalize: Finalize = (found, { variables, app }) =>
    completeValue(
      builder.context,
      field.type,
      nodes,
      value(isJsonObject(found) ? found : {}, getArgumentValues(field, nodes[0], variables), app),
    );
  return asObject(columnList(columns, finalize));
}

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
import type { Computed } from '../reading/computed.ts';
import { visibleThrough } from '../reading/load.ts';
import type { Relation } from '../reading/relation.ts';
import { columnOf, type Column, type TypeSource } from '../reading/source.ts';
import { collectFields, selectionsOf } from './collect-fields.ts';
import type { PlanBuilder, RowType } from './plan-builder.ts';
import { unsupported } from './unsupported.ts';
import type { PageSelection } from './page-rows.ts';
import { selectConnection } from './select-connection.ts';
import { selectEmbedded, selectEmbeddedOf } from './select-embedded.ts';
import {
  asObject,
  objectList,
  columnList,
  selectFields,
  type RequestedField,
  type SelectedValue,
  type SelectList,
} from './select-fields.ts';
import { selectTraversal } from './select-traversal.ts';
import { completeValue } from './complete-value.ts';

/** The select list of a row of a source under an alias: what the nodes ask of its type. */
export function selectObject(
  builder: PlanBuilder,
  from: TypeSource,
  type: RowType,
  nodes: readonly FieldNode[],
  alias: Sql,
): SelectList {
  if (!isObjectType(type)) return selectOfInterface(builder, from, type, nodes, alias);
  return selectFields(builder, type, nodes, (asked) => {
    const { name } = asked.field;
    const relation = from.relations.get(name);
    if (relation) return selectRelation(builder, relation, alias, asked);
    const traversal = from.traversals.get(name);
    if (traversal)
      return selectTraversal(builder, {
        ...asked,
        traversal,
        key: sql`${alias}.${sqlName(from.key)}`,
        rowFor: (hop, row) => selectObject(builder, traversal.to, builder.rowTypeOf(hop.field), hop.nodes, row),
      });
    const computed = from.computed.get(name);
    return computed
      ? selectComputed(builder, from, computed, alias, asked)
      : selectColumn(builder, columnFor(from, name), alias, asked);
  });
}

/** What is asked of a row depends on its own type, which only the row tells; declines what would have to be completed by type. */
function selectOfInterface(
  builder: PlanBuilder,
  from: TypeSource,
  type: GraphQLInterfaceType,
  nodes: readonly FieldNode[],
  alias: Sql,
): SelectList {
  const branches = builder.context.schema.getPossibleTypes(type).map((each) => {
    const { value, finalize } = asObject(selectObject(builder, from, each, nodes, alias));
    return finalize ? unsupported(type.name) : sql`when ${sqlText(`'${each.name}'`)} then ${value}`;
  });
  return objectList({ value: sql`case ${valueOf(builder, from, '__typename', alias)} ${sqlJoin(branches, ' ')} end` });
}

/** A page of rows of a source. */
export const selectPage = (builder: PlanBuilder, page: PageSelection): SelectedValue =>
  selectConnection(builder, {
    ...page,
    rowFor: ({ field, nodes }) => selectObject(builder, page.source, builder.rowTypeOf(field), nodes, page.alias),
  });

/** The column that is declared for a field. */
const columnFor = (from: TypeSource, field: string): Column =>
  from.columns[field] ?? unsupported(`${from.type}.${field}`);

/** A field of a row, by the column that is declared for it. */
const valueOf = (builder: PlanBuilder, from: TypeSource, field: string, alias: Sql): Sql =>
  columnOf(columnFor(from, field), alias, builder.session);

/** A value as it comes; of objects what is asked. */
function selectColumn(
  builder: PlanBuilder,
  column: Column,
  alias: Sql,
  { field, nodes }: RequestedField,
): SelectedValue {
  const type = getNamedType(field.type);
  if (isObjectType(type) && typeof column === 'object') {
    const object = columnOf(column.object, alias, builder.session);
    return { value: selectEmbedded(builder, field.type, type, nodes, object, column.id(alias, builder.session)) };
  }
  const value = columnOf(column, alias, builder.session);
  if (isLeafType(type)) return { value };
  if (isObjectType(type)) return { value: selectEmbedded(builder, field.type, type, nodes, value) };
  const each = isInterfaceType(getNullableType(field.type))
    ? builder.context.schema.getPossibleTypes(type)
    : unsupported(field.name);
  return { value: selectEmbeddedOf(builder, each, nodes, value) };
}

function selectRelation(builder: PlanBuilder, relation: Relation, parent: Sql, asked: RequestedField): SelectedValue {
  const {
    to,
    on: [fromColumn, toColumn],
    returns,
  } = relation;
  const { field, nodes } = asked;
  const select = (row: Sql, from: Sql) =>
    asObject(selectObject(builder, to, builder.rowTypeOf(field), nodes, row), from);
  if (isSameRow(relation)) return select(parent, sql`where ${visibleThrough(relation, builder.session, parent)}`);
  const alias = builder.alias();
  const [reference, target] = [sql`${parent}.${sqlName(fromColumn)}`, sql`${alias}.${sqlName(toColumn)}`];
  if (needsOnlyForeignKey(builder, relation, asked))
    return select(alias, sql`from (select ${reference} as ${sqlName(toColumn)}) ${alias} where ${target} is not null`);
  const where = sqlAnd(
    sql`${target} = ${reference}`,
    returns === 'named'
      ? sql`${alias}.${sqlName(relation.namedBy)} = ${builder.parameter(field, nodes[0], (args) => args[relation.argument])}::text`
      : undefined,
    relation.where?.(builder.given(field, nodes[0]), alias),
    visibleThrough(relation, builder.session, alias),
  );
  const order = relation.orderFor?.(builder.argumentsOf(field, nodes[0])) ?? relation.order;
  if (returns === 'page') return selectPage(builder, { source: to, order, alias, where, field, nodes });
  return select(alias, sql`from ${sqlName(to.table)} ${alias} where ${where}`);
}

/** Whether two types are views of one row. */
const isSameRow = ({ from, to, on: [fromColumn, toColumn], returns }: Relation): boolean =>
  returns === 'one' && from.table === to.table && fromColumn === from.key && toColumn === to.key;

/** Whether only that is asked of a related row which its reference tells: then nobody need look it up. */
function needsOnlyForeignKey(
  builder: PlanBuilder,
  { to, on: [, toColumn], returns, isForeignKey, authorizedByParent }: Relation,
  { field, nodes }: RequestedField,
): boolean {
  const type = builder.rowTypeOf(field);
  if (returns !== 'one' || !isObjectType(type)) return false;
  const asked = [...collectFields(builder.context, type, selectionsOf(nodes)).values()].flat();
  return (
    isForeignKey &&
    authorizedByParent &&
    asked.every(({ name: { value } }) => value === '__typename' || to.columns[value] === toColumn)
  );
}

/** The statement answers what a computed field needs, and its value takes that place. */
function selectComputed(
  builder: PlanBuilder,
  from: TypeSource,
  { needs, value }: Computed,
  alias: Sql,
  { field, nodes }: RequestedField,
): SelectedValue {
  const list = sqlJoin(
    needs.map((name) => sql`${valueOf(builder, from, name, alias)} as ${sqlName(name)}`),
    ', ',
  );
  const finalize: SelectedValue['finalize'] = (row, { variables, app }) =>
    completeValue(
      builder.context,
      field.type,
      nodes,
      value(isJsonObject(row) ? row : {}, getArgumentValues(field, nodes[0], variables), app),
    );
  return asObject(columnList(list, finalize));
}

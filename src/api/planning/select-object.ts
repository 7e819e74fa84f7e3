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
import { columnOf, type Column, type Source } from '../reading/source.ts';
import { collectFields, selectionsOf } from './collect-fields.ts';
import type { Compilation, RowType } from './compilation.ts';
import { decline } from './declined.ts';
import type { PageAsked } from './page-rows.ts';
import { selectConnection } from './select-connection.ts';
import { selectEmbedded, selectEmbeddedOf } from './select-embedded.ts';
import {
  asObject,
  finished,
  ofColumns,
  selectFields,
  type Asked,
  type Selected,
  type SelectList,
} from './select-fields.ts';
import { selectWalk } from './select-walk.ts';
import { shapeValue } from './shape-value.ts';

/** The select list of a row of a source under an alias: what the nodes ask of its type. */
export function selectObject(
  c: Compilation,
  from: Source,
  type: RowType,
  nodes: readonly FieldNode[],
  alias: Sql,
): SelectList {
  if (!isObjectType(type)) return selectOfInterface(c, from, type, nodes, alias);
  return selectFields(c, type, nodes, (asked) => {
    const { name } = asked.field;
    const relation = from.relations.get(name);
    if (relation) return selectRelation(c, relation, alias, asked);
    const walk = from.walks.get(name);
    if (walk)
      return selectWalk(c, {
        ...asked,
        walk,
        key: sql`${alias}.${sqlName(from.key)}`,
        hopFor: (hop, row) => selectObject(c, walk.to, c.rowTypeOf(hop.field), hop.nodes, row),
      });
    const computed = from.computed.get(name);
    return computed
      ? selectComputed(c, from, computed, alias, asked)
      : selectColumn(c, columnFor(from, name), alias, asked);
  });
}

/** What is asked of a row depends on its own type, which only the row tells; declines what would have to be completed by type. */
function selectOfInterface(
  c: Compilation,
  from: Source,
  type: GraphQLInterfaceType,
  nodes: readonly FieldNode[],
  alias: Sql,
): SelectList {
  const branches = c.reading.schema.getPossibleTypes(type).map((each) => {
    const { value, mend } = asObject(selectObject(c, from, each, nodes, alias));
    return mend ? decline(type.name) : sql`when ${sqlText(`'${each.name}'`)} then ${value}`;
  });
  return finished({ value: sql`case ${valueOf(c, from, '__typename', alias)} ${sqlJoin(branches, ' ')} end` });
}

/** A page of rows of a source. */
export const selectPage = (c: Compilation, page: PageAsked): Selected =>
  selectConnection(c, {
    ...page,
    rowFor: ({ field, nodes }) => selectObject(c, page.source, c.rowTypeOf(field), nodes, page.alias),
  });

/** The column that is declared for a field. */
const columnFor = (from: Source, field: string): Column => from.columns[field] ?? decline(`${from.type}.${field}`);

/** A field of a row, by the column that is declared for it. */
const valueOf = (c: Compilation, from: Source, field: string, alias: Sql): Sql =>
  columnOf(columnFor(from, field), alias, c.session);

/** A value as it comes; of objects what is asked. */
function selectColumn(c: Compilation, column: Column, alias: Sql, { field, nodes }: Asked): Selected {
  const type = getNamedType(field.type);
  if (isObjectType(type) && typeof column === 'object') {
    const object = columnOf(column.object, alias, c.session);
    return { value: selectEmbedded(c, field.type, type, nodes, object, column.id(alias, c.session)) };
  }
  const value = columnOf(column, alias, c.session);
  if (isLeafType(type)) return { value };
  if (isObjectType(type)) return { value: selectEmbedded(c, field.type, type, nodes, value) };
  const each = isInterfaceType(getNullableType(field.type))
    ? c.reading.schema.getPossibleTypes(type)
    : decline(field.name);
  return { value: selectEmbeddedOf(c, each, nodes, value) };
}

function selectRelation(c: Compilation, relation: Relation, parent: Sql, asked: Asked): Selected {
  const {
    to,
    on: [fromColumn, toColumn],
    finds,
  } = relation;
  const { field, nodes } = asked;
  const select = (row: Sql, from: Sql) => asObject(selectObject(c, to, c.rowTypeOf(field), nodes, row), from);
  if (isSameRow(relation)) return select(parent, sql`where ${visibleThrough(relation, c.session, parent)}`);
  const alias = c.alias();
  const [reference, target] = [sql`${parent}.${sqlName(fromColumn)}`, sql`${alias}.${sqlName(toColumn)}`];
  if (isKnown(c, relation, asked))
    return select(alias, sql`from (select ${reference} as ${sqlName(toColumn)}) ${alias} where ${target} is not null`);
  const where = sqlAnd(
    sql`${target} = ${reference}`,
    finds === 'named'
      ? sql`${alias}.${sqlName(relation.namedBy)} = ${c.parameter(field, nodes[0], (args) => args[relation.argument])}::text`
      : undefined,
    relation.where?.(c.given(field, nodes[0]), alias),
    visibleThrough(relation, c.session, alias),
  );
  const order = relation.orderFor?.(c.argumentsOf(field, nodes[0])) ?? relation.order;
  if (finds === 'page') return selectPage(c, { source: to, order, alias, where, field, nodes });
  return select(alias, sql`from ${sqlName(to.table)} ${alias} where ${where}`);
}

/** Whether two types are views of one row. */
const isSameRow = ({ from, to, on: [fromColumn, toColumn], finds }: Relation): boolean =>
  finds === 'one' && from.table === to.table && fromColumn === from.key && toColumn === to.key;

/** Whether only that is asked of a related row which its reference tells: then nobody need look it up. */
function isKnown(
  c: Compilation,
  { to, on: [, toColumn], finds, refers, inherits }: Relation,
  { field, nodes }: Asked,
): boolean {
  const type = c.rowTypeOf(field);
  if (finds !== 'one' || !isObjectType(type)) return false;
  const asked = [...collectFields(c.reading, type, selectionsOf(nodes)).values()].flat();
  return (
    refers && inherits && asked.every(({ name: { value } }) => value === '__typename' || to.columns[value] === toColumn)
  );
}

/** The statement answers what a computed field needs, and its value takes that place. */
function selectComputed(
  c: Compilation,
  from: Source,
  { needs, value }: Computed,
  alias: Sql,
  { field, nodes }: Asked,
): Selected {
  const list = sqlJoin(
    needs.map((name) => sql`${valueOf(c, from, name, alias)} as ${sqlName(name)}`),
    ', ',
  );
  const mend: Selected['mend'] = (row, { variables, app }) =>
    shapeValue(
      c.reading,
      field.type,
      nodes,
      value(isJsonObject(row) ? row : {}, getArgumentValues(field, nodes[0], variables), app),
    );
  return asObject(ofColumns(list, mend));
}

import {
  type FieldNode,
  getArgumentValues,
  getNamedType,
  getNullableType,
  type GraphQLInterfaceType,
  isInterfaceType,
  isLeafType,
  isObjectType,
} from 'graphql';
import { isJsonObject } from '#kernel/json.ts';
import { sql, type Sql, sqlAnd, sqlJoin, sqlName, sqlText } from '#kernel/sql.ts';
import { orderBy } from '../reading/connection.ts';
import type { Column, ComputedField, Relation, Traversal, TypeSource } from '../reading/type-source.ts';
import {
  asJson,
  asList,
  asObject,
  columnList,
  completeValue,
  finalizedValue,
  objectList,
  type RequestedField,
  type SelectedValue,
  selectFields,
  type SelectList,
} from './select-list.ts';
import { collectFields, memberFormOf, selectionsOf } from './collect-fields.ts';
import { type PlanBuilder, type RowType, unsupported } from './plan-builder.ts';
import { type PageSelection, selectConnection } from './select-connection.ts';
import { columnSql } from '../reading/declare-source.ts';
import { selectEmbedded, selectEmbeddedInterface } from './select-embedded.ts';
import { orderOfRelation, relatedRowsMatch, relatedRowsVisible } from '../reading/load.ts';

/** The select list for what the nodes request of a row. Each of the functions below selects one field. */
export function selectObject(
  builder: PlanBuilder,
  row: SelectedRow,
  type: RowType,
  nodes: readonly FieldNode[],
): SelectList {
  if (!isObjectType(type)) return selectInterface(builder, row, type, nodes);
  const { relations, traversals, computedFields, writtenFields } = row.source;
  return selectFields(builder, type, nodes, (requested) => {
    const { name } = requested.field;
    const relation = relations.get(name);
    if (relation) return selectRelation(builder, row, relation, requested);
    const traversal = traversals.get(name);
    if (traversal) return selectTraversal(builder, row, traversal, requested);
    const computedField = computedFields.get(name);
    if (computedField) return selectComputed(builder, row, computedField, requested);
    const written = writtenFields.get(name);
    if (written)
      return { value: written(row.alias, builder.session, builder.argumentsOf(requested.field, requested.nodes[0])) };
    return selectColumn(builder, row, requested);
  });
}

/** The fields depend on the type of each row, so each type has a branch. */
function selectInterface(
  builder: PlanBuilder,
  row: SelectedRow,
  type: GraphQLInterfaceType,
  nodes: readonly FieldNode[],
): SelectList {
  const branches = builder.context.schema.getPossibleTypes(type).map((possibleType) => {
    const { value } = asObject(selectObject(builder, row, possibleType, nodes));
    return sql`when ${sqlText(`'${possibleType.name}'`)} then ${value}`;
  });
  return objectList(sql`case ${fieldValue(builder, row, '__typename')} ${sqlJoin(branches, ' ')} end`);
}

/** Selects a page of rows of a source. */
export const selectPage = (builder: PlanBuilder, page: PageSelection): SelectedValue =>
  selectConnection(builder, {
    ...page,
    rowFor: ({ field, nodes }) => selectObject(builder, page, builder.rowTypeOf(field), nodes),
  });

/** Selects the related row, or a page of them. */
function selectRelation(
  builder: PlanBuilder,
  { alias: parent }: SelectedRow,
  relation: Relation,
  requested: RequestedField,
): SelectedValue {
  const rows = relatedRows(builder, parent, relation, requested);
  if ('order' in rows) return selectPage(builder, rows);
  const row = { source: relation.to, alias: rows.alias };
  return asObject(selectObject(builder, row, builder.rowTypeOf(requested.field), requested.nodes), rows.from);
}

/** Selects the rows that a traversal reaches. The query of the traversal runs once, whatever fields of these rows are requested. */
function selectTraversal(
  builder: PlanBuilder,
  { source, alias }: SelectedRow,
  { to, parseArguments, query }: Traversal,
  { field, nodes }: RequestedField,
): SelectedValue {
  const args = parseArguments(builder.argumentsOf(field, nodes[0]));
  const given = Object.fromEntries(
    Object.keys(args).map((name) => [name, builder.addParameter(field, nodes[0], (all) => parseArguments(all)[name])]),
  );
  const selected = asObject(
    selectFields(builder, builder.objectTypeOf(field), nodes, (requested) => {
      if (requested.field.name === 'isTruncated')
        return { value: sqlText('coalesce((select bool_or(reached.truncated) from reached), false)') };
      const row = { source: to, alias: builder.createAlias() };
      return asList(
        selectObject(builder, row, builder.rowTypeOf(requested.field), requested.nodes),
        sql`from reached ${row.alias} order by ${orderBy(to.order, row.alias)}`,
      );
    }),
  );
  const rows = query(given, sql`${alias}.${sqlName(source.key)}`, builder.session);
  return { ...selected, value: sql`(with reached as materialized (${rows}) select ${selected.value})` };
}

/** Selects the columns that a computed field needs, unless SQL has its value. */
function selectComputed(
  builder: PlanBuilder,
  row: SelectedRow,
  { needs, value, inSql }: ComputedField,
  { field, nodes }: RequestedField,
): SelectedValue {
  const columns = columnList(needs.map((name) => ({ key: name, value: fieldValue(builder, row, name) })));
  const isOmittedIfNull = memberFormOf(nodes) === 'omitIfNull';
  const finalized = finalizedValue(builder, asObject(columns).value, (found, { variables, app, session }) => {
    const row = isJsonObject(found) ? found : unsupported(field.name);
    const args = getArgumentValues(field, nodes[0], variables);
    const final = completeValue(
      builder.context,
      field.type,
      nodes,
      value(row, args, { secrets: app.secrets, config: app.config, address: session.address ?? '' }),
    );
    // Its name is already written.
    return final === null && isOmittedIfNull ? unsupported(field.name) : final;
  });
  if (!inSql) return { value: finalized };
  const known = inSql.value(row.alias, builder.addGivenParameters(field, nodes[0]), builder.session);
  const isKnown = inSql.isKnown(row.alias, builder.session);
  return { value: sql`case when ${isKnown} then ${asJson(known)} else ${finalized} end` };
}

/** The row whose fields are selected: its source, and its alias in the statement. */
export interface SelectedRow {
  readonly source: TypeSource;
  readonly alias: Sql;
}

/** Selects the column of a field: a leaf as it is stored, or the requested fields of an object in a jsonb column. */
function selectColumn(builder: PlanBuilder, row: SelectedRow, { field, nodes }: RequestedField): SelectedValue {
  const column = columnFor(row.source, field.name);
  const type = getNamedType(field.type);
  if (isLeafType(type)) return { value: columnSql(column, row.alias, builder.session) };
  return { value: evaluateOnce(builder, storedObject(builder, row, column), selectParts) };

  function selectParts(value: Sql): Sql {
    if (isInterfaceType(type) && type === getNullableType(field.type)) {
      const types = builder.context.schema.getPossibleTypes(type);
      return selectEmbeddedInterface(builder, types, { type: field.type, nodes }, value);
    }
    if (!isObjectType(type)) return unsupported(field.name);
    const selection = { type: field.type, objectType: type, nodes };
    if (typeof column !== 'object') return selectEmbedded(builder, selection, value);
    return selectEmbedded(builder, { ...selection, id: column.id(row.alias, builder.session) }, value);
  }
}

/** The stored object. It lacks the `id` of an embedded object, which a separate expression computes. */
const storedObject = (builder: PlanBuilder, { alias }: SelectedRow, column: Column): Sql =>
  columnSql(typeof column === 'object' ? column.object : column, alias, builder.session);

/** The value of a field of a row, as its column or expression gives it. */
const fieldValue = (builder: PlanBuilder, { source, alias }: SelectedRow, field: string): Sql =>
  columnSql(columnFor(source, field), alias, builder.session);

const columnFor = ({ type, columns }: TypeSource, field: string): Column =>
  columns[field] ?? unsupported(`${type}.${field}`);

/** An expression that uses a value several times; `offset 0` keeps PostgreSQL from evaluating the value each time. */
function evaluateOnce(builder: PlanBuilder, value: Sql, select: (value: Sql) => Sql): Sql {
  const alias = builder.createAlias();
  return sql`(select ${select(sql`${alias}.value`)} from (select ${value} as value offset 0) ${alias})`;
}

/** The related row of a row: its alias, and the `from` clause that finds it. */
interface RelatedRow {
  readonly alias: Sql;
  readonly from: Sql;
}

/** How the rows of a relation are found from a parent row under an alias: as one row, or as a page. */
function relatedRows(
  builder: PlanBuilder,
  parent: Sql,
  relation: Relation,
  requested: RequestedField,
): RelatedRow | PageSelection {
  const {
    to,
    on: [fromColumn, toColumn],
    returns,
  } = relation;
  const { field, nodes } = requested;
  if (isSameRow(relation))
    return { alias: parent, from: sql`where ${relatedRowsVisible(relation, builder.session, parent)}` };
  const alias = builder.createAlias();
  const [reference, target] = [sql`${parent}.${sqlName(fromColumn)}`, sql`${alias}.${sqlName(toColumn)}`];
  if (needsOnlyForeignKey(builder, relation, requested))
    return {
      alias,
      from: sql`from (select ${reference} as ${sqlName(toColumn)}) ${alias} where ${target} is not null`,
    };
  const where = sqlAnd(
    sql`${target} = ${reference}`,
    returns === 'byArgument' ? matchesArgument(builder, relation, requested, alias) : undefined,
    relatedRowsMatch(relation, builder.addGivenParameters(field, nodes[0], relation), alias),
    relatedRowsVisible(relation, builder.session, alias),
  );
  if (returns !== 'page') return { alias, from: sql`from ${sqlName(to.table)} ${alias} where ${where}` };
  const order = orderOfRelation(relation, builder.argumentsOf(field, nodes[0]));
  return { source: to, order, alias, where, field, nodes };
}

function matchesArgument(
  builder: PlanBuilder,
  { argument, argumentColumn }: Relation,
  { field, nodes }: RequestedField,
  alias: Sql,
): Sql {
  const value = builder.addParameter(field, nodes[0], (args) => args[argument]);
  return sql`${alias}.${sqlName(argumentColumn)} = ${value}::text`;
}

/** Whether the related row is the parent row itself, as another type. */
const isSameRow = ({ from, to, on: [fromColumn, toColumn], returns }: Relation): boolean =>
  returns === 'one' && from.table === to.table && fromColumn === from.key && toColumn === to.key;

/** Whether the query requests only the foreign key of the related row, so that the row itself need not be read. */
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

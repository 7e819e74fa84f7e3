import { getArgumentValues, isObjectType, type FieldNode, type GraphQLInterfaceType } from 'graphql';
import { isJsonObject } from '#kernel/json.ts';
import { sql, sqlJoin, sqlName, sqlText } from '#kernel/sql.ts';
import { orderBy } from '#api/reading/page/cursor.ts';
import type { ComputedField, Relation, Traversal } from '#api/reading/declare/type-source.ts';
import { completeValue } from '../builder/complete-value.ts';
import { memberFormOf } from '../builder/document-directives.ts';
import type { PlanBuilder, RowType } from '../builder/plan-builder.ts';
import { unsupported } from '../builder/unsupported.ts';
import type { PageSelection } from './page-rows.ts';
import { relatedRows } from './related-rows.ts';
import { selectColumn, fieldValue, type SelectedRow } from './select-column.ts';
import { selectConnection } from './select-connection.ts';
import {
  asJson,
  asList,
  asObject,
  columnList,
  objectList,
  selectFields,
  type RequestedField,
  type SelectedValue,
  type SelectList,
} from './select-list.ts';
import { finalizedValue } from './finalized-values.ts';

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
      if (requested.field.name === 'truncated')
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
      value(row, args, { secrets: app.secrets, address: session.address ?? '' }),
    );
    // Its name is already written.
    return final === null && isOmittedIfNull ? unsupported(field.name) : final;
  });
  if (!inSql) return { value: finalized };
  const known = inSql.value(row.alias, builder.addGivenParameters(field, nodes[0]));
  const isKnown = inSql.isKnown(row.alias, builder.session);
  return { value: sql`case when ${isKnown} then ${asJson(known)} else ${finalized} end` };
}

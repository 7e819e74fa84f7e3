import { getNamedType, getNullableType, isInterfaceType, isLeafType, isObjectType } from 'graphql';
import { sql, type Sql } from '#kernel/sql.ts';
import { columnSql } from '#api/reading/declare/source.ts';
import type { Column, TypeSource } from '#api/reading/declare/type-source.ts';
import type { PlanBuilder } from '../builder/plan-builder.ts';
import { unsupported } from '../builder/unsupported.ts';
import { selectEmbedded, selectEmbeddedInterface } from './select-embedded.ts';
import type { RequestedField, SelectedValue } from './select-list.ts';

/** The row whose fields are selected: its source, and its alias in the statement. */
export interface SelectedRow {
  readonly source: TypeSource;
  readonly alias: Sql;
}

/** Selects the column of a field: a leaf as it is stored, or the requested fields of an object in a jsonb column. */
export function selectColumn(builder: PlanBuilder, row: SelectedRow, { field, nodes }: RequestedField): SelectedValue {
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
export const fieldValue = (builder: PlanBuilder, { source, alias }: SelectedRow, field: string): Sql =>
  columnSql(columnFor(source, field), alias, builder.session);

const columnFor = ({ type, columns }: TypeSource, field: string): Column =>
  columns[field] ?? unsupported(`${type}.${field}`);

/** An expression that uses a value several times; `offset 0` keeps PostgreSQL from evaluating the value each time. */
function evaluateOnce(builder: PlanBuilder, value: Sql, select: (value: Sql) => Sql): Sql {
  const alias = builder.createAlias();
  return sql`(select ${select(sql`${alias}.value`)} from (select ${value} as value offset 0) ${alias})`;
}

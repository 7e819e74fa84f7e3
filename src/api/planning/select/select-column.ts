import { getNamedType, getNullableType, isInterfaceType, isLeafType, isObjectType } from 'graphql';
import { sql, type Sql } from '../../../kernel/sql.ts';
import { columnOf } from '../../reading/declare/source.ts';
import type { Column, TypeSource } from '../../reading/declare/type-source.ts';
import type { PlanBuilder } from '../builder/plan-builder.ts';
import { unsupported } from '../builder/unsupported.ts';
import { selectEmbedded, selectEmbeddedInterface } from './select-embedded.ts';
import type { RequestedField, SelectedValue } from './select-list.ts';

/** The row that fields are selected of: its source, and its alias in the statement. */
export interface SelectedRow {
  readonly source: TypeSource;
  readonly alias: Sql;
}

/** A leaf as it is stored; of an object that a jsonb column holds, the requested fields. */
export function selectColumn(builder: PlanBuilder, row: SelectedRow, { field, nodes }: RequestedField): SelectedValue {
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
        ? selectEmbeddedInterface(
            builder,
            builder.context.schema.getPossibleTypes(type),
            { type: field.type, nodes },
            value,
          )
        : unsupported(field.name);
    }),
  };
}

/** The value of a field of a row, as its column or expression gives it. */
export const valueOf = (builder: PlanBuilder, { source, alias }: SelectedRow, field: string): Sql =>
  columnOf(columnFor(source, field), alias, builder.session);

const columnFor = ({ type, columns }: TypeSource, field: string): Column =>
  columns[field] ?? unsupported(`${type}.${field}`);

/** An expression over a value that it names several times; `offset 0` keeps PostgreSQL from writing the value out each time. */
function evaluatedOnce(builder: PlanBuilder, value: Sql, select: (value: Sql) => Sql): Sql {
  const alias = builder.createAlias();
  return sql`(select ${select(sql`${alias}.value`)} from (select ${value} as value offset 0) ${alias})`;
}

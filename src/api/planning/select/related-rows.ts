import { isObjectType } from 'graphql';
import { sql, sqlAnd, sqlName, type Sql } from '#kernel/sql.ts';
import { relatedRowsVisible } from '#api/reading/load.ts';
import type { Relation } from '#api/reading/declare/type-source.ts';
import { collectFields, selectionsOf } from '../builder/collect-fields.ts';
import type { PlanBuilder } from '../builder/plan-builder.ts';
import type { PageSelection } from './page-rows.ts';
import type { RequestedField } from './select-list.ts';

/** The related row of a row: its alias, and the `from` clause that finds it. */
export interface RelatedRow {
  readonly alias: Sql;
  readonly from: Sql;
}

/** How the rows of a relation are found from a parent row under an alias: as one row, or as a page. */
export function relatedRows(
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
    relation.where?.(builder.addGivenParameters(field, nodes[0]), alias),
    relatedRowsVisible(relation, builder.session, alias),
  );
  if (returns !== 'page') return { alias, from: sql`from ${sqlName(to.table)} ${alias} where ${where}` };
  const order = relation.orderFor?.(builder.argumentsOf(field, nodes[0])) ?? relation.order;
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

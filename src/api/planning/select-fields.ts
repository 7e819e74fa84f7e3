import type { FieldNode, GraphQLField, GraphQLObjectType } from 'graphql';
import { sql, sqlJoin, sqlName, sqlText, type Sql } from '../../kernel/sql.ts';
import { collectFields, selectionsOf } from './collect-fields.ts';
import type { PlanBuilder } from './plan-builder.ts';
import { unsupported } from './unsupported.ts';
import { finalizeFields, finalizeItems, type Finalize } from './finalize.ts';

/** The nodes that ask for one field under one response key; the first has its arguments. */
export type FieldNodes = readonly [FieldNode, ...FieldNode[]];

/** A field as it is asked for: with its definition, by these nodes. */
export interface RequestedField {
  readonly field: GraphQLField<unknown, unknown>;
  readonly nodes: FieldNodes;
}

/** An expression, and what completes its value. */
export interface SelectedValue {
  readonly value: Sql;
  readonly finalize?: Finalize;
}

/** How rows become json objects, and what completes those. */
export interface SelectList {
  /** What is selected of each row: a column for each response key, or a finished object. */
  readonly list: Sql;
  /** The object, made of a row of the list. */
  readonly json: Sql;
  readonly finalize: Finalize;
}

/** The alias of such a row: a name that no response key has, for a column of that name would be taken instead of the row. */
const row = sqlName('$row');

/** PostgreSQL cuts longer names off. */
const maxIdentifierBytes = 63;

/** The select list of what nodes ask of an object type, in the order of the answer; `select` tells how a field is read. */
export function selectFields(
  builder: PlanBuilder,
  type: GraphQLObjectType,
  nodes: readonly FieldNode[],
  select: (asked: RequestedField) => SelectedValue,
): SelectList {
  const columns = [...collectFields(builder.context, type, selectionsOf(nodes))].map(([key, [node, ...others]]) => {
    if (key.length > maxIdentifierBytes) unsupported(key);
    const isName = !node || node.name.value === '__typename';
    const { value, finalize }: SelectedValue = isName
      ? { value: nameOf(type) }
      : select({ field: builder.fieldOf(type, node), nodes: [node, ...others] });
    return { column: sql`${value} as ${sqlName(key)}`, finalize: [key, finalize] as const };
  });
  return columnList(
    sqlJoin(
      columns.map(({ column }) => column),
      ', ',
    ),
    finalizeFields(columns.map(({ finalize }) => finalize)),
  );
}

const nameOf = ({ name }: GraphQLObjectType): Sql => sqlText(`'${name}'::text`);

/** Objects of columns. */
export const columnList = (list: Sql, finalize: Finalize): SelectList => ({
  list,
  json: sql`row_to_json(${row})`,
  finalize,
});

/** Objects that are finished in the rows themselves. */
export const objectList = ({ value, finalize }: SelectedValue): SelectList => ({
  list: sql`${value} as ${row}`,
  json: sql`${row}.${row}`,
  finalize,
});

/** One row of a select list as a json object; null where `from` finds none. */
export const asObject = ({ list, json, finalize }: SelectList, from: Sql = sqlText('')): SelectedValue => ({
  value: sql`(select ${json} from (select ${list} ${from}) ${row})`,
  finalize,
});

/** All rows of a select list as a json array of objects, in the order of `from`. */
export const asList = ({ list, json, finalize }: SelectList, from: Sql): SelectedValue => ({
  value: sql`(select coalesce(json_agg(${json}), '[]'::json) from (select ${list} ${from}) ${row})`,
  finalize: finalizeItems(finalize),
});

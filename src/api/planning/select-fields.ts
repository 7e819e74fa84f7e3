import type { FieldNode, GraphQLField, GraphQLObjectType } from 'graphql';
import { sql, sqlJoin, sqlName, sqlText, type Sql } from '../../kernel/sql.ts';
import { collectFields, selectionsOf } from './collect-fields.ts';
import type { Compilation } from './compilation.ts';
import { decline } from './declined.ts';
import { mendFields, mendItems, type Mend } from './mend.ts';

/** The nodes that ask for one field under one response key; the first has its arguments. */
export type FieldNodes = readonly [FieldNode, ...FieldNode[]];

/** A field as it is asked for: with its definition, by these nodes. */
export interface Asked {
  readonly field: GraphQLField<unknown, unknown>;
  readonly nodes: FieldNodes;
}

/** An expression, and what completes its value. */
export interface Selected {
  readonly value: Sql;
  readonly mend?: Mend;
}

/** A select list with a column for each response key, and what completes the objects that its rows become. */
export interface SelectList {
  readonly list: Sql;
  readonly mend: Mend;
}

/** PostgreSQL cuts longer names off. */
const longestName = 63;

/** The select list of what nodes ask of an object type, in the order of the answer; `select` tells how a field is read. */
export function selectFields(c: Compilation, type: GraphQLObjectType, nodes: readonly FieldNode[], select: (asked: Asked) => Selected): SelectList {
  const columns = [...collectFields(c.reading, type, selectionsOf(nodes))].map(([key, [node, ...others]]) => {
    if (key.length > longestName) decline(key);
    const isName = !node || node.name.value === '__typename';
    const { value, mend }: Selected = isName ? { value: nameOf(type) } : select({ field: c.fieldOf(type, node), nodes: [node, ...others] });
    return { column: sql`${value} as ${sqlName(key)}`, mend: [key, mend] as const };
  });
  return { list: sqlJoin(columns.map(({ column }) => column), ', '), mend: mendFields(columns.map(({ mend }) => mend)) };
}

const nameOf = ({ name }: GraphQLObjectType): Sql => sqlText(`'${name}'::text`);

/** The row's alias: a name that no response key has, for a column of that name would be taken instead of the row. */
const row = sqlName('$row');

/** One row of a select list as a json object; null where `from` finds none. */
export const asObject = ({ list, mend }: SelectList, from: Sql = sqlText('')): Selected =>
  ({ value: sql`(select row_to_json(${row}) from (select ${list} ${from}) ${row})`, mend });

/** All rows of a select list as a json array of objects, in the order of `from`. */
export const asList = ({ list, mend }: SelectList, from: Sql): Selected => ({
  value: sql`(select coalesce(json_agg(row_to_json(${row})), '[]'::json) from (select ${list} ${from}) ${row})`,
  mend: mendItems(mend),
});

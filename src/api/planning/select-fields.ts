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

/** How rows become json objects, and what completes those. */
export interface SelectList {
  /** What is selected of each row: a column for each response key, or a finished object. */
  readonly list: Sql;
  /** The object, made of a row of the list. */
  readonly json: Sql;
  readonly mend: Mend;
}

/** The alias of such a row: a name that no response key has, for a column of that name would be taken instead of the row. */
const row = sqlName('$row');

/** PostgreSQL cuts longer names off. */
const longestName = 63;

/** The select list of what nodes ask of an object type, in the order of the answer; `select` tells how a field is read. */
export function selectFields(
  c: Compilation,
  type: GraphQLObjectType,
  nodes: readonly FieldNode[],
  select: (asked: Asked) => Selected,
): SelectList {
  const columns = [...collectFields(c.reading, type, selectionsOf(nodes))].map(([key, [node, ...others]]) => {
    if (key.length > longestName) decline(key);
    const isName = !node || node.name.value === '__typename';
    const { value, mend }: Selected = isName
      ? { value: nameOf(type) }
      : select({ field: c.fieldOf(type, node), nodes: [node, ...others] });
    return { column: sql`${value} as ${sqlName(key)}`, mend: [key, mend] as const };
  });
  return ofColumns(
    sqlJoin(
      columns.map(({ column }) => column),
      ', ',
    ),
    mendFields(columns.map(({ mend }) => mend)),
  );
}

const nameOf = ({ name }: GraphQLObjectType): Sql => sqlText(`'${name}'::text`);

/** Objects of columns. */
export const ofColumns = (list: Sql, mend: Mend): SelectList => ({ list, json: sql`row_to_json(${row})`, mend });

/** Objects that are finished in the rows themselves. */
export const finished = ({ value, mend }: Selected): SelectList => ({
  list: sql`${value} as ${row}`,
  json: sql`${row}.${row}`,
  mend,
});

/** One row of a select list as a json object; null where `from` finds none. */
export const asObject = ({ list, json, mend }: SelectList, from: Sql = sqlText('')): Selected => ({
  value: sql`(select ${json} from (select ${list} ${from}) ${row})`,
  mend,
});

/** All rows of a select list as a json array of objects, in the order of `from`. */
export const asList = ({ list, json, mend }: SelectList, from: Sql): Selected => ({
  value: sql`(select coalesce(json_agg(${json}), '[]'::json) from (select ${list} ${from}) ${row})`,
  mend: mendItems(mend),
});

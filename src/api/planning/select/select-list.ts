import type { FieldNode, GraphQLField, GraphQLObjectType } from 'graphql';
import { sql, sqlJoin, sqlName, sqlText, type Sql } from '#kernel/sql.ts';
import { collectFields, selectionsOf } from '../builder/collect-fields.ts';
import { memberFormOf, type MemberForm } from '../builder/document-directives.ts';
import type { PlanBuilder } from '../builder/plan-builder.ts';
import { unsupported } from '../builder/unsupported.ts';

/** The nodes that request one field under one response key; the first has its arguments. */
export type FieldNodes = readonly [FieldNode, ...FieldNode[]];

/** A requested field: its definition, and the nodes that request it. */
export interface RequestedField {
  readonly field: GraphQLField<unknown, unknown>;
  readonly nodes: FieldNodes;
}

/** A subquery that returns exactly one row, with a column for each response key. */
export interface ObjectQuery extends Pick<SelectList, 'object' | 'columns'> {
  readonly query: Sql;
}

/**
 * An SQL expression whose value belongs to the answer. Objects are records and lists are arrays of records, which `asJson` turns into one
 * text: the text of each level would be copied at every level above it.
 */
export interface SelectedValue {
  readonly value: Sql;
  /** Set for connections only: the query of the same object, with a column for each of its fields. */
  readonly connectionQuery?: ObjectQuery;
}

/** A value under its response key. */
export interface SelectedColumn extends SelectedValue {
  readonly key: string;
  /** How the object shows the value, where it is not one member under the key. */
  readonly form?: MemberForm | undefined;
}

/** What is selected of rows, and the object of each row. */
export interface SelectList {
  /** The select list itself: a column for each response key, or one column with the whole object. */
  readonly list: Sql;
  /** The object of a selected row: its record, its one column, or JSON. */
  readonly object: Sql;
  /** The columns one by one; none where they are not the members of the object. */
  readonly columns: readonly SelectedColumn[];
}

/**
 * The alias of a selected row. The name cannot be a response key, because PostgreSQL would read a column of the same name
 * instead of the row.
 */
const row = sqlName('$row');

/** The maximum length of an identifier: PostgreSQL truncates longer identifiers. */
const maxIdentifierBytes = 63;

/** The select list for the fields that nodes request of an object type, in the order of the answer; `select` reads one field. */
export function selectFields(
  builder: PlanBuilder,
  type: GraphQLObjectType,
  nodes: readonly FieldNode[],
  select: (requested: RequestedField) => SelectedValue,
): SelectList {
  const fields = [...collectFields(builder.context, type, selectionsOf(nodes))];
  const columns = fields.map(([key, [node, ...others]]): SelectedColumn => {
    if (key.length > maxIdentifierBytes) unsupported(key);
    if (!node || node.name.value === '__typename') return { key, value: sqlText(`'${type.name}'::text`) };
    const form = memberFormOf([node, ...others]);
    const finalizers = builder.finalizers.length;
    const selected = select({ field: builder.fieldOf(type, node), nodes: [node, ...others] });
    // A value that is spread becomes `jsonb`, which does not keep the marks of values to finalize.
    if (form === 'spread' && builder.finalizers.length > finalizers) unsupported(key);
    return { key, form, ...selected };
  });
  return columnList(columns);
}

/** The select list whose rows are objects with a member for each column. */
export const columnList = (columns: readonly SelectedColumn[]): SelectList => ({
  list: sqlJoin(
    columns.map(({ key, value }) => sql`${value} as ${sqlName(key)}`),
    ', ',
  ),
  ...(columns.some(({ form }) => form) ? { object: objectOf(columns), columns: [] } : { object: row, columns }),
});

/** The JSON object of a row whose columns are not all one member each: `concat` skips the nulls of members that are left out. */
function objectOf(columns: readonly SelectedColumn[]): Sql {
  const members = columns.map(({ key, form }) => {
    const column = sql`${row}.${sqlName(key)}`;
    if (form === 'spread') {
      const others = columns.flatMap((other) => (other.key === key ? [] : other.key));
      return spreadMembers(sql`${column}::jsonb`, others);
    }
    const text = sql`${asJson(column)}::text`;
    const value = form === 'omitIfNull' ? sql`nullif(${text}, 'null')` : sql`coalesce(${text}, 'null')`;
    return sql`${sqlText(`',"${key}":'`)} || ${value}`;
  });
  return sql`('{' || substr(concat(${sqlJoin(members, ', ')}), 2) || '}')::json`;
}

/** The text of an object's members without those of some names; null where none is left. */
function spreadMembers(object: Sql, others: readonly string[]): Sql {
  const text = sql`(${object} - ${sqlText(`'{${others.join(',')}}'::text[]`)})::text`;
  return sql`case jsonb_typeof(${object}) when 'object' then ',' || nullif(substr(${text}, 2, length(${text}) - 2), '') end`;
}

/** The select list whose one column is an expression that returns the whole object. */
export const objectList = (value: Sql): SelectList => ({
  list: sql`${value} as ${row}`,
  object: sql`${row}.${row}`,
  columns: [],
});

/** One row of a select list as an object; null where `from` finds none. */
export const asObject = ({ list, object }: SelectList, from: Sql = sqlText('')): SelectedValue => ({
  value: sql`(select ${object} from (select ${list} ${from}) ${row})`,
});

/** The row of a query as an object. */
export const queryAsObject = (objectQuery: ObjectQuery): SelectedValue => ({
  value: sql`(select ${objectQuery.object} from (${objectQuery.query}) ${row})`,
  ...(objectQuery.columns.length > 0 && { connectionQuery: objectQuery }),
});

/** All rows of a select list as a list of objects, in the order that `from` gives them. */
export const asList = ({ list, object }: SelectList, from: Sql): SelectedValue => ({
  value: sql`array(select ${object} from (select ${list} ${from}) ${row})`,
});

/** A selected value as JSON. */
export const asJson = (value: Sql): Sql => sql`to_json(${value})`;

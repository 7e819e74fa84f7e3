import type { FieldNode, GraphQLField, GraphQLObjectType } from 'graphql';
import { isJsonObject, type JsonObject } from '../../../kernel/json.ts';
import { sql, sqlJoin, sqlName, sqlText, type Sql } from '../../../kernel/sql.ts';
import type { Platform } from '../../platform.ts';
import { collectFields, selectionsOf } from '../builder/collect-fields.ts';
import type { ArgumentValues, PlanBuilder } from '../builder/plan-builder.ts';
import { unsupported } from '../builder/unsupported.ts';

/** The nodes that request one field under one response key; the first has its arguments. */
export type FieldNodes = readonly [FieldNode, ...FieldNode[]];

/** A requested field: its definition, and the nodes that request it. */
export interface RequestedField {
  readonly field: GraphQLField<unknown, unknown>;
  readonly nodes: FieldNodes;
}

/** The inputs of `Finalize` in addition to the value: the variables of the request, and the secrets that decrypt columns. */
export interface FinalizeContext {
  readonly variables: ArgumentValues;
  readonly app: Pick<Platform, 'secrets'>;
}

/**
 * Computes the final value from what SQL returned. Undefined where SQL returns the final value itself: its text is then sent without
 * being parsed.
 */
export type Finalize = ((value: unknown, context: FinalizeContext) => unknown) | undefined;

/** A subquery that returns exactly one row, with a column for each response key. */
export interface ObjectQuery {
  readonly query: Sql;
  readonly columns: readonly SelectedColumn[];
}

/**
 * The first key of an object that is to be finalized. A text without it is final, and is not parsed. It is not a valid response key; in a
 * text of a user it costs no more than the parsing.
 */
export const unfinishedKey = '$unfinished';

/** Whether a statement returned an object that is to be finalized. */
export const isUnfinished = (value: unknown): value is JsonObject => isJsonObject(value) && unfinishedKey in value;

/** An SQL expression, and what finalizes its value. */
export interface SelectedValue {
  readonly value: Sql;
  readonly finalize?: Finalize;
  /** Set for connections only: the query of the same object, with a column for each of its fields. */
  readonly connectionQuery?: ObjectQuery;
}

/** A value under its response key. */
export interface SelectedColumn extends SelectedValue {
  readonly key: string;
}

/** What is selected of rows, how each row becomes a JSON object, and what finalizes the object. */
export interface SelectList {
  /** The select list itself: a column for each response key, or one column with the whole object. */
  readonly list: Sql;
  /** The expression that makes the JSON object of a selected row. */
  readonly json: Sql;
  readonly finalize: Finalize;
  /** The columns one by one; none where one column has the whole object. */
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
    return !node || node.name.value === '__typename'
      ? { key, value: sqlText(`'${type.name}'::text`) }
      : { key, ...select({ field: builder.fieldOf(type, node), nodes: [node, ...others] }) };
  });
  return { ...columnList(columns, finalizeFields(columns)), columns };
}

/** The select list whose rows become JSON objects with a member for each column. */
export const columnList = (columns: readonly SelectedColumn[], finalize: Finalize): SelectList => ({
  list: sqlJoin(
    columns.map(({ key, value }) => sql`${value} as ${sqlName(key)}`),
    ', ',
  ),
  json: sql`row_to_json(${row})`,
  finalize,
  columns,
});

/** The select list whose one column is an expression that returns the whole JSON object. */
export const objectList = (value: Sql): SelectList => ({
  list: sql`${value} as ${row}`,
  json: sql`${row}.${row}`,
  finalize: undefined,
  columns: [],
});

/** One row of a select list as a JSON object; null where `from` finds none. */
export const asObject = ({ list, json, finalize }: SelectList, from: Sql = sqlText('')): SelectedValue => ({
  value: sql`(select ${json} from (select ${list} ${from}) ${row})`,
  finalize,
});

/** The row of a query as a JSON object. */
export const queryAsObject = ({ query, columns }: ObjectQuery): SelectedValue => ({
  value: sql`(select row_to_json(${row}) from (${query}) ${row})`,
  finalize: finalizeFields(columns),
  connectionQuery: { query, columns },
});

/** All rows of a select list as a JSON array of objects, in the order that `from` gives them. */
export const asList = ({ list, json, finalize }: SelectList, from: Sql): SelectedValue => ({
  value: sql`(select coalesce(json_agg(${json}), '[]'::json) from (select ${list} ${from}) ${row})`,
  finalize: finalizeItems(finalize),
});

/** Finalizes the fields of an object in place. */
function finalizeFields(columns: readonly SelectedColumn[]): Finalize {
  const finalizers = columns.flatMap(({ key, finalize }) => (finalize ? [[key, finalize] as const] : []));
  if (finalizers.length === 0) return undefined;
  return (object, context) => {
    if (isJsonObject(object))
      for (const [key, finalize] of finalizers) Reflect.set(object, key, finalize(object[key], context));
    return object;
  };
}

/** Finalizes each item of a list. */
export const finalizeItems = (finalize: Finalize): Finalize =>
  finalize && ((list, context) => (Array.isArray(list) ? list.map((item) => finalize(item, context)) : list));

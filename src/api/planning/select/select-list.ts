import type { FieldNode, GraphQLField, GraphQLObjectType } from 'graphql';
import { isJsonObject } from '../../../kernel/json.ts';
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

/** What a value is finalized with: the variables of the run, and the secrets that decrypt columns. */
export interface FinalizeContext {
  readonly variables: ArgumentValues;
  readonly app: Pick<Platform, 'secrets'>;
}

/**
 * Replaces a value of the answer by what JavaScript computes of it. Undefined where SQL returns the final value: its text is
 * then sent on without being parsed.
 */
export type Finalize = ((value: unknown, run: FinalizeContext) => unknown) | undefined;

/** A subquery that returns exactly one row, with a column for each response key. */
export interface ObjectQuery {
  readonly query: Sql;
  readonly columns: readonly SelectedColumn[];
}

/** A SQL expression, and what finalizes its value. */
export interface SelectedValue {
  readonly value: Sql;
  readonly finalize?: Finalize;
  /** The same object with a column for each of its fields: only of connections. */
  readonly connectionQuery?: ObjectQuery;
}

/** A value under its response key. */
export interface SelectedColumn extends SelectedValue {
  readonly key: string;
}

/** How rows become JSON objects, and what finalizes those. */
export interface SelectList {
  /** What is selected of each row: a column for each response key, or a finished object. */
  readonly list: Sql;
  /** The object, made of a row of the list. */
  readonly json: Sql;
  readonly finalize: Finalize;
  /** The columns one by one; none where each row is a finished object. */
  readonly columns: readonly SelectedColumn[];
}

/** The alias of such a row. No response key has this name: PostgreSQL would take a column of the same name instead of the row. */
const row = sqlName('$row');

/** PostgreSQL truncates longer identifiers. */
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

/** JSON objects of columns. */
export const columnList = (columns: readonly SelectedColumn[], finalize: Finalize): SelectList => ({
  list: sqlJoin(
    columns.map(({ key, value }) => sql`${value} as ${sqlName(key)}`),
    ', ',
  ),
  json: sql`row_to_json(${row})`,
  finalize,
  columns,
});

/** JSON objects that an expression returns finished. */
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

/** All rows of a select list as a JSON array of objects, in the order of `from`. */
export const asList = ({ list, json, finalize }: SelectList, from: Sql): SelectedValue => ({
  value: sql`(select coalesce(json_agg(${json}), '[]'::json) from (select ${list} ${from}) ${row})`,
  finalize: finalizeItems(finalize),
});

/** Finalizes the fields of an object in their places. */
function finalizeFields(columns: readonly SelectedColumn[]): Finalize {
  const finalizers = columns.flatMap(({ key, finalize }) => (finalize ? [[key, finalize] as const] : []));
  if (finalizers.length === 0) return undefined;
  return (object, run) => {
    if (isJsonObject(object))
      for (const [key, finalize] of finalizers) Reflect.set(object, key, finalize(object[key], run));
    return object;
  };
}

/** Finalizes each item of a list. */
export const finalizeItems = (finalize: Finalize): Finalize =>
  finalize && ((list, run) => (Array.isArray(list) ? list.map((item) => finalize(item, run)) : list));

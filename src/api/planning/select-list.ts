import {
  defaultFieldResolver,
  type FieldNode,
  getNullableType,
  type GraphQLField,
  type GraphQLObjectType,
  type GraphQLOutputType,
  isAbstractType,
  isLeafType,
  isListType,
  isNonNullType,
  isObjectType,
} from 'graphql';
import { sql, type Sql, sqlJoin, sqlName, sqlText, type RenderedStatement } from '#kernel/sql.ts';
import { collectFields, type MemberForm, memberFormOf, type SelectionContext, selectionsOf } from './collect-fields.ts';
import {
  type ArgumentValues,
  type Finalize,
  type FinalizeContext,
  type PlanBuilder,
  unsupported,
} from './plan-builder.ts';
import { isJsonObject, type JsonPart, JsonText, parseJson } from '#kernel/json.ts';
import type { DatabaseClient } from '#platform/database/database-client.ts';
import type { RowBytes } from '#platform/database/statements.ts';

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
interface SelectedColumn extends SelectedValue {
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

/** The alias of a selected row, which no response key can be: PostgreSQL would read a column of that name instead. */
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

/** What the finalization of a text needs: the finalizers of its plan, and their inputs. */
export interface Finalization extends FinalizeContext {
  readonly finalizers: readonly Finalize[];
}

/**
 * The byte that stands before and after each value to finalize: a carriage return. PostgreSQL writes one only where a statement asks for it:
 * the strings of JSON escape it, and `json` from `jsonb` or from rows has no whitespace but spaces and line feeds. No stored value can
 * therefore imitate such a value.
 */
const separator = 0x0d;

/** An expression whose value JavaScript finalizes: `finalize` receives the value of `columns`, and its result replaces it. */
export function finalizedValue(builder: PlanBuilder, columns: Sql, finalize: Finalize): Sql {
  const number = String(builder.addFinalizer(finalize));
  return sql`json_build_array(${sqlText(`e'\\r${number}'`)}::json, ${columns}, e'0\\r'::json)`;
}

/** Replaces the values of a text that JavaScript finalizes. All other bytes are copied; without such a value, the text is returned itself. */
function finalizeText(text: Buffer, { finalizers, ...context }: Finalization): Buffer {
  let start = text.indexOf(separator) - 1;
  if (start < 0) return text;
  const parts: Buffer[] = [];
  let copied = 0;
  while (start >= copied) {
    const end = text.indexOf(separator, start + 2) + 2;
    const final = finalValue(parseJson(text.toString('utf8', start, end)), finalizers, context);
    parts.push(text.subarray(copied, start), Buffer.from(JSON.stringify(final ?? null)));
    copied = end;
    start = text.indexOf(separator, copied) - 1;
  }
  parts.push(text.subarray(copied));
  return Buffer.concat(parts);
}

/** The final value: an array with the number of its finalizer, and its columns. */
function finalValue(marked: unknown, finalizers: readonly Finalize[], context: FinalizeContext): unknown {
  const found: readonly unknown[] = Array.isArray(marked) ? marked : [];
  const finalize = finalizers[Number(found[0])];
  if (!finalize) throw new Error('A value to finalize has the number of a finalizer.');
  return finalize(found[1], context);
}

/**
 * Completes a JavaScript value for the answer, as graphql-js does: selects the requested fields of objects and serializes scalars. The
 * resolver of a field is called, because a property may have another name than its field. Throws Unsupported
 * where a null, a list or an object does not fit its type; for a leaf that does not, the scalar's `serialize` throws.
 */
export function completeValue(
  context: SelectionContext,
  type: GraphQLOutputType,
  nodes: readonly FieldNode[],
  value: unknown,
): unknown {
  if (value === null || value === undefined)
    return isNonNullType(type) ? unsupported(`null for ${String(type)}`) : null;
  const nullable = getNullableType(type);
  if (isListType(nullable)) {
    return Array.isArray(value)
      ? value.map((item) => completeValue(context, nullable.ofType, nodes, item))
      : unsupported(String(type));
  }
  if (isLeafType(nullable)) return nullable.serialize(value);
  return completeObject(context, objectTypeFor(context, nullable, value), nodes, value);
}

function completeObject(
  context: SelectionContext,
  type: GraphQLObjectType,
  nodes: readonly FieldNode[],
  value: object,
): object {
  const fields = collectFields(context, type, selectionsOf(nodes));
  return Object.fromEntries(
    [...fields].map(([key, [node, ...others]]) => {
      if (!node || node.name.value === '__typename') return [key, type.name];
      const field = type.getFields()[node.name.value] ?? unsupported(`${type.name}.${node.name.value}`);
      const resolve = field.resolve ?? defaultFieldResolver;
      return [
        key,
        completeValue(
          context,
          field.type,
          [node, ...others],
          resolve(value, {}, {}, { fieldName: field.name } as never),
        ),
      ];
    }),
  );
}

/** The type of an object; for an abstract type, the type that its `__typename` names. */
function objectTypeFor({ schema }: SelectionContext, type: GraphQLOutputType, value: unknown): GraphQLObjectType {
  const name = isAbstractType(type) && isJsonObject(value) ? value['__typename'] : undefined;
  const found = typeof name === 'string' ? schema.getType(name) : type;
  return isObjectType(found) && typeof value === 'object' ? found : unsupported(String(type));
}

/** How the columns of a statement form the answer: one column is the value, or there is an object with a value for each response key. */
type Layout = 'column' | readonly (readonly [key: string, Layout])[];

/** A statement whose columns are JSON texts, and how they form the answer. */
export interface PlannedStatement {
  readonly statement: RenderedStatement;
  readonly layout: Layout;
}

/** Makes the statement that returns a value as one JSON text. */
export const valueStatement = ({ value }: SelectedValue): PlannedStatement => ({
  statement: sql`select ${asJson(value)}::text`.render(),
  layout: 'column',
});

/** Makes the statement that returns each part of a page in a column, so that REST puts the nodes into its envelope unparsed. */
export function pageStatement({ query, columns }: ObjectQuery): PlannedStatement {
  const values = columns.map(({ key }) => sql`${pageAlias}.${sqlName(key)}`);
  return {
    statement: sql`select ${textsOf(values)} from (${query}) ${pageAlias}`.render(),
    layout: layoutOf(columns),
  };
}

/** Like `pageStatement`, for a row that has at most one page among its fields. */
export function rowStatement(columns: readonly SelectedColumn[], table: Sql, where: Sql): PlannedStatement {
  const values = columns.flatMap(({ value, connectionQuery: page }) =>
    page ? page.columns.map(({ key }) => sql`${pageAlias}.${sqlName(key)}`) : value,
  );
  const pages = columns.flatMap(({ connectionQuery: page }) => (page ? sql`lateral (${page.query}) ${pageAlias}` : []));
  return {
    statement:
      sql`select ${textsOf(values)} from ${sqlJoin([table, ...pages], ' cross join ')} where ${where}`.render(),
    layout: columns.map(({ key, connectionQuery: page }) => [key, page ? layoutOf(page.columns) : 'column']),
  };
}

const pageAlias = sqlName('$page');

/** Select list of the values as JSON texts. Each column has its own name, because some drivers return rows as objects. */
const textsOf = (values: readonly Sql[]): Sql =>
  sqlJoin(
    values.map((value, index) => sql`${asJson(value)}::text as ${sqlName(`c${String(index)}`)}`),
    ', ',
  );

const layoutOf = (columns: readonly SelectedColumn[]): Layout => columns.map(({ key }) => [key, 'column']);

/** Runs a statement and returns the value that its columns form; null where it finds no row. */
export async function runStatement(
  db: DatabaseClient,
  { statement, layout }: PlannedStatement,
  parameters: ArgumentValues,
  finalization: Finalization,
): Promise<JsonPart> {
  const columns = await db.texts(statement, parameters);
  return columns ? readAnswer(layout, columns, finalization) : new JsonText('null');
}

/** The value that the columns of a statement form. */
export const readAnswer = (layout: Layout, columns: RowBytes, finalization: Finalization): JsonPart =>
  readJsonPart(layout, columns.values(), finalization);

function readJsonPart(
  layout: Layout,
  columns: Iterator<Buffer | null, undefined>,
  finalization: Finalization,
): JsonPart {
  if (layout !== 'column')
    return Object.fromEntries(
      layout.map(([key, fieldLayout]) => [key, readJsonPart(fieldLayout, columns, finalization)] as const),
    );
  const { value }: IteratorResult<Buffer | null, undefined> = columns.next();
  return new JsonText(value ? finalizeText(value, finalization) : 'null');
}

import { totals, sql, type Sql, sqlAnd, sqlJoin, sqlName, type SqlParameter, sqlText } from '#kernel/sql.ts';
import { toSnakeCase } from '#kernel/text.ts';
import { getMetadataStorage } from 'type-graphql';
import type { Session } from '../session.ts';
import { DateTime } from '../types/scalars.ts';
import type { Column, ColumnExpression, ListCriteria, Order, ParseArgument, Row, TypeSource } from './type-source.ts';

/** What a module declares of a source; the rest follows from the class of the type. */
type SourceDeclaration<T extends object> = Pick<
  TypeSource<T>,
  'table' | 'key' | 'isNode' | 'order' | 'isKeyLookupCostly' | 'visible' | 'accessPaths'
> & {
  /** The fields that are not read from the column of their name, and the properties of a row that are no fields. */
  readonly columns?: Readonly<Partial<Record<keyof T & string, Column>>>;
  /** How a column of the rule is read, where the table does not have it. */
  readonly columnOf?: (column: string) => ColumnExpression;
  readonly entityKeys?: readonly (keyof T & string)[];
};

/**
 * Declares where the GraphQL type of a class is read from. A field of the class is read from the column with its name in snake case, a
 * `DateTime` as the contract writes it, and `id` is made from the key, unless `columns` says otherwise. `R` has the properties of a row that
 * are no fields of the class.
 */
export const source = <T extends object, R extends T = T>(
  of: abstract new () => T,
  { columnOf, ...declaration }: SourceDeclaration<NoInfer<R>>,
): TypeSource<R> => {
  const type = typeNameOf(of);
  return Object.freeze({
    ...declaration,
    type,
    of,
    columns: { ...columnsOf(of, nodeId(type, declaration.key), columnOf), ...declaration.columns },
    joinColumns: new Set([declaration.key]),
    relations: new Map(),
    traversals: new Map(),
    computedFields: new Map(),
    writtenFields: new Map(),
    extras: new Map(),
    resolverNeeds: new Map(),
  });
};

/** The name in the graph of the type of a class. */
function typeNameOf(of: object): string {
  const { objectTypes, interfaceTypes } = getMetadataStorage();
  const declared = [...objectTypes, ...interfaceTypes].find(({ target }) => target === of);
  if (!declared) throw new TypeError('The class of a source is not an object type or an interface.');
  return declared.name;
}

/** The columns of the fields of a class and of the classes that it extends, by the rule of `source`. */
const columnsOf = (
  of: abstract new () => object,
  id: ColumnExpression,
  columnOf?: (column: string) => ColumnExpression,
): Record<string, Column> =>
  Object.fromEntries(
    getMetadataStorage()
      .fields.filter(({ target }) => of === target || of.prototype instanceof target)
      .map(({ name, getType }) => {
        if (name === 'id') return [name, id];
        const column = toSnakeCase(name);
        return [name, columnOf?.(column) ?? (getType() === DateTime ? timestampColumn(column) : column)];
      }),
  );

/** The global identifier of a row, or of a part of a row: base64url of `Type:key`. The key is a column or an expression. */
export const nodeId =
  (type: string, key: string | ColumnExpression): ColumnExpression =>
  (alias, session) =>
    base64Url(sql`${`${type}:`}::text || ${columnSql(key, alias, session)}::text`);

/** The order of creation, ties by uid (docs/contract/rest.md 4). */
export const byCreation = {
  by: [
    { column: 'created_at', type: 'timestamptz' },
    { column: 'uid', type: 'text' },
  ],
} as const satisfies Order;

/** An instant as the contract writes it: UTC, whole seconds. */
export const timestampSql = (instant: Sql): Sql =>
  sql`to_char(${instant} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')`;

/** A column whose instant is read in the format of the contract. */
export const timestampColumn =
  (column: string): ColumnExpression =>
  (alias) =>
    timestampSql(sql`${alias}.${sqlName(column)}`);

/** The expression of a column under an alias, for a caller. */
export function columnSql(column: Column, alias: Sql, session: Session): Sql {
  if (typeof column === 'string') return sql`${alias}.${sqlName(column)}`;
  if (typeof column === 'function') return column(alias, session);
  return sql`(${columnSql(column.object, alias, session)} || jsonb_build_object('id', ${column.id(alias, session)}))`;
}

/** A text as base64url. */
export const base64Url = (text: Sql): Sql =>
  sql`translate(encode(convert_to(${text}, 'UTF8'), 'base64'), E'+/=\\n', '-_')`;

/** SQL that maps a kind to the name of a GraphQL type. Kinds and names are constants, never a client's values. */
export const typeNameSql = (kind: Sql, names: Readonly<Record<string, string>>): Sql =>
  sql`case ${kind} ${sqlJoin(
    Object.entries(names).map(([value, name]) => sqlText(`when '${value}' then '${name}'`)),
    ' ',
  )} end`;

/** A value that is read with a row but is not a field of its type, for resolvers that need data of related tables. */
interface Extra<T extends object = object, Value = unknown> {
  readonly name: string;
  /** The value; undefined where the row was read without it. */
  readonly valueIn: (row: Row<T>) => Value | undefined;
}

/** Declares an extra. It is read only for fields whose resolvers declare that they need it (`resolverNeeds`). */
export function extra<T extends object, Value>({
  source,
  name,
  value,
}: {
  readonly source: TypeSource<T>;
  readonly name: string;
  readonly value: ColumnExpression;
}): Extra<T, Value> {
  source.extras.set(name, value);
  // The declaration states the type of the expression's value.
  return Object.freeze({ name, valueIn: (row: Row<T>) => row[name] as Value | undefined });
}

/** Declares the values of a row that the resolvers of `fields` need. A query of only such fields then reads no other values. */
export function resolverNeeds<T extends object>({
  source,
  fields,
  needs,
  extras = [],
}: {
  readonly source: TypeSource<T>;
  readonly fields: readonly string[];
  readonly needs: readonly (keyof T & string)[];
  readonly extras?: readonly Pick<Extra, 'name'>[];
}): void {
  for (const field of fields) source.resolverNeeds.set(field, [...needs, ...extras.map(({ name }) => name)]);
}

/** The parsed value of an argument, or the statement parameter that will hold it; undefined where the argument is not given. */
export type GivenArgument = string | boolean | readonly string[] | SqlParameter | undefined;

/** A field of the query type that reads a source. */
export interface Root<T extends object = object> {
  readonly field: string;
  readonly source: TypeSource<T>;
  readonly returns: 'one' | 'page';
  /** Arguments, and members of `filter` by their path, that only the resolver supports: where one of them is given, no plan answers. */
  readonly resolverOnlyArguments?: readonly string[];
  /** Fails for callers who may not use the field. */
  readonly authorize?: (session: Session) => unknown;
  /** Parsers by argument. */
  readonly parse?: Readonly<Record<string, ParseArgument>>;
  /** The filter and the orders of a page. */
  readonly list?: ListCriteria;
  /** The condition that the arguments request, on the alias `t`; may fail INVALID_INPUT, and may depend on the session. */
  readonly where?: (args: Readonly<Record<string, GivenArgument>>, session: Session) => Sql | undefined;
  /** The number of rows that the session sees under the arguments, where a kept total (`rowTotal`) makes it cheaper than counting the rows. */
  readonly total?: (session: Session, args: Readonly<Record<string, GivenArgument>>) => Sql | undefined;
}

/** Converts the value of an argument to what `where` of the root accepts. */
export function parseArgument<Value>(
  { parse, list }: Pick<Root, 'parse' | 'list'>,
  name: string,
  value: Value,
): Value | readonly string[] {
  const parseText = parse?.[name] ?? list?.parse[name];
  return parseText && typeof value === 'string' ? parseText(value, name) : value;
}

/** The condition that the arguments of a root field request, by their paths, on the alias `t`. */
export function conditionOf(
  { where, list }: Pick<Root, 'where' | 'list'>,
  given: Readonly<Record<string, GivenArgument>>,
  session: Session,
): Sql | undefined {
  const conditions = [where?.(given, session), list?.where(given, sqlText('t'))].filter((each) => each !== undefined);
  return conditions.length > 0 ? sqlAnd(...conditions) : undefined;
}

/** A table whose rows are counted as they are written (`src/migrations/row-totals.ts`). */
export type CountedTable = 'dataset' | 'catalog_entry' | 'submission';

/** The counted rows: those of an owner, such as the submissions of a form, and those in a state; without a state all of them. */
interface CountedRows {
  readonly owner?: GivenArgument;
  readonly state?: GivenArgument;
}

/** The number of rows of a table, from the changes that writers keep: it costs the same whatever the number. */
export const rowTotal = (table: CountedTable, { owner = '', state }: CountedRows = {}): Sql =>
  sql`(select coalesce(sum(total.change), 0)::int from ${totals}row_total total where ${sqlAnd(
    sql`total.counted = ${sqlText(`'${table}'`)}`,
    sql`total.owner = ${owner}::text`,
    state === undefined ? undefined : sql`total.state = ${state}::text`,
  )})`;

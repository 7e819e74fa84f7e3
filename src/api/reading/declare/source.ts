import { sql, sqlJoin, sqlName, sqlText, type Sql } from '#kernel/sql.ts';
import type { Session } from '#api/session/session.ts';
import type { Column, ColumnExpression, TypeSource } from './type-source.ts';

/** Declares where a type is read from; `T` is the class of the GraphQL type. */
export const source = <T extends object>(
  declaration: Omit<
    TypeSource<T>,
    | 'joinColumns'
    | 'relations'
    | 'traversals'
    | 'computedFields'
    | 'writtenFields'
    | 'extras'
    | 'resolverNeeds'
    | 'row'
    | 'columns'
    | 'entityKeys'
  > & {
    readonly columns: Readonly<Partial<Record<keyof T & string, Column>>>;
    readonly entityKeys?: readonly (keyof T & string)[];
  },
): TypeSource<T> =>
  Object.freeze({
    ...declaration,
    columns: { ...declaration.columns } as Readonly<Record<string, Column>>,
    joinColumns: new Set([declaration.key]),
    relations: new Map(),
    traversals: new Map(),
    computedFields: new Map(),
    writtenFields: new Map(),
    extras: new Map(),
    resolverNeeds: new Map(),
  });

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

/**
 * SQL that maps the kind which an expression returns to the name of a GraphQL type. Kinds and names are constants, never a
 * client's values.
 */
export const typeNameSql = (kind: Sql, names: Readonly<Record<string, string>>): Sql =>
  sql`case ${kind} ${sqlJoin(
    Object.entries(names).map(([value, name]) => sqlText(`when '${value}' then '${name}'`)),
    ' ',
  )} end`;

import type { ClientBase } from 'pg';
import type { SessionSettings } from './session-settings.ts';

/**
 * The schemas of the catalog's functions, tables of records and totals. A catalog with one schema (DATABASE_SCHEMA) has none of them: it
 * has `odsql_fold` in that schema in place of `odsql.fold`. The tables of `pgboss` have no prefix there, because pg-boss takes only the name
 * of its schema.
 */
export type NamedSchema = 'odsql' | 'records' | 'totals';

/** Where the objects of a schema are: a schema, and what their names begin with there. */
export interface SchemaPlace {
  readonly schema: string;
  readonly prefix: string;
}

/** Where the objects of a schema are, in a catalog with one schema or, without its name, in one with all of them. */
export const placeOf = (named: NamedSchema, schema: string | undefined): SchemaPlace =>
  schema === undefined ? { schema: named, prefix: '' } : { schema, prefix: `${named}_` };

/**
 * What SQL consists of where it matters here: strings and comments, which stay unchanged, the schema of a qualified name, and other quoted
 * names. A doubled quote inside of a string or a name reads as the end of one and the start of the next, which is the same. The string that
 * `to_regclass` and its like get is a qualified name.
 */
const tokens =
  /(?<before>\bindex (?:if exists )?|\bto_reg\w+\(')?(?:"(?<quoted>odsql|records|totals|pgboss)"|(?<![\w."$])(?<plain>odsql|records|totals|pgboss))\.(?<name>"[^"]*")?|'[^']*'|--.*|"[^"]*"/g;

/**
 * The SQL for a catalog with one schema: the schema of each qualified name becomes the prefix of the name. An index has no prefix, because
 * the statement that creates it gives it no schema. Strings stay unchanged.
 */
export const inOneSchema = (text: string, schema: string): string =>
  text.replaceAll(tokens, (token, ...groups: (string | undefined)[]) => {
    const [before = '', quoted, plain, name = ''] = groups;
    const named = quoted ?? plain;
    if (named === undefined) return token;
    const prefix = named === 'pgboss' || before.startsWith('index') ? '' : `${named}_`;
    return `${before}"${schema}".${withPrefix(prefix, name)}`;
  });

/** Adds a prefix to a quoted name, or precedes a name without quotes. */
const withPrefix = (prefix: string, name: string): string => (name === '' ? prefix : `"${prefix}${name.slice(1)}`);

/** The description of a table or an index of a catalog with one schema, as a catalog with all of them has it. */
export const inNamedSchemas = (text: string, schema: string): string =>
  text.replaceAll(
    new RegExp(`'[^']*'|(?<![\\w."$])(?:"?${schema}"?\\.)?(?<named>odsql|records|totals)_(?=\\w)|"[^"]*"`, 'g'),
    (token, named: string | undefined) => (named === undefined ? token : `${named}.`),
  );

/** The setting of a session that finds the tables of a catalog with one schema; none for another catalog. */
export const searchPathOf = (schema: string | undefined): SessionSettings =>
  schema === undefined ? {} : { search_path: schema };

/**
 * Makes a connection send every statement as one for a catalog with one schema, also those of migrations and of COPY. A prepared statement
 * is sent once. Values are no part of the text, or are strings in it.
 */
export function useOneSchema({ connection }: ClientBase, schema: string): void {
  const query = connection.query.bind(connection);
  const parse = connection.parse.bind(connection);
  connection.query = (text) => {
    query(inOneSchema(text, schema));
  };
  connection.parse = (statement, more) => {
    parse({ ...statement, text: inOneSchema(statement.text, schema) }, more);
  };
}

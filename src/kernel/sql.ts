import { toSnakeCase } from './text.ts';

/**
 * An SQL fragment with its parameters. The `sql` tag turns every `${value}` into a parameter and inserts every
 * `${fragment}` as SQL, so no value becomes SQL text.
 */
export class Sql {
  readonly #strings: readonly string[];
  readonly #values: readonly unknown[];
  #rendered: { readonly text: string; readonly values: readonly unknown[] } | undefined;

  constructor(strings: readonly string[], values: readonly unknown[]) {
    this.#strings = strings;
    this.#values = values;
  }

  /** The statement with numbered parameters, `$1`, `$2`, …, and their values in that order. A statement that is used again is rendered once. */
  render(): { readonly text: string; readonly values: readonly unknown[] } {
    if (this.#rendered) return this.#rendered;
    const values: unknown[] = [];
    this.#rendered = { text: this.write((value) => `$${String(parameterNumber(value, values))}`), values };
    return this.#rendered;
  }

  /** The text of the statement, where `writeValue` returns the text of each value. */
  write(writeValue: (value: unknown) => string): string {
    return this.#strings.reduce((text, part, index) => {
      const value = this.#values[index - 1];
      return text + (value instanceof Sql ? value.write(writeValue) : writeValue(value)) + part;
    });
  }
}

/** A named parameter, whose value is given for each execution. All uses of the parameter in a statement share one number. */
export class SqlParameter {
  readonly name: string;

  constructor(name: string) {
    this.name = name;
  }
}

/** The values of a statement's named parameters, for one execution. */
export type ParameterValues = Readonly<Record<string, unknown>>;

/** Replaces the named parameters among the values of a rendered statement by their values. */
export const bindValues = (values: readonly unknown[], parameters: ParameterValues): unknown[] =>
  values.map((value) => bindValue(value, parameters));

/** The value of a named parameter; any other value is returned unchanged. */
export const bindValue = (value: unknown, parameters: ParameterValues): unknown =>
  value instanceof SqlParameter ? parameters[value.name] : value;

/** The number of a parameter, from 1. Appends its value, unless a named parameter is already among the values. */
function parameterNumber(value: unknown, values: unknown[]): number {
  const index = value instanceof SqlParameter ? values.indexOf(value) : -1;
  return index < 0 ? values.push(value) : index + 1;
}

/** The template tag for SQL: sql`select 1 where uid = ${uid}`. */
export const sql = (strings: TemplateStringsArray, ...values: readonly unknown[]): Sql => new Sql(strings, values);

/** A quoted identifier. */
export const sqlName = (name: string): Sql => new Sql([`"${name.replaceAll('"', '""')}"`], []);

/** Trusted SQL text; never for input. */
export const sqlText = (text: string): Sql => new Sql([text], []);

/** Converts a library's SQL text with numbered parameters (`$1`, `$2`, …) to a fragment. `values` holds the parameters' values, in order. */
export const sqlNumbered = (text: string, values: readonly unknown[]): Sql =>
  new Sql(
    text.split(/\$\d+/),
    Array.from(text.matchAll(/\$(\d+)/g), ([, number]) => values[Number(number) - 1]),
  );

/** Fragments joined by a separator; empty for an empty list. */
export const sqlJoin = (pieces: readonly Sql[], separator: string): Sql =>
  pieces.length === 0 ? sqlText('') : new Sql(['', ...pieces.slice(1).map(() => separator), ''], pieces);

/** Columns of a select list: each expression under its name. */
export const sqlColumns = (columns: Readonly<Record<string, Sql>>): Sql =>
  sqlJoin(
    Object.entries(columns).map(([name, value]) => sql`${value} as ${sqlName(name)}`),
    ', ',
  );

/** A record with these columns, which `to_json` writes as an object; null where `from` finds no row. */
export const sqlRecord = (columns: Readonly<Record<string, Sql>>, from: Sql = sqlText('')): Sql =>
  sql`(select "$row" from (select ${sqlColumns(columns)} ${from}) "$row")`;

/** Inserts a row: each property into the column with its name in snake case. */
export const sqlInsert = (table: string, row: Readonly<Record<string, unknown>>): Sql => sql`
  insert into ${sqlName(table)} (${sqlJoin(
    Object.keys(row).map((name) => sqlName(toSnakeCase(name))),
    ', ',
  )})
  values (${sqlJoin(
    Object.values(row).map((value) => sql`${value}`),
    ', ',
  )})`;

/** The assignments of an update: each property to the column with its name in snake case. */
export const sqlSet = (row: Readonly<Record<string, unknown>>): Sql =>
  sqlJoin(
    Object.entries(row).map(([name, value]) => sql`${sqlName(toSnakeCase(name))} = ${value}`),
    ', ',
  );

/** `a and b and c`, each in parentheses; `true` without conditions. */
export const sqlAnd = (...conditions: readonly (Sql | undefined)[]): Sql => {
  const defined = conditions.filter((condition) => condition !== undefined);
  return defined.length === 0
    ? sqlText('true')
    : sqlJoin(
        defined.map((condition) => sql`(${condition})`),
        ' and ',
      );
};

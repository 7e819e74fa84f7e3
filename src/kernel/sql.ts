import { toSnakeCase } from './text.ts';

/** The schemas of a catalog besides that of its tables: functions of queries, tables of earlier records, totals and jobs. */
export type SchemaName = 'odsql' | 'records' | 'totals' | 'pgboss';

/**
 * What precedes the name of a function or table in one of these schemas: `odsql.`, or `"catalog".odsql_` in a catalog that has only the schema
 * `catalog` (DATABASE_SCHEMA). The jobs have no prefix there, because pg-boss takes only the name of its schema.
 */
export const namePrefix = (name: SchemaName, schema: string | undefined): string => {
  if (schema === undefined) return `${name}.`;
  return `"${schema}".${name === 'pgboss' ? '' : `${name}_`}`;
};

/** Stands for a schema before a name in SQL: sql`select ${odsql}fold(title)`. The column engine has the functions of `odsql` too. */
export class SqlSchema {
  readonly name: SchemaName;

  constructor(name: SchemaName) {
    this.name = name;
  }
}

export const odsql = new SqlSchema('odsql');
export const recordTables = new SqlSchema('records');
export const totals = new SqlSchema('totals');

/** What a statement is rendered to. */
interface Rendering {
  text: string;
  readonly values: unknown[];
  /** The schemas in the text, and where they begin. */
  readonly schemas: { readonly at: number; readonly name: SchemaName }[];
}

/** A statement with numbered parameters, `$1`, `$2`, …, and their values in that order. */
export class RenderedStatement {
  /** The text for the column engine, and for a catalog with all of its schemas. */
  readonly text: string;
  /** A named parameter is replaced by its value for each execution. */
  readonly values: readonly unknown[];
  readonly #schemas: Rendering['schemas'];
  #other: { readonly schema: string; readonly text: string } | undefined;

  constructor({ text, values, schemas }: Rendering) {
    this.text = text;
    this.values = values;
    this.#schemas = schemas;
  }

  /** The text for a catalog with this one schema, or with all of them. It is made once. */
  textIn(schema: string | undefined): string {
    if (schema === undefined || this.#schemas.length === 0) return this.text;
    if (this.#other?.schema !== schema) this.#other = { schema, text: this.#withPrefixes(schema) };
    return this.#other.text;
  }

  #withPrefixes(schema: string): string {
    let text = '';
    let end = 0;
    for (const { at, name } of this.#schemas) {
      text += this.text.slice(end, at) + namePrefix(name, schema);
      end = at + namePrefix(name, undefined).length;
    }
    return text + this.text.slice(end);
  }
}

/** An SQL fragment with its parameters: the `sql` tag makes each value a parameter, so that no value becomes SQL text. */
export class Sql {
  readonly #strings: readonly string[];
  readonly #values: readonly unknown[];
  #rendered: RenderedStatement | undefined;

  constructor(strings: readonly string[], values: readonly unknown[]) {
    this.#strings = strings;
    this.#values = values;
  }

  /** A statement that is used again is rendered once. */
  render(): RenderedStatement {
    if (this.#rendered) return this.#rendered;
    const rendering: Rendering = { text: '', values: [], schemas: [] };
    this.#renderInto(rendering);
    return (this.#rendered = new RenderedStatement(rendering));
  }

  #renderInto(rendering: Rendering): void {
    const strings = this.#strings;
    rendering.text += strings[0] ?? '';
    for (let index = 1; index < strings.length; index += 1) {
      const value = this.#values[index - 1];
      if (value instanceof Sql) value.#renderInto(rendering);
      else if (value instanceof SqlSchema) {
        rendering.schemas.push({ at: rendering.text.length, name: value.name });
        rendering.text += `${value.name}.`;
      } else rendering.text += `$${String(parameterNumber(value, rendering.values))}`;
      rendering.text += strings[index] ?? '';
    }
  }

  /** The text of the statement for a catalog with this one schema, or with all of them. `writeValue` returns the text of each value. */
  write(writeValue: (value: unknown) => string, schema?: string): string {
    return this.#strings.reduce((text, part, index) => {
      const value = this.#values[index - 1];
      if (value instanceof Sql) return text + value.write(writeValue, schema) + part;
      return text + (value instanceof SqlSchema ? namePrefix(value.name, schema) : writeValue(value)) + part;
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

/**
 * An SQL fragment with its parameters. The `sql` tag turns every `${value}` into a parameter and inserts every `${sql…}`, so no value
 * becomes SQL text.
 */
export class Sql {
  readonly #strings: readonly string[];
  readonly #values: readonly unknown[];

  constructor(strings: readonly string[], values: readonly unknown[]) {
    this.#strings = strings;
    this.#values = values;
  }

  /** The statement with numbered parameters, `$1`, `$2`, …, and their values in that order. */
  render(): { text: string; values: unknown[] } {
    const values: unknown[] = [];
    return { text: this.#write(values), values };
  }

  #write(values: unknown[]): string {
    return this.#strings.reduce((text, part, at) => {
      const value = this.#values[at - 1];
      return text + (value instanceof Sql ? value.#write(values) : `$${String(placeOf(value, values))}`) + part;
    });
  }
}

/** A parameter whose value is given when the statement runs. It has one number in a statement, however often it is used. */
export class SqlParameter {
  readonly name: string;

  constructor(name: string) {
    this.name = name;
  }
}

/** The values of a statement's named parameters for one run. */
export type StatementRun = Readonly<Record<string, unknown>>;

/** The values of a rendered statement for one run. */
export const bindValues = (values: readonly unknown[], run: StatementRun): unknown[] =>
  values.map((value) => (value instanceof SqlParameter ? run[value.name] : value));

/** The index of a value; a named parameter that occurred before keeps its index. */
function placeOf(value: unknown, values: unknown[]): number {
  const place = value instanceof SqlParameter ? values.indexOf(value) : -1;
  return place < 0 ? values.push(value) : place + 1;
}

/** The tag that makes SQL: sql`select 1 where uid = ${uid}`. */
export const sql = (strings: TemplateStringsArray, ...values: readonly unknown[]): Sql => new Sql(strings, values);

/** An identifier, quoted. */
export const sqlName = (name: string): Sql => new Sql([`"${name.replaceAll('"', '""')}"`], []);

/** Trusted SQL text; never for input. */
export const sqlText = (text: string): Sql => new Sql([text], []);

/** A library's SQL text with numbered parameters (`$1`, `$2`, …) and their values in that order. */
export const sqlNumbered = (text: string, values: readonly unknown[]): Sql =>
  new Sql(
    text.split(/\$\d+/),
    Array.from(text.matchAll(/\$(\d+)/g), ([, number]) => values[Number(number) - 1]),
  );

/** Fragments joined by a separator; empty for an empty list. */
export const sqlJoin = (pieces: readonly Sql[], separator: string): Sql =>
  pieces.length === 0 ? sqlText('') : new Sql(['', ...pieces.slice(1).map(() => separator), ''], pieces);

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

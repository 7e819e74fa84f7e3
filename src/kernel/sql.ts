/**
 * A piece of SQL with its parameters. Built by the `sql` tag, where every `${value}` becomes a parameter and every
 * `${sql…}` is set in place; so no value ever becomes SQL text.
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

/** A parameter whose value is known only when the statement runs. It has one place in a statement, however often it is used. */
export class SqlParameter {
  readonly name: string;

  constructor(name: string) {
    this.name = name;
  }
}

/** What the parameters of a statement are when it runs, by name. */
export type StatementRun = Readonly<Record<string, unknown>>;

/** The values of a rendered statement for one run. */
export const bindValues = (values: readonly unknown[], run: StatementRun): unknown[] =>
  values.map((value) => (value instanceof SqlParameter ? run[value.name] : value));

/** The number of a value's place; a new one unless it is a parameter that has its place already. */
function placeOf(value: unknown, values: unknown[]): number {
  const place = value instanceof SqlParameter ? values.indexOf(value) : -1;
  return place < 0 ? values.push(value) : place + 1;
}

/** The tag that makes SQL: sql`select 1 where uid = ${uid}`. */
export const sql = (strings: TemplateStringsArray, ...values: readonly unknown[]): Sql => new Sql(strings, values);

/** An identifier, quoted. */
export const sqlName = (name: string): Sql => new Sql([`"${name.replaceAll('"', '""')}"`], []);

/** SQL text of our own; never for anything that came from a caller. */
export const sqlText = (text: string): Sql => new Sql([text], []);

/** A library's SQL text, whose parameters are numbered already (`$1`, `$2`, …), with their values in that order. */
export const sqlNumbered = (text: string, values: readonly unknown[]): Sql =>
  new Sql(
    text.split(/\$\d+/),
    Array.from(text.matchAll(/\$(\d+)/g), ([, number]) => values[Number(number) - 1]),
  );

/** Pieces one after another with a separator between them; nothing for an empty list. */
export const sqlJoin = (pieces: readonly Sql[], separator: string): Sql =>
  pieces.length === 0 ? sqlText('') : new Sql(['', ...pieces.slice(1).map(() => separator), ''], pieces);

/** `a and b and c`, each in parentheses; `true` when there is nothing to hold. */
export const sqlAnd = (...conditions: readonly (Sql | undefined)[]): Sql => {
  const held = conditions.filter((condition) => condition !== undefined);
  return held.length === 0
    ? sqlText('true')
    : sqlJoin(
        held.map((condition) => sql`(${condition})`),
        ' and ',
      );
};

import type { MadeColumn } from '../column-engine.ts';

/** A text as SQL. */
export const sqlLiteral = (text: string): string => `'${text.replaceAll("'", "''")}'`;

/** A name as SQL. */
export const identifier = (name: string): string => `"${name.replaceAll('"', '""')}"`;

/** A select list with columns that are made of others. */
export const madeColumns = (columns: readonly MadeColumn[]): string =>
  columns
    .map(({ name, from, macro }) => {
      const values = from.map(identifier).join(', ');
      const value = macro === undefined ? values : `odsql.${identifier(macro)}(${values})`;
      return `${value} as ${identifier(name)}`;
    })
    .join(', ');

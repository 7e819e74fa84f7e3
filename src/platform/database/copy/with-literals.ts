import { escapeLiteral } from 'pg';
import { bindValue, type ParameterValues, type Sql } from '#kernel/sql.ts';

/**
 * The text of a statement with its values as quoted literals, for COPY, which takes no parameters. An untyped literal gets its type from
 * its context, as a parameter does.
 */
export const withLiterals = (statement: Sql, parameters: ParameterValues): string =>
  statement.write((value) => literalOf(bindValue(value, parameters)));

/** A value as a literal. The driver quotes it. */
function literalOf(value: unknown): string {
  if (value === null || value === undefined) return 'null';
  return escapeLiteral(Array.isArray(value) ? arrayText(value) : textOf(value));
}

const arrayText = (items: readonly unknown[]): string => `{${items.map(itemText).join(',')}}`;

function itemText(item: unknown): string {
  if (item === null || item === undefined) return 'null';
  return Array.isArray(item) ? arrayText(item) : `"${textOf(item).replaceAll(/["\\]/g, String.raw`\$&`)}"`;
}

function textOf(value: unknown): string {
  if (typeof value === 'number' || typeof value === 'bigint' || typeof value === 'boolean') return String(value);
  // PostgreSQL reads a statement up to its first NUL.
  if (typeof value !== 'string' || value.includes('\0'))
    throw new TypeError('A value of a copied statement is a number, a truth value, or a text without NUL.');
  return value;
}

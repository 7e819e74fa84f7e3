import { sql, sqlText, type Sql } from '../../kernel/sql.ts';
import type { BoundQuery } from '../odsql/bind/bound/bound-query.ts';
import { expressionSql, type SqlItemExpression } from '../odsql/sql/aggregate-sql.ts';
import { joinTextsSql } from '../odsql/sql/concat-sql.ts';
import { withoutGroups } from '../odsql/sql/query-sql.ts';
import type { SqlField } from '../odsql/sql/scope.ts';
import { valueText } from '../odsql/sql/value-text.ts';
import type { ExportOptions } from './export-format.ts';

/** The maximum number of items, which bounds the length of the statement. */
const maxItems = 500;

/**
 * SQL for the CSV line of a record, without the line end. The line equals the one that `csvExport` writes from the record's
 * JSON. Undefined for groups and aggregates, for too many items, and where an item has no plain text in SQL.
 */
export function csvLineSql(
  { items, keys, isAggregated }: Pick<BoundQuery<SqlField>, 'items' | 'keys' | 'isAggregated'>,
  timezone: string,
  options: ExportOptions,
): Sql | undefined {
  if (keys !== null || isAggregated || items.length === 0 || items.length > maxItems) return undefined;
  const cells = items.flatMap(({ expression }) => cellSql(expression, timezone, options) ?? []);
  return cells.length === items.length ? joinTextsSql(cells, sql`${options.delimiter}::text`) : undefined;
}

function cellSql(expression: SqlItemExpression, timezone: string, options: ExportOptions): Sql | undefined {
  const { listSeparator } = options;
  const text = valueText(expression, expressionSql(expression, withoutGroups), { timezone, listSeparator });
  return text && sql`coalesce(${quoteIfNeeded(text, quotesOf(expression, options), options)}, '')`;
}

/** Whether the values of an item are quoted; `some` where that depends on the value. */
function quotesOf({ type }: SqlItemExpression, { delimiter, isQuoted }: ExportOptions): 'all' | 'none' | 'some' {
  if (type === 'int' || type === 'double') return 'none';
  if (isQuoted) return 'all';
  if (type === 'date' || type === 'datetime') return 'none';
  // The text of a point contains a comma and no other possible delimiter.
  if (type === 'geo_point_2d') return delimiter === ',' ? 'all' : 'none';
  return 'some';
}

const withReturn = sqlText(String.raw`E'%\r%'`);
const withNewline = sqlText(String.raw`E'%\n%'`);

function quoteIfNeeded(text: Sql, quotes: 'all' | 'none' | 'some', { delimiter }: ExportOptions): Sql {
  if (quotes === 'none') return text;
  const quoted = sql`'"' || replace(${text}, '"', '""') || '"'`;
  if (quotes === 'all') return quoted;
  // Several `like` are faster than one regular expression.
  const isNeeded = sql`${text} like ${`%${delimiter}%`}::text or ${text} like '%"%' or ${text} like ${withReturn} or ${text} like ${withNewline}`;
  return sql`case when ${isNeeded} then ${quoted} else ${text} end`;
}

import { sql, type Sql } from '../../kernel/sql.ts';
import type { BoundQuery } from '../odsql/bind/bound/bound-query.ts';
import { expressionSql, type SqlItemExpression } from '../odsql/sql/aggregate-sql.ts';
import { rowColumn, withoutGroups } from '../odsql/sql/query-sql.ts';
import type { SqlField } from '../odsql/sql/scope.ts';
import { valueText } from '../odsql/sql/value-text.ts';
import type { CopiedRows, ExportOptions } from './export-format.ts';

/** The maximum number of items, which bounds the length of the statement. */
const maxItems = 500;

/**
 * The columns whose CSV PostgreSQL writes, equal to the one that `csvExport` writes from the record's JSON. Undefined for groups and
 * aggregates, for escaped formulas, for too many items, where an item has no plain text in SQL, and for one item, which PostgreSQL quotes where it is `\.`.
 */
export function copyCsv(
  { items, keys, isAggregated }: Pick<BoundQuery<SqlField>, 'items' | 'keys' | 'isAggregated'>,
  timezone: string,
  options: ExportOptions,
): CopiedRows | undefined {
  if (keys !== null || isAggregated || options.hasEscapedFormulas || items.length < 2 || items.length > maxItems)
    return undefined;
  const columns = items.flatMap(({ expression }) => cellSql(expression, timezone, options) ?? []);
  if (columns.length < items.length) return undefined;
  const quotedColumns = items.flatMap(({ expression }, index) =>
    isAlwaysQuoted(expression, options) ? [rowColumn(index)] : [],
  );
  return { columns, form: { kind: 'csv', delimiter: options.delimiter, quotedColumns } };
}

function cellSql(expression: SqlItemExpression, timezone: string, options: ExportOptions): Sql | undefined {
  const value = expressionSql(expression, withoutGroups);
  if (isCopiedAsIs(expression)) return value;
  const text = valueText(expression, value, { timezone, listSeparator: options.listSeparator });
  if (!text || !mayBeEmpty(expression) || isAlwaysQuoted(expression, options)) return text;
  // PostgreSQL quotes an empty text, to distinguish it from null.
  return sql`nullif(${text}, '')`;
}

/** Whether COPY writes the values of an item as CSV needs them: integers, and dates in the format of ISO 8601. */
const isCopiedAsIs = (expression: SqlItemExpression): boolean =>
  expression.kind === 'field' &&
  (expression.field.type === 'int' || (expression.field.type === 'date' && !expression.field.precision));

const isAlwaysQuoted = ({ type }: SqlItemExpression, { isQuoted }: ExportOptions): boolean =>
  isQuoted && type !== 'int' && type !== 'double';

const mayBeEmpty = ({ type }: SqlItemExpression): boolean => type === 'text' || type === 'file';

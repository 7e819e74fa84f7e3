import { sql, sqlJoin, sqlText, type Sql } from '#kernel/sql.ts';
import { expressionSql, type SqlItemExpression } from '../odsql/sql/aggregate-sql.ts';
import { rowColumn, withoutGroups } from '../odsql/sql/query-sql.ts';
import { valueText } from '../odsql/sql/value-text.ts';
import type { ExportOptions, ExportQuery } from './export-format.ts';
import { formulaSigns } from './formula-signs.ts';

/**
 * A statement for the lines of CSV of a query's rows, equal to those that `csvExport` writes from the JSON of the rows. Undefined for groups and
 * aggregates, and where an item has no plain text in SQL.
 */
export function csvLines(query: ExportQuery, options: ExportOptions): Sql | undefined {
  const { items, keys, isAggregated, timezone } = query;
  if (keys !== null || isAggregated || items.length === 0) return undefined;
  const texts = items.flatMap(({ expression }) => textSql(expression, timezone, options) ?? []);
  if (texts.length < items.length) return undefined;
  const cells = items.map(({ expression }, index) => cellSql(expression, sqlText(rowColumn(index)), options));
  // The texts are computed in a subquery, because a cell repeats its text.
  return sql`select concat_ws(${delimiterOf(options)}, ${sqlJoin(cells, ', ')}) as row from (${query.rows(items, texts)})`;
}

/** The text of a value, escaped where a spreadsheet would compute it. The text of a shape is stored as JavaScript writes it. */
function textSql(
  expression: SqlItemExpression,
  timezone: string,
  { listSeparator, hasEscapedFormulas }: ExportOptions,
): Sql | undefined {
  const value = expressionSql(expression, withoutGroups);
  if (expression.kind === 'field' && expression.type === 'geo_shape' && !expression.field.json) return value;
  const text = valueText(expression, value, { timezone, listSeparator });
  return text && hasEscapedFormulas && expression.type === 'text'
    ? sql`regexp_replace(${text}, '^([${sqlText(formulaSigns)}])', '''\\1')`
    : text;
}

/** The delimiters, as literals: the engine compiles the pattern of a literal once. */
const delimiters: Readonly<Record<string, Sql>> = Object.freeze({
  ';': sqlText(`';'`),
  ',': sqlText(`','`),
  '|': sqlText(`'|'`),
  '\t': sqlText(`chr(9)`),
});

function delimiterOf({ delimiter }: Pick<ExportOptions, 'delimiter'>): Sql {
  const literal = delimiters[delimiter];
  if (!literal) throw new TypeError('A delimiter of CSV is a semicolon, a comma, a bar or a tab.');
  return literal;
}

/** The cell of a text: quoted where the options or the text need it, empty for null. */
function cellSql(expression: SqlItemExpression, text: Sql, options: ExportOptions): Sql {
  const quoted = sql`'"' || replace(${text}, '"', '""') || '"'`;
  const cell = () => {
    switch (formOf(expression)) {
      case 'number':
        return text;
      case 'time':
        return options.isQuoted ? quoted : text;
      case 'point':
        return options.isQuoted || options.delimiter === ',' ? quoted : text;
      case 'text':
        return options.isQuoted ? quoted : sql`case when ${needsQuotes(text, options)} then ${quoted} else ${text} end`;
    }
  };
  return sql`coalesce(${cell()}, '')`;
}

const needsQuotes = (text: Sql, options: ExportOptions): Sql =>
  sql`regexp_matches(${text}, '["\\r\\n' || ${delimiterOf(options)} || ']')`;

/** Which characters the text of a value may have: no delimiter in a number or a time, and a comma in a point. */
function formOf(expression: SqlItemExpression): 'number' | 'time' | 'point' | 'text' {
  if (expression.kind === 'field' && expression.field.isMultivalued) return 'text';
  switch (expression.type) {
    case 'int':
    case 'double':
      return 'number';
    case 'date':
    case 'datetime':
      return 'time';
    case 'geo_point_2d':
      return 'point';
    case 'text':
    case 'geo_shape':
    case 'file':
    case 'json':
      return 'text';
  }
}

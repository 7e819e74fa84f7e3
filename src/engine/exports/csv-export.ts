import { isJsonObject, type Json, type JsonObject, parseJson } from '#kernel/json.ts';
import {
  cellTextOf,
  type ExportColumn,
  type ExportFormat,
  type ExportOptions,
  type ExportQuery,
  formulaSigns,
} from './export-format.ts';
import { sql, type Sql, sqlJoin, sqlText } from '#kernel/sql.ts';
import { expressionSql, type SqlItemExpression, valueText } from '../odsql/sql/value-sql.ts';
import { rowColumn, withoutGroups } from '../odsql/sql/query-sql.ts';

const lineEnd = '\r\n';

/** Writes a header, then a line for each record (docs/contract/explore.md 11, csv). */
export const csvExport: ExportFormat = {
  description: 'A line for each record, with a header (RFC 4180).',
  mediaType: 'text/csv; charset=utf-8',
  extension: 'csv',
  needsGeometry: false,
  select(query, options) {
    const statement = csvLines(query, options);
    return statement && { kind: 'lines', statement, end: lineEnd };
  },
  async *write({ rows, lines, columns, options }) {
    const { delimiter, hasByteOrderMark, hasLabels } = options;
    const cellWriters = columns.map((column) => createCellWriter(column, options));
    const header = columns.map(({ name, label }) => textCell(hasLabels ? label : name, options));
    yield `${hasByteOrderMark ? '\uFEFF' : ''}${header.join(delimiter)}${lineEnd}`;
    const lineOf = (text: string): string => {
      const parsed = parseJson(text);
      const row: JsonObject = isJsonObject(parsed) ? parsed : {};
      return cellWriters.map((write, index) => write(row[columns[index]?.name ?? ''] ?? null)).join(delimiter);
    };
    if (lines) yield* lines;
    else for await (const batch of rows) yield `${batch.map(lineOf).join(lineEnd)}${lineEnd}`;
  },
};

/** Creates the function that writes the values of a column as cells; null is an empty cell. */
function createCellWriter(column: ExportColumn, options: ExportOptions): (value: Json) => string {
  const write = cellTextOf(column, options);
  const isNumber = column.type === 'int' || column.type === 'double';
  const writeText = column.type === 'text' ? textCell : quoteIfNeeded;
  return (value) => {
    if (value === null) return '';
    const text = write(value);
    return isNumber ? text : writeText(text, options);
  };
}

const formula = new RegExp(`^[${formulaSigns}]`);

const textCell = (text: string, options: ExportOptions): string =>
  quoteIfNeeded(options.hasEscapedFormulas && formula.test(text) ? `'${text}` : text, options);

const quoteIfNeeded = (text: string, { delimiter, isQuoted }: ExportOptions): string =>
  isQuoted || text.includes(delimiter) || /["\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;

/** A statement for the lines of CSV that `csvExport` would write. Undefined for groups, and where SQL has no plain text of an item. */
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

/** The delimiters, as SQL. */
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

/** The characters of a cell that need quotes besides the delimiter, as SQL. */
const quotedCharacters: readonly Sql[] = [`'"'`, 'chr(10)', 'chr(13)'].map(sqlText);

/** To look for each character takes the engine half the time of a pattern. */
const needsQuotes = (text: Sql, options: ExportOptions): Sql =>
  sqlJoin(
    [...quotedCharacters, delimiterOf(options)].map((character) => sql`contains(${text}, ${character})`),
    ' or ',
  );

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

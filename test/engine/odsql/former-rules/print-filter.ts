import { isKeyword, type Bound, type Filter, type Literal } from './filter.ts';

/** Prints a filter as a canonical query, which parses to the same filter. */
export function printFilter(filter: Filter): string {
  switch (filter.kind) {
    case 'and':
      return filter.filters
        .map((each) => (each.kind === 'or' || each.kind === 'and' ? inParentheses(each) : printFilter(each)))
        .join(' and ');
    case 'or':
      return filter.filters.map((each) => (each.kind === 'or' ? inParentheses(each) : printFilter(each))).join(' or ');
    case 'not':
      return `not ${filter.filter.kind === 'and' || filter.filter.kind === 'or' ? inParentheses(filter.filter) : printFilter(filter.filter)}`;
    case 'comparison':
      return `${fieldName(filter.field)} ${filter.operator} ${printLiteral(filter.value)}`;
    case 'like':
      return `${fieldName(filter.field)} like ${quoted(filter.pattern)}`;
    case 'in':
      return `${fieldName(filter.field)} in (${filter.values.map(printLiteral).join(', ')})`;
    case 'range':
      return `${fieldName(filter.field)} in ${printRange(filter.from, filter.to)}`;
    case 'isNull':
      return `${fieldName(filter.field)} is null`;
  }
}

const inParentheses = (filter: Filter): string => `(${printFilter(filter)})`;

/** A bracket that opens outwards excludes its bound: `]1 to 5[`. */
const printRange = (from: Bound, to: Bound): string =>
  `${from.isIncluded ? '[' : ']'}${printLiteral(from.value)} to ${printLiteral(to.value)}${to.isIncluded ? ']' : '['}`;

function printLiteral(value: Literal): string {
  if (typeof value === 'string') return quoted(value);
  return typeof value === 'object' ? `date'${value.date}'` : String(value);
}

const quoted = (text: string): string => `'${text.replace(/['\\]/g, '\\$&')}'`;

const fieldName = (field: string): string =>
  /^[A-Za-z_]\w*$/.test(field) && !isKeyword(field) ? field : `\`${field}\``;

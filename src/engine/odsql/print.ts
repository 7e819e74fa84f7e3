import { printName, quoted } from '#kernel/odsql-names.ts';
import type { Call, Expression, Filter, GroupKey, Literal, RangeEnd } from './tree.ts';

/** Prints a filter as a canonical clause, which parses to the same filter. */
export function printFilter(filter: Filter): string {
  switch (filter.kind) {
    case 'and':
      return filter.filters.map((part) => printPart(part, isAndOrOr(part))).join(' and ');
    case 'or':
      return filter.filters.map((part) => printPart(part, part.kind === 'or')).join(' or ');
    case 'not':
      return `not ${printPart(filter.filter, isAndOrOr(filter.filter))}`;
    case 'comparison':
      return `${printExpression(filter.left)} ${filter.operator} ${printExpression(filter.right)}`;
    case 'in':
      return `${printExpression(filter.left)} in (${filter.values.map(printLiteral).join(', ')})`;
    case 'range':
      return `${printExpression(filter.left)} in ${printRange(filter.from, filter.to)}`;
    case 'like':
      return `${printName(filter.field)} like ${quoted(filter.pattern)}`;
    case 'isNull':
      return `${printName(filter.field)} is null`;
    case 'isTruth':
      return `${printName(filter.field)} is ${filter.value}`;
    case 'fullText':
      return quoted(filter.text);
    case 'search':
    case 'suggest':
    case 'startsWith':
      return `${filter.kind.toLowerCase()}(${[...(filter.fields ?? []).map(printName), quoted(filter.text)].join(', ')})`;
    case 'withinDistance':
      return `within_distance(${printName(filter.field)}, ${printLiteral(filter.point)}, ${filter.distance})`;
    case 'inBox':
      return `in_bbox(${[printName(filter.field), filter.south, filter.west, filter.north, filter.east].join(', ')})`;
    case 'geometry':
      return `${filter.mode}(${printName(filter.field)}, ${printLiteral(filter.geometry)})`;
  }
}

/** Prints a filter that is part of another filter. */
const printPart = (part: Filter, needsParentheses: boolean): string =>
  needsParentheses ? `(${printFilter(part)})` : printFilter(part);

const isAndOrOr = ({ kind }: Filter): boolean => kind === 'and' || kind === 'or';

/** Prints a range. A bracket that opens outwards excludes its bound: `]1 to 5[`. */
const printRange = (from: RangeEnd, to: RangeEnd): string =>
  `${from.isIncluded ? '[' : ']'}${printLiteral(from.value)} to ${printLiteral(to.value)}${to.isIncluded ? ']' : '['}`;

/** Prints an expression. The result parses to an equal expression; only the source `text` of its parts may differ. */
export function printExpression(expression: Expression): string {
  switch (expression.kind) {
    case 'literal':
      return printLiteral(expression.value);
    case 'field':
      return printName(expression.field);
    case 'arithmetic':
      return `${printOperand(expression.left)} ${expression.operator} ${printOperand(expression.right)}`;
    case 'negative':
      return `-${printOperand(expression.operand)}`;
    case 'call':
      return printCall(expression);
  }
}

/** Prints an operand, arithmetic in parentheses to keep its grouping, a negative one because only one sign may precede. */
const printOperand = (operand: Expression): string =>
  operand.kind === 'arithmetic' || operand.kind === 'negative'
    ? `(${printExpression(operand)})`
    : printExpression(operand);

function printCall({ name, arguments: operands, isStar, isDistinct, named }: Call): string {
  if (isStar) return `${name}(*)`;
  const printed = [...operands.map(printExpression), ...named.map((argument) => `${argument.name}=${argument.value}`)];
  return `${name}(${isDistinct ? 'distinct ' : ''}${printed.join(', ')})`;
}

/** Prints a key of `group_by` without its alias. */
export function printGroupKey(key: GroupKey): string {
  switch (key.kind) {
    case 'expression':
      return printExpression(key.expression);
    case 'width':
      return `range(${printName(key.field)}, ${key.width})`;
    case 'interval':
      return `range(${printName(key.field)}, ${key.count} ${key.unit})`;
    case 'steps':
      return `range(${[printName(key.field), ...key.steps.map((step) => (step === null ? '*' : printLiteral(step)))].join(', ')})`;
    case 'cluster':
      return `geo_cluster(${printName(key.field)}, ${key.zoom}, ${key.radius})`;
  }
}

function printLiteral(value: Literal): string {
  if (typeof value === 'string') return quoted(value);
  if (value === null || typeof value !== 'object') return String(value);
  return 'date' in value ? `date'${value.date}'` : `geom${quoted(JSON.stringify(value.geometry))}`;
}

import { folded } from '../../kernel/folded.ts';
import type { Row, Value } from '../row.ts';
import type { Bound, ComparisonOperator, DateLiteral, Filter, Literal } from './filter.ts';
import { spanOfDate } from './span-of-date.ts';

/**
 * Whether a record is one that a filter asks for. A condition compares values of one kind, others never meet it: texts by
 * code point, numbers, dates as spans of time (a day is equal to every instant of it), truth values, which records hold as
 * texts. A list meets a condition when one of its values does. `!=` and `not` are the opposite, for what is empty too.
 */
export function matchesFilter(filter: Filter, row: Row): boolean {
  switch (filter.kind) {
    case 'and': return filter.filters.every((each) => matchesFilter(each, row));
    case 'or': return filter.filters.some((each) => matchesFilter(each, row));
    case 'not': return !matchesFilter(filter.filter, row);
    case 'comparison': return compares(filter.operator, valuesOf(row, filter.field), filter.value);
    case 'like': return valuesOf(row, filter.field).some((value) => typeof value === 'string' && hasWords(value, filter.pattern));
    case 'in': return filter.values.some((literal) => compares('=', valuesOf(row, filter.field), literal));
    case 'range': return valuesOf(row, filter.field).some((value) => isAbove(value, filter.from) && isBelow(value, filter.to));
    case 'isNull': return valuesOf(row, filter.field).length === 0;
  }
}

/** The values of a field: none where it is empty, those of a list one by one. */
function valuesOf(row: Row, field: string): readonly Value[] {
  const value = Object.hasOwn(row, field) ? row[field] ?? null : null;
  return (Array.isArray(value) ? value : [value]).filter((each) => each !== null);
}

function compares(operator: ComparisonOperator, values: readonly Value[], literal: Literal): boolean {
  switch (operator) {
    case '=': return values.some((value) => position(value, literal) === 0);
    case '!=': return !values.some((value) => position(value, literal) === 0);
    case '<': return values.some((value) => isBelow(value, { value: literal, isIncluded: false }));
    case '<=': return values.some((value) => isBelow(value, { value: literal, isIncluded: true }));
    case '>': return values.some((value) => isAbove(value, { value: literal, isIncluded: false }));
    case '>=': return values.some((value) => isAbove(value, { value: literal, isIncluded: true }));
  }
}

const isBelow = (value: Value, { value: bound, isIncluded }: Bound): boolean => {
  const at = position(value, bound);
  return at !== undefined && (at < 0 || (at === 0 && isIncluded));
};

const isAbove = (value: Value, { value: bound, isIncluded }: Bound): boolean => {
  const at = position(value, bound);
  return at !== undefined && (at > 0 || (at === 0 && isIncluded));
};

/** Less than 0 where the value comes before the literal, 0 where it is equal, more where it comes after; undefined for values of another kind. */
function position(value: Value, literal: Literal): number | undefined {
  if (typeof literal === 'object') return typeof value === 'string' ? positionInTime(value, literal) : undefined;
  if (typeof literal === 'boolean') return value === literal || value === String(literal) ? 0 : undefined;
  if (typeof literal === 'number') return typeof value === 'number' ? Math.sign(value - literal) : undefined;
  if (typeof value !== 'string') return undefined;
  return value === literal ? 0 : value < literal ? -1 : 1;
}

/** Where a date or an instant lies beside a span of time: in it as a whole, or before or after its beginning. */
function positionInTime(text: string, literal: DateLiteral): number | undefined {
  const [value, span] = [spanOfDate(text), spanOfDate(literal.date)];
  if (!value || !span) return undefined;
  if (value.start >= span.start && value.end <= span.end) return 0;
  return value.start < span.start ? -1 : 1;
}

/** Whether a text has all words of a pattern, whatever their order, case and accents. */
function hasWords(text: string, pattern: string): boolean {
  const words = new Set(wordsOf(text));
  return wordsOf(pattern).every((word) => words.has(word));
}

const wordsOf = (text: string): string[] => folded(text).match(/[\p{L}\p{N}_]+/gu) ?? [];

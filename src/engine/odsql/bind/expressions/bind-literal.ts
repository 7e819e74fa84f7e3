import { readDate } from '#engine/odsql/parse/read-date.ts';
import type { ScopeField } from '#engine/odsql/scope.ts';
import type { DateLiteral, Literal } from '#engine/odsql/tree.ts';
import type { Binding } from '../binding.ts';
import type { ScalarExpression } from '../bound/bound-expression.ts';
import { spanOf } from './date-span.ts';

/** Binds a literal as a value. A date literal becomes its first day or instant; null has the type `int`. */
export function bindLiteral<F extends ScopeField>(value: Literal, binding: Binding<F>): ScalarExpression<F> {
  if (value === null) return { kind: 'literal', type: 'int', value };
  if (typeof value === 'string') return { kind: 'literal', type: 'text', value };
  if (typeof value === 'number')
    return { kind: 'literal', type: Number.isSafeInteger(value) ? 'int' : 'double', value };
  if (typeof value === 'boolean') {
    return binding.clause === 'select'
      ? { kind: 'boolean', type: 'json', value }
      : binding.malformed(`${value} is not a value here`);
  }
  if ('geometry' in value) return binding.malformed('A geometry is not a value here');
  return timeLiteral(value, value.date.includes('T') ? 'datetime' : 'date', binding);
}

/** Binds a date literal to its first day or instant. */
export function timeLiteral<F extends ScopeField>(
  { date }: DateLiteral,
  type: 'date' | 'datetime',
  { scope }: Binding<F>,
): ScalarExpression<F> {
  const { start } = spanOf(date, type, scope.timezone);
  return { kind: 'literal', type, value: start === '-infinity' || start === 'infinity' ? null : start };
}

/** Reads a literal that is compared with dates. A text that begins with an ISO day is a date too. Undefined for other literals. */
export function dateOf(value: Literal): DateLiteral | undefined {
  if (typeof value === 'string') return /^\d{4}-\d\d-\d\d/.test(value) ? readDate(value) : undefined;
  return typeof value === 'object' && value !== null && 'date' in value ? value : undefined;
}

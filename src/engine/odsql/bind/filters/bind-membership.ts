import type { ScopeField } from '#engine/odsql/scope.ts';
import type { RangeEnd, Expression, Literal } from '#engine/odsql/tree.ts';
import { compareWithLiteral } from './bind-comparison.ts';
import { dateOf } from '../expressions/bind-literal.ts';
import { bindScalar } from '../expressions/bind-scalar.ts';
import { isNumber, isTime, type Binding } from '../binding.ts';
import type { BoundRangeEnd, BoundFilter } from '../bound/bound-filter.ts';
import { spanOf } from '../expressions/date-span.ts';
import { failIncomparable, type Operand } from './fail-incomparable.ts';

/** Binds `in` with a list: a value equals one of the literals. Fails ODSQL_ERROR and INCOMPATIBLE_TYPES. */
export function bindIn<F extends ScopeField>(
  left: Expression,
  values: readonly Literal[],
  binding: Binding<F>,
): BoundFilter<F> {
  const operand = { text: left.text, bound: bindScalar(left, binding) };
  const filters = values.map((value) => compareWithLiteral(operand, '=', value, binding));
  const textsAndNumbers = values.filter((value) => typeof value === 'string' || typeof value === 'number');
  if (!isTime(operand.bound.type) && textsAndNumbers.length === values.length)
    return { kind: 'in', operand: operand.bound, values: textsAndNumbers };
  const [only, ...others] = filters;
  return only && others.length === 0 ? only : { kind: 'or', filters };
}

/** Binds `in` with a range. Fails ODSQL_ERROR and INCOMPATIBLE_TYPES. */
export function bindRange<F extends ScopeField>(
  left: Expression,
  from: RangeEnd,
  to: RangeEnd,
  binding: Binding<F>,
): BoundFilter<F> {
  const operand = { text: left.text, bound: bindScalar(left, binding) };
  if (from.value === null || to.value === null) return { kind: 'constant', value: false };
  return {
    kind: 'range',
    operand: operand.bound,
    from: bindEnd(operand, from, 'from', binding),
    to: bindEnd(operand, to, 'to', binding),
  };
}

function bindEnd<F extends ScopeField>(
  operand: Operand<F>,
  { value, isIncluded }: RangeEnd,
  side: 'from' | 'to',
  binding: Binding<F>,
): BoundRangeEnd {
  const { type } = operand.bound;
  if (isNumber(type) && typeof value === 'number') return { value, isIncluded };
  if (type === 'text' && typeof value === 'string' && binding.ordersTexts) return { value, isIncluded };
  const date = isTime(type) ? dateOf(value) : undefined;
  if (!date || !isTime(type)) return failIncomparable(operand, `${operand.text} in a range of`, value, binding);
  const { start, end } = spanOf(date.date, type, binding.scope.timezone);
  return side === 'from'
    ? { value: isIncluded ? start : end, isIncluded: true }
    : { value: isIncluded ? end : start, isIncluded: false };
}

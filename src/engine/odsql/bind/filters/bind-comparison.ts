import type { ScopeField } from '#engine/odsql/scope.ts';
import type { ComparisonOperator, Expression, Literal } from '#engine/odsql/tree.ts';
import { dateOf } from '../expressions/bind-literal.ts';
import { bindScalar } from '../expressions/bind-scalar.ts';
import { isMultivalued, isNumber, isTime, type Binding } from '../binding.ts';
import type { ScalarExpression } from '../bound/bound-expression.ts';
import type { BoundRangeEnd, BoundFilter } from '../bound/bound-filter.ts';
import { spanOf } from '../expressions/date-span.ts';
import { failIncomparable, noTextOrderReason, type Operand } from './fail-incomparable.ts';

const flipped: Readonly<Record<ComparisonOperator, ComparisonOperator>> = Object.freeze({
  '=': '=',
  '!=': '!=',
  '<': '>',
  '<=': '>=',
  '>': '<',
  '>=': '<=',
});

/** Binds a comparison of two expressions. Fails ODSQL_ERROR and INCOMPATIBLE_TYPES. */
export function bindComparison<F extends ScopeField>(
  left: Expression,
  operator: ComparisonOperator,
  right: Expression,
  binding: Binding<F>,
): BoundFilter<F> {
  if (left.kind === 'literal' && right.kind !== 'literal')
    return bindComparison(right, flipped[operator], left, binding);
  const one = bindScalar(left, binding);
  if (right.kind === 'literal')
    return compareWithLiteral({ text: left.text, bound: one }, operator, right.value, binding);
  const other = bindScalar(right, binding);
  checkTypes({ text: left.text, bound: one }, operator, { text: right.text, bound: other }, binding);
  if (isMultivalued(other)) {
    return isMultivalued(one)
      ? binding.malformed(`${left.text} and ${right.text} have several values; compare one value with them`)
      : compare(other, flipped[operator], one);
  }
  return compare(one, operator, other);
}

function checkTypes<F extends ScopeField>(
  left: Operand<F>,
  operator: ComparisonOperator,
  right: Operand<F>,
  binding: Binding<F>,
): void {
  const [one, other] = [left.bound.type, right.bound.type];
  const isEquality = operator === '=' || operator === '!=';
  const fits =
    (isNumber(one) && isNumber(other)) ||
    (isTime(one) && isTime(other)) ||
    (one === 'text' && other === 'text' && (isEquality || binding.ordersTexts));
  const reason =
    one === 'text' && other === 'text'
      ? noTextOrderReason
      : `${left.text} is of type ${one}, ${right.text} of type ${other}`;
  if (!fits) binding.incompatible(`${left.text} ${operator} ${right.text}: ${reason}`);
}

/** Compares two bound expressions. For a multivalued field, `!=` holds when none of its values is equal. */
const compare = <F extends ScopeField>(
  left: ScalarExpression<F>,
  operator: ComparisonOperator,
  right: ScalarExpression<F>,
): BoundFilter<F> =>
  operator === '!=' && isMultivalued(left)
    ? haveValuesAndNot({ kind: 'comparison', operator: '=', left, right }, left, right)
    : { kind: 'comparison', operator, left, right };

/** A filter that holds when all operands have values and the condition does not hold. */
const haveValuesAndNot = <F extends ScopeField>(
  condition: BoundFilter<F>,
  ...operands: readonly ScalarExpression<F>[]
): BoundFilter<F> => ({
  kind: 'and',
  filters: [
    ...operands
      .filter(({ kind }) => kind !== 'literal')
      .map((operand): BoundFilter<F> => ({ kind: 'not', filter: { kind: 'isNull', operand } })),
    { kind: 'not', filter: condition },
  ],
});

/** Compares an operand with a literal of its type. Fails INCOMPATIBLE_TYPES for a literal of another type. */
export function compareWithLiteral<F extends ScopeField>(
  operand: Operand<F>,
  operator: ComparisonOperator,
  value: Literal,
  binding: Binding<F>,
): BoundFilter<F> {
  const { bound, text } = operand;
  if (value === null) return { kind: 'constant', value: false };
  if (typeof value === 'boolean') return compareWithTruth(operand, operator, value, binding);
  const isEquality = operator === '=' || operator === '!=';
  if (bound.type === 'text' && typeof value === 'string' && (isEquality || binding.ordersTexts))
    return compare(bound, operator, { kind: 'literal', type: 'text', value });
  if (isNumber(bound.type) && typeof value === 'number')
    return compare(bound, operator, { kind: 'literal', type: 'double', value });
  const date = isTime(bound.type) ? dateOf(value) : undefined;
  if (date && isTime(bound.type))
    return compareWithSpan(bound, operator, spanOf(date.date, bound.type, binding.scope.timezone));
  return failIncomparable(operand, `${text} ${operator}`, value, binding);
}

function compareWithTruth<F extends ScopeField>(
  operand: Operand<F>,
  operator: ComparisonOperator,
  value: boolean,
  binding: Binding<F>,
): BoundFilter<F> {
  const { bound } = operand;
  if (bound.kind !== 'field' || bound.type !== 'text' || (operator !== '=' && operator !== '!='))
    return failIncomparable(operand, `${operand.text} ${operator}`, value, binding);
  const isTruth: BoundFilter<F> = { kind: 'isTruth', field: bound.field, value };
  return operator === '=' ? isTruth : haveValuesAndNot(isTruth, bound);
}

/** Compares a date or datetime with the span of a date literal: `<` means before the span, `=` within it. */
function compareWithSpan<F extends ScopeField>(
  operand: ScalarExpression<F>,
  operator: ComparisonOperator,
  { start, end }: { readonly start: string; readonly end: string },
): BoundFilter<F> {
  const range = (from: BoundRangeEnd | null, to: BoundRangeEnd | null): BoundFilter<F> => ({
    kind: 'range',
    operand,
    from,
    to,
  });
  const rangeEnd = (value: string, isIncluded: boolean): BoundRangeEnd => ({ value, isIncluded });
  switch (operator) {
    case '=':
      return range(rangeEnd(start, true), rangeEnd(end, false));
    case '!=':
      return haveValuesAndNot(range(rangeEnd(start, true), rangeEnd(end, false)), operand);
    case '<':
      return range(null, rangeEnd(start, false));
    case '<=':
      return range(null, rangeEnd(end, false));
    case '>':
      return range(rangeEnd(end, true), null);
    case '>=':
      return range(rangeEnd(start, true), null);
  }
}

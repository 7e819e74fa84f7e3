import type { ScopeField } from '../scope.ts';
import type { Bound, ComparisonOperator, Expression, Literal } from '../tree.ts';
import { dateOf } from './bind-literal.ts';
import { bindScalar } from './bind-scalar.ts';
import { isMultivalued, isNumber, isTime, type Binding } from './binding.ts';
import type { BoundCondition, BoundEnd, BoundFilter, ScalarExpression } from './bound.ts';
import { spanOf } from './date-span.ts';

const flipped: Readonly<Record<ComparisonOperator, ComparisonOperator>> = Object.freeze({
  '=': '=',
  '!=': '!=',
  '<': '>',
  '<=': '>=',
  '>': '<',
  '>=': '<=',
});

const never: BoundCondition<never> = { kind: 'constant', value: false };

/** A comparison. Fails INCOMPATIBLE_TYPES. */
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

/** An expression with how it is written. */
interface Operand<F extends ScopeField> {
  readonly text: string;
  readonly bound: ScalarExpression<F>;
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
      ? textsHaveNoOrder
      : `${left.text} is of type ${one}, ${right.text} of type ${other}`;
  if (!fits) binding.incompatible(`${left.text} ${operator} ${right.text}: ${reason}`);
}

/** `!=` holds for several values when none is equal. */
const compare = <F extends ScopeField>(
  left: ScalarExpression<F>,
  operator: ComparisonOperator,
  right: ScalarExpression<F>,
): BoundFilter<F> =>
  operator === '!=' && isMultivalued(left)
    ? isOther({ kind: 'comparison', operator: '=', left, right }, left, right)
    : { kind: 'comparison', operator, left, right };

/** Whether all operands have values, which do not meet the condition. */
const isOther = <F extends ScopeField>(
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

/** A comparison with a literal, whose type is that of the operand. */
export function compareWithLiteral<F extends ScopeField>(
  operand: Operand<F>,
  operator: ComparisonOperator,
  value: Literal,
  binding: Binding<F>,
): BoundFilter<F> {
  const { bound, text } = operand;
  if (value === null) return never;
  if (typeof value === 'boolean') return compareWithTruth(operand, operator, value, binding);
  const isEquality = operator === '=' || operator === '!=';
  if (bound.type === 'text' && typeof value === 'string' && (isEquality || binding.ordersTexts))
    return compare(bound, operator, { kind: 'literal', type: 'text', value });
  if (isNumber(bound.type) && typeof value === 'number')
    return compare(bound, operator, { kind: 'literal', type: 'double', value });
  const date = isTime(bound.type) ? dateOf(value) : undefined;
  if (date && isTime(bound.type))
    return compareWithSpan(bound, operator, spanOf(date.date, bound.type, binding.scope.timezone));
  return incomparable(operand, `${text} ${operator}`, value, binding);
}

const textsHaveNoOrder = 'texts are compared by = and != only';

function incomparable<F extends ScopeField>(
  { text, bound: { type } }: Operand<F>,
  condition: string,
  value: Literal,
  binding: Binding<F>,
): never {
  const reason =
    type === 'text' && typeof value === 'string'
      ? textsHaveNoOrder
      : `${text} is of type ${type}, the value ${kindOf(value)}`;
  return binding.incompatible(`${condition} ${writtenLiteral(value)}: ${reason}`);
}

const writtenLiteral = (value: Literal): string =>
  typeof value === 'object' && value && 'date' in value ? `date'${value.date}'` : JSON.stringify(value).slice(0, 100);

function kindOf(value: Literal): string {
  if (value === null) return 'is null';
  if (typeof value !== 'object') return typeof value === 'string' ? 'is a text' : `is a ${typeof value}`;
  return 'date' in value ? 'is a date' : 'is a geometry';
}

function compareWithTruth<F extends ScopeField>(
  operand: Operand<F>,
  operator: ComparisonOperator,
  value: boolean,
  binding: Binding<F>,
): BoundFilter<F> {
  const { bound } = operand;
  if (bound.kind !== 'field' || bound.type !== 'text' || (operator !== '=' && operator !== '!='))
    return incomparable(operand, `${operand.text} ${operator}`, value, binding);
  const isTruth: BoundFilter<F> = { kind: 'isTruth', field: bound.field, value };
  return operator === '=' ? isTruth : isOther(isTruth, bound);
}

function compareWithSpan<F extends ScopeField>(
  operand: ScalarExpression<F>,
  operator: ComparisonOperator,
  { start, end }: { readonly start: string; readonly end: string },
): BoundFilter<F> {
  const range = (from: BoundEnd | null, to: BoundEnd | null): BoundFilter<F> => ({ kind: 'range', operand, from, to });
  const at = (value: string, isIncluded: boolean): BoundEnd => ({ value, isIncluded });
  switch (operator) {
    case '=':
      return range(at(start, true), at(end, false));
    case '!=':
      return isOther(range(at(start, true), at(end, false)), operand);
    case '<':
      return range(null, at(start, false));
    case '<=':
      return range(null, at(end, false));
    case '>':
      return range(at(end, true), null);
    case '>=':
      return range(at(start, true), null);
  }
}

/** `in` a list: a value is equal to one of the literals. */
export function bindIn<F extends ScopeField>(
  left: Expression,
  values: readonly Literal[],
  binding: Binding<F>,
): BoundFilter<F> {
  const operand = { text: left.text, bound: bindScalar(left, binding) };
  const filters = values.map((value) => compareWithLiteral(operand, '=', value, binding));
  const simple = values.filter((value) => typeof value === 'string' || typeof value === 'number');
  if (!isTime(operand.bound.type) && simple.length === values.length)
    return { kind: 'in', operand: operand.bound, values: simple };
  const [only, ...others] = filters;
  return only && others.length === 0 ? only : { kind: 'or', filters };
}

/** `in` a range. */
export function bindRange<F extends ScopeField>(
  left: Expression,
  from: Bound,
  to: Bound,
  binding: Binding<F>,
): BoundFilter<F> {
  const operand = { text: left.text, bound: bindScalar(left, binding) };
  if (from.value === null || to.value === null) return never;
  return {
    kind: 'range',
    operand: operand.bound,
    from: bindEnd(operand, from, 'from', binding),
    to: bindEnd(operand, to, 'to', binding),
  };
}

function bindEnd<F extends ScopeField>(
  operand: Operand<F>,
  { value, isIncluded }: Bound,
  side: 'from' | 'to',
  binding: Binding<F>,
): BoundEnd {
  const { type } = operand.bound;
  if (isNumber(type) && typeof value === 'number') return { value, isIncluded };
  if (type === 'text' && typeof value === 'string' && binding.ordersTexts) return { value, isIncluded };
  const date = isTime(type) ? dateOf(value) : undefined;
  if (!date || !isTime(type)) return incomparable(operand, `${operand.text} in a range of`, value, binding);
  const { start, end } = spanOf(date.date, type, binding.scope.timezone);
  return side === 'from'
    ? { value: isIncluded ? start : end, isIncluded: true }
    : { value: isIncluded ? end : start, isIncluded: false };
}

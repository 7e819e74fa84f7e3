import type { Scope, ScopeField } from '../scope.ts';
import type { Clause, ComparisonOperator, Expression, Filter, Literal, RangeEnd } from '../tree.ts';
import { bindGeometry, bindInBox, bindLike, bindStartsWith, bindWithinDistance, bindWords } from './bind-predicate.ts';
import {
  Binding,
  type BoundFilter,
  type BoundRangeEnd,
  fieldExpression,
  isMultivalued,
  isNumber,
  isTime,
  type ScalarExpression,
} from './bound.ts';
import { dateOf, spanOf } from './bind-literal.ts';
import { bindScalar } from './bind-expression.ts';

/** Binds a filter to a scope. Fails ODSQL_ERROR and INCOMPATIBLE_TYPES. */
export const bindFilter = <F extends ScopeField>(
  filter: Filter,
  scope: Scope<F>,
  clause: Clause = 'where',
): BoundFilter<F> => bindNestedFilter(filter, new Binding(scope, clause));

/** Binds a filter in an existing context. Fails ODSQL_ERROR and INCOMPATIBLE_TYPES. */
export function bindNestedFilter<F extends ScopeField>(filter: Filter, binding: Binding<F>): BoundFilter<F> {
  switch (filter.kind) {
    case 'and':
    case 'or':
      return { kind: filter.kind, filters: filter.filters.map((part) => bindNestedFilter(part, binding)) };
    case 'not':
      return { kind: 'not', filter: bindNestedFilter(filter.filter, binding) };
    case 'comparison':
      return bindComparison(filter.left, filter.operator, filter.right, binding);
    case 'in':
      return bindIn(filter.left, filter.values, binding);
    case 'range':
      return bindRange(filter.left, filter.from, filter.to, binding);
    case 'like':
      return bindLike(filter.field, filter.pattern, binding);
    case 'isNull':
      return { kind: 'isNull', operand: fieldExpression(binding.field(filter.field)) };
    case 'isTruth':
      return bindTruth(filter.field, filter.value, binding);
    case 'fullText':
    case 'search':
    case 'suggest':
      return bindWords(filter.kind, filter.fields, filter.text, binding);
    case 'startsWith':
      return bindStartsWith(filter.fields, filter.text, binding);
    case 'withinDistance':
      return bindWithinDistance(filter.field, filter.point, filter.distance, binding);
    case 'inBox':
      return bindInBox(filter, binding);
    case 'geometry':
      return bindGeometry(filter.field, filter.geometry, filter.mode, binding);
  }
}

function bindTruth<F extends ScopeField>(name: string, value: boolean, binding: Binding<F>): BoundFilter<F> {
  const field = binding.field(name);
  return field.type === 'text'
    ? { kind: 'isTruth', field, value }
    : binding.incompatible(`only a text can be compared with true or false; ${name} is of type ${field.type}`);
}

const flipped: Readonly<Record<ComparisonOperator, ComparisonOperator>> = Object.freeze({
  '=': '=',
  '!=': '!=',
  '<': '>',
  '<=': '>=',
  '>': '<',
  '>=': '<=',
});

/** Binds a comparison of two expressions. Fails ODSQL_ERROR and INCOMPATIBLE_TYPES. */
function bindComparison<F extends ScopeField>(
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

/** Binds `in` with a list: a value equals one of the literals. Fails ODSQL_ERROR and INCOMPATIBLE_TYPES. */
function bindIn<F extends ScopeField>(
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
function bindRange<F extends ScopeField>(
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

/** A bound expression and its source text. */
interface Operand<F extends ScopeField> {
  readonly text: string;
  readonly bound: ScalarExpression<F>;
}

/** The reason why two texts cannot be compared by order. */
const noTextOrderReason = 'texts can only be compared by = and !=';

/** Fails INCOMPATIBLE_TYPES because an operand cannot be compared with a literal. */
function failIncomparable<F extends ScopeField>(
  { text, bound: { type } }: Operand<F>,
  condition: string,
  value: Literal,
  binding: Binding<F>,
): never {
  const reason =
    type === 'text' && typeof value === 'string'
      ? noTextOrderReason
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

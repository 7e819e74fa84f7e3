import { isAggregate, type AggregateName } from '#engine/odsql/functions.ts';
import { printExpression } from '#engine/odsql/print.ts';
import type { ScopeField } from '#engine/odsql/scope.ts';
import type { Call, Expression } from '#engine/odsql/tree.ts';
import { bindArithmetic, bindScalar } from './bind-scalar.ts';
import { isMultivalued, isNumber, isTime, type Binding } from '../binding.ts';
import type { AggregateFunction, BoundExpression, ScalarExpression, ValueType } from '../bound/bound-expression.ts';

/** The names that an expression of `select` or `order_by` may use in addition to fields. */
export interface NamedExpressions<F extends ScopeField> {
  /** The group keys by their printed form; null without `group_by`. */
  readonly keys: ReadonlyMap<string, BoundExpression<F>> | null;
  /** The expressions that aliases name. */
  readonly aliases: ReadonlyMap<string, BoundExpression<F>>;
}

/** Binds an expression that may contain aggregates, group keys and aliases. Fails ODSQL_ERROR. */
export function bindExpression<F extends ScopeField>(
  expression: Expression,
  binding: Binding<F>,
  names: NamedExpressions<F>,
): BoundExpression<F> {
  const named = expression.kind === 'field' ? names.aliases.get(expression.field) : undefined;
  const found = named ?? names.keys?.get(printExpression(expression));
  if (found) return found;
  if (expression.kind === 'arithmetic' || expression.kind === 'negative')
    return bindArithmetic(expression, binding, (operand) => bindExpression(operand, binding, names));
  if (expression.kind === 'call' && isAggregate(expression.name))
    return bindAggregate(expression, expression.name, binding);
  const bound = bindScalar(expression, binding);
  return names.keys && bound.kind !== 'literal' && bound.kind !== 'boolean'
    ? binding.malformed(`${expression.text} is not in group_by`)
    : bound;
}

/** Whether an expression contains an aggregate. */
export function hasAggregate<F extends ScopeField>(expression: BoundExpression<F>): boolean {
  if (expression.kind === 'arithmetic') return hasAggregate(expression.left) || hasAggregate(expression.right);
  return expression.kind === 'negative' ? hasAggregate(expression.operand) : expression.kind === 'aggregate';
}

function bindAggregate<F extends ScopeField>(
  call: Call,
  name: AggregateName,
  binding: Binding<F>,
): AggregateFunction<F> {
  if (call.isStar && name !== 'count') return binding.malformed(`${name}(*) has no meaning`);
  if (call.isStar) return { kind: 'aggregate', name: 'count', type: 'int', operand: null, isDistinct: false };
  const count = name === 'percentile' ? 2 : 1;
  const [first, second] = call.arguments;
  if (!first || call.arguments.length !== count)
    return binding.malformed(`${call.text}: ${name}() has ${count} argument${count === 1 ? '' : 's'}`);
  if (call.isDistinct && name !== 'count') binding.malformed(`${name}() does not accept distinct`);
  const operand = bindScalar(first, binding);
  if (name === 'count') return { kind: 'aggregate', name, type: 'int', operand, isDistinct: call.isDistinct };
  if (name === 'envelope' || name === 'bbox') return bindShape(name, operand, binding);
  return bindStatistic(name, operand, second, binding);
}

function bindStatistic<F extends ScopeField>(
  name: 'sum' | 'avg' | 'min' | 'max' | 'median' | 'percentile',
  operand: ScalarExpression<F>,
  second: Expression | undefined,
  binding: Binding<F>,
): AggregateFunction<F> {
  const type = statisticType(operand, name === 'min' || name === 'max', binding);
  switch (name) {
    case 'min':
    case 'max':
      return { kind: 'aggregate', name, type, operand };
    case 'sum':
      return { kind: 'aggregate', name, type: type === 'int' ? 'int' : 'double', operand };
    case 'avg':
      return { kind: 'aggregate', name, type: 'double', operand };
    case 'median':
      return { kind: 'aggregate', name: 'percentile', type: 'double', operand, percent: 50 };
    case 'percentile':
      return { kind: 'aggregate', name, type: 'double', operand, percent: percentOf(second, binding) };
  }
}

function statisticType<F extends ScopeField>(
  operand: ScalarExpression<F>,
  acceptsTimes: boolean,
  binding: Binding<F>,
): 'int' | 'double' | 'date' | 'datetime' {
  const { type }: { type: ValueType } = operand;
  return isNumber(type) || (acceptsTimes && isTime(type))
    ? type
    : binding.malformed('StatAggregation only supports numeric or date expression');
}

function percentOf<F extends ScopeField>(expression: Expression | undefined, binding: Binding<F>): number {
  const value = expression?.kind === 'literal' ? expression.value : undefined;
  return typeof value === 'number' && value >= 0 && value <= 100
    ? value
    : binding.malformed('percentile() needs a number from 0 to 100');
}

function bindShape<F extends ScopeField>(
  name: 'envelope' | 'bbox',
  operand: ScalarExpression<F>,
  binding: Binding<F>,
): AggregateFunction<F> {
  const fits = operand.type === 'geo_point_2d' || (name === 'bbox' && operand.type === 'geo_shape');
  return fits && !isMultivalued(operand)
    ? { kind: 'aggregate', name, type: 'geo_shape', operand }
    : binding.malformed(`${name}() does not accept the type ${operand.type}`);
}

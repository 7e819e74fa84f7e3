import { isAggregate } from '#engine/odsql/functions.ts';
import type { ScopeField } from '#engine/odsql/scope.ts';
import type { Expression } from '#engine/odsql/tree.ts';
import { bindFunction } from './bind-function.ts';
import { bindLiteral } from './bind-literal.ts';
import { fieldExpression, isNumber, type Binding } from '../binding.ts';
import type { Arithmetic, BoundExpression, Negative, ScalarExpression } from '../bound/bound-expression.ts';

/** Binds an expression that has a value for each record. Fails ODSQL_ERROR. */
export function bindScalar<F extends ScopeField>(expression: Expression, binding: Binding<F>): ScalarExpression<F> {
  switch (expression.kind) {
    case 'literal':
      return bindLiteral(expression.value, binding);
    case 'field':
      return fieldExpression(binding.field(expression.field));
    case 'arithmetic':
    case 'negative':
      return bindArithmetic(expression, binding, (operand) => bindScalar(operand, binding));
    case 'call':
      return isAggregate(expression.name)
        ? binding.malformed(`${expression.text} is an aggregate, which ${binding.clause} does not accept here`)
        : bindFunction(expression, binding, (operand) => bindScalar(operand, binding));
  }
}

/** Binds arithmetic over numbers; `bind` binds the operands. */
export function bindArithmetic<F extends ScopeField, E extends BoundExpression<F>>(
  expression: Expression & { kind: 'arithmetic' | 'negative' },
  binding: Binding<F>,
  bind: (operand: Expression) => E,
): Arithmetic<E> | Negative<E> {
  const bindNumber = (operand: Expression): { bound: E; type: 'int' | 'double' } => {
    const bound = bind(operand);
    const { type }: BoundExpression<F> = bound;
    return isNumber(type) ? { bound, type } : binding.malformed(`${operand.text} is not a number`);
  };
  if (expression.kind === 'negative') {
    const { bound, type } = bindNumber(expression.operand);
    return { kind: 'negative', type, operand: bound };
  }
  const [left, right] = [bindNumber(expression.left), bindNumber(expression.right)];
  const isInt = expression.operator !== '/' && left.type === 'int' && right.type === 'int';
  return {
    kind: 'arithmetic',
    type: isInt ? 'int' : 'double',
    operator: expression.operator,
    left: left.bound,
    right: right.bound,
  };
}

import { printGroupKey } from '#engine/odsql/print.ts';
import type { ScopeField } from '#engine/odsql/scope.ts';
import type { OrderKey } from '#engine/odsql/tree.ts';
import { bindExpression, hasAggregate, type NamedExpressions } from '../expressions/bind-expression.ts';
import { isMultivalued, isNumber, isTime, type Binding } from '../binding.ts';
import type { BoundExpression } from '../bound/bound-expression.ts';
import type { BoundOrderKey } from '../bound/bound-query.ts';

/** Binds a key of `order_by`. Fails ODSQL_ERROR. */
export function bindOrderKey<F extends ScopeField>(
  key: OrderKey,
  binding: Binding<F>,
  names: NamedExpressions<F>,
): BoundOrderKey<F> {
  if (key.kind === 'random') {
    return names.keys ? binding.malformed('random() orders records, not groups') : { kind: 'random', seed: key.seed };
  }
  if (key.kind === 'group') {
    const found = names.keys?.get(printGroupKey(key.key));
    return found
      ? { kind: 'expression', expression: found, isDescending: key.isDescending }
      : binding.malformed(`${key.key.text} is not in group_by`);
  }
  const expression = bindExpression(key.expression, binding, names);
  const { text } = key.expression;
  if (!names.keys && hasAggregate(expression)) binding.malformed(`${text} is an aggregate, which needs group_by`);
  if (!hasOrder(expression)) binding.malformed(`${text} has no order`);
  return { kind: 'expression', expression, isDescending: key.isDescending };
}

const hasOrder = <F extends ScopeField>(expression: BoundExpression<F>): boolean =>
  !isMultivalued(expression) && (expression.type === 'text' || isNumber(expression.type) || isTime(expression.type));

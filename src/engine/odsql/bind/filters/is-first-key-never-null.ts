import type { BoundFilter } from '../bound/bound-filter.ts';
import type { BoundOrderKey } from '../bound/bound-query.ts';
import type { ScopeField } from '../../scope.ts';

/** Whether a filter certainly matches no row in which a field is null. False for kinds of filters that the function does not analyse. */
function rejectsNull<F extends ScopeField>(filter: BoundFilter<F>, field: F): boolean {
  const isField = (operand: { readonly kind: string; readonly field?: unknown }): boolean =>
    operand.kind === 'field' && operand.field === field;
  const { kind } = filter;
  if (kind === 'and') return filter.filters.some((part) => rejectsNull(part, field));
  if (kind === 'or') return filter.filters.length > 0 && filter.filters.every((part) => rejectsNull(part, field));
  if (kind === 'comparison') return isField(filter.left) || isField(filter.right);
  return (kind === 'in' || kind === 'range') && isField(filter.operand);
}

/** Whether all rows that a filter matches certainly have a value of the first sort key. */
export function isFirstKeyNeverNull<F extends ScopeField>(
  filter: BoundFilter<F> | null,
  [first]: readonly BoundOrderKey<F>[],
): boolean {
  if (!filter || first?.kind !== 'expression') return false;
  const { expression } = first;
  return expression.kind === 'field' && rejectsNull(filter, expression.field);
}

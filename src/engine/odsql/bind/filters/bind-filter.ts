import type { Scope, ScopeField } from '#engine/odsql/scope.ts';
import type { Clause, Filter } from '#engine/odsql/tree.ts';
import { bindComparison } from './bind-comparison.ts';
import { bindGeometry, bindInBox, bindWithinDistance } from './bind-geography.ts';
import { bindIn, bindRange } from './bind-membership.ts';
import { bindLike, bindStartsWith, bindWords } from './bind-words.ts';
import { Binding, fieldExpression } from '../binding.ts';
import type { BoundFilter } from '../bound/bound-filter.ts';

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

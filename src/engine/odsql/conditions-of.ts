import type { Condition, Filter } from './tree.ts';

/** The conditions of a filter, from left to right. */
export function conditionsOf(filter: Filter): Condition[] {
  if ('filters' in filter) return filter.filters.flatMap(conditionsOf);
  return 'filter' in filter ? conditionsOf(filter.filter) : [filter];
}

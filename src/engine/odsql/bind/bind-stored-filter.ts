import { CatalogError } from '#kernel/fail.ts';
import { type Condition, conditionsOf, type Expression, type Filter } from '../tree.ts';
import type { Scope, ScopeField } from '../scope.ts';
import { bindNestedFilter } from './bind-filter.ts';
import { Binding, type BoundFilter } from './bound.ts';

/** The reason why a stored filter is not applicable to a scope. */
export interface FilterProblem {
  /** The field that the filter names. */
  readonly field: string;
  readonly kind: 'missing' | 'incomparable';
}

/** A stored filter for the records of a scope. */
interface BoundStoredFilter<F extends ScopeField> {
  /** Matches no record when there is a problem. */
  readonly filter: BoundFilter<F>;
  /** The reasons why the filter matches no record, at most one for each field. */
  readonly problems: readonly FilterProblem[];
}

/**
 * Binds a filter that was stored. When the filter names a missing field, or compares a field with a value of another type, it
 * matches no record at all, not even under `not`. So no change of fields can expose a record that the filter hid before. The scope's
 * time zone should be UTC, so that no caller influences which records match.
 */
export function bindStoredFilter<F extends ScopeField>(filter: Filter, scope: Scope<F>): BoundStoredFilter<F> {
  const binding = new Binding(scope, 'where', true);
  const bound = tryBind(filter, binding);
  if (bound) return { filter: bound, problems: [] };
  const problems = conditionsOf(filter)
    .filter((condition) => !tryBind(condition, binding))
    .map((condition) => problemOf(condition, scope));
  return {
    filter: { kind: 'constant', value: false },
    problems: [...new Map(problems.map((problem) => [problem.field, problem])).values()],
  };
}

function tryBind<F extends ScopeField>(filter: Filter, binding: Binding<F>): BoundFilter<F> | undefined {
  try {
    return bindNestedFilter(filter, binding);
  } catch (error) {
    if (error instanceof CatalogError && (error.code === 'ODSQL_ERROR' || error.code === 'INCOMPATIBLE_TYPES'))
      return undefined;
    throw error;
  }
}

function problemOf(condition: Condition, scope: Scope): FilterProblem {
  const names = fieldsOf(condition);
  const missing = names.find((name) => !scope.find(name));
  return missing === undefined ? { field: names[0] ?? '', kind: 'incomparable' } : { field: missing, kind: 'missing' };
}

function fieldsOf(condition: Condition): readonly string[] {
  if ('field' in condition) return [condition.field];
  if ('fields' in condition) return condition.fields ?? [];
  return [...fieldsOfExpression(condition.left), ...('right' in condition ? fieldsOfExpression(condition.right) : [])];
}

function fieldsOfExpression(expression: Expression): readonly string[] {
  switch (expression.kind) {
    case 'literal':
      return [];
    case 'field':
      return [expression.field];
    case 'arithmetic':
      return [...fieldsOfExpression(expression.left), ...fieldsOfExpression(expression.right)];
    case 'negative':
      return fieldsOfExpression(expression.operand);
    case 'call':
      return expression.arguments.flatMap(fieldsOfExpression);
  }
}

/** Whether testing a filter costs more than a few comparisons for each record: searches, places and expressions do. */
export function isCostly(filter: BoundFilter): boolean {
  switch (filter.kind) {
    case 'and':
    case 'or':
      return filter.filters.some(isCostly);
    case 'not':
      return isCostly(filter.filter);
    case 'comparison':
      return !isPlain(filter.left) || !isPlain(filter.right);
    case 'in':
    case 'range':
    case 'isNull':
      return !isPlain(filter.operand);
    case 'constant':
    case 'isTruth':
    case 'startsWith':
    case 'inBox':
      return false;
    case 'words':
    case 'withinDistance':
    case 'geometry':
      return true;
  }
}

const isPlain = ({ kind }: { readonly kind: string }): boolean => kind === 'field' || kind === 'literal';

import { readDate } from '#engine/odsql/parse/read-date.ts';
import type { Scope, ScopeField } from '#engine/odsql/scope.ts';
import type { Refinement } from '#engine/odsql/tree.ts';
import { compareWithLiteral } from './bind-comparison.ts';
import { Binding, fieldExpression, isNumber, isTime } from '../binding.ts';
import type { BoundFilter } from '../bound/bound-filter.ts';

/** The settings of a facet that decide how its values are refined. */
export interface FacetSettings {
  /** Whether several values of the field are alternatives. */
  readonly isDisjunctive: boolean;
  /** The separator between the levels of a hierarchical field; null for a field without levels. */
  readonly separator: string | null;
}

/** The filter of one field's refinements. */
export interface FieldRefinement<F extends ScopeField> {
  readonly field: F;
  readonly filter: BoundFilter<F>;
}

/** Binds `refine` to one filter for each field, so that a disjunctive facet can ignore its own filter. Fails ODSQL_ERROR. */
export function bindRefinements<F extends ScopeField>(
  refinements: readonly Refinement[],
  scope: Scope<F>,
  settingsOf: (field: F) => FacetSettings,
): FieldRefinement<F>[] {
  const binding = new Binding(scope, 'refine');
  return groupByField(refinements, binding).map(([field, values]) => {
    const settings = settingsOf(field);
    const filters = values.map((value) => bindValue(field, value, settings, binding));
    return { field, filter: { kind: settings.isDisjunctive ? 'or' : 'and', filters } };
  });
}

/**
 * Binds `exclude` to a filter for the records that have none of the values, records with null included. Null when nothing is excluded.
 * Fails ODSQL_ERROR.
 */
export function bindExclusions<F extends ScopeField>(
  exclusions: readonly Refinement[],
  scope: Scope<F>,
  settingsOf: (field: F) => FacetSettings,
): BoundFilter<F> | null {
  const binding = new Binding(scope, 'exclude');
  if (exclusions.length === 0) return null;
  const filters = exclusions.map(({ field: name, value }): BoundFilter<F> => {
    const field = binding.field(name);
    return { kind: 'not', filter: bindValue(field, value, settingsOf(field), binding) };
  });
  return { kind: 'and', filters };
}

function groupByField<F extends ScopeField>(
  refinements: readonly Refinement[],
  binding: Binding<F>,
): [F, readonly string[]][] {
  const names = [...new Set(refinements.map(({ field }) => field))];
  return names.map((name) => [
    binding.field(name),
    refinements.filter(({ field }) => field === name).map(({ value }) => value),
  ]);
}

function bindValue<F extends ScopeField>(
  field: F,
  value: string,
  { separator }: FacetSettings,
  binding: Binding<F>,
): BoundFilter<F> {
  const operand = { text: field.name, bound: fieldExpression(field) };
  if (field.type === 'text') {
    const equal = compareWithLiteral(operand, '=', value, binding);
    if (separator === null) return equal;
    return { kind: 'or', filters: [equal, { kind: 'startsWith', fields: [field], prefix: value + separator }] };
  }
  if (isNumber(field.type)) {
    const isDecimal = /^-?\d+(?:\.\d+)?(?:e[+-]?\d+)?$/i.test(value) && Number.isFinite(Number(value));
    return isDecimal ? compareWithLiteral(operand, '=', Number(value), binding) : { kind: 'constant', value: false };
  }
  if (isTime(field.type)) {
    const date = /[T ]/i.test(value) ? undefined : readDate(value);
    return date ? compareWithLiteral(operand, '=', date, binding) : { kind: 'constant', value: false };
  }
  return binding.malformed(`${field.name} is of type ${field.type}, which has no facet`);
}

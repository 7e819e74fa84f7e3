import type { ScopeField } from '../scope.ts';
import type { FacetSort } from '../tree.ts';

/** A facet with its options. */
export interface BoundFacet<F extends ScopeField = ScopeField> {
  readonly name: string;
  readonly field: F;
  /** The separator between the levels of a text; null for a text without levels. A date always has the levels year, month and day. */
  readonly separator: string | null;
  /** Null for the default: by count, the most frequent first; dates by time. */
  readonly sort: FacetSort | null;
  /** The maximum number of values on each level. */
  readonly limit: number;
  /** The values that the query refines, in the form that `facetValue` returns. */
  readonly refined: readonly string[];
  /** The values that the query excludes, in the same form as `refined`. */
  readonly excluded: readonly string[];
  /** The values whose next level is shown: `shownValues(facet)`. */
  readonly shown: readonly string[];
}

/** A value and its count, as `facetsStatement` returns them: sorted, and only for the first level and the levels below `shown` values. */
export interface FacetRow {
  /** The index of the facet. */
  readonly facet: number;
  /** The value of the level above; empty on the first level. */
  readonly parent: string;
  readonly value: string;
  readonly count: number;
}

/** A value of a facet. */
export interface FacetNode {
  /** The full path of the value. */
  readonly value: string;
  /** The last part of `value`. */
  readonly label: string;
  /** Null for an excluded value. */
  readonly count: number | null;
  readonly state: 'displayed' | 'refined' | 'excluded';
  readonly children: readonly FacetNode[];
}

type Levels = Pick<BoundFacet, 'field' | 'separator'>;

/** The separator between the levels of a facet's values; null for values without levels. */
export const levelSeparator = ({ field, separator }: Levels): string | null =>
  field.type === 'date' || field.type === 'datetime' ? '/' : separator;

/** Converts a value of `refine` or `exclude` to the form of facet values: `2026-1` becomes `2026/01` for a date. */
export const facetValue = ({ type }: ScopeField, value: string): string =>
  type === 'date' || type === 'datetime'
    ? value
        .split(/[/-]/)
        .map((part, index) => part.padStart(index === 0 ? 4 : 2, '0'))
        .join('/')
    : value;

/** The values above a value, beginning with the first level. */
export function ancestorsOf(value: string, facet: Levels): string[] {
  const separator = levelSeparator(facet);
  if (separator === null) return [];
  const parts = value.split(separator);
  return parts.slice(0, -1).map((_, index) => parts.slice(0, index + 1).join(separator));
}

/** The values whose next level is shown: refined values, and all values above a refined or excluded value. */
export function expandedValues(facet: Levels & Pick<BoundFacet, 'refined' | 'excluded'>): string[] {
  if (levelSeparator(facet) === null) return [];
  const above = [...facet.refined, ...facet.excluded].flatMap((value) => ancestorsOf(value, facet));
  return Array.from(new Set([...facet.refined, ...above]));
}

/** Builds the tree of a facet's values. A refined value is listed even when no row has it, an excluded value without its count. */
export function facetTree(facet: BoundFacet, rows: readonly Omit<FacetRow, 'facet'>[]): FacetNode[] {
  const separator = levelSeparator(facet);
  const refined = new Set([...facet.refined, ...facet.refined.flatMap((value) => ancestorsOf(value, facet))]);
  const excluded = new Set(facet.excluded);
  const parentOf = (value: string): string => ancestorsOf(value, facet).at(-1) ?? '';
  const labelOf = (value: string): string => (separator === null ? value : (value.split(separator).at(-1) ?? value));
  const childrenOf = (parent: string): FacetNode[] => {
    const counted = rows.filter((row) => row.parent === parent && !excluded.has(row.value));
    const uncounted = [...refined].filter(
      (value) => parentOf(value) === parent && !excluded.has(value) && counted.every((row) => row.value !== value),
    );
    const listed = [...counted, ...uncounted.map((value) => ({ value, count: 0 }))];
    return [
      ...listed.map(({ value, count }) => ({
        value,
        label: labelOf(value),
        count,
        state: refined.has(value) ? ('refined' as const) : ('displayed' as const),
        children: facet.shown.includes(value) ? childrenOf(value) : [],
      })),
      ...facet.excluded
        .filter((value) => parentOf(value) === parent)
        .map((value) => ({ value, label: labelOf(value), count: null, state: 'excluded' as const, children: [] })),
    ];
  };
  return childrenOf('');
}

import type { ScopeField } from '../scope.ts';
import type { FacetSort } from '../tree.ts';

/** A facet with its options. */
export interface BoundFacet<F extends ScopeField = ScopeField> {
  readonly name: string;
  readonly field: F;
  /** What separates the levels of a text; null for a text without levels. A date has the levels year, month and day. */
  readonly separator: string | null;
  /** Null for the default: by count, the most frequent first; dates by time. */
  readonly sort: FacetSort | null;
  /** The maximum number of values on each level. */
  readonly limit: number;
  /** Its values that the query refines and excludes, as `facetValue` writes them. */
  readonly refined: readonly string[];
  readonly excluded: readonly string[];
  /** The values whose next level is shown: `shownValues(facet)`. */
  readonly shown: readonly string[];
}

/** A counted value, as `facetsStatement` returns it: in order, below the values that are shown. */
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
  /** The whole path. */
  readonly value: string;
  /** The last part of the path. */
  readonly label: string;
  /** Null when excluded. */
  readonly count: number | null;
  readonly state: 'displayed' | 'refined' | 'excluded';
  readonly children: readonly FacetNode[];
}

type Levels = Pick<BoundFacet, 'field' | 'separator'>;

/** What separates the levels of a facet's values; null without levels. */
export const levelSeparator = ({ field, separator }: Levels): string | null =>
  field.type === 'date' || field.type === 'datetime' ? '/' : separator;

/** A value of `refine` or `exclude` as facets write it: the parts of a date are padded. */
export const facetValue = ({ type }: ScopeField, value: string): string =>
  type === 'date' || type === 'datetime'
    ? value
        .split(/[/-]/)
        .map((part, at) => part.padStart(at === 0 ? 4 : 2, '0'))
        .join('/')
    : value;

/** The values above a value, from the first level on. */
export function ancestorsOf(value: string, facet: Levels): string[] {
  const separator = levelSeparator(facet);
  if (separator === null) return [];
  const parts = value.split(separator);
  return parts.slice(0, -1).map((_, at) => parts.slice(0, at + 1).join(separator));
}

/** The values whose next level is shown: refined ones, and those above refined and excluded ones. */
export function shownValues(facet: Levels & Pick<BoundFacet, 'refined' | 'excluded'>): string[] {
  if (levelSeparator(facet) === null) return [];
  const above = [...facet.refined, ...facet.excluded].flatMap((value) => ancestorsOf(value, facet));
  return Array.from(new Set([...facet.refined, ...above]));
}

/** The values of a facet as a tree. A refined value is listed without rows too, an excluded one without its count. */
export function facetTree(facet: BoundFacet, rows: readonly Omit<FacetRow, 'facet'>[]): FacetNode[] {
  const separator = levelSeparator(facet);
  const refined = new Set([...facet.refined, ...facet.refined.flatMap((value) => ancestorsOf(value, facet))]);
  const excluded = new Set(facet.excluded);
  const parentOf = (value: string): string => ancestorsOf(value, facet).at(-1) ?? '';
  const labelOf = (value: string): string => (separator === null ? value : (value.split(separator).at(-1) ?? value));
  const childrenOf = (parent: string): FacetNode[] => {
    const found = rows.filter((row) => row.parent === parent && !excluded.has(row.value));
    const missing = [...refined].filter(
      (value) => parentOf(value) === parent && !excluded.has(value) && found.every((row) => row.value !== value),
    );
    const listed = [...found, ...missing.map((value) => ({ value, count: 0 }))];
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

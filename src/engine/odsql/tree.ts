import type { Geometry } from '../geo/processing/geometry.ts';

/**
 * The parsed form of ODSQL, the query language of the Explore API (docs/contract/explore.md 7). It is plain JSON, and does not depend
 * on whether the named fields exist or on their types: `bind` checks that.
 */

/** A span of time as ISO 8601 writes it: `2026`, `2026-01`, `2026-01-31`, `2026-01-31T08:00:00Z`. */
export interface DateLiteral {
  readonly date: string;
}

/** A geometry as WKT, hexadecimal WKB or GeoJSON writes it, already read: GeoJSON, longitude first. */
export interface GeometryLiteral {
  readonly geometry: Geometry;
}

/** A value in a query. */
export type Literal = string | number | boolean | null | DateLiteral | GeometryLiteral;

/** An expression has a value for each record; `text` is how the query writes it, which names its result without an alias. */
export type Expression =
  | { readonly kind: 'literal'; readonly value: Literal; readonly text: string }
  | { readonly kind: 'field'; readonly field: string; readonly text: string }
  | {
      readonly kind: 'arithmetic';
      readonly operator: ArithmeticOperator;
      readonly left: Expression;
      readonly right: Expression;
      readonly text: string;
    }
  | { readonly kind: 'negative'; readonly operand: Expression; readonly text: string }
  | Call;

/** A call of a scalar function or an aggregate; the name is in lower case. */
export interface Call {
  readonly kind: 'call';
  readonly name: string;
  readonly arguments: readonly Expression[];
  /** `count(*)`. */
  readonly isOfAll: boolean;
  readonly isDistinct: boolean;
  /** The named arguments of `now()`, in order. */
  readonly named: readonly { readonly name: string; readonly value: number }[];
  readonly text: string;
}

export const arithmeticOperators = ['+', '-', '*', '/'] as const;
export type ArithmeticOperator = (typeof arithmeticOperators)[number];

export const comparisonOperators = ['=', '!=', '<', '<=', '>', '>='] as const;
export type ComparisonOperator = (typeof comparisonOperators)[number];

/** One end of a range. */
export interface Bound {
  readonly value: Literal;
  readonly isIncluded: boolean;
}

/** A condition on records. A stored filter query is one; so is what `where`, `refine` and the graph's typed filters become. */
export type Filter =
  | { readonly kind: 'and' | 'or'; readonly filters: readonly Filter[] }
  | { readonly kind: 'not'; readonly filter: Filter }
  | Condition;

/** A condition without others in it. */
export type Condition =
  | {
      readonly kind: 'comparison';
      readonly left: Expression;
      readonly operator: ComparisonOperator;
      readonly right: Expression;
    }
  | { readonly kind: 'in'; readonly left: Expression; readonly values: readonly Literal[] }
  | { readonly kind: 'range'; readonly left: Expression; readonly from: Bound; readonly to: Bound }
  /** The field's text has the words of the pattern. */
  | { readonly kind: 'like'; readonly field: string; readonly pattern: string }
  | { readonly kind: 'isNull'; readonly field: string }
  | { readonly kind: 'isTruth'; readonly field: string; readonly value: boolean }
  /** Words in texts; without `fields` in all visible text fields. */
  | {
      readonly kind: 'search' | 'suggest' | 'startsWith' | 'fullText';
      readonly fields: readonly string[] | null;
      readonly text: string;
    }
  /** Metres. */
  | {
      readonly kind: 'withinDistance';
      readonly field: string;
      readonly point: GeometryLiteral;
      readonly distance: number;
    }
  /** Opposite corners; `west > east` crosses the antimeridian. */
  | {
      readonly kind: 'inBox';
      readonly field: string;
      readonly south: number;
      readonly west: number;
      readonly north: number;
      readonly east: number;
    }
  | {
      readonly kind: 'geometry';
      readonly field: string;
      readonly geometry: GeometryLiteral;
      readonly mode: 'intersects' | 'disjoint' | 'within';
    };

/** An item of `select`. */
export type SelectItem =
  | { readonly kind: 'all' }
  | { readonly kind: 'include' | 'exclude'; readonly patterns: readonly string[] }
  | { readonly kind: 'expression'; readonly expression: Expression; readonly alias: string | null }
  /** A range or cluster of `group_by`, named by its text. */
  | { readonly kind: 'group'; readonly key: GroupKey };

/** A unit of an interval, in the singular. */
export const intervalUnits = [
  'millisecond',
  'second',
  'minute',
  'hour',
  'day',
  'week',
  'month',
  'quarter',
  'year',
] as const;
export type IntervalUnit = (typeof intervalUnits)[number];

/** A key of `group_by`. `text` names it without an alias. */
export type GroupKey = { readonly alias: string | null; readonly text: string } & (
  | { readonly kind: 'expression'; readonly expression: Expression }
  | { readonly kind: 'width'; readonly field: string; readonly width: number }
  | { readonly kind: 'interval'; readonly field: string; readonly count: number; readonly unit: IntervalUnit }
  /** Null is `*`, the open end. */
  | { readonly kind: 'steps'; readonly field: string; readonly steps: readonly (number | DateLiteral | null)[] }
  | { readonly kind: 'cluster'; readonly field: string; readonly zoom: number; readonly radius: number }
);

/** A key of `order_by`; names of aliases are fields here. */
export type OrderKey =
  | { readonly kind: 'expression'; readonly expression: Expression; readonly isDescending: boolean }
  | { readonly kind: 'group'; readonly key: GroupKey; readonly isDescending: boolean }
  | { readonly kind: 'random'; readonly seed: number };

/** A clause, as errors name it. */
export const clauses = ['select', 'where', 'group_by', 'order_by', 'refine', 'exclude', 'facet'] as const;
export type Clause = (typeof clauses)[number];

/** A value of `refine` or `exclude`. */
export interface Refinement {
  readonly field: string;
  readonly value: string;
}

/** The orders of a facet's values. */
export const facetSorts = ['count', '-count', 'alphanum', '-alphanum', 'num', '-num'] as const;
export type FacetSort = (typeof facetSorts)[number];

/** A requested facet; null is an option that the parameter does not set. */
export interface FacetRequest {
  readonly field: string;
  readonly isDisjunctive: boolean | null;
  readonly isHierarchical: boolean | null;
  readonly separator: string | null;
  readonly sort: FacetSort | null;
  readonly limit: number | null;
}

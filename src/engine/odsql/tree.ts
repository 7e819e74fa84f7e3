import type { Geometry } from '../geo/parse-geometry.ts';

/**
 * The parsed form of ODSQL, the query language of the Explore API (docs/contract/explore.md 7). It is plain JSON. Parsing does not
 * check whether the named fields exist or what types they have; binding does (`bind/`).
 */

/** A date or another span of time in ISO 8601: `2026`, `2026-01`, `2026-01-31`, `2026-01-31T08:00:00Z`. */
export interface DateLiteral {
  readonly date: string;
}

/** A geometry that was written as WKT, hexadecimal WKB or GeoJSON, parsed to GeoJSON: longitude first. */
export interface GeometryLiteral {
  readonly geometry: Geometry;
}

/** A value that a query writes. */
export type Literal = string | number | boolean | null | DateLiteral | GeometryLiteral;

/** An expression has a value for each record. `text` is its source text, which names the result when there is no alias. */
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
  /** Whether the argument is `*`, as in `count(*)`. */
  readonly isStar: boolean;
  readonly isDistinct: boolean;
  /** The named arguments of `now()`, in order. */
  readonly named: readonly { readonly name: string; readonly value: number }[];
  readonly text: string;
}

export type ArithmeticOperator = '+' | '-' | '*' | '/';

export const comparisonOperators = ['=', '!=', '<', '<=', '>', '>='] as const;
export type ComparisonOperator = (typeof comparisonOperators)[number];

/** One end of a range. */
export interface RangeEnd {
  readonly value: Literal;
  readonly isIncluded: boolean;
}

/** A condition on records. `where`, stored filter queries and the typed filters of the GraphQL API are parsed to this form. */
export type Filter =
  | { readonly kind: 'and' | 'or'; readonly filters: readonly Filter[] }
  | { readonly kind: 'not'; readonly filter: Filter }
  | Condition;

/** A filter that contains no other filter. */
export type Condition =
  | {
      readonly kind: 'comparison';
      readonly left: Expression;
      readonly operator: ComparisonOperator;
      readonly right: Expression;
    }
  | { readonly kind: 'in'; readonly left: Expression; readonly values: readonly Literal[] }
  | { readonly kind: 'range'; readonly left: Expression; readonly from: RangeEnd; readonly to: RangeEnd }
  /** The text of the field contains the words of the pattern. */
  | { readonly kind: 'like'; readonly field: string; readonly pattern: string }
  | { readonly kind: 'isNull'; readonly field: string }
  | { readonly kind: 'isTruth'; readonly field: string; readonly value: boolean }
  /** A search for words in the named fields; null means the fields that the scope searches. */
  | {
      readonly kind: 'search' | 'suggest' | 'startsWith' | 'fullText';
      readonly fields: readonly string[] | null;
      readonly text: string;
    }
  /** `distance` is in metres. */
  | {
      readonly kind: 'withinDistance';
      readonly field: string;
      readonly point: GeometryLiteral;
      readonly distance: number;
    }
  /** A box in degrees; `west > east` crosses the antimeridian. */
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
  /** A `range()` or `geo_cluster()` of `group_by`, written again in `select`. */
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

/** A key of `group_by`. `text` is its source text, which names the key when there is no alias. */
export type GroupKey = { readonly alias: string | null; readonly text: string } & (
  | { readonly kind: 'expression'; readonly expression: Expression }
  | { readonly kind: 'width'; readonly field: string; readonly width: number }
  | { readonly kind: 'interval'; readonly field: string; readonly count: number; readonly unit: IntervalUnit }
  /** The ends of the ranges, in the order of the query; null is `*`, an open end. */
  | { readonly kind: 'steps'; readonly field: string; readonly steps: readonly (number | DateLiteral | null)[] }
  | { readonly kind: 'cluster'; readonly field: string; readonly zoom: number; readonly radius: number }
);

/** A key of `order_by`. An alias is parsed as a field; binding resolves it. */
export type OrderKey =
  | { readonly kind: 'expression'; readonly expression: Expression; readonly isDescending: boolean }
  | { readonly kind: 'group'; readonly key: GroupKey; readonly isDescending: boolean }
  | { readonly kind: 'random'; readonly seed: number };

/** A clause, by the name that errors give it. */
export type Clause = 'select' | 'where' | 'group_by' | 'order_by' | 'refine' | 'exclude' | 'facet';

/** A field and a value of `refine` or `exclude`. */
export interface Refinement {
  readonly field: string;
  readonly value: string;
}

/** The sort orders of a facet's values. */
export const facetSorts = ['count', '-count', 'alphanum', '-alphanum', 'num', '-num'] as const;
export type FacetSort = (typeof facetSorts)[number];

/** A requested facet. An option is null when the request does not set it. */
export interface FacetRequest {
  readonly field: string;
  readonly isDisjunctive: boolean | null;
  readonly isHierarchical: boolean | null;
  readonly separator: string | null;
  readonly sort: FacetSort | null;
  readonly limit: number | null;
}

/** The conditions of a filter, from left to right. */
export function conditionsOf(filter: Filter): Condition[] {
  if ('filters' in filter) return filter.filters.flatMap(conditionsOf);
  return 'filter' in filter ? conditionsOf(filter.filter) : [filter];
}

/** The names of the aggregates that `select` and `order_by` accept. */
const aggregates = ['count', 'sum', 'avg', 'min', 'max', 'median', 'percentile', 'envelope', 'bbox'] as const;
export type AggregateName = (typeof aggregates)[number];

/** The names of the scalar functions. */
const scalarFunctions = [
  'length',
  'now',
  'year',
  'month',
  'day',
  'hour',
  'minute',
  'second',
  'date_format',
  'lower',
  'ifnull',
  'distance',
  'json_format',
] as const;
export type ScalarFunctionName = (typeof scalarFunctions)[number];

/** Whether a name, in lower case, is an aggregate. */
export const isAggregate = (name: string): name is AggregateName => aggregates.some((aggregate) => aggregate === name);
/** Whether a name, in lower case, is a scalar function. */
export const isScalarFunction = (name: string): name is ScalarFunctionName =>
  scalarFunctions.some((scalarFunction) => scalarFunction === name);

/** Whether a name, in lower case, is an aggregate or a scalar function. */
export const isFunction = (name: string): boolean => isAggregate(name) || isScalarFunction(name);

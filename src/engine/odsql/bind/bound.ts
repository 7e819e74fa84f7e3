import type { FieldType } from '../../records/field.ts';
import type { Language, Scope, ScopeField, TimezoneName } from '../scope.ts';
import type { ArithmeticOperator, ComparisonOperator, GeometryLiteral, IntervalUnit } from '../tree.ts';
import type { Word } from '../words.ts';
import type { DateToken } from '../date-format.ts';

/*
 * The bound form of a query: names are fields of a scope, types fit, literals are converted, aliases and grouped expressions are
 * resolved. Back ends compile or evaluate it and cannot fail. A value is null where an operand is null, and no condition but `isNull`
 * and `not` holds for null.
 */

/** The type of an expression's value. */
export type ValueType = FieldType | 'json';

/** An expression that has a value for each record. */
export type ScalarExpression<F extends ScopeField = ScopeField> =
  /** Text, number, or null; a date as `2026-01-31`; a datetime as an instant in UTC, `2026-01-31T08:00:00.000Z`. */
  | {
      readonly kind: 'literal';
      readonly type: 'text' | 'int' | 'double' | 'date' | 'datetime';
      readonly value: string | number | null;
    }
  /** Truth values, which only `select` takes. */
  | { readonly kind: 'boolean'; readonly type: 'json'; readonly value: boolean }
  | { readonly kind: 'field'; readonly type: FieldType; readonly field: F }
  | Arithmetic<ScalarExpression<F>>
  | Negative<ScalarExpression<F>>
  | ScalarFunction<F>;

/** Arithmetic of doubles; an `int` result is whole. Division by zero and a result that a double cannot hold give null. */
export interface Arithmetic<E> {
  readonly kind: 'arithmetic';
  readonly type: 'int' | 'double';
  readonly operator: ArithmeticOperator;
  readonly left: E;
  readonly right: E;
}

/** The negative of a number. */
export interface Negative<E> {
  readonly kind: 'negative';
  readonly type: 'int' | 'double';
  readonly operand: E;
}

export const dateParts = ['year', 'month', 'day', 'hour', 'minute', 'second'] as const;
export type DatePart = (typeof dateParts)[number];

/** A call of a scalar function. No operand is a multivalued field. */
export type ScalarFunction<F extends ScopeField = ScopeField> =
  /** In Unicode characters. */
  | { readonly kind: 'length'; readonly type: 'int'; readonly operand: ScalarExpression<F> }
  | { readonly kind: 'lower'; readonly type: 'text'; readonly operand: ScalarExpression<F> }
  /** Both operands have this type, or both are numbers. */
  | {
      readonly kind: 'ifNull';
      readonly type: ValueType;
      readonly operand: ScalarExpression<F>;
      readonly fallback: ScalarExpression<F>;
    }
  /** Of a date or datetime; the timezone is that of datetimes, dates never shift. A date has hour, minute and second 0. */
  | {
      readonly kind: 'datePart';
      readonly type: 'int';
      readonly part: DatePart;
      readonly operand: ScalarExpression<F>;
      readonly timezone: TimezoneName;
    }
  | {
      readonly kind: 'dateFormat';
      readonly type: 'text';
      readonly tokens: readonly DateToken[];
      readonly language: Language;
      readonly operand: ScalarExpression<F>;
      readonly timezone: TimezoneName;
    }
  /** Metres between a geo_point_2d and a point, longitude first. */
  | { readonly kind: 'distance'; readonly type: 'double'; readonly operand: ScalarExpression<F>; readonly point: Point }
  /** The text as JSON; the fallback (a null one too) where it is not JSON; the text itself without a fallback (undefined). */
  | {
      readonly kind: 'json';
      readonly type: 'json';
      readonly operand: ScalarExpression<F>;
      readonly fallback: ScalarExpression<F> | undefined;
    };

/** Longitude and latitude. */
export type Point = readonly [lon: number, lat: number];

/** A value computed over the records of a group, or over all matches. Nulls are ignored; the result is null without values. */
export type AggregateFunction<F extends ScopeField = ScopeField> = { readonly kind: 'aggregate' } & (
  | {
      readonly name: 'count';
      readonly type: 'int';
      /** Null for `count(*)`. */ readonly operand: ScalarExpression<F> | null;
      readonly isDistinct: boolean;
    }
  | { readonly name: 'sum'; readonly type: 'int' | 'double'; readonly operand: ScalarExpression<F> }
  | { readonly name: 'avg'; readonly type: 'double'; readonly operand: ScalarExpression<F> }
  | {
      readonly name: 'min' | 'max';
      readonly type: 'int' | 'double' | 'date' | 'datetime';
      readonly operand: ScalarExpression<F>;
    }
  /** The median is the percentile 50. `percent` is from 0 to 100; the result is interpolated. */
  | {
      readonly name: 'percentile';
      readonly type: 'double';
      readonly operand: ScalarExpression<F>;
      readonly percent: number;
    }
  /** The convex hull of points, and the bounding box of points or shapes. */
  | { readonly name: 'envelope' | 'bbox'; readonly type: 'geo_shape'; readonly operand: ScalarExpression<F> }
);

/** An expression of `select` or `order_by`, which may contain aggregates or the keys of groups. */
export type BoundExpression<F extends ScopeField = ScopeField> =
  | ScalarExpression<F>
  | AggregateFunction<F>
  /** The value of the group's key with this index. */
  | { readonly kind: 'key'; readonly type: ValueType; readonly index: number }
  | Arithmetic<BoundExpression<F>>
  | Negative<BoundExpression<F>>;

/** An end of a range. */
export interface BoundEnd {
  readonly value: number | string;
  readonly isIncluded: boolean;
}

/** A condition on records. Of a multivalued operand one value must meet a condition. */
export type BoundFilter<F extends ScopeField = ScopeField> =
  | { readonly kind: 'and' | 'or'; readonly filters: readonly BoundFilter<F>[] }
  /** The exact complement: what the filter does not match, null included. */
  | { readonly kind: 'not'; readonly filter: BoundFilter<F> }
  | BoundCondition<F>;

/** A condition without others in it. */
export type BoundCondition<F extends ScopeField = ScopeField> =
  /** Holds for every record, or for none. */
  | { readonly kind: 'constant'; readonly value: boolean }
  /**
   * Both sides are numbers, both are texts, or both are dates or datetimes. Only the left side may be a multivalued field, and then the
   * operator is not `!=`. Texts are compared by code point. A date that is compared with a datetime begins at midnight UTC.
   */
  | {
      readonly kind: 'comparison';
      readonly operator: ComparisonOperator;
      readonly left: ScalarExpression<F>;
      readonly right: ScalarExpression<F>;
    }
  /** The values are texts or numbers, as the operand. */
  | { readonly kind: 'in'; readonly operand: ScalarExpression<F>; readonly values: readonly (string | number)[] }
  /**
   * Between two ends, open where an end is null. Of a number, a text (by code point), a date (ends `2026-01-31`) or a datetime (ends
   * are instants in UTC, `2026-01-31T08:00:00.000Z`). Comparisons with date literals become this: `= date'2026-01'` is from the first of January
   * included to the first of February excluded in the timezone.
   */
  | {
      readonly kind: 'range';
      readonly operand: ScalarExpression<F>;
      readonly from: BoundEnd | null;
      readonly to: BoundEnd | null;
    }
  | { readonly kind: 'isNull'; readonly operand: ScalarExpression<F> }
  /** A text that is `true` or `false` in any case. */
  | { readonly kind: 'isTruth'; readonly field: F; readonly value: boolean }
  /** Each of the words is in a value of one of the fields, folded: not all in the same. Without words it holds for every record. */
  | {
      readonly kind: 'words';
      readonly fields: readonly F[];
      readonly words: readonly Word[];
      /** Whether it orders by relevance. */ readonly isRanked: boolean;
    }
  /** A value of one of the fields begins with the prefix. */
  | { readonly kind: 'startsWith'; readonly fields: readonly F[]; readonly prefix: string }
  /** A geo_point_2d within the circle, or a geo_shape that touches it; metres. */
  | { readonly kind: 'withinDistance'; readonly field: F; readonly point: Point; readonly distance: number }
  /** Within the box, borders included; `west > east` crosses the antimeridian. A geo_shape lies wholly in it. */
  | {
      readonly kind: 'inBox';
      readonly field: F;
      readonly south: number;
      readonly west: number;
      readonly north: number;
      readonly east: number;
    }
  | {
      readonly kind: 'geometry';
      readonly field: F;
      readonly geometry: GeometryLiteral['geometry'];
      readonly mode: 'intersects' | 'disjoint' | 'within';
    };

/** A column of the result. */
export interface BoundItem<F extends ScopeField = ScopeField> {
  /** The key of the value in a row: the alias, else the text of the item. */
  readonly name: string;
  readonly expression: BoundExpression<F>;
}

/** A key of `group_by`. A record counts in each value of a multivalued field; null is a group of its own. */
export type BoundGroupKey<F extends ScopeField = ScopeField> = { readonly name: string; readonly type: ValueType } & (
  | { readonly kind: 'expression'; readonly expression: ScalarExpression<F> }
  /** `[10, 20[`, from multiples of the width, of a number. */
  | { readonly kind: 'width'; readonly field: F; readonly width: number }
  /** `[2020-01-01T00:00:00.000Z, 2020-01-02T00:00:00.000Z[`, of a date or datetime. */
  | {
      readonly kind: 'interval';
      readonly field: F;
      readonly count: number;
      readonly unit: IntervalUnit;
      readonly timezone: TimezoneName;
    }
  /** The ascending ends of the ranges, null for an open one: numbers, days of a date field, or instants in UTC of a datetime field. */
  | {
      readonly kind: 'steps';
      readonly field: F;
      readonly steps: readonly (number | string | null)[];
      readonly timezone: TimezoneName;
    }
  /** Points within `radius` pixels of each other, where the world has 256 × 2^zoom pixels. */
  | { readonly kind: 'cluster'; readonly field: F; readonly zoom: number; readonly radius: number }
);

/** A key of the order. The type of an expression is one that has an order: number, text, date or datetime. Nulls come last. */
export type BoundOrderKey<F extends ScopeField = ScopeField> =
  | { readonly kind: 'expression'; readonly expression: BoundExpression<F>; readonly isDescending: boolean }
  | { readonly kind: 'random'; readonly seed: number };

/** A query with all its clauses. */
export interface BoundQuery<F extends ScopeField = ScopeField> {
  readonly scope: Scope<F>;
  /** Null for all records. */
  readonly filter: BoundFilter<F> | null;
  /** Null without `group_by`. */
  readonly keys: readonly BoundGroupKey<F>[] | null;
  /** The columns of a row: with `group_by` the keys that select leaves out come first. */
  readonly items: readonly BoundItem<F>[];
  /** Without `group_by`: whether an item contains an aggregate, which is then computed over all matches. */
  readonly isAggregated: boolean;
  readonly order: readonly BoundOrderKey<F>[];
}

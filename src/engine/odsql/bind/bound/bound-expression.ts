import type { FieldType } from '#engine/records/field.ts';
import type { DateToken } from '#engine/odsql/date-format.ts';
import type { Language, ScopeField, TimezoneName } from '#engine/odsql/scope.ts';
import type { ArithmeticOperator } from '#engine/odsql/tree.ts';

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
  /** A truth value, which only `select` accepts. */
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

/** The parts of a date or datetime that functions return. */
export const dateParts = ['year', 'month', 'day', 'hour', 'minute', 'second'] as const;
/** One of the parts. */
export type DatePart = (typeof dateParts)[number];

/** A call of a scalar function. No operand is a multivalued field. */
export type ScalarFunction<F extends ScopeField = ScopeField> =
  /** The number of Unicode characters in a text. */
  | { readonly kind: 'length'; readonly type: 'int'; readonly operand: ScalarExpression<F> }
  | { readonly kind: 'lower'; readonly type: 'text'; readonly operand: ScalarExpression<F> }
  /** Both operands have this type, or both are numbers. */
  | {
      readonly kind: 'ifNull';
      readonly type: ValueType;
      readonly operand: ScalarExpression<F>;
      readonly fallback: ScalarExpression<F>;
    }
  /** A part of a date or datetime. `timezone` applies to datetimes only. A date has hour, minute and second 0. */
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
  /** A text parsed as JSON. A text that is not JSON gives the fallback, which may be null, or itself when `fallback` is undefined. */
  | {
      readonly kind: 'json';
      readonly type: 'json';
      readonly operand: ScalarExpression<F>;
      readonly fallback: ScalarExpression<F> | undefined;
    };

/** Longitude and latitude. */
export type Point = readonly [lon: number, lat: number];

/** A value computed over the records of a group, or over all matches. Nulls are ignored. Without values the result is null, or 0 for `count`. */
export type AggregateFunction<F extends ScopeField = ScopeField> = { readonly kind: 'aggregate' } & (
  | {
      readonly name: 'count';
      readonly type: 'int';
      /** Null for `count(*)`. */
      readonly operand: ScalarExpression<F> | null;
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

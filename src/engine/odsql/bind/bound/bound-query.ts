import type { Scope, ScopeField, TimezoneName } from '#engine/odsql/scope.ts';
import type { IntervalUnit } from '#engine/odsql/tree.ts';
import type { BoundExpression, ScalarExpression, ValueType } from './bound-expression.ts';
import type { BoundFilter } from './bound-filter.ts';

/*
 * The bound form of a query: names are fields of a scope, types fit, literals are converted, aliases and grouped expressions are
 * resolved. Back ends compile or evaluate this form, which cannot fail. A value is null where an operand is null, and no condition but `isNull`
 * and `not` holds for null.
 */

/** A column of the result. */
export interface BoundItem<F extends ScopeField = ScopeField> {
  /** The key of the value in a row: the alias, or the source text of an item without one. */
  readonly name: string;
  readonly expression: BoundExpression<F>;
}

/** A key of `group_by`. A record is in the group of each value of a multivalued field. Null has a group of its own. */
export type BoundGroupKey<F extends ScopeField = ScopeField> = { readonly name: string; readonly type: ValueType } & (
  | { readonly kind: 'expression'; readonly expression: ScalarExpression<F> }
  /** Ranges of a number, such as `[10, 20[`, that begin at multiples of the width. */
  | { readonly kind: 'width'; readonly field: F; readonly width: number }
  /** Ranges of a date or datetime, such as `[2020-01-01T00:00:00.000Z, 2020-01-02T00:00:00.000Z[`. */
  | {
      readonly kind: 'interval';
      readonly field: F;
      readonly count: number;
      readonly unit: IntervalUnit;
      readonly timezone: TimezoneName;
    }
  /** The ends of the ranges in ascending order, null for an open end: numbers, days of a date field, or instants in UTC of a datetime field. */
  | {
      readonly kind: 'steps';
      readonly field: F;
      readonly steps: readonly (number | string | null)[];
      readonly timezone: TimezoneName;
    }
  /** Cells of points that are `radius` pixels wide, where the world is 256 × 2^zoom pixels wide. */
  | { readonly kind: 'cluster'; readonly field: F; readonly zoom: number; readonly radius: number }
);

/** A sort key. An expression is a number, a text, a date or a datetime. Nulls come last. */
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

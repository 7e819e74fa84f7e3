import type { ScopeField } from '#engine/odsql/scope.ts';
import type { ComparisonOperator, GeometryLiteral } from '#engine/odsql/tree.ts';
import type { Word } from '#engine/odsql/words.ts';
import type { Point, ScalarExpression } from './bound-expression.ts';

/** An end of a range. */
export interface BoundRangeEnd {
  readonly value: number | string;
  readonly isIncluded: boolean;
}

/** A condition on records. A multivalued operand meets a condition when at least one of its values does. */
export type BoundFilter<F extends ScopeField = ScopeField> =
  | { readonly kind: 'and' | 'or'; readonly filters: readonly BoundFilter<F>[] }
  /** The exact complement: it matches every record that the filter does not match, including records with null. */
  | { readonly kind: 'not'; readonly filter: BoundFilter<F> }
  | BoundCondition<F>;

/** A filter that contains no other filter. */
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
  /** The values are texts or numbers, like the operand. */
  | { readonly kind: 'in'; readonly operand: ScalarExpression<F>; readonly values: readonly (string | number)[] }
  /**
   * The operand lies between two ends, of which null is an open end. The operand is a number, a text (compared by code
   * point), a date (whose ends are days, `2026-01-31`) or a datetime (whose ends are instants in UTC,
   * `2026-01-31T08:00:00.000Z`). Comparisons with date literals are bound to ranges: `= date'2026-01'` is the range from
   * the first of January, included, to the first of February, excluded, in the time zone of the scope.
   */
  | {
      readonly kind: 'range';
      readonly operand: ScalarExpression<F>;
      readonly from: BoundRangeEnd | null;
      readonly to: BoundRangeEnd | null;
    }
  | { readonly kind: 'isNull'; readonly operand: ScalarExpression<F> }
  /** A text that is `true` or `false` in any case. */
  | { readonly kind: 'isTruth'; readonly field: F; readonly value: boolean }
  /** The folded texts of the fields contain each of the words; different fields may contain them. Without words every record matches. */
  | {
      readonly kind: 'words';
      readonly fields: readonly F[];
      readonly words: readonly Word[];
      /** Whether the words count for relevance. */
      readonly isRanked: boolean;
    }
  /** A value of one of the fields begins with the prefix. */
  | { readonly kind: 'startsWith'; readonly fields: readonly F[]; readonly prefix: string }
  /** A geo_point_2d in a circle, or a geo_shape that touches the circle. `distance` is in metres. */
  | { readonly kind: 'withinDistance'; readonly field: F; readonly point: Point; readonly distance: number }
  /** A geo_point_2d or a whole geo_shape in a box, borders included; `west > east` crosses the antimeridian. */
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

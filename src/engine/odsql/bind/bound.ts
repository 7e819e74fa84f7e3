import type { FieldType } from '#engine/records/record.ts';
import { failIncompatibleTypes, failSemantics } from '../errors.ts';
import type { Language, Scope, ScopeField, TimezoneName } from '../scope.ts';
import type { ArithmeticOperator, Clause, ComparisonOperator, GeometryLiteral, IntervalUnit } from '../tree.ts';
import type { DateToken } from '../date-format.ts';
import type { Word } from '../words.ts';

/** The context in which a clause is bound. */
export class Binding<F extends ScopeField> {
  readonly scope: Scope<F>;
  readonly clause: Clause;
  /** Whether texts can be compared by order, as stored filters may do. */
  readonly ordersTexts: boolean;

  constructor(scope: Scope<F>, clause: Clause, ordersTexts = false) {
    this.scope = scope;
    this.clause = clause;
    this.ordersTexts = ordersTexts;
  }

  /** Finds a field by its name. Fails ODSQL_ERROR; a hidden field gives the same error as a missing one. */
  field(name: string): F {
    return this.scope.find(name) ?? this.malformed(`Unknown field: ${name}`);
  }

  /** Fails ODSQL_ERROR in this clause. */
  malformed(reason: string): never {
    return failSemantics(this.clause, reason);
  }

  /** Fails INCOMPATIBLE_TYPES in this clause. */
  incompatible(reason: string): never {
    return failIncompatibleTypes(this.clause, reason);
  }
}

/** Whether values of a type are numbers. */
export const isNumber = (type: ValueType): type is 'int' | 'double' => type === 'int' || type === 'double';
/** Whether values of a type are dates or datetimes. */
export const isTime = (type: ValueType): type is 'date' | 'datetime' => type === 'date' || type === 'datetime';
/** Whether values of a type are points or shapes. */
export const isGeo = (type: FieldType): boolean => type === 'geo_point_2d' || type === 'geo_shape';

/** Whether an expression can have several values for a record. */
export const isMultivalued = <F extends ScopeField>(expression: BoundExpression<F>): boolean =>
  expression.kind === 'field' && expression.field.isMultivalued;

/** The expression that reads a field. */
export const fieldExpression = <F extends ScopeField>(field: F): ScalarExpression<F> => ({
  kind: 'field',
  type: field.type,
  field,
});

/** Whether an expression is the literal null. */
export const isNullLiteral = (expression: BoundExpression): boolean =>
  expression.kind === 'literal' && expression.value === null;

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

/** A part of a date or datetime that a function returns. */
export type DatePart = 'year' | 'month' | 'day' | 'hour' | 'minute' | 'second';

/** A call of a scalar function. No operand is a multivalued field. */
type ScalarFunction<F extends ScopeField = ScopeField> =
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

type WordsCondition<F extends ScopeField> = Extract<BoundCondition<F>, { kind: 'words' }>;

/** The searches of a filter whose words count for relevance. */
export function rankedConditions<F extends ScopeField>(filter: BoundFilter<F>): readonly WordsCondition<F>[] {
  if (filter.kind === 'and' || filter.kind === 'or') return filter.filters.flatMap(rankedConditions);
  return filter.kind === 'words' && filter.isRanked && filter.fields.length > 0 && filter.words.length > 0
    ? [filter]
    : [];
}

/** The maximum number of words of one condition that count for relevance. */
const maxRankedWords = 20;

/** The different words of a condition that count for relevance. */
export const rankedWords = ({ words }: { readonly words: readonly { readonly text: string }[] }): string[] =>
  [...new Set(words.map(({ text }) => text))].slice(0, maxRankedWords);

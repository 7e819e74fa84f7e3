/** A day, a month, a year or an instant, as ISO 8601 writes it: `2026`, `2026-01`, `2026-01-31`, `2026-01-31T08:00:00Z`. */
export interface DateLiteral {
  readonly date: string;
}

/** A value in a query. */
export type Literal = string | number | boolean | DateLiteral;

/** How a field is compared with a value. */
export const comparisonOperators = ['=', '!=', '<', '<=', '>', '>='] as const;
export type ComparisonOperator = (typeof comparisonOperators)[number];

/** One end of a range. */
export interface Bound {
  readonly value: Literal;
  readonly isIncluded: boolean;
}

/**
 * The parsed form of a filter query, as a tree of plain JSON. It does not depend on whether the fields exist,
 * or on their types.
 */
export type Filter =
  | { readonly kind: 'and' | 'or'; readonly filters: readonly Filter[] }
  | { readonly kind: 'not'; readonly filter: Filter }
  | {
      readonly kind: 'comparison';
      readonly field: string;
      readonly operator: ComparisonOperator;
      readonly value: Literal;
    }
  /** The field's text has the words of the pattern. */
  | { readonly kind: 'like'; readonly field: string; readonly pattern: string }
  | { readonly kind: 'in'; readonly field: string; readonly values: readonly Literal[] }
  | { readonly kind: 'range'; readonly field: string; readonly from: Bound; readonly to: Bound }
  | { readonly kind: 'isNull'; readonly field: string };

/** A filter on one field. */
export type Condition = Exclude<Filter, { readonly kind: 'and' | 'or' | 'not' }>;

/** The keywords of the language; a field with such a name is written in backquotes. */
export const keywords = ['and', 'or', 'not', 'in', 'is', 'null', 'like', 'to', 'true', 'false'] as const;
export type Keyword = (typeof keywords)[number];

/** Whether a word is a keyword, in any case. */
export const isKeyword = (word: string): boolean => keywords.some((keyword) => keyword === word.toLowerCase());

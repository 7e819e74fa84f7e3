import type { Sql } from '../../../kernel/sql.ts';
import type { Scope, ScopeField } from '../scope.ts';
import type { Word } from '../words.ts';

/** A field that queries may name, in SQL. */
export interface SqlField extends ScopeField {
  /**
   * Its column, or an expression of the column's type: text in the collation "C", text[] when multivalued, bigint, double precision,
   * date, timestamptz, point (longitude, latitude), or jsonb (the geometry of a geo_shape, the object of a file).
   */
  readonly value: Sql;
  /** The bounding box of a geo_shape. */
  readonly box?: Sql;
  /** How rows write the value, as jsonb, where its type does not tell: a file with its absolute address. */
  readonly json?: Sql;
  /** How far rows write a date; to the day without it. */
  readonly precision?: 'month' | 'year';
  /** The `bytea` that the text writes in hexadecimal, so that its index serves comparisons with it. */
  readonly bytes?: Sql;
}

/** What the caller of a query can name, in SQL. */
export interface SqlScope extends Scope<SqlField> {
  /** The order of publication, a bigint or text: unique, so that it breaks ties. */
  readonly position: Sql;
  /** The words of each row as `odsql.word_vector(text[])` makes them of its text fields; without it, full text reads the fields. */
  readonly words?: {
    readonly vector: Sql;
    /** Whether the words are those of exactly the text fields of this scope; otherwise matches are checked against these fields. */
    readonly isExact: boolean;
    /** Whether rows that match words are ordered by the words that they have. */
    readonly isRanked?: boolean;
    /** How well a row matches words, a double, by a rule of the scope's own. */
    readonly relevance?: (words: readonly Word[]) => Sql;
  };
}

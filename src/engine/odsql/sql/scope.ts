import type { Sql } from '../../../kernel/sql.ts';
import type { Scope, ScopeField } from '../scope.ts';
import type { Word } from '../words.ts';

/** A field that queries may name, with its SQL. */
export interface SqlField extends ScopeField {
  /**
   * The column of the field, or an expression of the column's type: text in the collation "C", text[] when multivalued, bigint, double precision,
   * date, timestamptz, point (longitude, latitude), or jsonb (the geometry of a geo_shape, the object of a file).
   */
  readonly value: Sql;
  /** The bounding box of a geo_shape. */
  readonly box?: Sql;
  /** The jsonb that rows contain instead of `value`: a file with its absolute URL. */
  readonly json?: Sql;
  /** The precision with which rows write a date. Default: the day. */
  readonly precision?: 'month' | 'year';
  /** The `bytea` whose hexadecimal form is `value`. Comparisons read it instead of `value`, so that PostgreSQL can use its index. */
  readonly bytes?: Sql;
}

/** The names that the caller of a query can use, with their SQL. */
export interface SqlScope extends Scope<SqlField> {
  /** The position of a row in the order of publication, a bigint or text. It is unique, so it breaks ties. */
  readonly position: Sql;
  /** The words in the text fields of each row, as `odsql.word_vector(text[])` returns them. Without it, searches read the fields. */
  readonly words?: {
    readonly vector: Sql;
    /** Whether the vector covers exactly the text fields of this scope. Otherwise, matches are checked against those fields. */
    readonly isExact: boolean;
    /** Whether the matches of a search are ordered by the default relevance (`relevanceSql`). */
    readonly isRanked?: boolean;
    /** SQL for how well a row matches words, a double. It replaces the default relevance. */
    readonly relevance?: (words: readonly Word[]) => Sql;
  };
}

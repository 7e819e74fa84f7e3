import type { Sql } from '#kernel/sql.ts';
import type { Scope, ScopeField } from '../scope.ts';
import type { Word } from '../words.ts';

/** A field that queries may name, with its SQL. */
export interface SqlField extends ScopeField {
  /**
   * The column of the field, or an expression of the column's type: text, a list of texts when multivalued, bigint, double precision, date or
   * timestamptz; of a geo_point_2d, a geo_shape and a file the text of its JSON.
   */
  readonly value: Sql;
  /** The longitude and the latitude of a geo_point_2d, which has both or neither. */
  readonly lon?: Sql;
  readonly lat?: Sql;
  /** The bounding box of a geo_shape, in degrees. */
  readonly box?: SqlBox;
  /**
   * The words of a text field, folded (`wordsOf`), with one space before, between and after them: ` tree near 12 `. Null or without a word
   * where the field has none. Default: searches compute them.
   */
  readonly words?: Sql;
  /** The JSON text that rows contain instead of `value`: a file with its absolute URL. */
  readonly json?: Sql;
  /** The precision with which rows write a date. Default: the day. */
  readonly precision?: 'month' | 'year';
  /** The column with the value in records that are in memory (`StoredRecord`). Without it, queries that name the field are not answered there. */
  readonly column?: string;
  /** The bytes whose hexadecimal form is `value`. Comparisons read them instead of `value`, because they are found faster. */
  readonly bytes?: Sql;
}

/** The sides of a box in degrees, each a double. */
export interface SqlBox {
  readonly west: Sql;
  readonly south: Sql;
  readonly east: Sql;
  readonly north: Sql;
}

/** The names that the caller of a query can use, with their SQL. */
export interface SqlScope extends Scope<SqlField> {
  /** The position of a row in the order of publication, a bigint or text. It is unique, so it breaks ties. */
  readonly position: Sql;
  /** Whether the engine of the statements has the `json_object` of the column engine. */
  readonly hasJsonObject?: boolean;
  /** How searches find and rank rows. Default: they read the fields, and matches keep their positions. */
  readonly words?: {
    /** Whether the matches of a search are ordered by relevance (`relevanceSql`). */
    readonly isRanked: boolean;
    /** SQL for how well a row matches words, a double that is higher for better matches. It replaces the default relevance. */
    readonly relevance?: (words: readonly Word[]) => Sql;
    /** A condition that an index answers and that every row with the words meets; null if there is none. Its rows are checked. */
    readonly candidates?: (words: readonly Word[]) => Sql | null;
    /** Whether an index has a word of a row in one of some fields, all with `words`. `isFound` is the condition on a word of the index. Default: fields are read. */
    readonly index?: ((isFound: (word: Sql) => Sql, fields: readonly SqlField[]) => Sql) | undefined;
  };
}

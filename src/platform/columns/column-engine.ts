import { sql, sqlJoin, sqlName, type Sql } from '#kernel/sql.ts';

/** A column of a generation: its name, and its type in the column engine, such as `BIGINT` or `VARCHAR[]`. */
export interface Column {
  readonly name: string;
  readonly type: string;
}

/** The stored file of a generation: a Parquet file under the key of its blob. */
export interface GenerationFile {
  readonly key: string;
  /** The number of records in the file. Later records of the generation are its tail. */
  readonly recordCount: number;
}

/**
 * The records of a generation, as one statement sees them: those of its file, followed by its tail. Statements name it by `name`,
 * a table with `columns`, and with `_row BIGINT`: a number that finds a row faster than any other column. A page that is sorted by another
 * column chooses its rows by `where _row in (select _row from … order by … limit …)`, because a sort copies all that it selects.
 * `idsOf(table)` finds rows by their identifiers.
 */
export interface GenerationTable {
  /** A plain identifier that is unique for the file, the columns and the tail: two tables with the same name have the same rows. */
  readonly name: string;
  /** Null for a generation whose records are all in the tail. */
  readonly file: GenerationFile | null;
  /** The columns of the table. A column that the file lacks is null there; one with another type there is converted. */
  readonly columns: readonly Column[];
  /** Reads the tail as lines of `columns`, as in a `LineBatch`; null without a tail. */
  readonly readTail: (() => Promise<Buffer>) | null;
}

/**
 * The identifiers of a table: `key UBIGINT`, the first 8 bytes of `_id` as a big-endian number, and `position BIGINT`. It is sorted by key, where `_id`
 * would have to be searched from the first record to the last. Different identifiers may share a key.
 */
export const idsOf = (table: Pick<GenerationTable, 'name'>): Sql => sqlName(`${table.name}_ids`);

/** The number of records from which a file has an index of its words. */
export const minIndexedRecords = 32_768;

/** The end of the name of a column of words: folded, with one space before, between and after them. Null or without a word where a record has none. */
export const wordsSuffix = '_words';

/**
 * The words of a table: `word VARCHAR`, `field VARCHAR`, the name of a column of words, and `position BIGINT`, of each record that has the word there. Undefined where
 * the table has too few records: to read their columns of words is faster. A join with it may lose the order of the records.
 */
export const wordsOf = ({ name, file }: Pick<GenerationTable, 'name' | 'file'>): Sql | undefined =>
  file && file.recordCount >= minIndexedRecords ? sqlName(`${name}${wordsSuffix}`) : undefined;

/** A statement, and the tables that it names. It selects texts, or `textRow`. */
export interface ColumnStatement {
  readonly tables: readonly GenerationTable[];
  readonly statement: Sql;
}

/** The name of the column in which a statement returns its whole row (`textRow`). */
export const textRowColumn = '$row';

/**
 * A select list of texts that is read faster than a column for each of them: 0.3 µs instead of 3 µs for a row of 18. The rows of the statement have the items.
 */
export const textRow = (items: readonly Sql[]): Sql =>
  sql`to_json([${sqlJoin(items, ', ')}]) as ${sqlName(textRowColumn)}`;

/** The bounds of a statement. */
export interface ColumnLimits {
  /** Interrupts the statement, for example when the client has left. The call fails with the reason of the signal. */
  readonly signal?: AbortSignal | undefined;
  /** Fails TIMED_OUT beyond this time, in milliseconds. Of a stream it limits the wait for each batch, because a reader may be slow. */
  readonly timeoutMs: number;
  /** Fails ANSWER_TOO_LARGE when the texts of all rows have more bytes. */
  readonly maxBytes: number;
}

/** How a Parquet file is written. */
export interface ParquetOptions {
  readonly compression: 'snappy' | 'zstd' | 'gzip' | 'uncompressed';
  /** The metadata of the file, by key. */
  readonly metadata: Readonly<Record<string, string>>;
}

/** A row of texts; null for a null. */
export type TextRow = readonly (string | null)[];

/** A column that has the values of another one, or those that a macro of the schema `odsql` makes of several. */
export interface MadeColumn {
  readonly name: string;
  readonly from: readonly string[];
  /** The name of the macro, without its schema. */
  readonly macro?: string;
}

/**
 * How the Parquet file of a generation is laid out for other readers: with columns and names of its own, without what can be made of them again. The file
 * says how the columns of the generation are restored. Default: it has the same columns.
 */
export interface StoredForm {
  /** The columns of the file, made of those of the generation. */
  readonly columns: readonly MadeColumn[];
  /** The columns of the generation, made of those of the file. */
  readonly restored: readonly MadeColumn[];
  /** More metadata of the file, by key. */
  readonly metadata: Readonly<Record<string, string>>;
}

/** The key in the metadata of the Parquet file of a generation whose value is `restored` of its form, as JSON. */
export const restoredColumnsKey = 'catalograph.columns';

/**
 * All rows of a table in a file of their own, which this process reads without the engine: a row takes 20 to 50 µs there, where the native file has to
 * decompress 2,048 values of each column. Reads fail DerivedFileDamaged where the file turns out to be damaged: it is then made again.
 */
export interface RowFile {
  /** The rows at positions, in batches of about a millisecond, between which others use the event loop. */
  rows(positions: readonly number[]): AsyncIterable<readonly TextRow[]>;
  /** The positions of the rows whose identifiers begin as one does. */
  positionsOf(id: string): Promise<readonly number[]>;
  /** The rows in an order, which breaks ties by their positions. Undefined where it is not ready: it is then made in the background. */
  order(orderBy: Sql): RowOrder | undefined;
}

/** The rows of a row file in an order: their numbers in it, from 0, and their positions. It reads and fails as the row file. */
export interface RowOrder {
  /** The positions of the rows from a number on. */
  positions(from: number, count: number): Promise<readonly number[]>;
  /** The row with a number. Rows that were read so are kept in memory, because searches read the same ones. */
  row(number: number): Promise<TextRow>;
}

/** A file that was made of records cannot be read. */
export class DerivedFileDamaged extends Error {}

/** How a row file is made of a table without a tail. */
export interface RowFileSource {
  /** A name that differs where the table or the texts differ: a part of the name of a file. */
  readonly name: string;
  readonly table: GenerationTable;
  readonly rowCount: number;
  /** The position of a row, then its texts, of which the first is the JSON of the identifier. */
  readonly texts: readonly Sql[];
  /** The table with the alias that the texts name. */
  readonly from: Sql;
}

/** What a finished generation consists of. */
export interface WrittenGeneration {
  /** The path of a Parquet file, which the caller stores. */
  readonly path: string;
  readonly recordCount: number;
  /** Keeps what was written for queries, under the key of the stored file. Without it the first query builds it again. */
  adopt(key: string): Promise<void>;
}

/** Whole lines of CSV, of all columns in their order (`CsvLineWriter`). */
export interface LineBatch {
  readonly bytes: Buffer;
  readonly lineCount: number;
  readonly maxLineBytes: number;
}

/** Writes the records of a generation to a file, in any number of portions. A writer holds files until it is closed. */
export interface GenerationWriter {
  /** Adds columns, which are null in the records so far. */
  addColumns(columns: readonly Column[]): Promise<void>;
  /** Adds the records of a stored file, before all others. Columns that it lacks are null. Fails UNAVAILABLE. */
  loadFile(key: string): Promise<void>;
  /** Adds records. Resolves when their lines are taken. Fails STORAGE_FULL. */
  load(batches: readonly LineBatch[]): Promise<void>;
  /**
   * Finishes the file. `identify` returns the identifiers of records that repeat the identifier of an earlier one: of the n-th after the first,
   * n from 1.
   */
  finish(options: {
    readonly identify: (repeated: readonly { readonly id: string; readonly n: number }[]) => readonly string[];
    readonly signal: AbortSignal;
    readonly form?: StoredForm;
  }): Promise<WrittenGeneration>;
  /** Ends the work and removes the files, also that of a finished generation. */
  close(): Promise<void>;
}

/**
 * The engine of records: reads and writes generations in a process of its own, so that a crash or the memory of a query is never the
 * gateway's. Fails UNAVAILABLE when the engine ends during a call or a file cannot be read for now, and QUERY_TOO_LARGE when a statement needs
 * more memory than there is.
 */
export interface ColumnEngine {
  /** All rows of a statement. */
  rows(statement: ColumnStatement, limits: ColumnLimits): Promise<readonly TextRow[]>;
  /**
   * The texts of the only column of a statement, each followed by `end`, in batches of about 64 KiB, which are read as fast as they are taken. Ending
   * the iteration interrupts the statement.
   */
  stream(
    statement: ColumnStatement,
    limits: Omit<ColumnLimits, 'maxBytes'> & { readonly end: string },
  ): AsyncIterable<string>;
  /**
   * Writes the rows of a statement to a Parquet file with the columns of the statement, and returns its path; the caller deletes the file. The limit
   * is the time in which the file does not grow.
   */
  writeParquet(statement: ColumnStatement, options: Omit<ColumnLimits, 'maxBytes'> & ParquetOptions): Promise<string>;
  createWriter(columns: readonly Column[]): Promise<GenerationWriter>;
  /** The row file of a table. Undefined where it is not ready: it is then made in the background. Rows that are too long have none. */
  rowFile(source: RowFileSource): RowFile | undefined;
  /** Whether a file is on this machine, so that a statement that reads it does not wait. */
  hasFile(key: string): Promise<boolean>;
  /** Brings a file to this machine. Fails as a statement does. */
  fetchFile(key: string): Promise<void>;
  /** Ends the process of the engine. */
  close(): Promise<void>;
}

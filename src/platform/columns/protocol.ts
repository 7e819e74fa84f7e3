import type { Column, StoredForm } from './column-engine.ts';

/** What a process of the engine may use, and where. */
export interface EngineSettings {
  /** The folder of native files, the only one that the engine can read, with all below it. */
  readonly cacheFolder: string;
  /** A folder below it for files of the process. */
  readonly workFolder: string;
  /** The memory of each writer, and that of all statements together, in bytes. */
  readonly memoryLimit: number;
  readonly statementMemoryLimit: number;
  readonly threads: number;
  /** The maximum size of what statements write to disk when their memory does not suffice, in bytes. */
  readonly tempBytes: number;
  /** The numbers of statements that run at a time: those that return all rows at once, and those that are read in batches or write files. */
  readonly statements: number;
  readonly streams: number;
}

/** A file of lines of CSV, as `CsvLineWriter` writes them. */
export interface LineFile {
  readonly path: string;
  /** A size that no line exceeds, in bytes. */
  readonly maxLineBytes: number;
}

/**
 * How a native file is laid out: with small blocks for few records, with large ones, or for records with long texts (`wide`). The engine computes 2,048 rows
 * at a time, whatever their size, so a wide file has fewer records among so many rows: the others are empty, and `_position` is null there.
 */
export type FileLayout = 'small' | 'large' | 'wide';

/** The number of rows that the engine computes at a time. */
export const vectorRows = 2_048;

/** The size of a line, in bytes, beyond which a file is wide. */
export const wideLineBytes = 256 * 1024;

/** A longer text does not fit into a small block. */
export const maxSmallLineBytes = 16 * 1024;

/** What a process needs to open the table of a generation. */
export interface TableDefinition {
  readonly name: string;
  readonly columns: readonly Column[];
  /** The native file. The number of its records follows from nothing else for the tail. */
  readonly file: { readonly key: string; readonly path: string; readonly recordCount: number } | null;
  readonly tail: (LineFile & { readonly bytes: number }) | null;
}

/** A statement, the names of its tables, and the definitions of those that the process may not have open. */
export interface StatementRequest {
  readonly text: string;
  readonly values: readonly unknown[];
  readonly tables: readonly string[];
  readonly definitions: readonly TableDefinition[];
}

/** A record with the identifier of an earlier one: the n-th after the first. `at` is its place among all such records, from 0. */
export interface RepeatedRecord {
  readonly id: string;
  readonly n: number;
}

/** What a native file consists of. */
export interface FileContent {
  readonly recordCount: number;
  /** The bytes of the values of all records. */
  readonly bytes: number;
  readonly isWide: boolean;
}

/** The requests to a process of the engine by their kinds, with their answers. Texts of rows are JSON arrays of arrays of texts and nulls. */
export interface Requests {
  /** The first request. */
  start: { request: EngineSettings; answer: null };
  rows: { request: { statement: StatementRequest; maxBytes: number }; answer: string };
  /** Starts a statement that is read in batches. The client chooses the number of the stream, and closes it in any case. */
  openStream: { request: { stream: number; statement: StatementRequest; end: string }; answer: null };
  /** The texts of the next rows, each followed by `end`; null after the last. */
  readStream: { request: { stream: number }; answer: string | null };
  closeStream: { request: { stream: number }; answer: null };
  writeParquet: {
    request: {
      statement: StatementRequest;
      path: string;
      compression: string;
      metadata: Readonly<Record<string, string>>;
    };
    answer: null;
  };
  /** Writes a row file with the rows of a statement (write-row-file.ts), and returns whether it is complete. */
  writeRows: { request: { statement: StatementRequest; path: string; rowCount: number }; answer: boolean };
  /** Writes an order file with the positions that a statement selects. */
  writeOrder: { request: { statement: StatementRequest; path: string; rowCount: number }; answer: null };
  /** Closes the tables that read a native file, because the file is damaged. */
  forgetFile: { request: { key: string }; answer: null };
  /** Makes a native file of a Parquet file. */
  buildFile: { request: { parquet: string; path: string; isSmall: boolean }; answer: null };
  /** Starts a generation: a native file. The client chooses its number. */
  createGeneration: {
    request: { generation: number; path: string; columns: readonly Column[]; layout: FileLayout };
    answer: null;
  };
  /** Starts a generation with the records of a native file, which the process may find damaged. */
  continueFile: {
    request: { generation: number; path: string; columns: readonly Column[]; earlier: { key: string; path: string } };
    answer: FileContent;
  };
  addColumns: { request: { generation: number; columns: readonly Column[] }; answer: null };
  /** Adds the records of lines, and returns their number. A file whose records become wide gets another layout. */
  insertLines: {
    request: { generation: number; columns: readonly Column[]; lines: LineFile; isWide: boolean };
    answer: number;
  };
  /** Ends the insertion, finds the records that repeat an identifier, and returns their number. */
  findRepeated: { request: { generation: number }; answer: number };
  readRepeated: { request: { generation: number; from: number; count: number }; answer: readonly RepeatedRecord[] };
  /** Sets the identifiers of repeated records, from one on. */
  setIdentifiers: { request: { generation: number; from: number; ids: readonly string[] }; answer: null };
  /** Writes the Parquet file, and completes the native file. */
  finishGeneration: {
    request: {
      generation: number;
      recordCount: number;
      hasRepeated: boolean;
      parquet: string;
      rowGroupSize: number;
      form: StoredForm | null;
    };
    answer: null;
  };
  closeGeneration: { request: { generation: number }; answer: null };
}

export type RequestKind = keyof Requests;

/** A request with its number. */
export interface RequestMessage<Kind extends RequestKind = RequestKind> {
  readonly id: number;
  readonly kind: Kind;
  readonly body: Requests[Kind]['request'];
}

/** What a client sends: a request, or that it no longer waits for an answer. */
export type ClientMessage = RequestMessage | { readonly cancel: number };

/** Why a request failed. */
export type Failure =
  /** The process has not opened tables that the statement names, and the request does not define them. */
  | { readonly kind: 'missing'; readonly tables: readonly string[] }
  /** Native files that cannot be read. */
  | { readonly kind: 'damaged'; readonly keys: readonly string[]; readonly message: string }
  | {
      readonly kind: 'code';
      readonly code: FailureCode;
      readonly message: string;
      /** Whether the process has lost space on the disk: it never frees what a failed write of a temporary file has reserved. */
      readonly losesSpace?: boolean;
    }
  /** The answer has more bytes than allowed. */
  | { readonly kind: 'tooLarge'; readonly maxBytes: number }
  | { readonly kind: 'unexpected'; readonly message: string };

export type FailureCode = 'QUERY_TOO_LARGE' | 'STORAGE_FULL' | 'UNAVAILABLE';

/** The answer to a request. */
export type AnswerMessage =
  | { readonly id: number; readonly answer: Requests[RequestKind]['answer'] }
  | { readonly id: number; readonly failure: Failure };

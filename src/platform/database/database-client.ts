import type { Sql, ParameterValues } from '#kernel/sql.ts';
import type { ResultBudget, RowBytes } from './statements.ts';

/** A row as PostgreSQL's driver returns it. */
export type DatabaseRow = Record<string, unknown>;

/** A statement that is rendered once and run often. */
export interface RenderedStatement {
  readonly text: string;
  /** The values in order of their numbers; a named parameter is replaced by its value for each execution. */
  readonly values: readonly unknown[];
}

/** What a statement of a request may use, and until when. */
export interface StatementBounds {
  /** The result spends the budget; the statement fails ANSWER_TOO_LARGE when its result exceeds the budget. */
  readonly budget?: ResultBudget | undefined;
  /** The time of `performance.now()` until which the statement waits for a connection; then it fails UNAVAILABLE. */
  readonly deadline?: number | undefined;
  /** An abort ends the wait for a connection, and cancels a running statement that only reads. The statement fails with the signal's reason. */
  readonly signal?: AbortSignal | undefined;
}

/**
 * Runs SQL statements: on any connection of a pool, or on the connection of a transaction. `parameters` holds the values of the
 * named parameters.
 */
export interface DatabaseClient {
  /** Runs a statement and returns its rows. */
  rows<Row extends object = DatabaseRow>(
    statement: Sql,
    parameters?: ParameterValues,
    bounds?: StatementBounds,
  ): Promise<Row[]>;
  /** Runs a rendered statement whose columns are texts, and returns its first row as bytes; undefined without a row. */
  texts(
    statement: RenderedStatement,
    parameters: ParameterValues,
    bounds?: StatementBounds,
  ): Promise<RowBytes | undefined>;
  /**
   * Runs a statement whose result nobody reads. A transaction does not wait for it: its failure is that of the next statement or of
   * the commit.
   */
  send(statement: Sql, parameters?: ParameterValues): Promise<void>;
  /**
   * Runs work whose statements all read the same snapshot of the data. They run one after another on one connection, with
   * two more round trips to begin and end the snapshot. The work must only read, because it runs again when a table is
   * altered meanwhile. In a transaction, the statements read what the transaction sees.
   */
  inSnapshot<T>(work: (snapshot: DatabaseClient) => Promise<T>, bounds?: StatementBounds): Promise<T>;
}

/** The first row of a statement's result, or undefined. */
export async function firstRow<Row extends object = DatabaseRow>(
  database: DatabaseClient,
  statement: Sql,
): Promise<Row | undefined> {
  const [row] = await database.rows<Row>(statement);
  return row;
}

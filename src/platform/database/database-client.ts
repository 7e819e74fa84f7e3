import type { Sql, ParameterValues } from '../../kernel/sql.ts';
import type { ResultBudget } from './result-budget.ts';

/** A row as PostgreSQL's driver returns it. */
export type DatabaseRow = Record<string, unknown>;

/** A statement that is rendered once and run often. */
export interface RenderedStatement {
  readonly text: string;
  /** The values in order of their numbers; a named parameter is replaced by its value for each execution. */
  readonly values: readonly unknown[];
}

/**
 * Runs SQL statements: on any connection of a pool, or on the connection of a transaction. The result of a statement spends
 * the budget; the statement fails ANSWER_TOO_LARGE when its result exceeds the budget. `parameters` holds the values of the
 * named parameters.
 */
export interface DatabaseClient {
  /** Runs a statement and returns its rows. */
  rows<Row extends object = DatabaseRow>(
    statement: Sql,
    parameters?: ParameterValues,
    budget?: ResultBudget,
  ): Promise<Row[]>;
  /** Runs a rendered statement whose columns are texts, and returns its first row; undefined without a row. */
  texts(
    statement: RenderedStatement,
    parameters: ParameterValues,
    budget?: ResultBudget,
  ): Promise<readonly (string | null)[] | undefined>;
  /**
   * Runs work whose statements all read the same snapshot of the data. They run one after another on one connection, with
   * two more round trips to begin and end the snapshot. The work must only read, because it runs again when a table is
   * altered meanwhile. In a transaction, the statements read what the transaction sees.
   */
  inSnapshot<T>(work: (snapshot: DatabaseClient) => Promise<T>): Promise<T>;
}

/** The first row of a statement's result, or undefined. */
export async function firstRow<Row extends object = DatabaseRow>(
  database: DatabaseClient,
  statement: Sql,
): Promise<Row | undefined> {
  const [row] = await database.rows<Row>(statement);
  return row;
}

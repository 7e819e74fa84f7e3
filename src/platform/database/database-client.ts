import type { Sql, ParameterValues } from '../../kernel/sql.ts';

/** A row as PostgreSQL's driver returns it. */
export type DatabaseRow = Record<string, unknown>;

/** A statement that is rendered once and run often. */
export interface RenderedStatement {
  readonly text: string;
  /** The values in order of their numbers; a named parameter is replaced by its value for each execution. */
  readonly values: readonly unknown[];
}

/** Runs SQL statements: on any connection of a pool, or on the connection of a transaction. */
export interface DatabaseClient {
  /** Runs a statement and returns its rows. `parameters` holds the values of the named parameters. */
  rows<Row extends object = DatabaseRow>(statement: Sql, parameters?: ParameterValues): Promise<Row[]>;
  /** Runs a rendered statement whose columns are texts, and returns its first row; undefined without a row. */
  texts(statement: RenderedStatement, parameters: ParameterValues): Promise<readonly (string | null)[] | undefined>;
}

/** The first row of a statement's result, or undefined. */
export async function firstRow<Row extends object = DatabaseRow>(
  database: DatabaseClient,
  statement: Sql,
): Promise<Row | undefined> {
  const [row] = await database.rows<Row>(statement);
  return row;
}

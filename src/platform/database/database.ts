import type { Sql } from '../../kernel/sql.ts';

/** A row as PostgreSQL's driver returns it. */
export type DatabaseRow = Record<string, unknown>;

/** Where statements run: on the pool, or on the connection of a transaction. */
export interface Database {
  /** Runs one statement and returns its rows. */
  rows<Row extends object = DatabaseRow>(statement: Sql): Promise<Row[]>;
}

/** The first row of a statement's answer, or undefined. */
export async function firstRow<Row extends object = DatabaseRow>(database: Database, statement: Sql): Promise<Row | undefined> {
  const [row] = await database.rows<Row>(statement);
  return row;
}

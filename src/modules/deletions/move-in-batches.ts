import { sqlText, type Sql } from '#kernel/sql.ts';
import { firstRow, type DatabaseClient } from '#platform/database/database-client.ts';

/** The number of rows that one statement moves: it takes seconds, also where a form has a million submissions. */
const batchSize = 10_000;

/** What a statement did. A row that another transaction changed while the statement waited for it is picked, and not moved. */
interface Batch {
  readonly picked: number;
  readonly moved: number;
}

/**
 * Runs a statement until no row is left. The statement locks at most as many rows as it is given, moves them, and returns how many it `picked` and `moved`.
 * The next statement moves a row that was picked only: by then it is locked.
 */
export async function moveInBatches(db: DatabaseClient, move: (batchSize: Sql) => Sql): Promise<void> {
  const statement = move(sqlText(String(batchSize)));
  let batch: Batch | undefined;
  do batch = await firstRow<Batch>(db, statement);
  while (batch && (batch.picked === batchSize || batch.moved < batch.picked));
}

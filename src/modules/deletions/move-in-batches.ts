import { sqlText, type Sql } from '../../kernel/sql.ts';
import { firstRow, type DatabaseClient } from '../../platform/database/database-client.ts';

/** The number of rows that one statement moves: it takes seconds, also where a form has a million submissions. */
const batchSize = 10_000;

/** Runs a statement, which moves at most as many rows as it is given and returns their `count`, until no row is left. */
export async function moveInBatches(db: DatabaseClient, move: (batchSize: Sql) => Sql): Promise<void> {
  const statement = move(sqlText(String(batchSize)));
  for (let count = batchSize; count === batchSize;)
    count = (await firstRow<{ count: number }>(db, statement))?.count ?? 0;
}

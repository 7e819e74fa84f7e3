import { sql } from '#kernel/sql.ts';
import { advisoryLocks } from './advisory-locks.ts';
import { firstRow, type DatabaseClient } from './database-client.ts';

/** Whether a backup is under way. Otherwise none begins before the transaction of the client ends. */
export async function isBackedUp(tx: DatabaseClient): Promise<boolean> {
  const row = await firstRow<{ isFree: boolean }>(
    tx,
    sql`select pg_try_advisory_xact_lock_shared(${advisoryLocks.backup}::bigint) as "isFree"`,
  );
  return row?.isFree !== true;
}

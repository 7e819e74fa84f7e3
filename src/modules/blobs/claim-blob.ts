import type { Platform } from '#api/platform.ts';
import { sql } from '#kernel/sql.ts';

/**
 * Inserts the row of a blob before its bytes are stored, so that `deleteUnusedBlobs` keeps them for a day although nothing refers to them yet.
 * While `deleteUnusedBlobs` removes the same bytes, the statement waits for the lock on the row; the caller then stores the bytes again. The
 * statement runs outside of the caller's transaction: if that transaction fails, the row remains, and `deleteUnusedBlobs` removes it with the
 * bytes.
 */
export const claimBlob = ({ db }: Pick<Platform, 'db'>, key: string): Promise<unknown> =>
  db.rows(sql`
  insert into blob (key) values (${key}) on conflict (key) do update set unreferenced_since = null`);

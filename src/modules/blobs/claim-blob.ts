import type { Platform } from '../../api/platform.ts';
import { sql } from '../../kernel/sql.ts';

/**
 * Inserts the row of a blob before its bytes are stored, so that `collectBlobs` keeps them for a day although nothing refers to them yet.
 * While `collectBlobs` removes the same bytes, this waits for its lock on the row, so that the caller stores them again. It runs outside of
 * the caller's transaction: if that transaction fails, the row remains, and `collectBlobs` removes it with its bytes.
 */
export const claimBlob = ({ db }: Pick<Platform, 'db'>, key: string): Promise<unknown> =>
  db.rows(sql`
  insert into blob (key) values (${key}) on conflict (key) do update set unreferenced_since = null`);

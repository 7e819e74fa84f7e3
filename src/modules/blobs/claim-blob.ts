import type { Platform } from '../../api/platform.ts';
import { sql } from '../../kernel/sql.ts';

/**
 * Records a blob before its bytes are stored: they then stay for a day without a reference. While the same bytes are being removed, this
 * waits until they are gone, so that they are stored again. It runs outside of the caller's transaction: if that transaction fails, the
 * row remains, and the job finds the bytes and removes them.
 */
export const claimBlob = ({ db }: Pick<Platform, 'db'>, key: string): Promise<unknown> =>
  db.rows(sql`
  insert into blob (key) values (${key}) on conflict (key) do update set unreferenced_since = null`);

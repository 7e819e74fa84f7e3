import type { Platform } from '../../api/platform.ts';
import { sql } from '../../kernel/sql.ts';

/**
 * Announces bytes before they are stored: they stay for a day without a reference. While the same bytes are being removed, this
 * waits until they are gone, so that they are stored again. It runs outside of the caller's transaction: if that fails, stored
 * bytes without a row would stay forever.
 */
export const claimBlob = ({ db }: Pick<Platform, 'db'>, key: string): Promise<unknown> =>
  db.rows(sql`
  insert into blob (key) values (${key}) on conflict (key) do update set unreferenced_since = null`);

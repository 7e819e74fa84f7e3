import type { Platform } from '../../api/platform.ts';
import { sql } from '../../kernel/sql.ts';

/**
 * Says that bytes are about to be stored: they stay for a day without a reference to them. Where the same bytes are just being
 * removed this waits until they are gone, to be stored again. Not in the caller's transaction: bytes that stay when it fails
 * must not be without a row, or they would stay for ever.
 */
export const claimContent = ({ db }: Pick<Platform, 'db'>, key: string): Promise<unknown> =>
  db.rows(sql`
  insert into stored_content (key) values (${key}) on conflict (key) do update set unreferenced_since = null`);

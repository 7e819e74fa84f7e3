import { LRUCache } from 'lru-cache';
import type { Platform } from '#api/platform.ts';
import { createBatchLoader } from '#kernel/concurrency.ts';
import { sql, sqlText } from '#kernel/sql.ts';

/** Condition: the user `u` is active, and the account has not ended. */
export const isActiveUser = sqlText('(u.is_active and (u.expires_at is null or u.expires_at > now()))');

/** How often a process stores that a user is there. */
const seenForMs = 5 * 60_000;

/** The maximum size of the names of users of whom a process knows that it did, in bytes: a name has at most 150 characters. */
const maxSeenBytes = 4 * 1024 * 1024;
const seenEntryBytes = 256;

/**
 * Creates the function that stores when a user was last there: once in five minutes for each user, all users of a moment in one statement. A
 * failure is logged, and fails no request.
 */
export function createActivityRecorder({
  reserveDb,
  log,
}: Pick<Platform, 'reserveDb' | 'log'>): (username: string | undefined) => Promise<void> {
  const seen = new LRUCache<string, true>({
    maxSize: maxSeenBytes,
    sizeCalculation: () => seenEntryBytes,
    ttl: seenForMs,
  });
  const store = createBatchLoader<undefined>(async (usernames) => {
    await reserveDb.rows(sql`
      insert into user_activity (username, last_seen_at)
      select u.username, now() from user_account u where u.username = any(${[...usernames].sort()}::text[])
      order by u.username
      on conflict (username) do update set last_seen_at = excluded.last_seen_at`);
    return new Map();
  });
  return async (username) => {
    if (username === undefined || seen.has(username)) return;
    seen.set(username, true);
    await store(username).catch((error: unknown) => {
      log.warn({ reason: String(error) }, 'When users were last there could not be stored.');
    });
  };
}

import type { Platform } from '#api/platform.ts';
import type { Row } from '#api/reading/declare/type-source.ts';
import { followState } from '#api/streams/follow-state.ts';
import type { ReadRow } from '#api/streams/read-for-callers.ts';
import type { StreamContext } from '#api/streams/stream-context.ts';
import { createBatchLoader } from '#kernel/batch-loader.ts';
import { requireCaller } from '#api/session/session.ts';
import { fail } from '#kernel/fail.ts';
import { sql } from '#kernel/sql.ts';
import type { DatabaseClient } from '#platform/database/database-client.ts';

/**
 * Yields a row of a dataset now and after each change, and null when the dataset is deleted, as `followState` does. Fails NOT_FOUND when the
 * caller may not, or may no longer, read the row, UNAUTHORIZED when the key is revoked.
 */
export const followDataset = <T extends object>(
  stream: StreamContext,
  uid: string,
  readRow: ReadRow<T>,
): AsyncGenerator<Row<T> | null> =>
  followState(stream, {
    topic: `dataset:${uid}`,
    async read(ctx, isKnown) {
      requireCaller(ctx.session);
      const row = await readRow(ctx, uid);
      if (row) return row;
      // Only a caller who could read the dataset learns that it was deleted.
      if (!isKnown || (await exists(ctx.app, uid))) fail('NOT_FOUND');
      return null;
    },
  });

const lookups = new WeakMap<Platform, (uid: string) => Promise<true | undefined>>();

/** Whether a dataset exists. Calls made together share one statement. */
async function exists(app: Platform, uid: string): Promise<boolean> {
  const lookup = lookups.get(app) ?? createBatchLoader((uids: readonly string[]) => findExisting(app.db, uids));
  lookups.set(app, lookup);
  return (await lookup(uid)) ?? false;
}

async function findExisting(db: DatabaseClient, uids: readonly string[]): Promise<ReadonlyMap<string, true>> {
  const rows = await db.rows<{ uid: string }>(sql`select uid from dataset where uid = any(${uids}::text[])`);
  return new Map(rows.map(({ uid }) => [uid, true]));
}

import { source } from '#api/reading/declare-source.ts';
import { datasetRights } from '#access/index.ts';
import { type CatalogChange, type CatalogChangeKind, DatasetChange } from './dataset-streams.type.ts';
import type { Platform } from '#api/platform.ts';
import type { Row } from '#api/reading/type-source.ts';
import { followEvents, followState, type StreamContext } from '#api/streams.ts';
import type { ReadRow } from '#api/reading/read-for-callers.ts';
import { createBatchLoader } from '#kernel/concurrency.ts';
import { requireCaller } from '#api/session.ts';
import { fail } from '#kernel/fail.ts';
import { sql } from '#kernel/sql.ts';
import type { DatabaseClient } from '#platform/database/database-client.ts';

/** What `datasetChanged` reports of datasets, for callers who may read their configuration. */
export const datasetChanges = source(DatasetChange, {
  table: 'dataset',
  key: 'uid',
  columns: { username: 'updated_by' },
  order: { by: [{ column: 'uid', type: 'text' }] },
  visible: datasetRights.read,
});

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

/** Yields the changes of the public catalog. Notifications of the topic concern what callers without a key see, so no right is checked. */
export const followCatalog = (ctx: StreamContext): AsyncGenerator<CatalogChange> =>
  followEvents<CatalogChange>(ctx, {
    topic: 'catalog',
    begin: { kind: 'subscribed', uid: null, datasetId: null },
    eventOf(detail) {
      const [kind, uid, datasetId] = JSON.parse(detail) as [CatalogChangeKind, string, string];
      return { kind, uid, datasetId };
    },
    check: () => undefined,
  });

import type { JobHandler } from '#api/catalog-module.ts';
import type { RequestContext } from '#api/context.ts';
import { inTransaction } from '#api/transaction.ts';
import { forEachInParallel } from '#kernel/concurrency.ts';
import { sql, sqlJoin, type Sql } from '#kernel/sql.ts';
import { isBackedUp } from '#platform/database/advisory-locks.ts';

const hourSeconds = 3_600;
const dayMs = 24 * hourSeconds * 1_000;

/** The number of blobs that one transaction removes. It is small, because an upload of the same bytes waits for the transaction. */
const chunkSize = 100;

/** The number of blobs that are removed at a time: a bucket takes some time for each, and the transaction waits. */
const removalsAtATime = 10;

/** The keys of all blobs that a row, a version or a run refers to, as a table `reference(key)`. */
const references = ({ app }: RequestContext): Sql =>
  sql`(${sqlJoin(app.registry.blobReferences, ' union all ')}) reference(key)`;

/** Removes the blobs without a reference for a day. Safe in several processes, and during uploads, restores and copies. */
export async function deleteUnusedBlobs(ctx: RequestContext, signal: AbortSignal): Promise<void> {
  const now = ctx.app.clock.now();
  await markUnreferenced(ctx, now);
  while ((await removeChunk(ctx, new Date(now.getTime() - dayMs))) > 0) signal.throwIfAborted();
}

/** Marks blobs that lost their last reference, and unmarks others; in a transaction that is retried after a deadlock. */
const markUnreferenced = (ctx: RequestContext, now: Date): Promise<unknown> =>
  inTransaction(ctx, ({ db }) =>
    db.rows(sql`
  update blob b set unreferenced_since = case when referred.key is null then ${now}::timestamptz end
  from blob known left join (select distinct key from ${references(ctx)}) referred on referred.key = known.key
  where known.key = b.key and (b.unreferenced_since is null) = (referred.key is null)`),
  );

/**
 * Removes at most `chunkSize` blobs that were marked no later than `markedUntil` and still have no reference. Returns their
 * count. The first statement locks the rows. It skips a row that another transaction has locked to add a reference. A
 * transaction that adds a reference later waits for the lock and then finds no row. The second statement checks again: a
 * reference may have been committed after the first one took its snapshot and before it locked the row. The bytes are
 * removed under the lock as well, so that an upload of the same bytes waits and stores them again. During a backup nothing is removed.
 */
const removeChunk = (ctx: RequestContext, markedUntil: Date): Promise<number> =>
  inTransaction(ctx, async (tx) => {
    if (await isBackedUp(tx.db)) return 0;
    const locked = await tx.db.rows<{ key: string }>(sql`
    select key
    from blob
    where unreferenced_since <= ${markedUntil}::timestamptz
    limit ${chunkSize}::int
    for update skip locked`);
    const removed = await tx.db.rows<{ key: string }>(sql`
    delete from blob b where b.key = any(${locked.map(({ key }) => key)}::text[])
      and not exists (select 1 from ${references(tx)} where reference.key = b.key) returning key`);
    await forEachInParallel(removed, removalsAtATime, ({ key }) => tx.app.storage.remove(key));
    return removed.length;
  });

/** Runs `deleteUnusedBlobs` every hour. */
export const deleteUnusedBlobsJob: JobHandler = {
  queue: 'collect-blobs',
  everySeconds: hourSeconds,
  run: (ctx, { signal }) => deleteUnusedBlobs(ctx, signal),
};

import type { JobHandler } from '../../api/catalog-module.ts';
import type { RequestContext } from '../../api/context.ts';
import { inTransaction } from '../../api/transaction.ts';
import { sql, sqlJoin, type Sql } from '../../kernel/sql.ts';

const hour = 3_600;
const day = 24 * hour * 1_000;

/** The number of blobs that one transaction removes, so that an upload of one of them waits a moment only. */
const chunkSize = 100;

/** The keys of all blobs that a row, a version or a run refers to, as a table `reference(key)`. */
const references = ({ app }: RequestContext): Sql =>
  sql`(${sqlJoin(app.registry.blobReferences, ' union all ')}) reference(key)`;

/**
 * Removes the blobs that have had no reference for a day. It is safe in several processes at a time, and during uploads, restores and
 * copies: a blob with a reference is never removed.
 */
export async function collectBlobs(ctx: RequestContext, signal: AbortSignal): Promise<void> {
  const now = ctx.app.clock.now();
  await markUnreferenced(ctx, now);
  while ((await removeChunk(ctx, new Date(now.getTime() - day))) > 0) signal.throwIfAborted();
}

/** Marks blobs that lost their last reference, and unmarks those that have one again. In a transaction, which is retried on a deadlock between processes. */
const markUnreferenced = (ctx: RequestContext, now: Date): Promise<unknown> =>
  inTransaction(ctx, ({ db }) =>
    db.rows(sql`
  update blob b set unreferenced_since = case when referred.key is null then ${now}::timestamptz end
  from blob known left join (select distinct key from ${references(ctx)}) referred on referred.key = known.key
  where known.key = b.key and (b.unreferenced_since is null) = (referred.key is null)`),
  );

/**
 * Removes some blobs and returns their count. Their rows are locked first. A row that a transaction is adding a reference to is locked
 * already, and skipped; a transaction that adds one later waits, and finds no row. The second statement sees every reference that was
 * committed before the lock. The bytes are removed under the lock too, so that an upload of the same bytes stores them again afterwards.
 */
const removeChunk = (ctx: RequestContext, until: Date): Promise<number> =>
  inTransaction(ctx, async (tx) => {
    const locked = await tx.db.rows<{ key: string }>(sql`
    select key from blob where unreferenced_since <= ${until}::timestamptz limit ${chunkSize}::int for update skip locked`);
    const removed = await tx.db.rows<{ key: string }>(sql`
    delete from blob b where b.key = any(${locked.map(({ key }) => key)}::text[])
      and not exists (select 1 from ${references(tx)} where reference.key = b.key) returning key`);
    for (const { key } of removed) await tx.app.storage.remove(key);
    return removed.length;
  });

/** Runs `collectBlobs` every hour. */
export const collectBlobsJob: JobHandler = {
  queue: 'collect-blobs',
  everySeconds: hour,
  run: (ctx, { signal }) => collectBlobs(ctx, signal),
};

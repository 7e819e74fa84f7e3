import type { JobHandler } from '#api/catalog-module.ts';
import type { RequestContext } from '#api/context.ts';
import { sql } from '#kernel/sql.ts';
import type { DeletedKind } from './deletion.entity.ts';
import { withLockedDeletion } from './lock-deletion.ts';

const queue = 'purge-deletions';

/** The number of rows that one statement removes, so that a large form holds no transaction for long. */
const chunkSize = 5_000;

/** Removes the rows of deletions that are expired or purged. Several processes may run this at the same time. */
export async function purgeDeletions({ app, db }: RequestContext, signal: AbortSignal): Promise<void> {
  await db.rows(
    sql`update deletion set is_purged = true where expires_at <= ${app.clock.now()}::timestamptz and not is_purged`,
  );
  for (let count = chunkSize; count === chunkSize; signal.throwIfAborted()) {
    const removed = await db.rows(sql`
      delete from deleted_row where id = any(array(
        select r.id
        from deleted_row r
        join deletion d on d.uid = r.deletion_uid
        where d.is_purged
        limit ${chunkSize}::int))
        returning 1`);
    count = removed.length;
  }
  await db.rows(sql`
    delete from deletion d where d.is_purged and not exists (select from deleted_row r where r.deletion_uid = d.uid)`);
}

/** Purges deletions that have expired, every hour, and those that a caller purges, at once. */
export const purgeDeletionsJob: JobHandler = {
  queue,
  everySeconds: 3_600,
  run: (ctx, { signal }) => purgeDeletions(ctx, signal),
};

/** Ends the time in which something can be restored, and returns its uid. Fails as `withLockedDeletion` does. */
export const purgeDeletion = (ctx: RequestContext, kind: DeletedKind, uid: string): Promise<string> =>
  withLockedDeletion(ctx, { verb: 'purge', kind }, { uid }, async ({ app, db }) => {
    await db.rows(sql`update deletion set is_purged = true where uid = ${uid}`);
    await app.jobs.send(db, queue, {}, { key: queue });
    return uid;
  });

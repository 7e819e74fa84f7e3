import type { JobHandler } from '#api/catalog-module.ts';
import type { RequestContext } from '#api/context.ts';
import { inTransaction } from '#api/transaction.ts';
import { sql, sqlJoin, sqlName } from '#kernel/sql.ts';
import { encryptRows } from '#platform/encrypt-rows.ts';

const hourSeconds = 3_600;

/** The number of connections that one transaction removes. */
const chunkSize = 100;

/** Removes inline connections that nothing refers to, and the tokens and host keys of what was deleted. */
export async function deleteUnusedConnections(ctx: RequestContext, signal: AbortSignal): Promise<void> {
  while ((await removeChunk(ctx)) > 0) signal.throwIfAborted();
  for (const table of ['refresh_token', 'host_key']) {
    await ctx.db.rows(
      sql`
        delete from ${sqlName(table)} t
        where not exists (select 1 from dataset d where d.uid = t.owner)
          and not exists (select 1 from connection c where c.uid = t.owner)
        and not exists (select 1 from deletion kept where kept.uid = t.owner)`,
    );
  }
}

/**
 * Removes at most `chunkSize` inline connections without a reference, and returns their count. The first statement locks the rows. It skips
 * a row that another transaction has locked to add a reference. The second statement checks again: a reference may have been
 * committed after the first one took its snapshot and before it locked the row.
 */
const removeChunk = (ctx: RequestContext): Promise<number> =>
  inTransaction(ctx, async (tx) => {
    const references = sql`(${sqlJoin(tx.app.registry.connectionReferences, ' union all ')})`;
    const locked = await tx.db.rows<{ uid: string }>(sql`
    select uid
    from connection
    where dataset_uid is not null and uid not in (select uid from ${references} reference(uid) where uid is not null)
    limit ${chunkSize}::int for update skip locked`);
    const removed = await tx.db.rows(sql`
    delete from connection where uid = any(${locked.map(({ uid }) => uid)}::text[])
      and uid not in (select uid from ${references} reference(uid) where uid is not null) returning uid`);
    return removed.length;
  });

/** Runs `deleteUnusedConnections` every hour. */
export const deleteUnusedConnectionsJob: JobHandler = {
  queue: 'collect-connections',
  everySeconds: hourSeconds,
  run: (ctx, { signal }) => deleteUnusedConnections(ctx, signal),
};

/** Encrypts what another process wrote with an earlier key after this one had started. */
export const encryptSecretsJob: JobHandler = {
  queue: 'encrypt-secrets',
  everySeconds: 3_600,
  run: ({ app }) => encryptRows(app, app.registry.encryptedColumns),
};

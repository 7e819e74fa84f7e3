import type { RequestContext } from '#api/context.ts';
import { sql, type Sql } from '#kernel/sql.ts';
import { inTransaction } from '#api/transaction.ts';
import { firstRow } from '#platform/database/database-client.ts';
import { releaseBlob } from '#blobs/index.ts';
import { graceMs } from './record-tail.ts';

/** Marks a generation that readers no longer see. */
export const retireGeneration = ({ app, db }: RequestContext, id: number): Promise<unknown> =>
  db.rows(sql`update generation set replaced_at = ${app.clock.now()}::timestamptz where id = ${id}::bigint`);

/** Marks the generations of a deleted dataset. While it can be restored, those that it used are kept: they are replaced at no time. */
export const retireGenerationsOf = ({ app, db }: RequestContext, datasetUid: string): Promise<unknown> =>
  db.rows(sql`
    update generation
    set replaced_at = case
      when exists (select from deletion where uid = ${datasetUid}) then 'infinity'
      else ${app.clock.now()}::timestamptz end
    where dataset_uid = ${datasetUid} and replaced_at is null`);

/** Marks the kept generations of a restored dataset as used again. */
export const reviveGenerationsOf = ({ db }: RequestContext, datasetUid: string): Promise<unknown> =>
  db.rows(sql`update generation set replaced_at = null where dataset_uid = ${datasetUid} and replaced_at = 'infinity'`);

/**
 * Drops the generations that neither a dataset nor a run uses: those of failed attempts at once, those of replaced generations after a grace
 * period. `inUse` is a query that returns the generations of the runs in its column `generation`.
 */
export async function dropGenerations(ctx: RequestContext, inUse: Sql, signal: AbortSignal): Promise<void> {
  for (const { id } of await unusedGenerations(ctx, inUse)) {
    signal.throwIfAborted();
    await dropGeneration(ctx, Number(id));
  }
}

const unusedGenerations = ({ app, db }: RequestContext, inUse: Sql): Promise<{ id: string }[]> =>
  db.rows<{ id: string }>(sql`
    select g.id from generation g
    where (coalesce(g.replaced_at <= ${new Date(app.clock.now().getTime() - graceMs)}::timestamptz, true)
        or g.replaced_at = 'infinity'
          and not exists (select 1 from deletion kept where kept.uid = g.dataset_uid and not kept.is_purged))
      and not exists (select 1 from dataset d where d.uid = g.dataset_uid and d.generation = g.id)
      and not exists (select 1 from (${inUse}) used where used.generation = g.id)`);

/** Drops a generation that nothing reads, with its tail. A job removes the bytes of its files later. */
export const dropGeneration = (ctx: RequestContext, id: number): Promise<void> =>
  inTransaction(ctx, async (tx) => {
    const dropped = await firstRow<{ file: string | null }>(
      tx.db,
      sql`delete from generation where id = ${id}::bigint returning file`,
    );
    if (dropped?.file != null) await releaseBlob(tx, dropped.file);
  });

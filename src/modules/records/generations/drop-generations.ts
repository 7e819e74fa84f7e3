import type { RequestContext } from '../../../api/context.ts';
import { sql, sqlText, type Sql } from '../../../kernel/sql.ts';
import { inTransaction } from '../../../api/transaction.ts';
import { isBackedUp } from '../../../platform/database/is-backed-up.ts';
import { isLockTimeout } from '../../../platform/database/errors.ts';
import { dropTable, placeOfTables } from '../table/generation-table.ts';

/** How long a replaced generation stays for the requests that read it in several statements. */
const graceMs = 10 * 60_000;
/** How long a drop waits for a reader in a transaction; the next sweep tries again. */
const lockTimeoutMs = 1_000;

/** Marks a generation that readers no longer see. */
export const retireGeneration = ({ app, db }: RequestContext, id: number): Promise<unknown> =>
  db.rows(sql`update generation set replaced_at = ${app.clock.now()}::timestamptz where id = ${id}::bigint`);

/** Marks the generations of a deleted dataset. While it can be restored, those that it used are kept: they are replaced at no time. */
export const retireGenerationsOf = ({ app, db }: RequestContext, datasetUid: string): Promise<unknown> =>
  db.rows(sql`
    update generation set replaced_at = case when exists (select from deletion where uid = ${datasetUid}) then 'infinity' else ${app.clock.now()}::timestamptz end
    where dataset_uid = ${datasetUid} and replaced_at is null`);

/** Marks the kept generations of a restored dataset as used again. */
export const reviveGenerationsOf = ({ db }: RequestContext, datasetUid: string): Promise<unknown> =>
  db.rows(sql`update generation set replaced_at = null where dataset_uid = ${datasetUid} and replaced_at = 'infinity'`);

/**
 * Drops the tables of generations that neither a dataset nor a run uses: those of failed attempts at once, those of replaced
 * generations after a grace period. A table that is still read, or backed up, stays until a later call. Also drops tables without a generation. `inUse`
 * is a query that returns the generations of the runs in its column `generation`.
 */
export async function dropGenerations(ctx: RequestContext, inUse: Sql, signal: AbortSignal): Promise<void> {
  for (const id of await unusedGenerations(ctx, inUse)) {
    signal.throwIfAborted();
    await dropGeneration(ctx, Number(id));
  }
}

async function unusedGenerations({ app, db }: RequestContext, inUse: Sql): Promise<string[]> {
  const { schema, prefix } = placeOfTables(app);
  const until = new Date(app.clock.now().getTime() - graceMs);
  const rows = await db.rows<{ id: string }>(sql`
    select g.id from generation g
    where (coalesce(g.replaced_at <= ${until}::timestamptz, true)
        or g.replaced_at = 'infinity' and not exists (select 1 from deletion kept where kept.uid = g.dataset_uid and not kept.is_purged))
      and not exists (select 1 from dataset d where d.uid = g.dataset_uid and d.generation = g.id)
      and not exists (select 1 from (${inUse}) used where used.generation = g.id)
    union all
    select t.id from pg_class c, lateral (select substring(c.relname from ${`^${prefix}g(\\d{1,18})$`})::bigint as id) t
    where c.relnamespace = ${schema}::regnamespace and c.relkind = 'r' and t.id is not null
      and not exists (select 1 from generation g where g.id = t.id)`);
  return rows.map(({ id }) => id);
}

/** Drops the table of a generation that nothing reads. A table that is still read or written, or backed up, stays for `dropGenerations`. */
export async function dropGeneration(ctx: RequestContext, id: number): Promise<void> {
  try {
    await inTransaction(ctx, async ({ db }) => {
      if (await isBackedUp(db)) return;
      await db.rows(sqlText(`set local lock_timeout = ${lockTimeoutMs}`));
      await db.rows(dropTable(id));
      await db.rows(sql`delete from generation where id = ${id}::bigint`);
    });
  } catch (error) {
    if (!isLockTimeout(error)) throw error;
  }
}

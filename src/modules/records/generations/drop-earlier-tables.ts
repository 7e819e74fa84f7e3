import type { RequestContext } from '../../../api/context.ts';
import { inTransaction } from '../../../api/transaction.ts';
import { sql, sqlText } from '../../../kernel/sql.ts';
import { isLockTimeout } from '../../../platform/database/errors.ts';
import { isBackedUp } from '../../../platform/database/is-backed-up.ts';
import { placeOf } from '../../../platform/database/one-schema.ts';

/** How long a drop waits for a reader in a transaction; the next sweep tries again. */
const lockTimeoutMs = 1_000;

/**
 * Drops the tables of earlier versions whose generation is gone. A table that is still read by a process of the version before, or backed up,
 * stays until a later call.
 */
export async function dropEarlierTables(ctx: RequestContext, signal: AbortSignal): Promise<void> {
  const { schema, prefix } = placeOf('records', ctx.app.config.databasePools.access.schema);
  const unused = await ctx.db.rows<{ id: string }>(sql`
    select t.id from pg_class c, lateral (select substring(c.relname from ${`^${prefix}g(\\d{1,18})$`})::bigint as id) t
    where c.relnamespace = ${schema}::regnamespace and c.relkind = 'r' and t.id is not null
      and not exists (select 1 from generation g where g.id = t.id)`);
  for (const { id } of unused) {
    signal.throwIfAborted();
    await dropUnlessRead(ctx, id);
  }
}

async function dropUnlessRead(ctx: RequestContext, id: string): Promise<void> {
  try {
    await inTransaction(ctx, async ({ db }) => {
      if (await isBackedUp(db)) return;
      await db.rows(sqlText(`set local lock_timeout = ${lockTimeoutMs}`));
      await db.rows(sqlText(`drop table if exists records.g${Number(id)}`));
    });
  } catch (error) {
    if (!isLockTimeout(error)) throw error;
  }
}

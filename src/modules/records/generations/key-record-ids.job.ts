import type { JobHandler } from '../../../api/catalog-module.ts';
import type { RequestContext } from '../../../api/context.ts';
import { inTransaction } from '../../../api/transaction.ts';
import { sql } from '../../../kernel/sql.ts';
import { firstRow } from '../../../platform/database/database-client.ts';
import { violatedUniqueConstraint } from '../../../platform/database/errors.ts';
import { tableOf } from '../table/generation-table.ts';
import { recordIdentityOf } from '../table/record-identity.ts';

/** The number of identifiers that one transaction replaces. It is small, so that pushes do not wait for the transaction. */
const windowSize = 5_000;

/** A generation with unkeyed identifiers. */
interface UnkeyedGeneration {
  readonly id: string;
  readonly datasetUid: string;
}

/**
 * Replaces the unkeyed identifiers of records, which earlier versions of the service wrote, by those that a publication gives the same
 * records (`RecordIdentity`). Until then readers compute the keyed ones. The next run continues the work of an interrupted one.
 */
export const keyRecordIdsJob: JobHandler = {
  queue: 'records_ids',
  everySeconds: 60,
  async run(ctx, { signal }) {
    const found = await ctx.db.rows<UnkeyedGeneration>(sql`
      select g.id, g.dataset_uid as "datasetUid" from generation g join dataset d on d.generation = g.id
      where g.keyed_count < g.record_count order by g.id`);
    for (const generation of found) await keyAll(ctx, generation, signal);
  },
};

async function keyAll(ctx: RequestContext, generation: UnkeyedGeneration, signal: AbortSignal): Promise<void> {
  try {
    while (await keyWindow(ctx, generation)) signal.throwIfAborted();
  } catch (error) {
    if (violatedUniqueConstraint(error) === undefined) throw error;
    // During an upgrade, a process of the version before does not see that an equal record has a keyed identifier.
    ctx.app.log.warn(
      { dataset: generation.datasetUid },
      'Equal records were pushed during the upgrade; their identifiers are replaced by the next publication.',
    );
  }
}

/** Replaces the identifiers of one window, under the lock of the dataset, which pushes need. Returns whether others remain. */
const keyWindow = (ctx: RequestContext, { id, datasetUid }: UnkeyedGeneration): Promise<boolean> =>
  inTransaction(ctx, async ({ app, db }) => {
    await db.rows(sql`select 1 from dataset where generation = ${id}::bigint for update`);
    const next = await firstRow<{ readonly from: string; readonly to: string; readonly isLast: boolean }>(
      db,
      sql`update generation g set keyed_count = least(g.keyed_count + ${windowSize}::bigint, g.record_count)
        from (select keyed_count from generation where id = ${id}::bigint) before
        where g.id = ${id}::bigint and before.keyed_count < g.record_count
        returning before.keyed_count as "from", g.keyed_count as "to", g.keyed_count = g.record_count as "isLast"`,
    );
    if (!next) return false;
    const identity = recordIdentityOf(app.secrets, datasetUid);
    await db.rows(sql`update ${tableOf(id)} t set _id = ${identity.keyedSql(sql`t._id`)}
      where t._position >= ${next.from}::bigint and t._position < ${next.to}::bigint`);
    return !next.isLast;
  });

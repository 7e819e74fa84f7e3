import type { JobHandler } from '#api/catalog-module.ts';
import type { RequestContext } from '#api/context.ts';
import { inTransaction } from '#api/transaction.ts';
import { sql, totals } from '#kernel/sql.ts';
import { advisoryLocks } from '#platform/database/advisory-locks.ts';

const hourSeconds = 3_600;

/**
 * Compares the kept totals with the rows, and corrects those that differ. They differ only where rows were written without triggers, as a
 * restore of single tables may do. Writers do not wait; of several processes one after another compares.
 */
export async function correctTotals(ctx: RequestContext): Promise<void> {
  const corrected = await inTransaction(ctx, async ({ db }) => {
    await db.rows(sql`select pg_advisory_xact_lock(${advisoryLocks.rowTotals}::bigint)`);
    return db.rows(sql`select counted, owner, state, change from ${totals}correct()`);
  });
  if (corrected.length > 0)
    ctx.app.log.warn(
      { corrected: corrected.slice(0, 20) },
      'Corrected kept totals that differed from the rows. Rows were written without triggers.',
    );
}

/** Runs `correctTotals` every hour. */
export const correctTotalsJob: JobHandler = {
  queue: 'correct-totals',
  everySeconds: hourSeconds,
  run: (ctx) => correctTotals(ctx),
};

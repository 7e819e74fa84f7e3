import { transactionDatabase } from '../platform/database/transaction-database.ts';
import { violatedConstraint } from '../platform/database/violated-constraint.ts';
import { forCaller } from './caller.ts';
import type { RequestContext } from './context.ts';
import { createLoaders } from './reading/loaders.ts';

/** How often a transaction begins anew because an identifier that it drew was taken: once in two billion draws. */
const draws = 3;

/**
 * Runs work in one transaction on its own fork; inside a transaction it joins that one. Lookups made before the
 * change are forgotten after it. Work may run again when a new identifier was taken, so it changes the database only.
 */
export async function inTransaction<T>(ctx: RequestContext, work: (tx: RequestContext) => Promise<T>): Promise<T> {
  if (ctx.em.isInTransaction()) return work(ctx);
  for (let draw = 1; ; draw += 1) {
    try {
      const result = await ctx.em.fork().transactional((em) =>
        work({ ...ctx, em, db: forCaller(transactionDatabase(em), ctx.session), loaders: createLoaders() }));
      ctx.loaders.clear();
      return result;
    } catch (error) {
      if (draw === draws || !violatedConstraint(error)?.endsWith('_pkey')) throw error;
    }
  }
}

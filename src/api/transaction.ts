import { transactionClient } from '../platform/database/transaction-client.ts';
import { isDeadlock, isStalePlan, violatedConstraint } from '../platform/database/errors.ts';
import { forCaller } from './caller.ts';
import type { RequestContext } from './context.ts';
import { createLoaders } from './reading/loaders.ts';

/** How often a change is tried. An identifier that it draws is taken once in two billion draws; a deadlock ends one transaction of two. */
const maxAttempts = 5;

/** Makes a change, and retries it on an identifier collision, a deadlock or a statement that is out of date. */
export async function retryOnConflict<T>(change: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await change();
    } catch (error) {
      if (attempt === maxAttempts || !mayWorkNow(error)) throw error;
    }
  }
}

const mayWorkNow = (error: unknown): boolean =>
  isDeadlock(error) || isStalePlan(error) || violatedConstraint(error)?.endsWith('_pkey') === true;

/**
 * Runs work in one transaction on its own fork; inside a transaction it joins that one. Lookups made before the
 * change are forgotten after it. Work may run again, as `retryOnConflict` has it: so it changes the database only.
 */
export async function inTransaction<T>(ctx: RequestContext, work: (tx: RequestContext) => Promise<T>): Promise<T> {
  if (ctx.em.isInTransaction()) return joined(ctx, work);
  const result = await retryOnConflict(() =>
    ctx.em
      .fork()
      .transactional((em) =>
        work({ ...ctx, em, db: forCaller(transactionClient(em), ctx.session), loaders: createLoaders() }),
      ),
  );
  ctx.loaders.clear();
  return result;
}

/** What follows inside the transaction sees the change as it would see it after one of its own. */
async function joined<T>(ctx: RequestContext, work: (tx: RequestContext) => Promise<T>): Promise<T> {
  const result = await work(ctx);
  await ctx.em.flush();
  ctx.loaders.clear();
  return result;
}

import { sqlText } from '#kernel/sql.ts';
import { createTransactionClient, runInTransaction } from '#platform/database/database-client.ts';
import { isDeadlock, isStalePlan, violatedUniqueConstraint } from '#platform/database/errors.ts';
import { forCaller } from './session.ts';
import { createLoaders, type RequestContext } from './context.ts';

/** More attempts than any change needs: a random identifier collides once in two billion times. */
const maxAttempts = 5;

/**
 * How long a change of a caller without a key waits for a row that another transaction has locked, such as that of a form that is being
 * deleted. A few callers that wait longer would hold all connections that requests without a key may use.
 */
const anonymousLockTimeoutMs = 5_000;

/** Retries a change on an identifier collision, a deadlock or an outdated prepared statement. */
export async function retryOnConflict<T>(change: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await change();
    } catch (error) {
      if (attempt === maxAttempts || !isRetryable(error)) throw error;
    }
  }
}

const isRetryable = (error: unknown): boolean =>
  isDeadlock(error) || isStalePlan(error) || violatedUniqueConstraint(error)?.endsWith('_pkey') === true;

/**
 * Runs the work in a transaction of its own, or in the transaction that `ctx` is already in. The loaders are cleared afterwards. The work may
 * run several times (`retryOnConflict`), so it must change nothing but the database. A request with an Idempotency-Key records in the
 * transaction that it has made its change.
 */
export async function inTransaction<T>(ctx: RequestContext, work: (tx: RequestContext) => Promise<T>): Promise<T> {
  if (ctx.em.isInTransaction()) return joinTransaction(ctx, work);
  const result = await retryOnConflict(() =>
    ctx.admission.admit(() => {
      const em = ctx.em.fork();
      const db = forCaller(
        ctx.admission.transaction(createTransactionClient(em, ctx.app.config.databasePools.access.schema)),
        ctx.session,
      );
      return runInTransaction(em, async () => {
        if (ctx.admission.callerKind === 'anonymous')
          await db.send(sqlText(`set local lock_timeout = ${anonymousLockTimeoutMs}`));
        const worked = await work({ ...ctx, em, db, loaders: createLoaders(), payloadReader: undefined });
        await ctx.claim?.recordChange(db);
        ctx.admission.noteWrite();
        return worked;
      });
    }),
  );
  ctx.loaders.clear();
  return result;
}

/** Runs the work in the current transaction, and flushes it, so that later work of the same transaction sees the change. */
async function joinTransaction<T>(ctx: RequestContext, work: (tx: RequestContext) => Promise<T>): Promise<T> {
  const result = await work(ctx);
  await ctx.em.flush();
  ctx.loaders.clear();
  return result;
}

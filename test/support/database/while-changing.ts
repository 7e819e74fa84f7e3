import type { Sql } from '#kernel/sql.ts';
import { createTransactionClient, runInTransaction } from '#platform/database/database-client.ts';
import type { TestApp } from '../app.ts';
import { untilLockWaits } from './table-locks.ts';

/** Starts a change while another transaction has run statements of its own, which are committed once the change waits for a lock. */
export async function whileChanging<T>(app: TestApp, others: readonly Sql[], start: () => Promise<T>): Promise<T> {
  const { answer } = await runInTransaction(app.services.orm.em.fork(), async (em) => {
    for (const other of others) await createTransactionClient(em).rows(other);
    const started = start();
    await Promise.race([started, untilLockWaits(app)]);
    return { answer: started };
  });
  return answer;
}

import type { PgBoss } from 'pg-boss';
import type { Log } from '../log.ts';

/** How often the process looks for due jobs. */
const intervalMs = 2_000;

const dueQueues = (schema: string) => `select distinct name from ${schema}.job
  where name = any($1::text[]) and state < 'active' and start_after <= now()`;

/** How workers are woken. */
interface WakeOptions {
  /** The schema of the jobs. */
  readonly schema: string;
  readonly log: Log;
  readonly signal: AbortSignal;
}

/**
 * Wakes the workers of queues with due jobs until the signal aborts: jobs whose pause is over, and jobs whose notification was lost with a
 * connection. One cheap statement for all queues takes the place of the polls of pg-boss, each of which costs as much as claiming a job.
 */
export function wakeWorkers(boss: PgBoss, { schema, log, signal }: WakeOptions): void {
  const statement = dueQueues(schema);
  let isLooking = false;
  async function look(): Promise<void> {
    const workers = boss.getWipData();
    if (workers.length === 0) return;
    const names = [...new Set(workers.map(({ name }) => name))];
    const { rows } = await boss.getDb().executeSql(statement, [names]);
    const due = new Set(rows.map(({ name }: { readonly name: string }) => name));
    for (const { id, name } of workers) if (due.has(name)) boss.notifyWorker(id);
  }
  const timer = setInterval(() => {
    if (isLooking) return;
    isLooking = true;
    look()
      .catch((error: unknown) => {
        log.debug({ reason: String(error) }, 'The queues could not be searched for due jobs.');
      })
      .finally(() => {
        isLooking = false;
      });
  }, intervalMs);
  signal.addEventListener('abort', () => {
    clearInterval(timer);
  });
}

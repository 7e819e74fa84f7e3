import type { PgBoss } from 'pg-boss';
import type { Backlog } from './job-queue.ts';

/**
 * Reads the jobs that wait and run. The conditions are those of the partial indexes of pg-boss, so that the statement does not read
 * finished jobs, which stay for a day. Recurring jobs wait for their time and are not due before.
 */
const backlogIn = (schema: string): string => `
  select name,
    count(*) filter (where state < 'active' and start_after <= now())::int as waiting,
    coalesce(extract(epoch from now() - min(start_after) filter (where state < 'active' and start_after <= now())), 0)::float8 as seconds,
    count(*) filter (where state = 'active')::int as active
  from (
    select name, state, start_after from ${schema}.job where state < 'active' and not blocked and policy = 'key_strict_fifo'
    union all
    select name, state, start_after from ${schema}.job where state = 'active' and policy = 'key_strict_fifo'
  ) job
  group by name`;

/** Reads the jobs of all queues; a queue without jobs has zeros. */
export async function readBacklog(
  boss: PgBoss,
  schema: string,
  queues: readonly string[],
): Promise<readonly Backlog[]> {
  const { rows } = await boss.getDb().executeSql(backlogIn(schema));
  const found = new Map(rows.map(backlogOf).map((backlog) => [backlog.name, backlog] as const));
  return queues.map((name) => found.get(name) ?? { name, waiting: 0, oldestSeconds: 0, active: 0 });
}

const backlogOf = (row: Readonly<Record<string, unknown>>): Backlog => ({
  name: String(row['name']),
  waiting: Number(row['waiting']),
  oldestSeconds: Number(row['seconds']),
  active: Number(row['active']),
});

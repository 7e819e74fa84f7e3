import pg from 'pg';
import { sql } from '#kernel/sql.ts';
import type { TestApp } from '../app.ts';
import { eventually } from '../datasets/publishing.ts';

/** Runs work while no statement can read or write a table. */
export const whileLocked = <T>(app: TestApp, table: string, work: () => Promise<T>): Promise<T> =>
  whileHolding(app, `lock table ${table} in access exclusive mode`, work);

/** Runs work while another transaction holds the locks that a statement takes. */
export async function whileHolding<T>({ databaseUrl }: TestApp, lock: string, work: () => Promise<T>): Promise<T> {
  const other = new pg.Client({ connectionString: databaseUrl });
  await other.connect();
  try {
    await other.query(`begin; ${lock}`);
    return await work();
  } finally {
    await other.end();
  }
}

/** Counts the statements that wait for a lock. */
export async function countLockWaits({ services }: Pick<TestApp, 'services'>): Promise<number> {
  const rows = await services.reserveDb.rows<{ count: number }>(
    sql`select count(*)::int as count from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
  );
  return rows[0]?.count ?? 0;
}

/** Resolves as soon as statements wait for a lock: the given number of them, or any. */
export async function untilLockWaits(app: Pick<TestApp, 'services'>, expected?: number): Promise<void> {
  await eventually(
    () => countLockWaits(app),
    (count) => (expected === undefined ? count > 0 : count === expected),
  );
}

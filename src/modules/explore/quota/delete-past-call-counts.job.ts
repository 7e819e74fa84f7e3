import type { JobHandler } from '#api/catalog-module.ts';
import { sql } from '#kernel/sql.ts';
import { periodEnd } from './period-end.ts';

const hour = 3_600;

/** Deletes the counts of past periods. */
export const deletePastCallCountsJob: JobHandler = {
  queue: 'sweep-calls',
  everySeconds: hour,
  run: async ({ db }) => {
    await db.rows(sql`delete from call_count c where ${periodEnd} < now()`);
  },
};

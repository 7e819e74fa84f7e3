import type { RequestContext } from '#api/context.ts';
import { sql } from '#kernel/sql.ts';
import { advisoryLocks } from '#platform/database/advisory-locks.ts';

/** Locks seeding for the transaction: one gateway at a time fills an empty catalog. */
export const lockSeeding = (tx: RequestContext): Promise<unknown> =>
  tx.db.rows(sql`select pg_advisory_xact_lock(${advisoryLocks.seed}::bigint)`);

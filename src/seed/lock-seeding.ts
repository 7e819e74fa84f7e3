import type { RequestContext } from '../api/context.ts';
import { sql } from '../kernel/sql.ts';
import { advisoryLocks } from '../platform/database/advisory-locks.ts';

/** Lets one gateway at a time fill an empty catalog, until the transaction ends. */
export const lockSeeding = (tx: RequestContext): Promise<unknown> =>
  tx.db.rows(sql`select pg_advisory_xact_lock(${advisoryLocks.seed}::bigint)`);

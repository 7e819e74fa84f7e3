import type { RequestContext } from '../api/context.ts';
import { sql } from '../kernel/sql.ts';

/** Any number will do, as long as every gateway takes the same. */
const seedLock = 7_205_122;

/** Lets one gateway at a time fill an empty catalog, until the transaction ends. */
export const holdSeedLock = (tx: RequestContext): Promise<unknown> => tx.db.rows(sql`select pg_advisory_xact_lock(${seedLock}::bigint)`);

import { sql } from '#kernel/sql.ts';
import { type DatabaseClient, firstRow } from './database-client.ts';

/** The keys of advisory locks: arbitrary numbers, equal in every process. Each lock serializes one task across the whole database. */
export const advisoryLocks = {
  migration: 7_205_120,
  identity: 7_205_121,
  seed: 7_205_122,
  providers: 7_205_123,
  glossary: 7_205_124,
  metadataTemplates: 7_205_125,
  rowTotals: 7_205_126,
  /** Held by a backup; shared by those who remove stored files and tables of records. */
  backup: 7_205_127,
  /** Held by the gateway that applies the files of SEED. */
  seedFolder: 7_205_128,
} as const;

/** Whether a backup is under way. Otherwise none begins before the transaction of the client ends. */
export async function isBackedUp(tx: DatabaseClient): Promise<boolean> {
  const row = await firstRow<{ isFree: boolean }>(
    tx,
    sql`select pg_try_advisory_xact_lock_shared(${advisoryLocks.backup}::bigint) as "isFree"`,
  );
  return row?.isFree !== true;
}

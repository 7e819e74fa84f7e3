import type { BenchDatabase } from '../database/bench-database.ts';
import type { CallOf, Facts } from '../operations/operation.ts';
import { ask, type Server } from '../servers/server.ts';

/** What a request makes PostgreSQL read: rows of tables and entries of indexes, and blocks of both. */
export interface Reads {
  readonly rows: number;
  readonly blocks: number;
}

const counts = 3;
const requests = 20;

/**
 * Counts what a request reads, on average. Unlike time, this does not depend on what else the machine does. The gateway's own work beside
 * the requests is counted too, so the least of some counts is taken.
 */
export async function countReads(database: BenchDatabase, server: Server, call: CallOf, facts: Facts): Promise<Reads> {
  // what is prepared and cached at first is not counted
  for (let at = 0; at < 3; at += 1) await ask(server, call(facts, at));
  const counted: Reads[] = [];
  let before = await readsSoFar(database);
  while (counted.length < counts) {
    for (let at = 0; at < requests; at += 1) await ask(server, call(facts, at));
    const after = await readsSoFar(database);
    counted.push({ rows: (after.rows - before.rows) / requests, blocks: (after.blocks - before.blocks) / requests });
    before = after;
  }
  return {
    rows: Math.min(...counted.map(({ rows }) => rows)),
    blocks: Math.min(...counted.map(({ blocks }) => blocks)),
  };
}

/** PostgreSQL's own counts. A connection reports what it read when it ends, so those of the server are ended; it opens others. */
async function readsSoFar(database: BenchDatabase): Promise<Reads> {
  await database.rows(`
    select pg_terminate_backend(pid, 5000) from pg_stat_activity
    where datname = current_database() and backend_type = 'client backend' and pid <> pg_backend_pid()`);
  await database.rows('select pg_stat_clear_snapshot()');
  const [reads] = await database.rows<Reads>(`
    select (select sum(seq_tup_read)::float from pg_stat_user_tables) + (select sum(idx_tup_read)::float from pg_stat_user_indexes) as rows,
      sum(heap_blks_read + heap_blks_hit + coalesce(idx_blks_read + idx_blks_hit, 0) + coalesce(toast_blks_read + toast_blks_hit, 0)
        + coalesce(tidx_blks_read + tidx_blks_hit, 0))::float as blocks
    from pg_statio_user_tables`);
  if (!reads) throw new Error('PostgreSQL counts no reads.');
  return reads;
}

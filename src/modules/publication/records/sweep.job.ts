import type { JobHandler } from '../../../api/catalog-module.ts';
import type { DatasetHook } from '../../../api/context.ts';
import { sql } from '../../../kernel/sql.ts';
import { firstRow, type DatabaseClient } from '../../../platform/database/database-client.ts';
import { sweepQueue } from '../queues.ts';

/** The number of positions one statement deletes, so that no statement holds locks for long. */
const positionsPerStatement = 10_000;

/** Deletes the records that are neither visible nor being written: of older generations, failed attempts and deleted datasets. */
export const sweepJob: JobHandler = {
  queue: sweepQueue,
  async run({ db }, { signal }) {
    for (const { id } of await abandonedGenerations(db)) await removeGeneration(db, id, signal);
  },
};

/** Requests that the records of a deleted dataset are removed. */
export const requestSweep: DatasetHook = (tx) => tx.app.jobs.send(tx.db, sweepQueue, {}, { key: sweepQueue });

const abandonedGenerations = (db: DatabaseClient): Promise<{ id: string }[]> =>
  db.rows<{ id: string }>(sql`
  select g.id from generation g
  where not exists (select 1 from dataset d where d.uid = g.dataset_uid and d.generation = g.id)
    and not exists (select 1 from publication_run r where r.dataset_uid = g.dataset_uid and r.generation = g.id)`);

async function removeGeneration(db: DatabaseClient, id: string, signal: AbortSignal): Promise<void> {
  const range = await firstRow<{ first: string | null; last: string | null }>(
    db,
    sql`
    select min(position) as first, max(position) as last from record where generation = ${id}::bigint`,
  );
  const last = Number(range?.last ?? -1);
  for (let first = Number(range?.first ?? 0); first <= last; first += positionsPerStatement) {
    signal.throwIfAborted();
    await db.rows(
      sql`delete from record where generation = ${id}::bigint and position >= ${first}::bigint and position < ${first + positionsPerStatement}::bigint`,
    );
  }
  await db.rows(sql`delete from generation where id = ${id}::bigint`);
}

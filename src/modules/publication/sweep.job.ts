import type { JobHandler } from '../../api/catalog-module.ts';
import { sql } from '../../kernel/sql.ts';
import { firstRow, type Database } from '../../platform/database/database.ts';
import { sweepQueue } from './queues.ts';

/** How many records one statement removes at most, so that none holds its locks for long. */
const chunk = 10_000;

/** Removes the records that are neither seen nor being written: those of older generations, failed attempts and deleted datasets. */
export const sweepJob: JobHandler = {
  queue: sweepQueue,
  async run({ db }, { signal }) {
    for (const { id } of await abandonedGenerations(db)) await removeGeneration(db, id, signal);
  },
};

const abandonedGenerations = (db: Database): Promise<{ id: string }[]> => db.rows<{ id: string }>(sql`
  select g.id from generation g
  where not exists (select 1 from dataset d where d.uid = g.dataset_uid and d.generation = g.id)
    and not exists (select 1 from publication_order o where o.dataset_uid = g.dataset_uid and o.generation = g.id)`);

async function removeGeneration(db: Database, id: string, signal: AbortSignal): Promise<void> {
  for (let removed = chunk; removed === chunk;) {
    signal.throwIfAborted();
    const row = await firstRow<{ count: number }>(db, sql`
      with gone as (delete from record where ctid = any(array(select ctid from record where generation = ${id}::bigint limit ${chunk}::int)) returning 1)
      select count(*)::int as count from gone`);
    removed = row?.count ?? 0;
  }
  await db.rows(sql`delete from generation where id = ${id}::bigint`);
}

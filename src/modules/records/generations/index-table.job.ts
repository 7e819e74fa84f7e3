import type { JobHandler } from '../../../api/catalog-module.ts';
import type { RequestContext } from '../../../api/context.ts';
import { inTransaction } from '../../../api/transaction.ts';
import { sql } from '../../../kernel/sql.ts';
import { placeOfTables } from '../table/generation-table.ts';
import { finishTable } from '../table/finish-table.ts';
import { minIndexedRecords } from '../table/table-indexes.ts';

/** The queue of tables that pushed records made large. */
export const indexQueue = 'records_index';

/** Creates the indexes of tables that pushed records made large. */
export const indexTableJob: JobHandler = {
  queue: indexQueue,
  run: (ctx, { data, signal }) => finishTable(ctx.app, Number(data['generation']), { facets: [], signal }),
};

/**
 * Creates the indexes that large tables of a restored catalog lack, because they were about to be created when it was backed up. A backup
 * has no jobs.
 */
export const resumeIndexing = (ctx: RequestContext): Promise<void> =>
  inTransaction(ctx, async ({ app, db }) => {
    const { schema, prefix } = placeOfTables(app);
    // A table of any size has the indexes of its positions and identifiers.
    const lacking = await db.rows<{ id: string }>(sql`
      select g.id::text as id from generation g
      where g.record_count >= ${minIndexedRecords}::bigint and exists (select from dataset d where d.generation = g.id)
        and (select count(*) from pg_index where indrelid = to_regclass(${`${schema}.${prefix}g`} || g.id)) <= 2`);
    for (const { id } of lacking) await app.jobs.send(db, indexQueue, { generation: id });
  });

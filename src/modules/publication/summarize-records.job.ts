import type { JobHandler } from '#api/catalog-module.ts';
import { inTransaction } from '#api/transaction.ts';
import { sql, sqlText } from '#kernel/sql.ts';
import { type RecordField, type StoredGeneration, storedGeneration, summarizeRecords } from '#records/index.ts';
import { notifyPublicationChanged } from './run-attempt.ts';

/** The number of datasets that one statement finds. */
const batchSize = 100;

/** Summarizes the records that earlier versions published, so that the search finds words of their values and their dates without another publication. */
export const summarizeRecordsJob: JobHandler = {
  queue: 'records_summary',
  everySeconds: 3_600,
  startsAtOnce: true,
  async run(ctx, { signal }) {
    for (let last: string | undefined = ''; last !== undefined;) {
      const found: { uid: string; stored: StoredGeneration; fields: RecordField[] }[] = await ctx.app.db.rows(sql`
        select d.uid, ${storedGeneration(sqlText('g'))} as stored, g.fields
        from dataset d
        join generation g on g.id = d.generation
        where g.summary is null and g.file is not null and d.uid > ${last}::text
        order by d.uid limit ${batchSize}::int`);
      for (const { uid, stored, fields } of found) {
        signal.throwIfAborted();
        const summary = await summarizeRecords(ctx, stored, fields);
        await inTransaction(ctx, async (tx) => {
          await tx.db.rows(
            sql`update generation set summary = ${JSON.stringify(summary)}::jsonb where id = ${stored.id}::bigint and file = ${stored.file}`,
          );
          await notifyPublicationChanged(tx, uid);
        });
      }
      last = found.length === batchSize ? found.at(-1)?.uid : undefined;
    }
  },
};

import type { RequestContext } from '#api/context.ts';
import { sql, sqlText } from '#kernel/sql.ts';
import { isRecordId, recordWithId } from './record-id.ts';
import { findReadableRecords } from './visible-records.ts';

/** Whether a dataset has a record with an identifier that the caller may read. Hidden records are answered like missing ones. */
export async function hasVisibleRecord(ctx: RequestContext, datasetUid: string, recordId: string): Promise<boolean> {
  if (!isRecordId(recordId)) return false;
  const found = await findReadableRecords(ctx, datasetUid);
  if (!found) return false;
  const { table, from, condition } = found;
  const statement = sql`select '1' from ${from} where ${recordWithId(found, recordId)} and ${condition ?? sqlText('true')} limit 1`;
  return (await ctx.records.rows({ tables: [table], statement })).length > 0;
}

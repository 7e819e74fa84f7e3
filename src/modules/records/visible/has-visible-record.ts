import type { RequestContext } from '../../../api/context.ts';
import { sql, sqlText } from '../../../kernel/sql.ts';
import { firstRow } from '../../../platform/database/database-client.ts';
import { findReadableRecords } from './visible-records.ts';

/** An identifier of a record, in hexadecimal. */
const recordIdPattern = /^[\da-f]{40}$/;

/** Whether a dataset has a record with an identifier that the caller may read. Hidden records are answered like missing ones. */
export async function hasVisibleRecord(ctx: RequestContext, datasetUid: string, recordId: string): Promise<boolean> {
  if (!recordIdPattern.test(recordId)) return false;
  const records = await findReadableRecords(ctx, datasetUid);
  if (!records) return false;
  const { from, condition, recordId: id } = records;
  const found = await firstRow(
    ctx.db,
    sql`select 1 from ${from} where ${id.bytes} = decode(${recordId}, 'hex') and ${condition ?? sqlText('true')} limit 1`,
  );
  return found !== undefined;
}

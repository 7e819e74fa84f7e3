import type { RequestContext } from '#api/context.ts';
import type { Row } from '#api/reading/type-source.ts';
import { fail } from '#kernel/fail.ts';
import type { CatalogDataset } from '#datasets/index.ts';
import { columnsOfGeneration, type VisibleRecords, visibleRecordsIn } from '#records/index.ts';
import { countCall } from '../quota/count-call.ts';
import type { QuotaUsage } from '../quota/quota-usage.type.ts';
import { sqlText } from '#kernel/sql.ts';

/** The records of a dataset, opened for a caller whose call has been counted. */
interface OpenRecords {
  readonly records: VisibleRecords;
  readonly quota: QuotaUsage | null;
}

/**
 * Opens the records of a dataset for the caller and counts the call. A dataset that published only metadata has no records. Fails
 * DATA_NOT_VISIBLE where the caller may not read the records, RECORDS_MOVING, and CALLS_QUOTA_REACHED. A query is checked afterwards, so that an invalid
 * one counts as a call.
 */
export async function openRecords(ctx: RequestContext, dataset: Row<CatalogDataset>): Promise<OpenRecords> {
  const records = await visibleRecordsIn(ctx, dataset);
  if (!records) return { records: noRecords(dataset, ctx.app.clock.now()), quota: null };
  if (!records.isDataVisible) fail('DATA_NOT_VISIBLE');
  await records.requireMoved?.();
  return { records, quota: await countCall(ctx, records) };
}

/** The caller's remaining quota on a dataset after this call; null when the caller has no quota or may not read the data. */
export async function quotaUsageOf(ctx: RequestContext, dataset: Row<CatalogDataset>): Promise<QuotaUsage | null> {
  ctx.record.markPersonal();
  const records = await visibleRecordsIn(ctx, dataset);
  return records?.isDataVisible === true ? countCall(ctx, records) : null;
}

/** The records of a dataset without published records: no field and no record, so that queries have empty answers. */
const noRecords = ({ uid, datasetId }: Pick<CatalogDataset, 'uid' | 'datasetId'>, now: Date): VisibleRecords => ({
  uid,
  datasetId,
  generation: '0',
  isDataVisible: true,
  recordCount: 0,
  quota: null,
  fields: [],
  allFields: [],
  table: { name: 'no_records', file: null, columns: columnsOfGeneration([]), readTail: null },
  from: sqlText('no_records t'),
  condition: null,
  visibleFilter: null,
  isTimeDependent: false,
  scope: (options) => ({ ...options, fields: [], find: () => undefined, now, position: sqlText('t._position') }),
});

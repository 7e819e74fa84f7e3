import type { RequestContext } from '#api/context.ts';
import { sql } from '#kernel/sql.ts';
import type { ResourceActionInput } from '../resource.inputs.ts';
import { changePublishedLog } from './realtime-log.ts';

/** Empties the log of a realtime resource and returns the resource's uid. Fails INVALID_DATASET_STATUS while the dataset is not published. */
export const deleteRealtimeRecords = (ctx: RequestContext, input: ResourceActionInput): Promise<string> =>
  changePublishedLog(ctx, input, 'delete_recover_data', (tx) =>
    tx.db.rows(sql`
    delete from realtime_record where dataset_uid = ${input.datasetUid} and resource_uid = ${input.uid}`),
  );

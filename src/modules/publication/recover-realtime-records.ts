import type { RequestContext } from '../../api/context.ts';
import { changePublishedLog, type ResourceActionInput } from '../resources/index.ts';
import { catchUpWithLog } from './catch-up-with-log.ts';

/**
 * Appends to the records of a published dataset what the log has beyond them, and answers the resource's uid. The records know how
 * far they have the log, so nothing comes twice. Fails INVALID_INPUT, INVALID_DATASET_STATUS.
 */
export const recoverRealtimeRecords = (ctx: RequestContext, input: ResourceActionInput): Promise<string> =>
  changePublishedLog(ctx, input, 'recover', catchUpWithLog);

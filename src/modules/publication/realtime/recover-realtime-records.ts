import type { RequestContext } from '../../../api/context.ts';
import { changePublishedLog, type ResourceActionInput } from '../../resources/index.ts';
import { appendPushedRecords } from './append-pushed-records.ts';

/**
 * Appends to a published dataset the records of the log that it lacks, and returns the resource's uid. The generation stores
 * its position in the log, so no record is appended twice. Fails INVALID_INPUT, INVALID_DATASET_STATUS.
 */
export const recoverRealtimeRecords = (ctx: RequestContext, input: ResourceActionInput): Promise<string> =>
  changePublishedLog(ctx, input, 'recover', appendPushedRecords);

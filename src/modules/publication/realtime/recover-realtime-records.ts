import type { RequestContext } from '#api/context.ts';
import { withFile } from '#records/index.ts';
import { changePublishedLog, type ResourceActionInput } from '#resources/index.ts';
import { appendPushedRecords } from './append-pushed-records.ts';

/**
 * Appends to a published dataset the records of the log that it lacks, and returns the resource's uid. The generation
 * stores the position in the log up to which it contains the records, so that no record is appended twice. Fails as
 * `changePublishedLog` does.
 */
export const recoverRealtimeRecords = (ctx: RequestContext, input: ResourceActionInput): Promise<string> =>
  withFile(ctx, () => changePublishedLog(ctx, input, 'recover', appendPushedRecords));

import type { RequestContext } from '../../api/context.ts';
import { readText } from '../../engine/blocks/read-text.ts';
import { failFields } from '../../kernel/fail.ts';
import { moderate } from './moderate.ts';
import type { RejectSubmissionInput } from './moderation.inputs.ts';
import { setStatus } from './set-status.ts';

const longestReason = 10_000;

/** Rejects a submission for a reason and answers its uid. Fails as `moderate` does, INVALID_SUBMISSION_STATUS, INVALID_INPUT. */
export const rejectSubmission = (ctx: RequestContext, input: RejectSubmissionInput): Promise<string> =>
  moderate(ctx, input, (tx, submission) => setStatus(tx, submission, input, 'reject', readReason(input)));

function readReason({ reason }: RejectSubmissionInput): string {
  const reading = readText(reason.trim(), longestReason);
  if ('problem' in reading) failFields({ reason: [reading.problem] });
  return reading.value === '' ? failFields({ reason: ['Say why.'] }) : reading.value;
}

import type { SubmissionResultFragment } from '../generated/operations.ts';
import type { Answer } from '../route.ts';

/** What came of a submission: a status of success with the given headers, or 400 (docs/contract/rest.md 1, Errors). */
export const submissionResult = (
  { is_valid, errors }: SubmissionResultFragment,
  success: Pick<Answer, 'status' | 'headers'>,
): Answer => ({ ...(is_valid ? success : { status: 400 }), body: { is_valid, errors } });

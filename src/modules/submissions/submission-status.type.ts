import { registerEnumType } from 'type-graphql';
import type { SubmissionStatus } from './submission-status.ts';

/** How far moderation is, as the graph's enum. */
export const submissionStatusEnum: { readonly [Status in SubmissionStatus]: Status } = { pending: 'pending', approved: 'approved', rejected: 'rejected' };
registerEnumType(submissionStatusEnum, {
  name: 'SubmissionStatus',
  description: 'How far the moderation of a submission is.',
  valuesConfig: {
    pending: { description: 'It waits for a moderator.' }, approved: { description: 'It counts.' },
    rejected: { description: 'It does not count, neither for quotas nor for what has to be unique.' },
  },
});

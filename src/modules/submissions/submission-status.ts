/** The moderation status (docs/contract/specification.md 3.4). */
export const submissionStatuses = ['pending', 'approved', 'rejected'] as const;
/** The moderation status of a submission. */
export type SubmissionStatus = (typeof submissionStatuses)[number];

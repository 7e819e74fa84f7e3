import { transitions } from '../../kernel/transitions.ts';

/** How moderators move submissions (docs/contract/specification.md 3.4). What was judged may be judged anew: a rejected one then has to find room again. */
export const moderation = transitions(
  {
    pending: { approve: 'approved', reject: 'rejected' },
    approved: { reject: 'rejected' },
    rejected: { approve: 'approved' },
  },
  'INVALID_SUBMISSION_STATUS',
);

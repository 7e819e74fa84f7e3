import type { RequestContext } from '../../../api/context.ts';
import { countedQuota } from '../../../api/session/counted-quota.ts';

/** The headers with the caller's remaining quota on the dataset of the request (docs/contract/explore.md 12); empty without a quota. */
export function quotaHeaders(ctx: RequestContext): Readonly<Record<string, string>> {
  const quota = countedQuota(ctx);
  return quota
    ? {
        'x-ratelimit-dataset-limit': String(quota.limit),
        'x-ratelimit-dataset-remaining': String(quota.remaining),
        'x-ratelimit-dataset-reset': quota.resetsAt.replace('T', ' ').replace('Z', '+00:00'),
      }
    : {};
}

import type { RequestContext } from '#api/context.ts';
import { countedQuota, type QuotaScope } from '#api/session/counted-quota.ts';

/** The headers with what the caller has left of their quotas (docs/contract/explore.md 12); empty without a quota. */
export const quotaHeaders = (ctx: RequestContext): Readonly<Record<string, string>> => ({
  ...headersOf(ctx, 'domain', 'x-ratelimit'),
  ...headersOf(ctx, 'dataset', 'x-ratelimit-dataset'),
});

function headersOf(ctx: RequestContext, scope: QuotaScope, prefix: string): Readonly<Record<string, string>> {
  const quota = countedQuota(ctx, scope);
  return quota
    ? {
        [`${prefix}-limit`]: String(quota.limit),
        [`${prefix}-remaining`]: String(quota.remaining),
        [`${prefix}-reset`]: quota.resetsAt.replace('T', ' ').replace('Z', '+00:00'),
      }
    : {};
}

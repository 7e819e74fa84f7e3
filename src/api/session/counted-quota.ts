import type { RequestContext } from '../context.ts';

/** A caller's quota of calls, and how many calls are left. */
export interface CountedQuota {
  readonly unit: string;
  /** The number of calls in one period. */
  readonly limit: number;
  readonly remaining: number;
  /** When the next period begins. */
  readonly resetsAt: string;
}

/** What a quota limits: calls on one dataset, or all calls of the Explore API. */
export type QuotaScope = 'dataset' | 'domain';

const counted = new WeakMap<RequestContext, Map<QuotaScope, CountedQuota>>();

/** Stores the quota that is left after the counted call of a request, for the headers of the answer. */
export function setCountedQuota(ctx: RequestContext, scope: QuotaScope, quota: CountedQuota): void {
  const quotas = counted.get(ctx) ?? new Map<QuotaScope, CountedQuota>();
  counted.set(ctx, quotas.set(scope, quota));
}

const countedDatasets = new WeakSet<RequestContext>();

/** Notes that a request counted its call on a dataset, whether or not the caller has a quota. */
export const noteDatasetCall = (ctx: RequestContext): unknown => countedDatasets.add(ctx);

/** Whether a request counted its call on a dataset. */
export const hasDatasetCall = (ctx: RequestContext): boolean => countedDatasets.has(ctx);

/** The quota that is left after the counted call of a request, even where that call was refused; undefined where the request counted no call. */
export const countedQuota = (ctx: RequestContext, scope: QuotaScope): CountedQuota | undefined =>
  counted.get(ctx)?.get(scope);

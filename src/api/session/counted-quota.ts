import type { RequestContext } from '../context.ts';

/** What is left of a caller's quota of calls on a dataset. */
export interface CountedQuota {
  readonly unit: string;
  /** The number of calls in one period. */
  readonly limit: number;
  readonly remaining: number;
  /** When the next period begins. */
  readonly resetsAt: string;
}

const counted = new WeakMap<RequestContext, CountedQuota>();

/** Stores the quota that is left after the counted call of a request, for the headers of the answer. */
export const setCountedQuota = (ctx: RequestContext, quota: CountedQuota): unknown => counted.set(ctx, quota);

/** The quota that is left after the counted call of a request, even where that call was refused; undefined where the request counted no call. */
export const countedQuota = (ctx: RequestContext): CountedQuota | undefined => counted.get(ctx);

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

/** Keeps what is left after the call that a request counted, for the headers of its answer. */
export const setCountedQuota = (ctx: RequestContext, quota: CountedQuota): unknown => counted.set(ctx, quota);

/** What is left after the call that a request counted, also where it was refused; undefined where it counted none. */
export const countedQuota = (ctx: RequestContext): CountedQuota | undefined => counted.get(ctx);

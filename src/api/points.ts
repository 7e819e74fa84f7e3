import type { RequestContext } from './context.ts';

/** What requests cost, in points of the caller's budget. */
export const prices = Object.freeze({
  /** Every request, and with it the root object of its operation; the other prices are added. */
  request: 1,
  /** A request that sends a file or a form. */
  upload: 10,
  /** A stream of events, when it is opened. */
  stream: 10,
  /** A streamed export. */
  export: 50,
});

/**
 * Spends points of the caller's budget, where they have one. Returns a promise only where the decision waits for the database. Fails
 * RATE_LIMIT_EXCEEDED.
 */
export function spendPoints({ budget, record }: RequestContext, points: number): Promise<void> | undefined {
  if (points <= 0) return undefined;
  record.addPoints(points);
  return budget?.spend(points);
}

import type { RequestContext } from '../context.ts';

/** What requests cost, in points of the caller's budget. */
export const prices = Object.freeze({
  /** Every request; the other prices are added. */
  request: 1,
  /** A request that sends a file or a form. */
  upload: 10,
  /** A stream of events, when it is opened. */
  stream: 10,
  /** A streamed export. */
  export: 50,
});

const rowsPerPoint = 100;

/** The points that an operation costs: one for each 100 rows that its lists may have, by their page sizes. */
export const pointsOfRows = (rows: number): number => Math.floor(rows / rowsPerPoint);

/**
 * Spends points of the caller's budget, where they have one. Returns a promise only where the decision waits for the database. Fails
 * RATE_LIMIT_EXCEEDED.
 */
export const spendPoints = ({ budget }: RequestContext, points: number): Promise<void> | undefined =>
  points > 0 ? budget?.spend(points) : undefined;

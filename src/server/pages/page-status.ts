import { errorCodes, type ErrorKind } from '#kernel/error-codes.ts';
import type { RenderedPage } from '#portal-page/rendering.ts';

const statuses: Readonly<Partial<Record<ErrorKind, number>>> = {
  missing: 404,
  anonymous: 401,
  denied: 403,
  malformed: 400,
  invalid: 400,
  rate: 429,
  unavailable: 503,
  timedOut: 503,
  full: 503,
};

/** The status of a page: what the graph refuses has the status that REST gives it. */
export function statusOf(outcome: RenderedPage['outcome']): number {
  if (outcome === 'found') return 200;
  if (outcome === 'not-found') return 404;
  const entry = Object.entries(errorCodes).find(([code]) => code === outcome.code)?.[1];
  return (entry && statuses[entry.kind]) ?? 500;
}

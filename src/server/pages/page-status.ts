import { httpStatusByKind } from '#api/errors/describe-errors.ts';
import { errorCodes } from '#kernel/error-codes.ts';
import type { RenderedPage } from '#portal-page/rendering.ts';

/** The status of a page: what the graph refuses has the status that REST gives it. */
export function statusOf(outcome: RenderedPage['outcome']): number {
  if (outcome === 'found') return 200;
  if (outcome === 'not-found') return 404;
  if (outcome === 'removed') return 410;
  const entry = Object.entries(errorCodes).find(([code]) => code === outcome.code)?.[1];
  return entry ? httpStatusByKind[entry.kind] : 500;
}

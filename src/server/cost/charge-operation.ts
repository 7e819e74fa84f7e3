import { HeaderMap } from '@apollo/server';
import { GraphQLError } from 'graphql';
import type { RequestContext } from '#api/context.ts';
import { httpStatusByKind } from '#api/errors/describe-errors.ts';
import { prices, spendPoints } from '#api/session/points.ts';
import { CatalogError } from '#kernel/fail.ts';

/**
 * Spends the points that the operation of a request costs, once. The price of the request, which the cost includes, is spent already. Returns a
 * promise only where the decision waits for the database. Fails RATE_LIMIT_EXCEEDED.
 */
export function chargeOperation(ctx: RequestContext, cost: number): Promise<void> | undefined {
  if (ctx.record.isOperationCharged) return undefined;
  ctx.record.isOperationCharged = true;
  return spendPoints(ctx, cost - prices.request);
}

/** Like `chargeOperation`, with an error that gives Apollo's response the status and the headers of a rate limit. */
export async function chargeOperationInApollo(ctx: RequestContext, cost: number): Promise<void> {
  try {
    await chargeOperation(ctx, cost);
  } catch (error) {
    if (!(error instanceof CatalogError)) throw error;
    const headers = new HeaderMap([['retry-after', String(error.retryAfter ?? 1)]]);
    throw new GraphQLError(error.message, {
      originalError: error,
      extensions: { code: error.code, http: { status: httpStatusByKind[error.entry.kind], headers } },
    });
  }
}

import { HeaderMap } from '@apollo/server';
import { GraphQLError } from 'graphql';
import type { RequestContext } from '../../api/context.ts';
import { httpStatusByKind } from '../../api/errors/status-of-kind.ts';
import { pointsOfRows, spendPoints } from '../../api/session/points.ts';
import { CatalogError } from '../../kernel/fail.ts';

const charged = new WeakSet<RequestContext>();

/**
 * Spends the points that the rows of a request's operation cost, once: Apollo repeats an operation that no plan answered. Returns a promise
 * only where the decision waits for the database. Fails RATE_LIMIT_EXCEEDED.
 */
export function spendOnRows(ctx: RequestContext, rows: number): Promise<void> | undefined {
  if (!ctx.budget || charged.has(ctx)) return undefined;
  charged.add(ctx);
  return spendPoints(ctx, pointsOfRows(rows));
}

/** Like `spendOnRows`, with an error that gives Apollo's response the status and the headers of a rate limit. */
export async function spendOnRowsInApollo(ctx: RequestContext, rows: number): Promise<void> {
  try {
    await spendOnRows(ctx, rows);
  } catch (error) {
    if (!(error instanceof CatalogError)) throw error;
    const headers = new HeaderMap([['retry-after', String(error.retryAfter ?? 1)]]);
    throw new GraphQLError(error.message, {
      originalError: error,
      extensions: { code: error.code, http: { status: httpStatusByKind[error.entry.kind], headers } },
    });
  }
}

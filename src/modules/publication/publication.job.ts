import { toCatalogError } from '../../api/errors/to-catalog-error.ts';
import type { JobHandler } from '../../api/catalog-module.ts';
import type { RequestContext } from '../../api/context.ts';
import type { Job } from '../../platform/jobs/job-queue.ts';
import { remoteOfResources } from '../resources/index.ts';
import { orderNameOf, type Attempt } from './attempt.ts';
import { OrderStopped } from './order-stopped.ts';
import type { OrderKind } from './publication-order.entity.ts';
import { publishRecords, type RunBounds } from './publish-records.ts';
import { publicationQueue, sweepQueue } from './queues.ts';
import { settleOrder, type Outcome } from './settle-order.ts';
import { giveBackOrder, takeOrder } from './take-order.ts';

type Work = (ctx: RequestContext, attempt: Attempt, bounds: RunBounds) => Promise<Outcome>;

const works: Readonly<Record<OrderKind, Work>> = {
  publish,
  publish_metadata: () => Promise.resolve({ event: 'done' }),
  unpublish: () => Promise.resolve({ event: 'done' }),
};

/** A dataset that is made of a remote one takes its metadata from there too; what does not tell them fails nothing. */
async function publish(ctx: RequestContext, attempt: Attempt, bounds: RunBounds): Promise<Outcome> {
  const { resources } = attempt.configuration;
  const [outcome, told] = await Promise.all([
    publishRecords(ctx, attempt, bounds),
    resources && remoteOfResources(ctx.app, resources),
  ]);
  return { ...outcome, told };
}

/**
 * Works on an order until it has settled. What is wrong with the dataset settles as an error at once; what is wrong here,
 * and whatever nobody foresaw, fails the job: it comes back, and is given up when it has been taken too often.
 */
export async function workOnOrder(
  ctx: RequestContext,
  { data, signal }: Pick<Job, 'data' | 'signal'>,
  limits: Omit<RunBounds, 'signal'> = { maxRecords: ctx.app.config.maxRecords },
): Promise<void> {
  const attempt = await takeOrder(ctx, orderNameOf(data));
  if (!attempt) return;
  try {
    await settleOrder(ctx, attempt, await works[attempt.kind](ctx, attempt, { signal, ...limits }));
  } catch (error) {
    await endBadly(ctx, attempt, error, signal);
  }
}

async function endBadly(ctx: RequestContext, attempt: Attempt, error: unknown, signal: AbortSignal): Promise<void> {
  if (error instanceof OrderStopped) return ctx.app.jobs.send(ctx.db, sweepQueue, {}, { key: sweepQueue });
  if (signal.aborted) {
    await giveBackOrder(ctx, attempt);
    throw error;
  }
  const failure = toCatalogError(error);
  if (!failure || failure.entry.kind === 'unavailable') throw error;
  await settleOrder(ctx, attempt, { event: 'fail', message: failure.message });
}

/** One user's publications leave a place for those of others, however slow their sources are. */
export const publicationJob: JobHandler = {
  queue: publicationQueue,
  concurrency: 4,
  groupConcurrency: 3,
  run: (ctx, job) => workOnOrder(ctx, job),
};

import { LockMode } from '@mikro-orm/core';
import type { JobHandler } from '#api/catalog-module.ts';
import type { RequestContext } from '#api/context.ts';
import { isServiceFault, toCatalogError } from '#api/errors/to-catalog-error.ts';
import { inTransaction } from '#api/transaction.ts';
import { CatalogError } from '#kernel/fail.ts';
import { sql } from '#kernel/sql.ts';
import type { Job } from '#platform/job-queue.ts';
import {
  asStarter,
  claimHarvest,
  endAborted,
  endHarvest,
  HarvestAborted,
  type HarvestAttempt,
  harvestQueue,
  HarvestLeaseLost,
  monitorHarvest,
  parseHarvestKey,
  releaseHarvest,
} from './harvest-attempt.ts';
import { harvest } from './harvest.ts';
import { HarvesterEntity, HarvesterScheduleEntity, harvesterStatus } from './harvester.entity.ts';
import { enqueueHarvest, executeOrder, finishDeletion, ordersQueue, parseOrder } from './harvester-orders.ts';
import { nextStart } from './next-start.ts';

/**
 * Executes a run until it ends. What is wrong with the source, or with the rights of the starter, ends it with a message. Where the service is
 * unavailable or an error is unexpected, the job fails and is retried.
 */
async function executeHarvest(ctx: RequestContext, { data, signal }: Pick<Job, 'data' | 'signal'>): Promise<void> {
  const attempt = await claimHarvest(ctx, parseHarvestKey(data));
  if (!attempt) return;
  const stop = new AbortController();
  const ended = new AbortController();
  const onStop = (reason: Error) => {
    stop.abort(reason);
  };
  const monitoring = monitorHarvest(ctx, attempt, onStop, ended.signal);
  try {
    const end = await harvest(await asStarter(ctx, attempt), attempt, AbortSignal.any([signal, stop.signal]));
    await endHarvest(ctx, attempt, end);
  } catch (error) {
    await endInterrupted(ctx, attempt, stop.signal.aborted ? stop.signal.reason : error, signal);
  } finally {
    ended.abort();
    await monitoring;
  }
}

/** Ends an attempt that threw, or leaves it to another one by throwing. */
async function endInterrupted(
  ctx: RequestContext,
  attempt: HarvestAttempt,
  error: unknown,
  signal: AbortSignal,
): Promise<void> {
  if (error instanceof HarvestLeaseLost) return;
  if (error instanceof HarvestAborted) return endAborted(ctx, attempt);
  if (signal.aborted) {
    await releaseHarvest(ctx, attempt);
    throw error;
  }
  const failure = toCatalogError(error);
  if (!failure || isServiceFault(failure)) throw error;
  await endHarvest(ctx, attempt, { error: failure.message, isComplete: false });
}

/** Executes the runs of harvesters. */
export const harvestJob: JobHandler = {
  queue: harvestQueue,
  concurrency: 4,
  groupConcurrency: 3,
  run: executeHarvest,
};

/** Executes the orders for the datasets of large harvesters, and deletions. */
export const harvesterOrdersJob: JobHandler = {
  queue: ordersQueue,
  concurrency: 2,
  async run(ctx, { data, signal }) {
    const { harvesterUid, order, requestedBy, scopes } = parseOrder(data);
    try {
      await executeOrder(await asStarter(ctx, { requestedBy, scopes }), harvesterUid, order, signal);
    } catch (error) {
      // who ordered it may no longer do so; datasets that are left stay as they are
      if (!(error instanceof CatalogError && error.code === 'PERMISSION_DENIED')) throw error;
      ctx.app.log.warn(
        { harvesterUid, order },
        'The user who ordered a change of all datasets of a harvester lost the right.',
      );
    }
    if (order === 'delete') await finishDeletion(ctx, harvesterUid);
  },
};

/** Starts the harvesters whose schedules are due, twice a minute. One that runs is skipped; one start makes up for several missed ones. */
export const harvesterSchedulesJob: JobHandler = {
  queue: 'harvester-schedules',
  everySeconds: 30,
  async run(ctx, { signal }) {
    const due = await ctx.db.rows<{ uid: string }>(sql`
      select harvester_uid as uid from harvester_schedule
      where next_run_at <= ${ctx.app.clock.now()}::timestamptz order by next_run_at, harvester_uid`);
    for (const { uid } of due) {
      signal.throwIfAborted();
      try {
        await inTransaction(ctx, (tx) => startScheduled(tx, uid));
      } catch (err) {
        // The failure of one must not stop the others. The next look retries it.
        ctx.app.log.error({ err, harvesterUid: uid }, 'A harvester could not be started by its schedule.');
      }
    }
  },
};

/** Moves the due schedule of a harvester to its next start, and starts the harvester with the rights of its creator. */
async function startScheduled(tx: RequestContext, uid: string): Promise<void> {
  const lock = { lockMode: LockMode.PESSIMISTIC_WRITE, refresh: true };
  const harvester = await tx.em.findOne(HarvesterEntity, { uid }, lock);
  const schedule = harvester && (await tx.em.findOne(HarvesterScheduleEntity, { harvester: uid }));
  const now = tx.app.clock.now();
  if (!harvester || !schedule || schedule.nextRunAt > now) return;
  schedule.nextRunAt = nextStart(schedule.cronSchedule, schedule.timezone, now);
  const { createdBy, scopes } = schedule;
  if (!createdBy || !harvesterStatus.allowing('start').includes(harvester.status)) return;
  await enqueueHarvest(tx, harvester, { requestedBy: createdBy.username, scopes });
}

/** Executes all pending runs and deletions of a catalog that was restored from a backup, which has no jobs. */
export const resumeAllHarvests = (ctx: RequestContext): Promise<void> =>
  inTransaction(ctx, async ({ app, db }) => {
    const pending = await db.rows<{ uid: string; runId: string; isDeleting: boolean; requestedBy: string | null }>(sql`
      select uid, run_id as "runId", status = 'deleting' as "isDeleting", requested_by as "requestedBy"
      from harvester where status not in ('new', 'idle')`);
    for (const { uid, runId, isDeleting, requestedBy } of pending) {
      const order = { harvesterUid: uid, order: 'delete', requestedBy: requestedBy ?? '', scopes: [] };
      if (isDeleting) await app.jobs.send(db, ordersQueue, order, { key: uid });
      else await app.jobs.send(db, harvestQueue, { harvesterUid: uid, runId }, { key: uid });
    }
  });

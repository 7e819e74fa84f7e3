import type { JobHandler } from '#api/catalog-module.ts';
import type { DatasetHook, RequestContext } from '#api/context.ts';
import { isServiceFault, toCatalogError } from '#api/errors/to-catalog-error.ts';
import type { Job } from '#platform/job-queue.ts';
import type { MeasuredPublication } from '#platform/telemetry.ts';
import { declaredFieldSteps, fetchMetadataForResources, harvestedFieldSteps } from '#resources/index.ts';
import { type Attempt, LeaseLost, parseRunKey, publicationQueue, ResourceFailed, sweepQueue } from './run-attempt.ts';
import { publishRecords, type RunBounds } from './publish-records.ts';
import { claimRun, discardRecords, noteInterruption, releaseRun, runConcurrency } from './claim-run.ts';
import { finishRun, type Outcome } from './finish-run.ts';
import type { RunKind } from './publication-run.entity.ts';
import { inTransaction } from '#api/transaction.ts';
import { sql, type Sql } from '#kernel/sql.ts';
import { dropGenerations, retireGenerationsOf, reviveGenerationsOf } from '#records/index.ts';

/** Executes an attempt of one kind of run. */
type Runner = (ctx: RequestContext, attempt: Attempt, bounds: RunBounds) => Promise<Outcome>;

const runners: Readonly<Record<RunKind, Runner>> = {
  publish,
  publish_metadata: () => Promise.resolve({ event: 'done' }),
  unpublish: () => Promise.resolve({ event: 'done' }),
};

/**
 * Publishes the records. Those of a form have the fields that it declares. Records of a remote dataset get its fields and metadata; when the remote catalog does not describe the dataset,
 * the run does not fail, and fields are inferred from the records.
 */
async function publish(ctx: RequestContext, attempt: Attempt, bounds: RunBounds): Promise<Outcome> {
  const { resources } = attempt.configuration;
  const remote = resources && (await fetchMetadataForResources(ctx.app, resources));
  const declared = resources ? await declaredFieldSteps(ctx.app, resources) : [];
  const harvested = await harvestedFieldSteps(ctx, sql`${attempt.datasetUid}`);
  const sourceFields = [...(remote?.fieldSteps ?? []), ...harvested, ...declared];
  const outcome = await publishRecords(ctx, attempt, { ...bounds, sourceFields });
  return { ...outcome, remote };
}

/**
 * Executes a run until it finishes. An error of the dataset, such as a broken source, fails the run at once. When the service is
 * unavailable or an error is unexpected, the job fails and is retried; after the last attempt the run fails.
 */
export async function executeRun(
  ctx: RequestContext,
  { data, signal }: Pick<Job, 'data' | 'signal'>,
  limits: Omit<RunBounds, 'signal'> = { maxRecords: ctx.app.config.maxRecords },
): Promise<void> {
  const attempt = await claimRun(ctx, parseRunKey(data));
  if (!attempt) return;
  const recordEnd = ctx.app.metrics.startPublication(attempt.kind);
  let ended: MeasuredPublication = { outcome: 'interrupted', records: 0 };
  try {
    const outcome = await runners[attempt.kind](ctx, attempt, { signal, ...limits });
    const event = await finishRun(ctx, attempt, outcome);
    if (event) ended = { outcome: measuredOutcomes[event], records: outcome.records ?? 0 };
  } catch (error) {
    if (await failRun(ctx, attempt, error, signal)) ended = { outcome: 'failed', records: 0 };
  } finally {
    recordEnd(ended);
  }
}

/** How metrics name the ends of a run. */
const measuredOutcomes = { done: 'done', full: 'limit_reached', fail: 'failed' } as const satisfies Record<
  Outcome['event'],
  MeasuredPublication['outcome']
>;

/** Ends an attempt that threw. Returns whether the run has failed; otherwise another attempt follows. */
async function failRun(ctx: RequestContext, attempt: Attempt, thrown: unknown, signal: AbortSignal): Promise<boolean> {
  const failed = thrown instanceof ResourceFailed ? thrown : undefined;
  const error = failed ? failed.cause : thrown;
  const { log } = ctx.app;
  const { datasetUid } = attempt;
  if (error instanceof LeaseLost) {
    await ctx.app.jobs.send(ctx.db, sweepQueue, {}, { key: sweepQueue });
    return false;
  }
  if (signal.aborted) {
    await releaseRun(ctx, attempt);
    throw error;
  }
  const failure = toCatalogError(error);
  if (!failure || isServiceFault(failure)) {
    const holdsLease = await noteInterruption(ctx, attempt, failure).catch((err: unknown) => {
      log.warn({ err, datasetUid }, 'The reason of an interrupted publication could not be stored.');
      return true;
    });
    if (holdsLease) throw error;
    return false;
  }
  if (failure.entry.kind === 'full') log.error({ err: error, datasetUid }, 'A disk is full; the publication ends.');
  // A disk that the records have filled has room again before the end of the run is written.
  await discardRecords(ctx, attempt).catch((err: unknown) => {
    log.warn(
      { err, datasetUid },
      'The records of a failed publication could not be removed; a later sweep removes them.',
    );
  });
  await finishRun(ctx, attempt, {
    event: 'fail',
    message: failed ? `${failed.message}: ${failure.message}` : failure.message,
    ...(failed && { params: { resource: failed.resource } }),
  });
  return true;
}

/** Executes publication runs. `groupConcurrency` leaves some for other users when all sources of one user are slow. */
export const publicationJob: JobHandler = {
  queue: publicationQueue,
  ...runConcurrency,
  run: (ctx, job) => executeRun(ctx, job),
};

/** Keeps the records of a restored dataset, and executes the run that its deletion interrupted, as after the crash of a worker. */
export const resumePublication: DatasetHook = async (tx, uid) => {
  await reviveGenerationsOf(tx, uid);
  await sendJobs(tx, sql`dataset_uid = ${uid}`);
};

/** Executes all pending runs of a catalog that was restored from a backup, which has no jobs. */
export const resumeAllPublications = (ctx: RequestContext): Promise<void> =>
  inTransaction(ctx, (tx) => sendJobs(tx, sql`true`));

async function sendJobs({ app, db }: RequestContext, condition: Sql): Promise<void> {
  const runs = await db.rows<{ id: string; datasetUid: string; requestedBy: string | null }>(
    sql`select id, dataset_uid as "datasetUid", requested_by as "requestedBy" from publication_run where ${condition}`,
  );
  for (const { id: runId, datasetUid, requestedBy } of runs)
    await app.jobs.send(
      db,
      publicationQueue,
      { datasetUid, runId },
      { key: datasetUid, ...(requestedBy !== null && { group: requestedBy }) },
    );
}

/**
 * Drops the generations that are neither visible nor being written: replaced generations, and generations of failed attempts and deleted
 * datasets.
 */
export const dropUnusedGenerationsJob: JobHandler = {
  queue: sweepQueue,
  everySeconds: 60,
  run: (ctx, { signal }) => dropGenerations(ctx, sql`select generation from publication_run`, signal),
};

/** Requests that the records of a deleted dataset are dropped as soon as no request reads them. */
export const dropRecords: DatasetHook = async (tx, uid) => {
  await retireGenerationsOf(tx, uid);
  await tx.app.jobs.send(tx.db, sweepQueue, {}, { key: sweepQueue });
};

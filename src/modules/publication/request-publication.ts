import { randomUUID } from 'node:crypto';
import { sectionsAsJson } from '#api/capture-sections.ts';
import type { RequestContext } from '#api/context.ts';
import type { SectionName } from '#api/section-name.ts';
import { fail } from '#kernel/fail.ts';
import { sql, sqlText } from '#kernel/sql.ts';
import { changeDataset, type DatasetActionInput, DatasetEntity, datasetStatus } from '#datasets/index.ts';
import { definersOfProcessors } from '#processors/index.ts';
import { definersOfResources, highWatermark } from '#resources/index.ts';
import { lostRunsQueue, publicationQueue, schedulesQueue, transitionStatus } from './run-attempt.ts';
import { withFile } from '#records/index.ts';
import { abortedEarlyMessage, finishLockedRun } from './finish-run.ts';
import { PublicationRunEntity, type RunConfiguration, type RunKind } from './publication-run.entity.ts';
import type { PublishDatasetInput } from './publication.inputs.ts';
import { LockMode } from '@mikro-orm/core';
import { anonymous, forCaller } from '#api/session.ts';
import type { JobHandler } from '#api/catalog-module.ts';
import { inTransaction } from '#api/transaction.ts';
import { firstRow } from '#platform/database/database-client.ts';
import { datasetRights } from '#access/index.ts';
import { readDomainRights, sessionOfUser } from '#identity/index.ts';
import { advanceDueSchedules, findDueDatasets } from '#schedules/index.ts';

/**
 * For each kind of run: the sections that the version lists, the sections that the run captures, and whether the dataset
 * must already be published.
 */
const runKinds: Readonly<
  Record<
    RunKind,
    {
      readonly sections: readonly SectionName[];
      readonly captured: readonly SectionName[];
      readonly requiresPublished: boolean;
    }
  >
> = {
  publish: {
    sections: ['data'],
    captured: ['resources', 'processors', 'fields', 'metadata'],
    requiresPublished: false,
  },
  publish_metadata: { sections: ['metadata'], captured: ['metadata'], requiresPublished: true },
  unpublish: { sections: ['data'], captured: [], requiresPublished: true },
};

/**
 * Requests a run and returns the dataset's uid. The status, the run with the current configuration and the job are
 * written in one transaction. Fails INVALID_DATASET_STATUS while another run is pending, and for an unpublished dataset when
 * the kind of run needs a published one.
 */
export async function requestPublication(
  ctx: RequestContext,
  kind: RunKind,
  { uid, expectedRevision, isEmptyAccepted, isResultAccepted }: PublishDatasetInput,
): Promise<string> {
  await changeDataset(
    ctx,
    uid,
    { sections: runKinds[kind].sections, rights: ['publish'], expectedRevision },
    (tx, dataset) =>
      enqueueRun(tx, dataset, kind, {
        acceptsEmpty: isEmptyAccepted === true,
        acceptsResult: isResultAccepted === true,
      }),
  );
  return uid;
}

/** How the result of a run is checked before readers see it. */
type ResultChecks = Pick<RunConfiguration, 'acceptsEmpty' | 'acceptsResult' | 'isScheduled'>;

/**
 * Enqueues a run of a locked dataset for the session's user. The caller must have checked that user's right to publish.
 * Fails as `requestPublication` does.
 */
export async function enqueueRun(
  tx: RequestContext,
  dataset: DatasetEntity,
  kind: RunKind,
  checks: ResultChecks = {},
): Promise<void> {
  const { captured, requiresPublished } = runKinds[kind];
  const { username } = tx.session;
  const now = tx.app.clock.now();
  transitionStatus(dataset, 'enqueue', now, { action: kind });
  if (requiresPublished && !dataset.isPublished)
    fail('INVALID_DATASET_STATUS', { status: 'not published', action: kind, allowed: 'published' });
  const id = randomUUID();
  const d = sqlText('d');
  await tx.db.rows(sql`
    insert into publication_run (dataset_uid, id, kind, configuration, requested_by, requested_at)
    select d.uid, ${id}::uuid, ${kind}::text,
      ${sectionsAsJson(tx.app.registry.sections, d, captured)} || ${JSON.stringify(checks)}::jsonb || jsonb_build_object('highWatermark',
        ${highWatermark(d)}, 'definers', ${definersOfProcessors(d)} || ${definersOfResources(d)}),
      ${username ?? null}::text, ${now}::timestamptz
    from dataset d where d.uid = ${dataset.uid}`);
  await tx.app.jobs.send(
    tx.db,
    publicationQueue,
    { datasetUid: dataset.uid, runId: id },
    { key: dataset.uid, ...(username !== undefined && { group: username }) },
  );
}

/**
 * Requests that the running job stops and keeps what it has written; returns the dataset's uid. A run that no worker has begun ends at once
 * and changes nothing, and so does one that is gone. Fails INVALID_DATASET_STATUS when the status allows no abort.
 */
export async function abortPublication(
  ctx: RequestContext,
  { uid, expectedRevision }: DatasetActionInput,
): Promise<string> {
  const change = { sections: ['data'], rights: ['publish'], expectedRevision } as const;
  await withFile(ctx, () =>
    changeDataset(ctx, uid, change, async (tx, dataset) => {
      const isQueued = dataset.status === 'queued';
      const now = tx.app.clock.now();
      transitionStatus(dataset, 'abort', now);
      const run = await tx.em.findOne(PublicationRunEntity, { dataset: uid });
      if (!run) transitionStatus(dataset, 'done', now, { message: lostRunMessage });
      else if (isQueued)
        await finishLockedRun(tx, { dataset, run }, { event: 'done', message: abortedEarlyMessage, isEmpty: true });
    }),
  );
  return uid;
}

/**
 * Enqueues the publications that are due. The rows of schedules are the only state and are polled. A changed, restored or copied
 * schedule therefore needs no other update, and a run whose time passed while no worker was running is still due. A schedule is
 * taken only under the lock of its dataset; when another transaction holds the lock, the dataset is skipped until the next poll.
 */
export async function runDueSchedules(ctx: RequestContext, signal: AbortSignal): Promise<void> {
  for (const datasetUid of await findDueDatasets(ctx)) {
    signal.throwIfAborted();
    try {
      await inTransaction(ctx, (tx) => runSchedulesOfDataset(tx, datasetUid));
    } catch (err) {
      // The failure of one dataset must not stop the others. The next poll retries it.
      ctx.app.log.error({ err, datasetUid }, 'The schedules of a dataset could not be run.');
    }
  }
}

/**
 * Takes the due schedules of a dataset and enqueues a publication for the first of their creators who may publish the dataset. An unpublished
 * dataset, and a dataset with a pending run, is not published (docs/contract/rest.md 4).
 */
async function runSchedulesOfDataset(tx: RequestContext, uid: string): Promise<void> {
  const dataset = await tx.em.findOne(DatasetEntity, { uid }, { lockMode: LockMode.PESSIMISTIC_PARTIAL_WRITE });
  if (!dataset) return;
  const publishers = await advanceDueSchedules(tx, uid);
  if (!dataset.isPublished || !datasetStatus.allowing('enqueue').includes(dataset.status)) return;
  for (const { username, scopes } of publishers) {
    const user = await readDomainRights(tx.db, username);
    const session = user ? sessionOfUser(user, scopes) : anonymous;
    const asCreator = { ...tx, session, db: forCaller(tx.db, session) };
    if (await canPublish(asCreator, uid)) return enqueueRun(asCreator, dataset, 'publish', { isScheduled: true });
  }
}

const canPublish = async ({ db, session }: RequestContext, uid: string): Promise<boolean> =>
  (await firstRow(
    db,
    sql`select 1 from dataset d where d.uid = ${uid} and ${datasetRights.publish(session, sqlText('d'))}`,
  )) !== undefined;

/** Enqueues due publications twice a minute. */
export const scheduledPublicationJob: JobHandler = {
  queue: schedulesQueue,
  everySeconds: 30,
  run: (ctx, { signal }) => runDueSchedules(ctx, signal),
};

/** The message of a status that waited for a run which is gone. */
export const lostRunMessage = 'The publication is gone: no worker executes it. Publish the dataset again.';

/** Whether a dataset has a run, which waits or is being executed. */
const hasRun = async ({ db }: Pick<RequestContext, 'db'>, datasetUid: string): Promise<boolean> =>
  (await firstRow(db, sql`select 1 from publication_run where dataset_uid = ${datasetUid}`)) !== undefined;

/** Ends the publications of datasets whose status waits for a run that is gone, with an error. Otherwise no other could be requested. */
export async function endLostRuns(ctx: RequestContext, signal: AbortSignal): Promise<void> {
  const waiting = datasetStatus.allowing('fail');
  const found = await ctx.db.rows<{ uid: string }>(sql`
    select d.uid from dataset d where d.status = any(${waiting}::text[])
      and not exists (select from publication_run r where r.dataset_uid = d.uid) limit 1000`);
  for (const { uid } of found) {
    signal.throwIfAborted();
    await inTransaction(ctx, async (tx) => {
      const dataset = await tx.em.findOne(DatasetEntity, { uid }, { lockMode: LockMode.PESSIMISTIC_WRITE });
      if (!dataset || !waiting.includes(dataset.status) || (await hasRun(tx, uid))) return;
      transitionStatus(dataset, 'fail', tx.app.clock.now(), { message: lostRunMessage });
      tx.app.log.error({ datasetUid: uid }, 'A dataset waited for a publication that is gone.');
    });
  }
}

/** Ends lost publications every minute. */
export const endLostRunsJob: JobHandler = {
  queue: lostRunsQueue,
  everySeconds: 60,
  run: (ctx, { signal }) => endLostRuns(ctx, signal),
};

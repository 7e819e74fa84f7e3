import { randomUUID } from 'node:crypto';
import { sectionsAsJson } from '#api/sections/capture-sections.ts';
import type { RequestContext } from '#api/context.ts';
import type { SectionName } from '#api/sections/section-name.ts';
import { fail } from '#kernel/fail.ts';
import { sql, sqlText } from '#kernel/sql.ts';
import { changeDataset, type DatasetActionInput, type DatasetEntity } from '#datasets/index.ts';
import { definersOfProcessors } from '#processors/index.ts';
import { highWatermark, definersOfResources } from '#resources/index.ts';
import { transitionStatus } from '../status/transition-status.ts';
import { withFile } from '#records/index.ts';
import { finishLockedRun } from './finish-run.ts';
import { abortedEarlyMessage } from './hold-back-result.ts';
import { PublicationRunEntity, type RunConfiguration, type RunKind } from './publication-run.entity.ts';
import type { PublishDatasetInput } from './publication.inputs.ts';
import { publicationQueue } from '../queues.ts';
import { lostRunMessage } from './end-lost-runs.job.ts';

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
  { uid, expectedRevision, acceptEmpty, acceptResult }: PublishDatasetInput,
): Promise<string> {
  await changeDataset(
    ctx,
    uid,
    { sections: runKinds[kind].sections, rights: ['publish'], expectedRevision },
    (tx, dataset) =>
      enqueueRun(tx, dataset, kind, { acceptsEmpty: acceptEmpty === true, acceptsResult: acceptResult === true }),
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
    select d.uid, ${id}::uuid, ${kind}::text, ${sectionsAsJson(tx.app.registry.sections, d, captured)} || ${JSON.stringify(checks)}::jsonb || jsonb_build_object('highWatermark', ${highWatermark(d)}, 'definers', ${definersOfProcessors(d)} || ${definersOfResources(d)}), ${username ?? null}::text, ${now}::timestamptz
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

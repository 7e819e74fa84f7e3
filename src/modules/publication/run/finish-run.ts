import type { RequestContext } from '#api/context.ts';
import { inTransaction } from '#api/transaction.ts';
import { toStorableText } from '#engine/records/storable.ts';
import { listNames } from '#kernel/text.ts';
import { storeWrite } from '#platform/database/replica/caller-writes.ts';
import { replaceRemoteValues, type DatasetEntity } from '#datasets/index.ts';
import { retireGeneration, withFile } from '#records/index.ts';
import { linkToRemote, type RemoteMetadata } from '#resources/index.ts';
import type { Attempt } from './attempt.ts';
import { appendPushedRecords } from '../realtime/append-pushed-records.ts';
import { describeMappingProblem } from './describe-mapping-problem.ts';
import { describeSecurityProblems } from '../filter-warnings/filter-warnings.ts';
import { lockRun, type LockedRun } from './lock-run.ts';
import { notifyPublicationChanged } from '../status/notify-publication-changed.ts';
import { transitionStatus } from '../status/transition-status.ts';
import type { PublishedField } from '../records/progress.ts';
import type { RunKind } from './publication-run.entity.ts';
import { sweepQueue } from '../queues.ts';
import { recordUpstreams } from '../records/record-upstreams.ts';
import type { Outcome } from './outcome.ts';
import { holdBackResult } from './hold-back-result.ts';

/** The function that makes the result of a run visible to readers, for each kind of run. */
const applyResult: Readonly<Record<RunKind, (locked: LockedRun, now: Date) => void>> = {
  publish({ dataset, run }, now) {
    dataset.generation = run.generation;
    dataset.publishedFields = run.progress?.fields ?? [];
    dataset.publishedMetadata = run.configuration.metadata ?? {};
    dataset.isPublished = true;
    dataset.publishedAt ??= now;
    dataset.dataProcessedAt = now;
    dataset.metadataProcessedAt = now;
  },
  publish_metadata({ dataset, run }, now) {
    dataset.publishedMetadata = run.configuration.metadata ?? {};
    dataset.metadataProcessedAt = now;
  },
  unpublish({ dataset }) {
    dataset.generation = null;
    dataset.publishedFields = null;
    dataset.publishedMetadata = null;
    dataset.isPublished = false;
    dataset.publishedAt = null;
    dataset.dataProcessedAt = null;
    dataset.metadataProcessedAt = null;
  },
};

/** How a run ended: a result without records that its user does not accept is a failure. */
type Ending = Outcome['event'];

/** Finishes an attempt's run in one transaction and returns how it ended; does nothing when another attempt holds the lease or the run is gone. */
export async function finishRun(ctx: RequestContext, attempt: Attempt, outcome: Outcome): Promise<Ending | undefined> {
  const finished = await withFile(ctx, () =>
    inTransaction(ctx, async (tx) => {
      const locked = await lockRun(tx, attempt);
      if (locked?.run.leaseId !== attempt.leaseId) return undefined;
      return { ending: await finishLockedRun(tx, locked, outcome), requestedBy: locked.run.requestedBy };
    }),
  );
  if (finished?.requestedBy != null) await rememberResult(ctx, finished.requestedBy);
  return finished?.ending;
}

/** Lets the user who requested a run read its result, also where a gateway reads from a replica that lags. */
const rememberResult = ({ app }: RequestContext, username: string): Promise<unknown> =>
  storeWrite(app.db, username).catch((error: unknown) => {
    app.log.warn({ reason: String(error) }, 'The position of a finished run could not be stored.');
  });

/** Finishes a run. Readers then see its result; after a failure they continue to see the previous result. */
export async function finishLockedRun(tx: RequestContext, locked: LockedRun, outcome: Outcome): Promise<Ending> {
  const { dataset, run } = locked;
  const { event, message, isEmpty = false, params, remote } = await holdBackResult(tx, locked, outcome);
  const isApplied = event !== 'fail' && !isEmpty;
  const previousFields = dataset.publishedFields ?? [];
  if (isApplied) {
    if (remote) await refreshMetadata(tx, locked, remote);
    const previousGeneration = dataset.generation;
    applyResult[run.kind](locked, tx.app.clock.now());
    if (run.kind !== 'publish_metadata') {
      if (previousGeneration != null) await retireGeneration(tx, previousGeneration);
      await recordUpstreams(tx, dataset.uid, run.kind === 'publish' ? run.configuration : {});
    }
  }
  const sentences = [
    message?.replace(/[^.]$/, '$&.') ?? '',
    await publicationWarning(tx, locked, { isApplied, previousFields }),
  ].filter((sentence) => sentence !== '');
  transitionStatus(dataset, event, tx.app.clock.now(), {
    message: sentences.join(' ') || null,
    params: params ?? {},
    recordsErrors: run.progress?.recordsErrors ?? [],
  });
  // No push can run while the dataset is locked, so no pushed record is lost between the records of the run and the log of pushes.
  if (event === 'done' && run.kind === 'publish') await appendPushedRecords(tx, dataset);
  if (isApplied) await warnOfMapping(dataset);
  await tx.em.remove(run).flush();
  if (isApplied) await notifyPublicationChanged(tx, dataset.uid);
  await tx.app.jobs.send(tx.db, sweepQueue, {}, { key: sweepQueue });
  return event;
}

/** Sentences that warn about what readers see after a publication; empty when there is nothing to report. */
async function publicationWarning(
  tx: RequestContext,
  { dataset, run }: LockedRun,
  { isApplied, previousFields }: { isApplied: boolean; previousFields: readonly PublishedField[] },
): Promise<string> {
  const isPublishing = run.kind === 'publish';
  if (!isApplied) return isPublishing && dataset.isPublished ? 'The records published before are unchanged.' : '';
  const fields = dataset.publishedFields ?? [];
  return [
    isPublishing ? replacedFieldsWarning(previousFields, fields) : '',
    ...(isPublishing ? await describeSecurityProblems(tx, dataset.uid, fields) : []),
  ]
    .filter((warning) => warning !== '')
    .join(' ');
}

/** Adds to the message of the status why the mapping to linked data does not fit the published fields, those of pushed records included. */
async function warnOfMapping(dataset: DatasetEntity): Promise<void> {
  const warning = await describeMappingProblem(dataset.publishedMetadata ?? {}, dataset.publishedFields ?? []);
  if (warning === '') return;
  // The warning quotes texts of the mapping, in which escapes may stand for any character.
  dataset.statusMessage = toStorableText([dataset.statusMessage, warning].filter(Boolean).join(' '));
}

/** Warns when no field of the previous publication is left, which suggests that the source was replaced by mistake. */
function replacedFieldsWarning(previous: readonly PublishedField[], fields: readonly PublishedField[]): string {
  const names = new Set(fields.map(({ name }) => name));
  if (previous.length === 0 || previous.some(({ name }) => names.has(name))) return '';
  return `No field of the previous publication is left: ${listNames(previous.map(({ name }) => name))}.`;
}

/**
 * Updates the remote values of the published metadata, and of the draft while it is linked to the same dataset. No user made this
 * change, so no version is recorded.
 */
async function refreshMetadata(tx: RequestContext, { dataset, run }: LockedRun, remote: RemoteMetadata): Promise<void> {
  const { configuration } = run;
  run.configuration = {
    ...configuration,
    metadata: replaceRemoteValues(tx.app.registry, configuration.metadata ?? {}, remote.metadata),
  };
  await linkToRemote(tx, dataset, remote);
}

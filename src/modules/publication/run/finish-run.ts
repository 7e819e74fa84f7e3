import type { RequestContext } from '../../../api/context.ts';
import { inTransaction } from '../../../api/transaction.ts';
import { linkMetadata } from '../../datasets/index.ts';
import { retireGeneration } from '../../records/index.ts';
import { linkToRemote, type RemoteMetadata } from '../../resources/index.ts';
import type { Attempt } from './attempt.ts';
import { appendPushedRecords } from '../realtime/append-pushed-records.ts';
import { filterRemark } from '../filter-warnings/filter-warnings.ts';
import { lockRun, type LockedRun } from './lock-run.ts';
import { followPublication } from '../status/follow-publication.ts';
import { moveStatus } from '../status/move-status.ts';
import type { PublishedField } from '../records/progress.ts';
import type { RunKind } from './publication-run.entity.ts';
import { sweepQueue } from '../queues.ts';
import { recordUpstreams } from '../records/record-upstreams.ts';
import type { Outcome } from './outcome.ts';
import { refuseEmptying } from './refuse-emptying.ts';

/** Makes the result of a run the one that readers see. */
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

/** Finishes an attempt's run in one transaction; does nothing when another attempt holds the lease or the run is gone. */
export function finishRun(ctx: RequestContext, attempt: Attempt, outcome: Outcome): Promise<void> {
  return inTransaction(ctx, async (tx) => {
    const locked = await lockRun(tx, attempt);
    if (locked?.run.leaseId === attempt.leaseId) await finishLockedRun(tx, locked, outcome);
  });
}

/** Finishes a run: readers see its result, or after a failure what they saw before. */
export async function finishLockedRun(tx: RequestContext, locked: LockedRun, outcome: Outcome): Promise<void> {
  const { dataset, run } = locked;
  const { event, message, isEmpty = false, params, remote } = await refuseEmptying(tx, locked, outcome);
  const showsNothing = event === 'fail' || isEmpty;
  const before = dataset.publishedFields ?? [];
  if (!showsNothing) {
    if (remote) await refreshMetadata(tx, locked, remote);
    const replaced = dataset.generation;
    applyResult[run.kind](locked, tx.app.clock.now());
    if (run.kind !== 'publish_metadata') {
      if (replaced != null) await retireGeneration(tx, replaced);
      await recordUpstreams(tx, dataset.uid, run.kind === 'publish' ? run.configuration : {});
    }
  }
  const sentences = [
    message?.replace(/[^.]$/, '$&.') ?? '',
    await remarksOn(tx, locked, { showsNothing, before }),
  ].filter((sentence) => sentence !== '');
  moveStatus(dataset, event, tx.app.clock.now(), {
    message: sentences.join(' ') || null,
    params: params ?? {},
    recordsErrors: run.progress?.recordsErrors ?? [],
  });
  // the lock of the dataset keeps pushes out, so none is lost between the run's records and the log
  if (event === 'done' && run.kind === 'publish') await appendPushedRecords(tx, dataset);
  await tx.em.remove(run).flush();
  if (!showsNothing) await followPublication(tx, dataset.uid);
  await tx.app.jobs.send(tx.db, sweepQueue, {}, { key: sweepQueue });
}

/** Warnings about what readers see after a publication. */
async function remarksOn(
  tx: RequestContext,
  { dataset, run }: LockedRun,
  { showsNothing, before }: { showsNothing: boolean; before: readonly PublishedField[] },
): Promise<string> {
  if (run.kind !== 'publish') return '';
  if (showsNothing) return dataset.isPublished ? 'The records published before are unchanged.' : '';
  const fields = dataset.publishedFields ?? [];
  return [remarkOnFields(before, fields), await filterRemark(tx, dataset.uid, fields)]
    .filter((remark) => remark !== '')
    .join(' ');
}

/** The number of fields that a message names. */
const maxNames = 10;

/** No field in common with before suggests that the source was replaced. */
function remarkOnFields(before: readonly PublishedField[], fields: readonly PublishedField[]): string {
  const names = new Set(fields.map(({ name }) => name));
  if (before.length === 0 || before.some(({ name }) => names.has(name))) return '';
  const [shown, more] = [
    before
      .slice(0, maxNames)
      .map(({ name }) => name)
      .join(', '),
    before.length - maxNames,
  ];
  return `No field of the previous publication is left: ${shown}${more > 0 ? ` and ${more} more` : ''}.`;
}

/** Updates the remote values of the published metadata, and of the draft while it is linked to the same dataset. No user changes anything, so no version is recorded. */
async function refreshMetadata(tx: RequestContext, { dataset, run }: LockedRun, remote: RemoteMetadata): Promise<void> {
  const { configuration } = run;
  run.configuration = {
    ...configuration,
    metadata: linkMetadata(tx.app.registry, configuration.metadata ?? {}, remote.metadata),
  };
  await linkToRemote(tx, dataset, remote);
}

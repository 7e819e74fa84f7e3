import type { RequestContext } from '#api/context.ts';
import { isServiceFault } from '#api/errors/to-catalog-error.ts';
import { inTransaction } from '#api/transaction.ts';
import { CatalogError } from '#kernel/fail.ts';
import { sql } from '#kernel/sql.ts';
import { LockMode } from '@mikro-orm/core';
import { createHarvestFiles } from '#engine/harvesters/harvest-files.ts';
import { createHarvestSource, ListUnchanged } from '#engine/harvesters/harvest-source.ts';
import { readEntries, type VersionedDataset } from '#engine/harvesters/read-entries.ts';
import { DatasetEntity, deleteDataset } from '#datasets/index.ts';
import { appliedVersion, applyEntry, type KnownDataset, publishAgain, recordFailure } from './apply-entry.ts';
import { type HarvestAttempt, type HarvestEnd, lockLease } from './harvest-attempt.ts';

/** How many unchanged datasets are recorded by one statement. */
const batchSize = 500;

/** More than one in this many datasets that are gone needs a confirmation before they are deleted. */
const floor = 3;

/**
 * Executes a run in the context of its starter. A remote dataset that fails is recorded and ends nothing. Fails SOURCE_FAILED and SOURCE_REFUSED
 * where the source cannot be read to its end; datasets then stay as they are.
 */
export async function harvest(ctx: RequestContext, attempt: HarvestAttempt, signal: AbortSignal): Promise<HarvestEnd> {
  const known = await loadKnown(ctx, attempt);
  const isWholeAlready = [...known.values()].every(isTakenOver);
  const source = createHarvestSource(ctx.app.fetcher, signal, {}, isWholeAlready ? attempt.list : undefined);
  const files = createHarvestFiles(ctx.app.datasources, attempt.harvesterUid, signal);
  const progress = new Progress(ctx, attempt);
  let isIncomplete = false;
  let count = 0;
  const reportTotal = (total: number) => {
    progress.total = total;
  };
  try {
    for await (const entry of readEntries(attempt.kind, attempt.settings, { source, files, signal, reportTotal })) {
      if ('error' in entry) {
        isIncomplete ||= entry.isIncomplete === true;
        await progress.flush();
        await recordFailure(ctx, attempt, entry);
      } else {
        const found = known.get(entry.id);
        if (isUnchanged(attempt, entry, found)) await progress.noteUnchanged(entry.id);
        else await applyOrRecord(ctx, attempt, entry, found, signal);
      }
      if (!('error' in entry) || (entry.isIncomplete !== true && entry.isPartial !== true)) count += 1;
      await progress.write();
    }
  } catch (error) {
    if (error instanceof ListUnchanged) return endUnchanged(ctx, attempt);
    // what arrived before the list broke keeps its outcome
    if (error instanceof CatalogError && !signal.aborted) await progress.flush();
    throw error;
  }
  await progress.flush();
  const total = Math.max(progress.total ?? 0, count);
  progress.total = total;
  await progress.write();
  await publishDue(ctx, attempt);
  // an incomplete list is no evidence of what the remote has deleted
  const isWhole = !isIncomplete && count >= total && count > 0;
  const held = isWhole ? await settleMissing(ctx, attempt, signal) : 0;
  const list = isWhole && held === 0 && (await isTakenOverWhole(ctx, attempt)) ? source.list() : undefined;
  const kept = count === 0 && total === 0 && !isIncomplete ? countHeld(known) : 0;
  const error = held > 0 ? heldMessage(held) : kept > 0 ? emptyMessage(kept) : null;
  return { isComplete: true, error, heldDeletionCount: held, list };
}

/** Whether nothing of a remote dataset is missing here, so that it changes with the list alone. */
const isTakenOver = ({ datasetUid, version, outcome }: KnownDataset): boolean =>
  outcome === 'missing' || outcome === 'deleted' || (datasetUid !== null && version !== null);

/** Whether a run has taken over everything that it has met, without a message. */
async function isTakenOverWhole({ db }: RequestContext, { harvesterUid }: HarvestAttempt): Promise<boolean> {
  const failed = await db.rows(sql`
    select from harvested_dataset
    where harvester_uid = ${harvesterUid}
      and (error is not null or outcome not in ('missing', 'deleted') and (version is null or dataset_uid is null)) limit 1`);
  return failed.length === 0;
}

/** Ends a run whose source has confirmed that its list is the one of the last run. */
async function endUnchanged(ctx: RequestContext, attempt: HarvestAttempt): Promise<HarvestEnd> {
  const { harvesterUid, runId, list } = attempt;
  await ctx.db.rows(sql`
    update harvested_dataset
    set run_id = ${runId}::uuid, harvested_at = ${ctx.app.clock.now()}, changes = '[]'::jsonb, change_count = 0,
      outcome = case when outcome = 'missing' then outcome else 'unchanged' end
    where harvester_uid = ${harvesterUid} and outcome <> 'deleted'`);
  await publishDue(ctx, attempt);
  return { isComplete: true, error: null, heldDeletionCount: 0, list };
}

const heldMessage = (count: number): string =>
  `The source no longer has ${count} datasets, which is more than a third. None was deleted: check the source, and start the harvester again with a confirmation to delete them.`;

const countHeld = (known: ReadonlyMap<string, KnownDataset>): number =>
  [...known.values()].filter(({ datasetUid }) => datasetUid !== null).length;

const emptyMessage = (count: number): string =>
  `The source lists no datasets, and had ${count} before. They stay as they are: check the source.`;

const isUnchanged = (attempt: HarvestAttempt, entry: VersionedDataset, found: KnownDataset | undefined): boolean =>
  found?.datasetUid != null && found.version === appliedVersion(attempt, entry);

/** What earlier runs have made, by the identifier at the source. A dataset that is gone is made again. */
async function loadKnown(
  { db }: RequestContext,
  { harvesterUid }: HarvestAttempt,
): Promise<ReadonlyMap<string, KnownDataset>> {
  const rows = await db.rows<KnownDataset>(sql`
    select hd.remote_id as "remoteId", d.uid as "datasetUid", hd.version, hd.parts, hd.outcome,
      hd.is_publication_due as "isPublicationDue"
    from harvested_dataset hd
    left join dataset d on d.uid = hd.dataset_uid and d.harvester_uid = hd.harvester_uid
    where hd.harvester_uid = ${harvesterUid}`);
  return new Map(rows.map((row) => [row.remoteId, row]));
}

/** Applies an entry; a failure that is its own is recorded. */
async function applyOrRecord(
  ctx: RequestContext,
  attempt: HarvestAttempt,
  entry: VersionedDataset,
  known: KnownDataset | undefined,
  signal: AbortSignal,
): Promise<void> {
  try {
    await applyEntry(ctx, attempt, entry, known, signal);
  } catch (error) {
    if (!(error instanceof CatalogError) || signal.aborted || isServiceFault(error) || error.entry.kind === 'full')
      throw error;
    const messages = Object.values(error.fields ?? {}).flat();
    const message = messages.length > 0 ? messages.join(' ') : error.message;
    await recordFailure(ctx, attempt, { id: entry.id, title: entry.title, error: message });
  }
}

/** Writes what a run has done, in few statements. */
class Progress {
  readonly #ctx: RequestContext;
  readonly #attempt: HarvestAttempt;
  #unchanged: string[] = [];
  #written: number | undefined;
  /** How many datasets the source has; undefined while unknown. */
  total: number | undefined;

  constructor(ctx: RequestContext, attempt: HarvestAttempt) {
    this.#ctx = ctx;
    this.#attempt = attempt;
  }

  /** Notes a dataset that has not changed. */
  async noteUnchanged(remoteId: string): Promise<void> {
    this.#unchanged.push(remoteId);
    if (this.#unchanged.length >= batchSize) await this.flush();
  }

  /** Records the noted datasets. One that this run has already applied, before an interruption, keeps its outcome. */
  async flush(): Promise<void> {
    const { harvesterUid, runId } = this.#attempt;
    const ids = this.#unchanged;
    this.#unchanged = [];
    if (ids.length === 0) return;
    await this.#ctx.db.rows(sql`
      update harvested_dataset
      set run_id = ${runId}::uuid, harvested_at = ${this.#ctx.app.clock.now()}, outcome = 'unchanged', error = null,
        changes = '[]'::jsonb, change_count = 0
      where harvester_uid = ${harvesterUid} and remote_id = any(${ids}::text[])
        and (run_id <> ${runId}::uuid or outcome = 'missing')`);
  }

  /** Writes the number of remote datasets, when it has changed. */
  async write(): Promise<void> {
    if (this.total === undefined || this.total === this.#written) return;
    const { harvesterUid, leaseId } = this.#attempt;
    this.#written = this.total;
    await this.#ctx.db.rows(sql`
      update harvester set remote_dataset_count = ${this.total}
      where uid = ${harvesterUid} and lease_id = ${leaseId}::uuid`);
  }
}

/** Publishes what could not be published when it changed. */
async function publishDue(ctx: RequestContext, attempt: HarvestAttempt): Promise<void> {
  const { harvesterUid } = attempt;
  const due = await ctx.db.rows<{ uid: string }>(sql`
    select dataset_uid as uid from harvested_dataset
    where harvester_uid = ${harvesterUid} and is_publication_due and dataset_uid is not null`);
  for (const { uid } of due)
    await inTransaction(ctx, async (tx) => {
      await lockLease(tx, attempt);
      const dataset = await tx.em.findOne(DatasetEntity, { uid }, { lockMode: LockMode.PESSIMISTIC_WRITE });
      if (dataset?.isPublished && !(await publishAgain(tx, dataset))) return;
      await tx.db.rows(sql`
        update harvested_dataset set is_publication_due = false
        where harvester_uid = ${harvesterUid} and dataset_uid = ${uid}`);
    });
}

/**
 * Settles the datasets that the whole list of the source lacks. Returns how many wait for a confirmation: with more than a third gone, none is
 * deleted without one.
 */
async function settleMissing(ctx: RequestContext, attempt: HarvestAttempt, signal: AbortSignal): Promise<number> {
  const { harvesterUid, runId } = attempt;
  const attached = await ctx.db.rows<{ uid: string; isMissing: boolean }>(sql`
    select d.uid, hd.run_id <> ${runId}::uuid or hd.outcome = 'missing' as "isMissing"
    from harvested_dataset hd join dataset d on d.uid = hd.dataset_uid and d.harvester_uid = hd.harvester_uid
    where hd.harvester_uid = ${harvesterUid}`);
  const missing = attached.filter(({ isMissing }) => isMissing).map(({ uid }) => uid);
  await ctx.db.rows(sql`
    update harvested_dataset
    set outcome = 'missing', run_id = ${runId}::uuid, error = null, changes = '[]'::jsonb, change_count = 0
    where harvester_uid = ${harvesterUid} and dataset_uid = any(${missing}::text[])`);
  // the dataset was deleted by hand, and the source does not have it any more
  await ctx.db.rows(sql`
    delete from harvested_dataset
    where harvester_uid = ${harvesterUid} and run_id <> ${runId}::uuid and outcome <> 'deleted'`);
  if (!attempt.isDeletingMissingDatasets) return 0;
  if (missing.length * floor > attached.length && !attempt.isDeletionConfirmed) return missing.length;
  for (const uid of missing) {
    signal.throwIfAborted();
    await inTransaction(ctx, async (tx) => {
      await lockLease(tx, attempt);
      await deleteDataset(tx, { uid });
      await tx.db.rows(sql`
        update harvested_dataset set outcome = 'deleted', dataset_uid = null
        where harvester_uid = ${harvesterUid} and dataset_uid = ${uid}`);
    }).catch((error: unknown) => {
      // someone deleted it meanwhile
      if (!(error instanceof CatalogError && error.code === 'NOT_FOUND')) throw error;
    });
  }
  return 0;
}

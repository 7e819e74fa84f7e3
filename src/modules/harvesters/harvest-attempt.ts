import { randomUUID } from 'node:crypto';
import { setInterval } from 'node:timers/promises';
import { LockMode } from '@mikro-orm/core';
import type { RequestContext } from '#api/context.ts';
import { anonymous, forCaller, type StoredScope } from '#api/session.ts';
import { inTransaction } from '#api/transaction.ts';
import { CatalogError, fail } from '#kernel/fail.ts';
import type { JsonObject } from '#kernel/json.ts';
import { sql } from '#kernel/sql.ts';
import { firstRow } from '#platform/database/database-client.ts';
import type { HarvesterKind } from '#engine/harvesters/harvester-kind.ts';
import type { KnownList } from '#engine/harvesters/harvest-source.ts';
import { readDomainRights, sessionOfUser } from '#identity/index.ts';
import { HarvesterEntity, type HarvesterStatus, harvesterStatus, type StoredList } from './harvester.entity.ts';
import { completeSettings, harvesterKindOf } from './harvester.rules.ts';
import { secretsOf } from './harvesters.service.ts';
import { requireHarvesting } from './harvester.source.ts';

/** The queue of runs. */
export const harvestQueue = 'harvests';

/** Identifies a run; the data of its job. */
export interface HarvestKey {
  readonly harvesterUid: string;
  readonly runId: string;
}

/** One worker's attempt to execute a run, with the configuration at its beginning. */
export interface HarvestAttempt extends HarvestKey {
  /** The fencing token. After the next claim has replaced it, this attempt can no longer write. */
  readonly leaseId: string;
  readonly kind: HarvesterKind;
  /** The settings with their secrets. */
  readonly settings: JsonObject;
  readonly forcedMetadata: JsonObject;
  readonly isRestrictingDatasets: boolean;
  readonly isDeletingMissingDatasets: boolean;
  readonly isDeletionConfirmed: boolean;
  readonly requestedBy: string | null;
  readonly scopes: readonly StoredScope[];
  /** The list of the last run, where it has taken it over whole; the source may confirm it. */
  readonly list: StoredList | undefined;
  /** `updatedAt` of the harvester. */
  readonly configuredAt: string;
}

/** Another attempt holds the lease, or the harvester is being deleted: this attempt must not write. */
export class HarvestLeaseLost extends Error {}

/** A user aborted the run. */
export class HarvestAborted extends Error {}

/** The number of times that a run is claimed before it fails. */
const maxAttempts = 3;

/** The run that the data of a job identifies. */
export function parseHarvestKey({ harvesterUid, runId }: JsonObject): HarvestKey {
  if (typeof harvesterUid !== 'string' || typeof runId !== 'string')
    throw new TypeError('The job of a harvester must name the harvester and a run.');
  return { harvesterUid, runId };
}

/** How a run ends. */
export interface HarvestEnd {
  /** Why the source could not be read, or what waits for a decision; null otherwise. */
  readonly error: string | null;
  /** Whether the source was read to its end. */
  readonly isComplete: boolean;
  readonly heldDeletionCount?: number;
  /** The list, where everything in it was taken over without a message. */
  readonly list?: (KnownList & Partial<Pick<StoredList, 'readAt'>>) | undefined;
}

/** After this time a list is read even where the source would confirm it, in milliseconds: this service may read more of it by then. */
const maxListAgeMs = 7 * 24 * 3_600_000;

/** The list that a harvester may ask its source to confirm: not an old one, or one of another configuration. */
function usableList({ list, updatedAt }: HarvesterEntity, now: Date): StoredList | undefined {
  if (list?.configuredAt !== updatedAt.toISOString()) return undefined;
  return now.getTime() - Date.parse(list.readAt) < maxListAgeMs ? list : undefined;
}

/** Claims a run, also from a worker that died. Undefined when nothing is left to do. A run that was aborted or interrupted too often ends here. */
export const claimHarvest = (ctx: RequestContext, { harvesterUid, runId }: HarvestKey) =>
  inTransaction(ctx, async (tx): Promise<HarvestAttempt | undefined> => {
    const harvester = await tx.em.findOne(
      HarvesterEntity,
      { uid: harvesterUid, runId },
      { lockMode: LockMode.PESSIMISTIC_WRITE, refresh: true },
    );
    if (!harvester || !harvesterStatus.allowing('done').includes(harvester.status)) return undefined;
    const isAborted = harvester.status === 'aborting';
    if (isAborted || harvester.attempts >= maxAttempts) {
      endLockedHarvest(tx, harvester, isAborted ? abortedEnd : { error: interruptedMessage, isComplete: false });
      return undefined;
    }
    const leaseId = randomUUID();
    harvester.status = harvesterStatus.next(harvester.status, 'process');
    harvester.leaseId = leaseId;
    harvester.attempts += 1;
    const list = usableList(harvester, tx.app.clock.now());
    // an interrupted run may have applied a part of another list
    harvester.list = null;
    const { forcedMetadata, isRestrictingDatasets, isDeletingMissingDatasets, isDeletionConfirmed } = harvester;
    try {
      return {
        ...{ harvesterUid, runId, leaseId, forcedMetadata },
        ...{ isRestrictingDatasets, isDeletingMissingDatasets, isDeletionConfirmed },
        kind: harvesterKindOf(harvester.type),
        settings: completeSettings({ settings: harvester.settings, secrets: secretsOf(tx, harvester) }),
        requestedBy: harvester.requestedBy ?? null,
        scopes: harvester.requestScopes,
        list,
        configuredAt: harvester.updatedAt.toISOString(),
      };
    } catch (error) {
      // secrets that cannot be decrypted any more
      if (!(error instanceof CatalogError)) throw error;
      endLockedHarvest(tx, harvester, { error: error.message, isComplete: false });
      return undefined;
    }
  });

const abortedEnd: HarvestEnd = { error: null, isComplete: false };

const interruptedMessage = `The run was interrupted ${maxAttempts} times and has been abandoned. Start it again; if it happens again, ask the administrator to check the log.`;

/** Ends the run of a locked harvester. */
function endLockedHarvest(
  { app }: RequestContext,
  harvester: HarvesterEntity,
  { error, isComplete, heldDeletionCount }: HarvestEnd,
): void {
  harvester.status = harvesterStatus.next(harvester.status, 'done');
  harvester.leaseId = null;
  harvester.error = error;
  harvester.isDeletionConfirmed = false;
  if (heldDeletionCount !== undefined) harvester.heldDeletionCount = heldDeletionCount;
  if (isComplete) harvester.lastSuccessAt = app.clock.now();
}

/** Ends an attempt's run, unless another attempt holds the lease. */
export const endHarvest = (ctx: RequestContext, attempt: HarvestAttempt, end: HarvestEnd): Promise<void> =>
  inTransaction(ctx, async (tx) => {
    const { harvesterUid: uid, leaseId, runId } = attempt;
    const lock = { lockMode: LockMode.PESSIMISTIC_WRITE, refresh: true };
    const harvester = await tx.em.findOne(HarvesterEntity, { uid, leaseId }, lock);
    if (!harvester || !harvesterStatus.allowing('done').includes(harvester.status)) return;
    endLockedHarvest(tx, harvester, end);
    if (end.list) {
      const { url, etag, lastModified, readAt = tx.app.clock.now().toISOString() } = end.list;
      harvester.list = { url, etag, lastModified, readAt, configuredAt: attempt.configuredAt };
    }
    // what earlier runs could not read, or have deleted
    if (end.isComplete)
      await tx.db.rows(sql`
        delete from harvested_dataset
        where harvester_uid = ${uid} and run_id <> ${runId}::uuid and dataset_uid is null`);
  });

/** Ends an aborted run. */
export const endAborted = (ctx: RequestContext, attempt: HarvestAttempt): Promise<void> =>
  endHarvest(ctx, attempt, abortedEnd);

/** Releases a run whose worker is stopping; the interrupted attempt does not count. */
export const releaseHarvest = ({ db }: RequestContext, { harvesterUid, leaseId }: HarvestAttempt): Promise<unknown> =>
  db.rows(sql`
    update harvester set attempts = attempts - 1 where uid = ${harvesterUid} and lease_id = ${leaseId}::uuid`);

/** Locks the lease of an attempt until the transaction ends. Throws HarvestLeaseLost or HarvestAborted. */
export async function lockLease({ db }: RequestContext, { harvesterUid, leaseId }: HarvestAttempt): Promise<void> {
  const reason = stopReasonOf(
    await firstRow<{ status: HarvesterStatus }>(
      db,
      sql`select status from harvester where uid = ${harvesterUid} and lease_id = ${leaseId}::uuid for share`,
    ),
  );
  if (reason) throw reason;
}

/** Why an attempt must stop; undefined while it may go on. */
function stopReasonOf(row: { readonly status: HarvesterStatus } | undefined): Error | undefined {
  if (!row || row.status === 'deleting') return new HarvestLeaseLost('Another attempt holds the lease of this run.');
  return row.status === 'aborting' ? new HarvestAborted('The run was aborted.') : undefined;
}

/** How often the state of a run is read. */
const intervalMs = 300;

/** Calls `onStop` once the attempt must stop, until `ended` aborts. */
export async function monitorHarvest(
  { db }: RequestContext,
  { harvesterUid, leaseId }: HarvestAttempt,
  onStop: (reason: Error) => void,
  ended: AbortSignal,
): Promise<void> {
  try {
    for await (const _tick of setInterval(intervalMs, undefined, { signal: ended })) {
      const row = await firstRow<{ status: HarvesterStatus }>(
        db,
        sql`select status from harvester where uid = ${harvesterUid} and lease_id = ${leaseId}::uuid`,
      );
      const reason = stopReasonOf(row);
      if (reason) return onStop(reason);
    }
  } catch (error) {
    // a short outage of the database does not end the attempt; during a longer one its next write fails
    if (!ended.aborted && !(error instanceof Error)) throw error;
  }
}

/** The context of a run: with the current rights of the user who started it. Fails PERMISSION_DENIED when they no longer suffice. */
export async function asStarter(
  ctx: RequestContext,
  { requestedBy, scopes }: Pick<HarvestAttempt, 'requestedBy' | 'scopes'>,
): Promise<RequestContext> {
  const user = requestedBy === null ? undefined : await readDomainRights(ctx.db, requestedBy);
  const session = user ? sessionOfUser(user, scopes) : anonymous;
  if (session.username === undefined)
    fail('PERMISSION_DENIED', { permission: 'a user who is active; the one who started the run is not' });
  requireHarvesting(session);
  return { ...ctx, session, db: forCaller(ctx.db, session) };
}

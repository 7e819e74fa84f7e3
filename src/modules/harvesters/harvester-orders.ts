import { randomUUID } from 'node:crypto';
import type { RequestContext } from '#api/context.ts';
import { isServiceFault, toCatalogError } from '#api/errors/to-catalog-error.ts';
import { requireCaller, type StoredScope, storedScopes } from '#api/session.ts';
import { inTransaction } from '#api/transaction.ts';
import { fail } from '#kernel/fail.ts';
import type { JsonObject } from '#kernel/json.ts';
import { sql } from '#kernel/sql.ts';
import { firstRow } from '#platform/database/database-client.ts';
import { deleteDataset } from '#datasets/index.ts';
import { requestPublication } from '#publication/index.ts';
import { type HarvesterEntity, type HarvesterStatus, harvesterStatus } from './harvester.entity.ts';
import type { DeleteHarvesterInput, HarvesterActionInput, StartHarvesterInput } from './harvester.inputs.ts';
import { harvestQueue } from './harvest-attempt.ts';
import { changeHarvester } from './harvesters.service.ts';
import { requireHarvesting } from './harvester.source.ts';
import type { HarvesterErrors } from './harvester.type.ts';

/** The queue of orders for the datasets of a harvester. */
export const ordersQueue = 'harvester-orders';

/** Requests a run and returns the harvester's uid. Fails INVALID_HARVESTER_STATUS while a run is under way. */
export const startHarvester = (ctx: RequestContext, input: StartHarvesterInput): Promise<string> =>
  changeHarvester(ctx, { action: 'startHarvester', uid: input.uid, input }, (tx, harvester) =>
    enqueueHarvest(tx, harvester, {
      requestedBy: requireCaller(tx.session),
      scopes: storedScopes(tx.session),
      isDeletionConfirmed: input.isDeletionConfirmed === true,
    }),
  );

/** Who starts a run. */
interface HarvestRequest {
  readonly requestedBy: string;
  readonly scopes: readonly StoredScope[];
  readonly isDeletionConfirmed?: boolean;
}

/** Enqueues a run of a locked harvester. */
export async function enqueueHarvest(
  tx: RequestContext,
  harvester: HarvesterEntity,
  { requestedBy, scopes, isDeletionConfirmed = false }: HarvestRequest,
): Promise<void> {
  const runId = randomUUID();
  tx.em.assign(harvester, {
    status: harvesterStatus.next(harvester.status, 'start'),
    runId,
    requestedBy,
    requestScopes: [...scopes],
    isDeletionConfirmed,
    attempts: 0,
    leaseId: null,
    error: null,
    lastStartedAt: tx.app.clock.now(),
  });
  await tx.em.flush();
  const { uid } = harvester;
  await tx.app.jobs.send(tx.db, harvestQueue, { harvesterUid: uid, runId }, { key: uid, group: requestedBy });
}

/** Requests that the run ends; what it has changed stays. Fails INVALID_HARVESTER_STATUS without a run. */
export const abortHarvester = (ctx: RequestContext, input: HarvesterActionInput): Promise<string> =>
  changeHarvester(ctx, { action: 'abortHarvester', uid: input.uid, input }, async (_tx, harvester) => {
    harvester.status = harvesterStatus.next(harvester.status, 'abort');
  });

/** What is ordered for the datasets of a harvester. */
type DatasetOrder = 'publish' | 'unpublish' | 'delete';

/** The most datasets that a request orders itself; a job orders those of a larger harvester. */
const maxInRequest = 50;

/** Publishes the attached datasets, or removes them from the catalog, and returns the harvester's uid. Those that cannot take the order now are skipped. */
export async function orderDatasets(
  ctx: RequestContext,
  order: Exclude<DatasetOrder, 'delete'>,
  input: HarvesterActionInput,
): Promise<string> {
  const action = order === 'publish' ? 'publishHarvesterDatasets' : 'unpublishHarvesterDatasets';
  const { uid } = input;
  // A run may attach others meanwhile: one count decides who executes the order.
  let attachedCount = 0;
  await changeHarvester(ctx, { action, uid, input }, async (tx) => {
    attachedCount = await countAttached(tx, uid);
    if (attachedCount > maxInRequest) await sendOrder(tx, uid, order);
  });
  if (attachedCount <= maxInRequest) await executeOrder(ctx, uid, order);
  return uid;
}

/** Sends an order to a job, which acts as the caller. */
const sendOrder = (tx: RequestContext, harvesterUid: string, order: DatasetOrder): Promise<void> => {
  const requestedBy = requireCaller(tx.session);
  const data = { harvesterUid, order, requestedBy, scopes: storedScopes(tx.session) };
  return tx.app.jobs.send(tx.db, ordersQueue, data, { key: harvesterUid, group: requestedBy });
};

const countAttached = async ({ db }: RequestContext, uid: string): Promise<number> =>
  (await firstRow<{ count: number }>(db, sql`select count(*)::int as count from dataset where harvester_uid = ${uid}`))
    ?.count ?? 0;

/** An order of a job. */
export interface SentOrder {
  readonly harvesterUid: string;
  readonly order: DatasetOrder;
  readonly requestedBy: string;
  readonly scopes: readonly StoredScope[];
}

/** The order that the data of a job describes, as `sendOrder` wrote it. */
export function parseOrder({ harvesterUid, order, requestedBy, scopes }: JsonObject): SentOrder {
  const isKnown = order === 'publish' || order === 'unpublish' || order === 'delete';
  if (typeof harvesterUid !== 'string' || !isKnown || typeof requestedBy !== 'string' || !Array.isArray(scopes))
    throw new TypeError('The job must name a harvester and an order.');
  // only `storedScopes` writes them
  return { harvesterUid, order, requestedBy, scopes: scopes as readonly StoredScope[] };
}

/**
 * Executes an order for each attached dataset, one transaction each. One that fails unexpectedly does not keep the others from the order; its error is
 * thrown at the end, so that the order can be repeated. Where the service is unavailable, the others wait for that as well.
 */
export async function executeOrder(
  ctx: RequestContext,
  harvesterUid: string,
  order: DatasetOrder,
  signal?: AbortSignal,
): Promise<void> {
  const attached = await ctx.db.rows<{ uid: string }>(
    sql`select uid from dataset where harvester_uid = ${harvesterUid} order by created_at, uid`,
  );
  let failed: Error | undefined;
  for (const { uid } of attached) {
    signal?.throwIfAborted();
    try {
      if (order === 'delete') await deleteDataset(ctx, { uid });
      else await requestPublication(ctx, order, { uid });
    } catch (error) {
      const failure = toCatalogError(error);
      if (failure && isServiceFault(failure)) throw error;
      if (!failure || !skippable.has(failure.code))
        failed ??= error instanceof Error ? error : new Error(String(error));
      else if (order === 'delete') await detachDatasets(ctx, sql`d.uid = ${uid}`);
    }
  }
  if (failed) throw failed;
}

/** The codes of datasets that cannot take an order now: their status, their rights, or that they are gone. */
const skippable: ReadonlySet<string> = new Set(['INVALID_DATASET_STATUS', 'NOT_FOUND', 'PERMISSION_DENIED']);

/** Lets datasets go: they stay as they are, and their remote values become their own. */
export const detachDatasets = ({ db }: RequestContext, condition: ReturnType<typeof sql>): Promise<unknown> =>
  db.rows(sql`
    update dataset d set harvester_uid = null, metadata = coalesce((
      select jsonb_object_agg(template.key, coalesce((
        select jsonb_object_agg(field.key, field.value - 'remote_value' - 'override_remote_value')
        from jsonb_each(template.value) field), '{}'::jsonb))
      from jsonb_each(d.metadata) template), '{}'::jsonb)
    where ${condition}`);

/**
 * Deletes a harvester and returns its uid, in every status; a run that is under way stops. Its datasets are detached at once, or deleted by a
 * job, after which the harvester is gone.
 */
export const deleteHarvester = (ctx: RequestContext, input: DeleteHarvesterInput): Promise<string> => {
  const { uid, hasDatasetsDeleted } = input;
  return changeHarvester(ctx, { action: 'deleteHarvester', uid, input }, async (tx, harvester) => {
    if (harvester.status === 'deleting') fail('NOT_FOUND');
    if (hasDatasetsDeleted && (await countAttached(tx, uid)) > 0) {
      harvester.status = harvesterStatus.next(harvester.status, 'delete');
      harvester.leaseId = null;
      await sendOrder(tx, uid, 'delete');
      return;
    }
    await detachDatasets(tx, sql`d.harvester_uid = ${uid}`);
    await tx.em.remove(harvester).flush();
  });
};

/** Deletes a harvester whose datasets are gone. */
export const finishDeletion = (ctx: RequestContext, uid: string): Promise<void> =>
  inTransaction(ctx, async (tx) => {
    await detachDatasets(tx, sql`d.harvester_uid = ${uid}`);
    await tx.db.rows(sql`delete from harvester where uid = ${uid} and status = 'deleting'`);
  });

/** The most messages of one answer. */
const maxMessages = 10_000;

/** What went wrong in the current or last run. Fails INVALID_HARVESTER_STATUS before the first. */
export async function readHarvesterErrors(ctx: RequestContext, uid: string): Promise<HarvesterErrors> {
  requireHarvesting(ctx.session);
  const found =
    (await firstRow<{ status: HarvesterStatus; error: string | null; messages: JsonObject }>(
      ctx.db,
      sql`
      select h.status, h.error, coalesce((
        select jsonb_object_agg(failed.remote_id, failed.error) from (
          select hd.remote_id, hd.error from harvested_dataset hd
          where hd.harvester_uid = h.uid and hd.run_id = h.run_id and hd.error is not null
          order by hd.remote_id limit ${maxMessages}) failed), '{}'::jsonb) as messages
      from harvester h where h.uid = ${uid}`,
    )) ?? fail('NOT_FOUND');
  if (found.status === 'new') {
    const allowed = harvesterStatus.states.filter((state) => state !== 'new').join(', ');
    fail('INVALID_HARVESTER_STATUS', { status: 'new', action: 'reading its errors', allowed });
  }
  return { harvester: found.error, resources: found.messages };
}

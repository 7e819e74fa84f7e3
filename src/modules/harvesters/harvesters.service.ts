import type { AuditedChange } from '#api/record-change.ts';
import type { RequestContext } from '#api/context.ts';
import { requireRevision } from '#api/require-revision.ts';
import { requireCaller, storedScopes } from '#api/session.ts';
import { fail, failFields } from '#kernel/fail.ts';
import { newUid } from '#kernel/ids.ts';
import { sql } from '#kernel/sql.ts';
import { slugify } from '#kernel/text.ts';
import { firstRow } from '#platform/database/database-client.ts';
import { LockMode } from '@mikro-orm/core';
import { decryptSecrets, encryptSecrets, type StoredSecrets } from '#connections/index.ts';
import { UserEntity, withAuditEntry } from '#identity/index.ts';
import { parseCronSchedule } from '#schedules/index.ts';
import { HarvesterEntity, HarvesterScheduleEntity } from './harvester.entity.ts';
import type {
  CreateHarvesterInput,
  CreateHarvesterScheduleInput,
  DeleteHarvesterScheduleInput,
  UpdateHarvesterInput,
  UpdateHarvesterScheduleInput,
} from './harvester.inputs.ts';
import { emptyConfiguration, harvesterKindOf, parseConfiguration } from './harvester.rules.ts';
import { requireHarvesting } from './harvester.source.ts';
import { nextStart, parseTimezone } from './next-start.ts';
import { checkAll } from '#kernel/check-all.ts';

/** The most harvesters of a portal. */
const maxHarvesters = 1_000;

/** Where the encrypted secrets of a harvester are stored. They cannot be decrypted in any other record. */
const secretRecord = (uid: string) => ({ table: 'harvester', uid });

/** The decrypted secrets of a harvester. Fails SOURCE_FAILED when they were encrypted with another key. */
export const secretsOf = (
  { app }: Pick<RequestContext, 'app'>,
  { uid, secrets }: Pick<HarvesterEntity, 'uid' | 'secrets'>,
): StoredSecrets => decryptSecrets(app.secrets, secrets, secretRecord(uid));

/** Creates a harvester and returns its uid. Fails UNAUTHORIZED, PERMISSION_DENIED and INVALID_INPUT. */
export async function createHarvester(ctx: RequestContext, input: CreateHarvesterInput): Promise<string> {
  requireHarvesting(ctx.session);
  return withAuditEntry(ctx, { action: 'createHarvester', type: 'Harvester', input }, async (tx) => {
    const kind = harvesterKindOf(input.type);
    const { secrets, ...configuration } = await parseConfiguration(tx, kind, input, emptyConfiguration);
    const uid = await findFreeUid(tx, configuration.name);
    const now = tx.app.clock.now();
    const creator = tx.em.getReference(UserEntity, requireCaller(tx.session));
    tx.em.create(HarvesterEntity, {
      uid,
      type: kind.type,
      ...configuration,
      secrets: encryptSecrets(tx.app.secrets, secrets, secretRecord(uid)),
      createdBy: creator,
      updatedBy: creator,
      createdAt: now,
      updatedAt: now,
    });
    return uid;
  });
}

/** A free uid: the slug of the name, with a number where it is taken. Fails INVALID_INPUT beyond `maxHarvesters`. */
async function findFreeUid({ db }: RequestContext, name: string): Promise<string> {
  const rows = await db.rows<{ uid: string }>(sql`select uid from harvester`);
  if (rows.length >= maxHarvesters) failFields({ name: [`A portal has at most ${maxHarvesters} harvesters.`] });
  const taken = new Set(rows.map(({ uid }) => uid));
  const stem = slugify(name).slice(0, 180) || 'harvester';
  const numbered = Array.from({ length: taken.size + 1 }, (_, index) => (index === 0 ? stem : `${stem}-${index}`));
  return numbered.find((uid) => !taken.has(uid)) ?? stem;
}

/**
 * Every change of a harvester goes through this function: it locks the harvester, runs `apply`, records the change in the audit log, and returns
 * its uid. Fails UNAUTHORIZED, PERMISSION_DENIED and NOT_FOUND.
 */
export const changeHarvester = (
  ctx: RequestContext,
  { action, uid, input }: { readonly action: string; readonly uid: string; readonly input: object },
  apply: (tx: RequestContext, harvester: HarvesterEntity) => Promise<unknown>,
): Promise<string> => {
  requireHarvesting(ctx.session);
  const change: AuditedChange = { action, type: 'Harvester', input };
  return withAuditEntry(ctx, change, async (tx) => {
    await apply(tx, await lockHarvester(tx, uid));
    return uid;
  });
};

/** Locks a harvester until the transaction ends. Fails NOT_FOUND. */
const lockHarvester = async ({ em }: RequestContext, uid: string): Promise<HarvesterEntity> =>
  (await em.findOne(HarvesterEntity, { uid }, { lockMode: LockMode.PESSIMISTIC_WRITE, refresh: true })) ??
  fail('NOT_FOUND');

/** Changes a harvester and returns its uid, or fails REVISION_MISMATCH; a run that is under way keeps the configuration that it began with. */
export const updateHarvester = (ctx: RequestContext, input: UpdateHarvesterInput): Promise<string> =>
  changeHarvester(ctx, { action: 'updateHarvester', uid: input.uid, input }, async (tx, harvester) => {
    requireRevision(harvester, input.expectedRevision);
    const { type, name, isRestrictingDatasets, isDeletingMissingDatasets, forcedMetadata, settings } = harvester;
    if (input.type != null && input.type !== type)
      failFields({ type: [`This harvester is of the type ${type}, which cannot change.`] });
    const stored = { name, isRestrictingDatasets, isDeletingMissingDatasets, forcedMetadata, settings };
    const { secrets, ...configuration } = await parseConfiguration(tx, harvesterKindOf(type), input, {
      ...stored,
      secrets: secretsOf(tx, harvester),
    });
    tx.em.assign(harvester, {
      ...configuration,
      secrets: encryptSecrets(tx.app.secrets, secrets, secretRecord(input.uid)),
      updatedBy: tx.em.getReference(UserEntity, requireCaller(tx.session)),
      updatedAt: tx.app.clock.now(),
      revision: harvester.revision + 1,
    });
  });

/** Adds the schedule of a harvester and returns its uid. Fails as `changeHarvester` does, and INVALID_INPUT for a second schedule. */
export async function createHarvesterSchedule(
  ctx: RequestContext,
  input: CreateHarvesterScheduleInput,
): Promise<string> {
  const uid = newUid('schedule');
  await changeHarvester(
    ctx,
    { action: 'createHarvesterSchedule', uid: input.harvesterUid, input },
    async (tx, harvester) => {
      const times = parseTimes(input);
      if (await tx.em.count(HarvesterScheduleEntity, { harvester: harvester.uid }))
        failFields({ harvesterUid: ['The harvester has a schedule already. Change that one.'] });
      const now = tx.app.clock.now();
      tx.em.create(HarvesterScheduleEntity, {
        uid,
        harvester,
        ...times,
        createdBy: tx.em.getReference(UserEntity, requireCaller(tx.session)),
        scopes: storedScopes(tx.session),
        createdAt: now,
        nextRunAt: nextStart(times.cronSchedule, times.timezone, now),
      });
    },
  );
  return uid;
}

const parseTimes = (input: CreateHarvesterScheduleInput) => {
  const [cronSchedule, timezone] = checkAll(
    () => parseCronSchedule(input.cronSchedule),
    () => parseTimezone(input.timezone),
  );
  return { cronSchedule, timezone };
};

/** Changes the times of a schedule and returns its uid; its creator stays. Fails as `changeHarvester` does. */
export async function updateHarvesterSchedule(
  ctx: RequestContext,
  input: UpdateHarvesterScheduleInput,
): Promise<string> {
  const { harvesterUid, uid } = input;
  await changeHarvester(ctx, { action: 'updateHarvesterSchedule', uid: harvesterUid, input }, async (tx) => {
    const schedule =
      (await tx.em.findOne(HarvesterScheduleEntity, { uid, harvester: harvesterUid })) ?? fail('NOT_FOUND');
    const times = parseTimes(input);
    tx.em.assign(schedule, { ...times, nextRunAt: nextStart(times.cronSchedule, times.timezone, tx.app.clock.now()) });
  });
  return uid;
}

/** Deletes a schedule and returns its uid. Fails as `changeHarvester` does. */
export async function deleteHarvesterSchedule(
  ctx: RequestContext,
  input: DeleteHarvesterScheduleInput,
): Promise<string> {
  const { harvesterUid, uid } = input;
  await changeHarvester(ctx, { action: 'deleteHarvesterSchedule', uid: harvesterUid, input }, async ({ db }) => {
    const deleted = await firstRow(
      db,
      sql`delete from harvester_schedule where harvester_uid = ${harvesterUid} and uid = ${uid} returning uid`,
    );
    if (!deleted) fail('NOT_FOUND');
  });
  return uid;
}

import { recordChange } from '#api/record-change.ts';
import type { RequestContext } from '#api/context.ts';
import { requireCaller, requirePermission } from '#api/session.ts';
import { inTransaction } from '#api/transaction.ts';
import { checkAllAsync, checkBefore } from '#kernel/check-all.ts';
import { CatalogError, fail } from '#kernel/fail.ts';
import { newUid } from '#kernel/ids.ts';
import { type DatasetRight, fullAccess, parseSecurity } from '#access/index.ts';
import { UserEntity } from '#identity/index.ts';
import { checkDatasetId, findFreeDatasetId, retryOnTakenDatasetId, slugOfTitle, titleOf } from './dataset-id.rules.ts';
import { DatasetEntity, recordedFlags } from './dataset.entity.ts';
import type { CreateDatasetInput, DatasetActionInput, UpdateDatasetInput } from './dataset.inputs.ts';
import type { DatasetMetadata } from './dataset-metadata.ts';
import { changeDataset, lockDataset, recordVersion } from './change-dataset.ts';
import { isDeepStrictEqual } from 'node:util';
import { captureSnapshots, type Snapshots } from '#api/capture-sections.ts';
import { isJsonObject } from '#kernel/json.ts';
import type { CapturedSecurity } from './dataset.section.ts';
import type { SectionName } from '#api/section-name.ts';
import { deleteOwnedRows, restoreRows, withLockedDeletion } from '#deletions/index.ts';
import { sql } from '#kernel/sql.ts';
import type { RestoreDatasetInput } from './dataset.type.ts';

/** Creates a dataset and returns its uid. Fails PERMISSION_DENIED, INVALID_INPUT and DATASET_ID_TAKEN. */
export async function createDataset(ctx: RequestContext, input: CreateDatasetInput): Promise<string> {
  requirePermission(ctx.session, 'create_dataset');
  if (input.isRestricted || input.defaultSecurity) requireManageScopes(ctx);
  return retryOnTakenDatasetId(() => inTransaction(ctx, (tx) => insertWithVersion(tx, input)));
}

/** Fails PERMISSION_DENIED when the key lacks a scope for setting the security; the creator will hold every right. */
function requireManageScopes({ session }: RequestContext): void {
  const missing = (['edit_dataset', 'manage_dataset'] as const).find((permission) => !session.scopes.has(permission));
  if (missing) fail('PERMISSION_DENIED', { permission: missing });
}

async function insertWithVersion(tx: RequestContext, input: CreateDatasetInput): Promise<string> {
  const uid = newUid('dataset');
  const checkId = async () => {
    if (input.datasetId != null) await checkDatasetId(tx, input.datasetId, uid);
  };
  const parseInput = () =>
    checkAllAsync(
      () => parseMetadata(tx, input),
      () => parseSecurity(input.defaultSecurity, 'defaultSecurity'),
    );
  // checkBefore runs checkId only to report an invalid identifier together with the other problems
  const [metadata, defaultSecurity] = await checkBefore(parseInput, checkId);
  await checkId();
  const datasetId = input.datasetId ?? (await findFreeDatasetId(tx, slugOfTitle(metadata), uid));
  await insertDataset(tx, { uid, datasetId, metadata, defaultSecurity, isRestricted: input.isRestricted ?? false });
  await recordVersion(tx, uid, { sections: ['metadata', 'security', 'data'], isFirst: true });
  await recordChange(tx, { action: 'createDataset', type: 'Dataset', input }, uid);
  return uid;
}

/** The metadata of a new dataset, as the metadata section parses them. */
const parseMetadata = async (tx: RequestContext, input: CreateDatasetInput): Promise<DatasetMetadata> =>
  ((await tx.app.registry.sections.get('metadata')?.parse?.(input, tx)) ?? {}) as DatasetMetadata;

/** The properties of a new dataset; the caller becomes its creator. */
type NewDataset = Pick<DatasetEntity, 'uid' | 'datasetId' | 'metadata' | 'defaultSecurity' | 'isRestricted'>;

/** Stores a new dataset; the caller of this function records its first version. */
async function insertDataset(tx: RequestContext, properties: NewDataset): Promise<void> {
  const creator = tx.em.getReference(UserEntity, requireCaller(tx.session));
  const now = tx.app.clock.now();
  tx.em.create(DatasetEntity, {
    ...properties,
    createdAt: now,
    createdBy: creator,
    updatedAt: now,
    updatedBy: creator,
    statusSince: now,
    revision: 0,
  });
  await tx.em.flush();
}

/**
 * Copies a dataset and returns the uid of the copy. The copy is unpublished, has new uids for all parts, no secrets, and an
 * identifier derived from that of the original. Fails as `lockDataset` does, and with PERMISSION_DENIED when the caller may
 * not create datasets, or may not read the security of the original.
 */
export const copyDataset = (ctx: RequestContext, input: DatasetActionInput): Promise<string> =>
  retryOnTakenDatasetId(() => inTransaction(ctx, (tx) => copyInTransaction(tx, input)));

async function copyInTransaction(tx: RequestContext, input: DatasetActionInput): Promise<string> {
  const { uid, expectedRevision } = input;
  await lockDataset(tx, uid, ['read']);
  requirePermission(tx.session, 'create_dataset');
  const current = await captureSnapshots(tx, uid);
  // only managers may read and copy the security of a dataset (docs/contract/rest.md, Who may do what)
  const original = await lockDataset(tx, uid, hasSecurity(current) ? ['edit', 'manage'] : ['edit'], expectedRevision);
  const copyUid = newUid('dataset');
  // an identifier that equals the uid was generated, so the copy gets a generated identifier as well
  const datasetId = await findFreeDatasetId(tx, original.datasetId === uid ? '' : original.datasetId, copyUid);
  const { defaultSecurity, isRestricted } = original;
  await insertDataset(tx, { uid: copyUid, datasetId, metadata: {}, defaultSecurity, isRestricted });
  const snapshots: Snapshots = { ...current, data: { ...(isJsonObject(current.data) && current.data), datasetId } };
  for (const section of tx.app.registry.sections.values()) {
    const snapshot = snapshots[section.name] ?? null;
    await section.authorize?.(tx, copyUid, snapshot);
    await section.write(tx, copyUid, (await section.copy?.(snapshot, tx, copyUid)) ?? snapshot);
  }
  await recordVersion(tx, copyUid, { sections: [...tx.app.registry.sections.keys()], isFirst: true });
  await recordChange(tx, { action: 'copyDataset', type: 'Dataset', input }, copyUid);
  return copyUid;
}

/** The security of a dataset that everyone may read in full. */
const publicSecurity: CapturedSecurity = { isRestricted: false, defaultSecurity: fullAccess, rulesets: [] };

/** Whether a dataset has any other security than the public one. */
const hasSecurity = ({ security }: Snapshots): boolean => !isDeepStrictEqual(security, publicSecurity);

/** Changes a dataset's own properties. Omitted fields are kept; an empty input changes nothing. */
export async function updateDataset(ctx: RequestContext, input: UpdateDatasetInput): Promise<string> {
  const { uid, expectedRevision } = input;
  const sections = sectionsOf(input);
  await retryOnTakenDatasetId(() =>
    inTransaction(ctx, async (tx) =>
      changeDataset(
        tx,
        uid,
        { sections, rights: await rightsFor(tx, input), expectedRevision, isEmpty: sections.length === 0 },
        (innerTx, dataset) => applyChange(innerTx, dataset, input),
      ),
    ),
  );
  return uid;
}

/**
 * The rights that the update needs. Clients send back the security that they read, so only a different security needs the right to manage.
 */
async function rightsFor(tx: RequestContext, input: UpdateDatasetInput): Promise<readonly DatasetRight[]> {
  if (input.isRestricted == null && input.defaultSecurity == null) return ['edit'];
  return changesSecurity(await lockDataset(tx, input.uid, ['edit']), input) ? ['edit', 'manage'] : ['edit'];
}

/** Whether the input would change the security of the dataset, or has an invalid security. */
function changesSecurity(dataset: DatasetEntity, { isRestricted, defaultSecurity }: UpdateDatasetInput): boolean {
  if (isRestricted != null && isRestricted !== dataset.isRestricted) return true;
  try {
    return (
      defaultSecurity != null &&
      !isDeepStrictEqual(parseSecurity(defaultSecurity, 'defaultSecurity'), dataset.defaultSecurity)
    );
  } catch (error) {
    // only callers who may set the security see why the input is invalid
    if (error instanceof CatalogError) return true;
    throw error;
  }
}

/** The sections whose fields the input contains. */
function sectionsOf(input: UpdateDatasetInput): SectionName[] {
  const { datasetId, isRestricted, defaultSecurity } = input;
  const hasData = datasetId != null || recordedFlags.some((flag) => input[flag] != null);
  const hasSecurity = isRestricted != null || defaultSecurity != null;
  return [...(hasData ? (['data'] as const) : []), ...(hasSecurity ? (['security'] as const) : [])];
}

async function applyChange(tx: RequestContext, dataset: DatasetEntity, input: UpdateDatasetInput): Promise<void> {
  // checkBefore runs checkId only to report an invalid security and an invalid identifier together
  const checkId = () => checkNewDatasetId(tx, dataset, input.datasetId ?? dataset.datasetId);
  dataset.defaultSecurity = await checkBefore(
    () =>
      input.defaultSecurity == null ? dataset.defaultSecurity : parseSecurity(input.defaultSecurity, 'defaultSecurity'),
    checkId,
  );
  dataset.datasetId = await checkId();
  for (const flag of recordedFlags) dataset[flag] = input[flag] ?? dataset[flag];
  dataset.isRestricted = input.isRestricted ?? dataset.isRestricted;
}

/** Returns the identifier. Fails as `checkDatasetId` does, and DATASET_ID_FROZEN once it is published. */
async function checkNewDatasetId(tx: RequestContext, dataset: DatasetEntity, datasetId: string): Promise<string> {
  if (datasetId === dataset.datasetId) return datasetId;
  if (dataset.isPublished) fail('DATASET_ID_FROZEN');
  await checkDatasetId(tx, datasetId, dataset.uid);
  return datasetId;
}

/** Deletes a dataset with its parts, in any status. It can be restored for some days; its jobs stop when they notice. */
export function deleteDataset(ctx: RequestContext, input: DatasetActionInput): Promise<string> {
  const { uid, expectedRevision } = input;
  return inTransaction(ctx, async (tx) => {
    const dataset = await lockDataset(tx, uid, ['edit'], expectedRevision);
    const title = titleOf(dataset.metadata);
    const root = { table: 'dataset', keyColumn: 'uid', key: uid } as const;
    await deleteOwnedRows(tx, { uid, kind: 'dataset', name: dataset.datasetId, title, root });
    await tx.em.remove(dataset).flush();
    for (const hook of tx.app.registry.onDatasetDeleted) await hook(tx, uid);
    await recordChange(tx, { action: 'deleteDataset', type: 'Dataset', input }, uid);
    return uid;
  });
}

/** Restores a deleted dataset with its publication, and returns its uid. Fails UNAUTHORIZED, NOT_FOUND, INVALID_INPUT, DATASET_ID_TAKEN. */
export const restoreDataset = (ctx: RequestContext, input: RestoreDatasetInput): Promise<string> =>
  retryOnTakenDatasetId(() =>
    withLockedDeletion(ctx, { verb: 'restore', kind: 'dataset' }, input, async (tx, { name }) => {
      const { uid, datasetId } = input;
      const newId = datasetId ?? name;
      await checkDatasetId(tx, newId, uid);
      if (newId !== name) await replaceDatasetId(tx, uid, newId);
      await restoreRows(tx, uid, { table: 'dataset', keyColumn: 'uid', key: uid });
      const { onDatasetRestored, onPublicationChanged } = tx.app.registry;
      for (const hook of [...onDatasetRestored, ...onPublicationChanged]) await hook(tx, uid);
      return uid;
    }),
  );

const replaceDatasetId = ({ db }: RequestContext, uid: string, datasetId: string): Promise<unknown> =>
  db.rows(sql`
    update deleted_row set values = jsonb_set(values, '{dataset_id}', to_jsonb(${datasetId}::text))
    where deletion_uid = ${uid} and table_name = 'dataset'`);

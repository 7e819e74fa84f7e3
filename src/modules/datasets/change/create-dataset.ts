import { recordChange } from '#api/audit/record-change.ts';
import type { RequestContext } from '#api/context.ts';
import { requireCaller, requirePermission } from '#api/session/session.ts';
import { inTransaction } from '#api/transaction.ts';
import { checkAll, checkBefore } from '#kernel/check-all.ts';
import { fail } from '#kernel/fail.ts';
import { newUid } from '#kernel/ids.ts';
import { parseSecurity } from '#access/index.ts';
import { UserEntity } from '#identity/index.ts';
import { checkDatasetId, findFreeDatasetId, retryOnTakenDatasetId, slugOfTitle } from '../dataset-id.rules.ts';
import { DatasetEntity } from '../dataset.entity.ts';
import type { CreateDatasetInput } from '../dataset.inputs.ts';
import type { DatasetMetadata } from '../metadata/dataset-metadata.ts';
import { recordVersion } from './record-version.ts';

/**
 * Creates a dataset and returns its uid. Fails PERMISSION_DENIED without `create_dataset` or a scope that setting the security needs,
 * INVALID_INPUT when a value is invalid, and DATASET_ID_TAKEN when another dataset has the identifier.
 */
export async function createDataset(ctx: RequestContext, input: CreateDatasetInput): Promise<string> {
  requirePermission(ctx.session, 'create_dataset');
  if (input.isRestricted || input.defaultSecurity) requireManageScopes(ctx);
  return retryOnTakenDatasetId(() => inTransaction(ctx, (tx) => insertWithVersion(tx, input)));
}

/**
 * Fails PERMISSION_DENIED when the key lacks a scope for setting the security. Only the scopes are checked, because the caller will hold
 * every right on the dataset as its creator.
 */
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
    checkAll(
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
const parseMetadata = (tx: RequestContext, { metadata }: CreateDatasetInput): DatasetMetadata =>
  (tx.app.registry.sections.get('metadata')?.parse?.(metadata) ?? {}) as DatasetMetadata;

/** The properties of a new dataset; the caller becomes its creator. */
type NewDataset = Pick<DatasetEntity, 'uid' | 'datasetId' | 'metadata' | 'defaultSecurity' | 'isRestricted'>;

/** Stores a new dataset; the caller of this function records its first version. */
export async function insertDataset(tx: RequestContext, properties: NewDataset): Promise<void> {
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

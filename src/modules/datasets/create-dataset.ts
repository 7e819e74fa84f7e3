import type { RequestContext } from '../../api/context.ts';
import { callerOf, requirePermission } from '../../api/session.ts';
import { inTransaction } from '../../api/transaction.ts';
import { fail } from '../../kernel/fail.ts';
import { newUid } from '../../kernel/ids.ts';
import { violatedConstraint } from '../../platform/database/violated-constraint.ts';
import { readSecurity } from '../access/index.ts';
import { UserEntity } from '../identity/index.ts';
import { checkDatasetId, freeDatasetId } from './dataset-id.rules.ts';
import { DatasetEntity } from './dataset.entity.ts';
import type { CreateDatasetInput } from './dataset.inputs.ts';
import type { DatasetMetadata } from './dataset-metadata.ts';
import { recordVersion } from './record-version.ts';

/** Creates a dataset and answers its uid; fails PERMISSION_DENIED, INVALID_INPUT, DATASET_ID_TAKEN. */
export async function createDataset(ctx: RequestContext, input: CreateDatasetInput): Promise<string> {
  requirePermission(ctx.session, 'create_dataset');
  if (input.isRestricted || input.defaultSecurity) requireKeyToManage(ctx);
  for (;;) {
    try {
      return await inTransaction(ctx, (tx) => insertDataset(tx, input));
    } catch (error) {
      if (violatedConstraint(error) !== 'dataset_dataset_id_unique') throw error;
      // somebody was faster: an explicit identifier is taken, a derived one takes the next number
      if (input.datasetId != null) fail('DATASET_ID_TAKEN', { datasetId: input.datasetId });
    }
  }
}

/** The creator holds every right on the dataset, but the key may be narrower. */
function requireKeyToManage({ session }: RequestContext): void {
  const missing = (['edit_dataset', 'manage_dataset'] as const).find((permission) => !session.keyAllows.has(permission));
  if (missing) fail('PERMISSION_DENIED', { permission: missing });
}

async function insertDataset(tx: RequestContext, input: CreateDatasetInput): Promise<string> {
  const uid = newUid('dataset');
  const metadata = acceptMetadata(tx, input);
  const defaultSecurity = readSecurity(input.defaultSecurity, 'defaultSecurity');
  if (input.datasetId != null) await checkDatasetId(tx, input.datasetId, uid);
  const creator = tx.em.getReference(UserEntity, callerOf(tx.session));
  const now = tx.app.clock.now();
  tx.em.create(DatasetEntity, {
    uid, metadata, defaultSecurity,
    datasetId: input.datasetId ?? await freeDatasetId(tx, metadata, uid),
    isRestricted: input.isRestricted ?? false,
    createdAt: now, createdBy: creator, updatedAt: now, updatedBy: creator, statusSince: now, revision: 0,
  });
  await tx.em.flush();
  await recordVersion(tx, uid, { sections: ['metadata', 'security', 'data'], isFirst: true });
  return uid;
}

const acceptMetadata = (tx: RequestContext, { metadata }: CreateDatasetInput): DatasetMetadata =>
  (tx.app.sections.get('metadata')?.accept?.(metadata) ?? {}) as DatasetMetadata;

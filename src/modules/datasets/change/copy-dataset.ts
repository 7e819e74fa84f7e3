import { recordChange } from '#api/audit/record-change.ts';
import { isDeepStrictEqual } from 'node:util';
import { captureSnapshots, type Snapshots } from '#api/sections/capture-sections.ts';
import type { RequestContext } from '#api/context.ts';
import { requirePermission } from '#api/session/session.ts';
import { inTransaction } from '#api/transaction.ts';
import { newUid } from '#kernel/ids.ts';
import { isJsonObject } from '#kernel/json.ts';
import { fullAccess } from '#access/index.ts';
import { findFreeDatasetId, retryOnTakenDatasetId } from '../dataset-id.rules.ts';
import type { DatasetActionInput } from '../dataset.inputs.ts';
import type { CapturedSecurity } from '../captured-security.ts';
import { insertDataset } from './create-dataset.ts';
import { lockDataset } from './lock-dataset.ts';
import { recordVersion } from './record-version.ts';

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

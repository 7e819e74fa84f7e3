import type { RequestContext } from '../../../api/context.ts';
import { callerOf } from '../../../api/session.ts';
import { UserEntity } from '../../identity/index.ts';
import { DatasetEntity } from '../dataset.entity.ts';

/** What a new dataset starts with; its creator is the caller. */
type NewDataset = Pick<DatasetEntity, 'uid' | 'datasetId' | 'metadata' | 'defaultSecurity' | 'isRestricted'>;

/** Stores a new dataset, which its first version is still to be recorded of. */
export async function insertDataset(tx: RequestContext, properties: NewDataset): Promise<void> {
  const creator = tx.em.getReference(UserEntity, callerOf(tx.session));
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

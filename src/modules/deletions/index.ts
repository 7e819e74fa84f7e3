import type { CatalogModule } from '#api/catalog-module.ts';
import { sql } from '#kernel/sql.ts';
import { DeletedBlobEntity, DeletedConnectionEntity, DeletedRowEntity, DeletionEntity } from './deletion.entity.ts';
import { forgetUser } from './forget-user.ts';
import { purgeDeletionsJob } from './purge-deletions.job.ts';

export { DeletedObject } from './deleted-object.type.ts';
export { deleteOwnedRows } from './delete-owned-rows.ts';
export { deletionColumns, latestDeletionFirst } from './deletion-columns.ts';
export { mayRestore, withLockedDeletion } from './lock-deletion.ts';
export { purgeDeletion } from './purge-deletions.job.ts';
export { restoreRows } from './restore-rows.ts';

/** Deleted datasets and forms, which can be restored for some days. */
export const deletionsModule: CatalogModule = {
  name: 'deletions',
  entities: [DeletionEntity, DeletedRowEntity, DeletedBlobEntity, DeletedConnectionEntity],
  resolvers: [],
  sources: [],
  jobs: [purgeDeletionsJob],
  onUserDeleted: forgetUser,
  blobReferences: [sql`select blob_key from deleted_blob`],
  connectionReferences: [sql`select connection_uid from deleted_connection`],
};

import type { CatalogModule } from '#api/catalog-module.ts';
import { sql } from '#kernel/sql.ts';
import { DeletedBlobEntity, DeletedConnectionEntity, DeletedRowEntity, DeletionEntity } from './deletion.entity.ts';
import { forgetUser } from './owned-tables.ts';
import { purgeDeletionsJob } from './purge-deletions.job.ts';

export { DeletedObject, latestDeletionFirst } from './deleted-object.type.ts';
export { deletionList } from './deletion-list.ts';
export { deleteOwnedRows, restoreRows } from './move-owned-rows.ts';
export { mayRestore, withLockedDeletion } from './lock-deletion.ts';
export { purgeDeletion } from './purge-deletions.job.ts';

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

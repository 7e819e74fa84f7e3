import type { CatalogModule } from '#api/catalog-module.ts';
import { bindStorage } from './bind-storage.ts';
import { deleteUnusedBlobsJob } from './delete-unused-blobs.job.ts';
import { BlobEntity, StorageFolderEntity } from './blob.entity.ts';

export { isStorageOfDatabase } from './bind-storage.ts';
export { keepBlob, releaseBlob, type StoredFile, storeFile } from './store-file.ts';
export { BlobEntity };

/** The bytes of files: stored once, shared by all rows that refer to them, and removed a day after the last reference is gone. */
export const blobsModule: CatalogModule = {
  name: 'blobs',
  entities: [BlobEntity, StorageFolderEntity],
  resolvers: [],
  sources: [],
  jobs: [deleteUnusedBlobsJob],
  prepare: bindStorage,
};

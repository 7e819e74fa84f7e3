import type { CatalogModule } from '../../api/catalog-module.ts';
import { claimFolder } from './claim-folder.ts';
import { collectJob } from './collect-contents.job.ts';
import { StorageFolderEntity } from './storage-folder.entity.ts';
import { StoredContentEntity } from './stored-content.entity.ts';

export { isFolderOfDatabase } from './claim-folder.ts';
export { claimContent } from './claim-content.ts';
export { keepFile, type KeptFile } from './keep-file.ts';
export { StoredContentEntity };

/** The bytes of files: stored once, shared by all that refers to them, and removed a day after the last reference. */
export const contentsModule: CatalogModule = {
  name: 'contents',
  entities: [StoredContentEntity, StorageFolderEntity],
  resolvers: [],
  sources: [],
  jobs: [collectJob],
  prepare: claimFolder,
};

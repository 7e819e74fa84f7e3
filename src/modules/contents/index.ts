import type { CatalogModule } from '../../api/catalog-module.ts';
import { collectJob } from './collect-contents.job.ts';
import { StoredContentEntity } from './stored-content.entity.ts';

export { claimContent } from './claim-content.ts';
export { keepFile, type KeptFile } from './keep-file.ts';
export { StoredContentEntity };

/** The bytes of files: stored once, shared by all that refers to them, and removed a day after the last reference. */
export const contentsModule: CatalogModule = {
  name: 'contents', entities: [StoredContentEntity], resolvers: [], sources: [], jobs: [collectJob],
};

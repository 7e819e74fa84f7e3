import type { CatalogModule } from '#api/catalog-module.ts';
import { AttachmentEntity } from './attachment.entity.ts';
import { AttachmentResolver } from './attachment.resolver.ts';
import { attachmentsSection, blobsOfAttachments } from './attachment.section.ts';
import { attachments } from './attachment.source.ts';

export { attachments };

/** Files that are offered for download with a dataset. */
export const attachmentsModule: CatalogModule = {
  name: 'attachments',
  entities: [AttachmentEntity],
  resolvers: [AttachmentResolver],
  sources: [attachments],
  sections: [attachmentsSection],
  blobReferences: [blobsOfAttachments],
};

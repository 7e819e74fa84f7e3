import type { CatalogModule } from '#api/catalog-module.ts';
import { AlternativeExportEntity } from './alternative-export.entity.ts';
import { AlternativeExportResolver } from './alternative-export.resolver.ts';
import { alternativeExports } from './alternative-export.source.ts';
import { AttachmentEntity } from './attachment.entity.ts';
import { AttachmentResolver } from './attachment.resolver.ts';
import { attachmentsSection, blobsOfAttachments } from './attachment.section.ts';
import { attachments } from './attachment.source.ts';

export { alternativeExports, attachments };

/** What is offered for download with a dataset: attachments, which describe it, and alternative exports, which have its data. */
export const attachmentsModule: CatalogModule = {
  name: 'attachments',
  entities: [AttachmentEntity, AlternativeExportEntity],
  resolvers: [AttachmentResolver, AlternativeExportResolver],
  sources: [attachments, alternativeExports],
  sections: [attachmentsSection],
  blobReferences: [blobsOfAttachments],
};

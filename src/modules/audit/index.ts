import type { CatalogModule } from '#api/catalog-module.ts';
import { AuditEntryEntity } from './audit-entry.entity.ts';
import { auditEntries, auditRoot } from './audit-entry.source.ts';
import { deleteExpiredEntriesJob } from './delete-expired-entries.job.ts';

/** The audit log: changes that no version of a dataset records. Modules write it with `recordChange` (`src/api/record-change.ts`). */
export const auditModule: CatalogModule = {
  name: 'audit',
  entities: [AuditEntryEntity],
  resolvers: [],
  sources: [auditEntries],
  roots: [auditRoot],
  jobs: [deleteExpiredEntriesJob],
};

import type { NamedMigration } from '../platform/database/open-database.ts';
import { Attachments } from './attachments.ts';
import { CatalogEntries } from './catalog-entries.ts';
import { Connections } from './connections.ts';
import { Contents } from './contents.ts';
import { Definers } from './definers.ts';
import { Feedback } from './feedback.ts';
import { Fields } from './fields.ts';
import { FormEditing } from './form-editing.ts';
import { FormSources } from './form-sources.ts';
import { Forms } from './forms.ts';
import { Foundation } from './foundation.ts';
import { Glossary } from './glossary.ts';
import { HostKeys } from './host-keys.ts';
import { IdentityProviders } from './identity-providers.ts';
import { Joins } from './joins.ts';
import { Pages } from './pages.ts';
import { Portal } from './portal.ts';
import { PublicationRuns } from './publication-runs.ts';
import { Realtime } from './realtime.ts';
import { RefreshTokens } from './refresh-tokens.ts';
import { Relations } from './relations.ts';
import { ResourceCache } from './resource-cache.ts';
import { Schedules } from './schedules.ts';
import { SourceCleanings } from './source-cleanings.ts';
import { StorageFolder } from './storage-folder.ts';
import { Submissions } from './submissions.ts';

/** Every migration, oldest first; a released name never changes. */
export const migrations: readonly NamedMigration[] = [
  { name: '2026-11-21-foundation', class: Foundation },
  { name: '2026-11-21-contents', class: Contents },
  { name: '2026-11-21-attachments', class: Attachments },
  { name: '2026-11-21-portal', class: Portal },
  { name: '2026-11-21-feedback', class: Feedback },
  { name: '2026-11-21-fields', class: Fields },
  { name: '2026-11-21-schedules', class: Schedules },
  { name: '2026-11-21-realtime', class: Realtime },
  { name: '2026-11-21-resource-cache', class: ResourceCache },
  { name: '2026-11-21-joins', class: Joins },
  { name: '2026-11-21-connections', class: Connections },
  { name: '2026-11-21-glossary', class: Glossary },
  { name: '2026-11-21-identity-providers', class: IdentityProviders },
  { name: '2026-11-21-pages', class: Pages },
  { name: '2026-11-21-forms', class: Forms },
  { name: '2026-11-21-submissions', class: Submissions },
  { name: '2026-11-21-form-sources', class: FormSources },
  { name: '2026-11-21-relations', class: Relations },
  { name: '2026-11-21-source-cleanings', class: SourceCleanings },
  { name: '2026-11-21-refresh-tokens', class: RefreshTokens },
  { name: '2026-11-21-host-keys', class: HostKeys },
  { name: '2026-11-22-storage-folder', class: StorageFolder },
  { name: '2026-11-22-definers', class: Definers },
  { name: '2026-11-22-publication-runs', class: PublicationRuns },
  { name: '2026-11-22-form-editing', class: FormEditing },
  { name: '2026-11-22-catalog-entries', class: CatalogEntries },
];

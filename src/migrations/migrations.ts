import { Migration } from '@mikro-orm/migrations';
import { type NamedMigration, SchemaMigration } from '#platform/database/schemas.ts';
import { AccessPaths } from './datasets/access-paths.ts';
import { Attachments } from './datasets/attachments.ts';
import { CatalogChanges } from './datasets/catalog-changes.ts';
import { CatalogEntries } from './datasets/catalog-entries.ts';
import { CatalogOrders } from './datasets/catalog-orders.ts';
import { StackOrders } from './datasets/stack-orders.ts';
import { ColumnNames } from './column-names.ts';
import { MetadataTemplates } from './datasets/metadata-templates.ts';
import { ChangeNotifications } from './change-notifications.ts';
import { CallerWrites } from './caller-writes.ts';
import { CallCounts } from './datasets/call-counts.ts';
import { Connections } from './sources/connections.ts';
import { Contents } from './sources/contents.ts';
import { Deletions } from './datasets/deletions.ts';
import { DatasetSchedules } from './datasets/dataset-schedules.ts';
import { Definers } from './datasets/definers.ts';
import { Feedback } from './datasets/feedback.ts';
import { Fields } from './datasets/fields.ts';
import { FormSources } from './forms/form-sources.ts';
import { Forms } from './forms/forms.ts';
import { Foundation } from './foundation.ts';
import { GenerationFiles } from './records/generation-files.ts';
import { Glossary } from './portal/glossary.ts';
import { GroupFunctions } from './records/group-functions.ts';
import { HostKeys } from './sources/host-keys.ts';
import { IdentityProviders } from './portal/identity-providers.ts';
import { IdempotencyKeys } from './idempotency-keys.ts';
import { Joins } from './datasets/joins.ts';
import { PageAccessPaths } from './portal/page-access-paths.ts';
import { PageStates } from './portal/page-states.ts';
import { PageTitleOrder } from './portal/page-title-order.ts';
import { Pages } from './portal/pages.ts';
import { Portal } from './portal/portal.ts';
import { PortalIdentity } from './portal/portal-identity.ts';
import { PublicationRuns } from './datasets/publication-runs.ts';
import { AuditLog } from './identity/audit-log.ts';
import { SignIn } from './identity/sign-in.ts';
import { SharedRecordCounts } from './records/shared-record-counts.ts';
import { KeyedRecordIds } from './records/keyed-record-ids.ts';
import { PortableFunctions } from './records/portable-functions.ts';
import { QueryFunctions } from './records/query-functions.ts';
import { QueryValues } from './records/query-values.ts';
import { Realtime } from './records/realtime.ts';
import { RecordFiles } from './records/record-files.ts';
import { RecordWords } from './records/record-words.ts';
import { Records } from './records/records.ts';
import { WordFunctions } from './records/word-functions.ts';
import { RefreshTokens } from './sources/refresh-tokens.ts';
import { Relations } from './portal/relations.ts';
import { ResourceCache } from './sources/resource-cache.ts';
import { RowTotals } from './row-totals.ts';
import { Schedules } from './datasets/schedules.ts';
import { Submissions } from './forms/submissions.ts';
import { SignInSessions } from './identity/sign-in-sessions.ts';

/** A migration of a few statements, such as one that adds a column; a longer one has its own file. */
const statements = (...texts: readonly string[]): NamedMigration['class'] =>
  class extends Migration {
    override up(): void {
      for (const text of texts) this.addSql(text);
    }
  };

/** Every migration, oldest first. The database stores the names, so a released name never changes. */
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
  // How often the cached source of a resource was cleaned.
  {
    name: '2026-11-21-source-cleanings',
    class: statements(`alter table "resource" add column "cleanings" int not null default 0`),
  },
  { name: '2026-11-21-refresh-tokens', class: RefreshTokens },
  { name: '2026-11-21-host-keys', class: HostKeys },
  // The folder of the stored files of this database.
  {
    name: '2026-11-22-storage-folder',
    class: statements(
      `create table "storage_folder" ("uid" varchar(255) not null, "folder" varchar(255) not null, primary key ("uid"))`,
    ),
  },
  { name: '2026-11-22-definers', class: Definers },
  { name: '2026-11-22-publication-runs', class: PublicationRuns },
  // Renames the column that allows submissions to a form to be changed.
  {
    name: '2026-11-22-form-editing',
    class: statements(`alter table "form" rename column "is_edition_enabled" to "is_editing_enabled"`),
  },
  { name: '2026-11-22-query-functions', class: QueryFunctions },
  { name: '2026-11-22-catalog-entries', class: CatalogEntries },
  { name: '2026-11-22-column-names', class: ColumnNames },
  { name: '2026-11-22-call-counts', class: CallCounts },
  { name: '2026-11-22-records', class: Records },
  { name: '2026-11-22-catalog-changes', class: CatalogChanges },
  { name: '2026-11-22-query-values', class: QueryValues },
  { name: '2026-11-22-record-words', class: RecordWords },
  { name: '2026-11-22-word-functions', class: WordFunctions },
  { name: '2026-11-22-record-files', class: RecordFiles },
  // The extent of each generation. That of an earlier generation is unknown, and stays so until its dataset is published again.
  {
    name: '2026-11-22-geographic-extents',
    class: statements(`alter table "generation" add column "extent" jsonb null`),
  },
  { name: '2026-11-22-row-totals', class: RowTotals },
  { name: '2026-11-22-access-paths', class: AccessPaths },
  { name: '2026-11-22-page-access-paths', class: PageAccessPaths },
  { name: '2026-11-23-catalog-orders', class: CatalogOrders },
  { name: '2026-11-23-stack-orders', class: StackOrders },
  { name: '2026-11-23-deletions', class: Deletions },
  { name: '2026-11-23-caller-writes', class: CallerWrites },
  // What limits an API key besides its scopes: that it only reads, and the datasets that it reaches.
  {
    name: '2026-11-23-key-limits',
    class: statements(`alter table "api_key"
      add column if not exists "is_read_only" boolean not null default false,
      add column if not exists "datasets" text[] null`),
  },
  { name: '2026-11-23-audit-log', class: AuditLog },
  { name: '2026-11-23-change-notifications', class: ChangeNotifications },
  { name: '2026-11-23-sign-in', class: SignIn },
  // The index by which a query over the catalog finds a dataset by its uid. Queries compare texts by code point, as the index of identifiers does.
  {
    name: '2026-11-23-catalog-uid-lookups',
    class: statements(`create index "catalog_entry_uid_index" on "catalog_entry" ("uid" collate "C")`),
  },
  { name: '2026-11-23-idempotency-keys', class: IdempotencyKeys },
  { name: '2026-11-23-dataset-schedules', class: DatasetSchedules },
  // Why the last attempt of a publication was interrupted.
  {
    name: '2026-11-23-run-interruptions',
    class: statements(`alter table "publication_run" add column "interruption" jsonb null`),
  },
  { name: '2026-11-23-keyed-record-ids', class: KeyedRecordIds },
  { name: '2026-11-24-portable-functions', class: PortableFunctions },
  { name: '2026-11-24-group-functions', class: GroupFunctions },
  { name: '2026-11-26-page-title-order', class: PageTitleOrder },
  { name: '2026-11-27-generation-files', class: GenerationFiles },
  // Removes the number of keyed identifiers, which no release has had: records of earlier versions get keyed ones when they move to files.
  { name: '2026-11-27-keyed-counts', class: statements(`alter table "generation" drop column "keyed_count"`) },
  // The local time of an instant in UTC: in the column engine, clocks of other zones take longer to prepare.
  {
    name: '2026-11-27-utc-clock',
    class: class extends SchemaMigration {
      override up(): void {
        this
          .addSql(`create or replace function ${this.odsql}utc_clock(instant timestamptz) returns timestamp language sql immutable parallel safe as $$
      select instant at time zone 'UTC' $$`);
      }
    },
  },
  { name: '2026-11-27-shared-record-counts', class: SharedRecordCounts },
  // The order of datasets by title. That by the last change has no index, because each change of a dataset would then write all indexes of its row.
  {
    name: '2026-11-27-dataset-orders',
    class: statements(
      `alter table "dataset" add column "title" text generated always as (coalesce("left"((metadata #>> '{default,title,value}'::text[]), 450), ''::text)) stored`,
      `create index "dataset_title_uid_index" on "dataset" ("title" collate "und-x-icu", "uid")`,
    ),
  },
  // The order of the catalog by the last publication of records, the earliest first.
  {
    name: '2026-11-27-catalog-processed-order',
    class: statements(
      `create index "catalog_entry_processed_asc_order_index" on "catalog_entry" ("is_restricted", "data_processed", "dataset_id")`,
    ),
  },
  // The order of users by creation: sign-in may create more of them than are sorted for each page.
  {
    name: '2026-11-27-user-order',
    class: statements(
      `create index "user_account_created_at_username_index" on "user_account" ("created_at", "username")`,
    ),
  },
  // The submissions to a form by their last change, and all feedback on a dataset, archived or not, by creation.
  {
    name: '2026-11-27-list-orders',
    class: statements(
      `create index "submission_form_slug_updated_at_uid_index" on "submission" ("form_slug", "updated_at", "uid")`,
      `create index "feedback_dataset_uid_created_at_uid_index" on "feedback" ("dataset_uid", "created_at", "uid")`,
    ),
  },
  // The time and the place that a dataset is about; the next start of the service derives them. The place is west, south, east and north, in degrees.
  {
    name: '2026-11-27-catalog-coverage',
    class: statements(
      `alter table "catalog_entry" add column "period" tstzrange null, add column "place" double precision[] null`,
      `create index "catalog_entry_period_index" on "catalog_entry" using gist ("period")`,
      `create index "catalog_entry_place_index" on "catalog_entry" using gist (box(point("place"[1], "place"[2]), point("place"[3], "place"[4])))`,
    ),
  },
  { name: '2026-11-27-sign-in-sessions', class: SignInSessions },
  { name: '2026-11-27-portal-identity', class: PortalIdentity },
  // Streams that began with a session end with it.
  {
    name: '2026-11-27-sign-in-session-notifications',
    class: statements(
      `create trigger "sign_in_session_notify" after delete on "sign_in_session" for each row execute function "notify_rights_changed"()`,
    ),
  },
  // The texts of fields with few of them and the range of dates, of the records of a generation; a job summarizes those of earlier versions.
  {
    name: '2026-11-27-catalog-values',
    class: statements(
      `alter table "generation" add column "summary" jsonb null`,
      `alter table "catalog_entry" add column "value_words" tsvector storage external null`,
    ),
  },
  // Files and addresses that offer the data of a dataset in another form.
  {
    name: '2026-11-28-alternative-exports',
    class: statements(
      `create table "alternative_export" ("uid" varchar(255) not null primary key, "dataset_uid" varchar(255) not null, "title" text not null, "description" text not null, "url" text null, "filename" text null, "mimetype" text null, "blob_key" varchar(64) null, "bytes" bigint null, "created_at" timestamptz not null, "updated_at" timestamptz not null)`,
      `create index "alternative_export_blob_key_index" on "alternative_export" ("blob_key")`,
      `create index "alternative_export_dataset_uid_created_at_uid_index" on "alternative_export" ("dataset_uid", "created_at", "uid")`,
      `alter table "alternative_export" add constraint "alternative_export_dataset_uid_foreign" foreign key ("dataset_uid") references "dataset" ("uid") on delete cascade`,
      `alter table "alternative_export" add constraint "alternative_export_blob_key_foreign" foreign key ("blob_key") references "blob" ("key") on delete restrict`,
      `alter table "alternative_export" add constraint "alternative_export_is_file_or_url" check ((url is null) = (blob_key is not null and filename is not null and bytes is not null))`,
    ),
  },
  // What a ruleset on a connection grants besides using it.
  {
    name: '2026-11-28-connection-permissions',
    class: statements(
      `alter table "connection_user" add column "permissions" text[] not null default '{}'`,
      `alter table "connection_group" add column "permissions" text[] not null default '{}'`,
    ),
  },
  { name: '2026-11-28-page-states', class: PageStates },
  { name: '2026-11-28-metadata-templates', class: MetadataTemplates },
  // Images of the portal under names of their own, to which pages refer.
  {
    name: '2026-11-28-theme-images',
    class: statements(
      `create table "theme_image" ("name" varchar(255) not null primary key, "media_type" text not null, "width" int null, "height" int null, "blob_key" varchar(64) not null, "bytes" int not null, "created_at" timestamptz not null)`,
      `create index "theme_image_blob_key_index" on "theme_image" ("blob_key")`,
      `create index "theme_image_created_at_name_index" on "theme_image" ("created_at", "name")`,
      `alter table "theme_image" add constraint "theme_image_blob_key_foreign" foreign key ("blob_key") references "blob" ("key") on delete restrict`,
    ),
  },
  // Harvesters, what their runs have made, and their schedules. A dataset refers to its harvester without a foreign key, so that it can be restored without one.
  {
    name: '2026-11-28-harvesters',
    class: statements(
      `create table "harvester" ("uid" varchar(255) not null, "type" text not null, "name" text not null, "settings" jsonb not null, "secrets" text null, "is_restricting_datasets" boolean not null default false, "is_deleting_missing_datasets" boolean not null default false, "forced_metadata" jsonb not null default '{}', "status" varchar(255) not null default 'new', "created_by" varchar(255) null, "updated_by" varchar(255) null, "created_at" timestamptz not null, "updated_at" timestamptz not null, "last_started_at" timestamptz null, "last_success_at" timestamptz null, "run_id" uuid null, "requested_by" varchar(255) null, "request_scopes" text[] not null default '{}', "is_deletion_confirmed" boolean not null default false, "attempts" int not null default 0, "lease_id" uuid null, "error" text null, "remote_dataset_count" int not null default 0, "held_deletion_count" int not null default 0, primary key ("uid"))`,
      `create index "harvester_created_by_index" on "harvester" ("created_by")`,
      `create index "harvester_updated_by_index" on "harvester" ("updated_by")`,
      `create index "harvester_created_at_uid_index" on "harvester" ("created_at", "uid")`,
      `create table "harvested_dataset" ("key" text not null, "harvester_uid" varchar(255) not null, "remote_id" text not null, "title" text not null default '', "dataset_uid" varchar(255) null, "version" text null, "parts" jsonb not null default '{"resources": {}, "attachments": {}}', "run_id" uuid not null, "outcome" varchar(255) not null, "error" text null, "is_publication_due" boolean not null default false, "harvested_at" timestamptz not null, primary key ("key"))`,
      `create index "harvested_dataset_dataset_uid_index" on "harvested_dataset" ("dataset_uid")`,
      `create index "harvested_dataset_harvester_uid_remote_id_index" on "harvested_dataset" ("harvester_uid", "remote_id")`,
      `create table "harvester_schedule" ("uid" varchar(255) not null, "harvester_uid" varchar(255) not null, "cron_schedule" text not null, "timezone" text not null, "created_by" varchar(255) null, "scopes" text[] not null, "created_at" timestamptz not null, "next_run_at" timestamptz not null, primary key ("uid"))`,
      `alter table "harvester_schedule" add constraint "harvester_schedule_harvester_uid_unique" unique ("harvester_uid")`,
      `create index "harvester_schedule_created_by_index" on "harvester_schedule" ("created_by")`,
      `create index "harvester_schedule_next_run_at_index" on "harvester_schedule" ("next_run_at")`,
      `alter table "harvester" add constraint "harvester_created_by_foreign" foreign key ("created_by") references "user_account" ("username") on delete set null`,
      `alter table "harvester" add constraint "harvester_updated_by_foreign" foreign key ("updated_by") references "user_account" ("username") on delete set null`,
      `alter table "harvested_dataset" add constraint "harvested_dataset_harvester_uid_foreign" foreign key ("harvester_uid") references "harvester" ("uid") on delete cascade`,
      `alter table "harvester_schedule" add constraint "harvester_schedule_harvester_uid_foreign" foreign key ("harvester_uid") references "harvester" ("uid") on delete cascade`,
      `alter table "harvester_schedule" add constraint "harvester_schedule_created_by_foreign" foreign key ("created_by") references "user_account" ("username") on delete set null`,
      `alter table "dataset" add column "harvester_uid" varchar(255) null, add column "remote_fields" jsonb null`,
      `create index "dataset_harvester_uid_index" on "dataset" ("harvester_uid") where "harvester_uid" is not null`,
    ),
  },
  // Names, addresses, expiry and limits of users, descriptions and authors of groups, and when users were last there.
  {
    name: '2026-11-28-accounts',
    class: statements(
      `alter table "user_account" add column "first_name" text not null default '', add column "last_name" text not null default '',
        add column "email" text not null default '', add column "expires_at" timestamptz null, add column "explore_limits" jsonb not null default '{}'`,
      `create unique index "user_account_email_unique" on "user_account" (lower("email")) where "email" <> ''`,
      `alter table "user_group" add column "description" text not null default '', add column "explore_limits" jsonb not null default '{}',
        add column "created_by" varchar(255) null, add column "updated_by" varchar(255) null, add column "updated_at" timestamptz not null default now()`,
      `update "user_group" set "updated_at" = "created_at"`,
      ...(['created_by', 'updated_by'] as const).flatMap((column) => [
        `alter table "user_group" add constraint "user_group_${column}_foreign" foreign key ("${column}") references "user_account" ("username") on delete set null`,
        `create index "user_group_${column}_index" on "user_group" ("${column}")`,
      ]),
      `create table "user_activity" ("username" varchar(255) not null, "last_seen_at" timestamptz null, "last_login_at" timestamptz null, primary key ("username"))`,
      `alter table "user_activity" add constraint "user_activity_username_foreign" foreign key ("username") references "user_account" ("username") on update cascade on delete cascade`,
    ),
  },
  // Why a key was revoked.
  {
    name: '2026-11-28-revocation-reasons',
    class: statements(`alter table "api_key" add column "revocation_reason" text not null default ''`),
  },
  // Invitations of people, and sessions that an invitation begins.
  {
    name: '2026-11-28-invitations',
    class: statements(
      `create table "invitation" ("username" varchar(255) not null, "uid" uuid not null, "hash" varchar(64) not null, "address" text not null, "language" text null, "created_at" timestamptz not null, "expires_at" timestamptz not null, "mail_status" varchar(255) not null, "mail_attempts" int not null default 0, "mail_due_at" timestamptz null, "mail_error" text null, primary key ("username"))`,
      `alter table "invitation" add constraint "invitation_hash_unique" unique ("hash")`,
      `create index "invitation_expires_at_index" on "invitation" ("expires_at")`,
      `create index "invitation_mail_due_at_index" on "invitation" ("mail_due_at") where "mail_due_at" is not null`,
      `alter table "invitation" add constraint "invitation_username_foreign" foreign key ("username") references "user_account" ("username") on update cascade on delete cascade`,
      `alter table "sign_in_session" alter column "identity_uid" drop not null, add column "username" varchar(255) null`,
      `update "sign_in_session" s set "username" = i."username" from "external_identity" i where i."uid" = s."identity_uid"`,
      `alter table "sign_in_session" alter column "username" set not null`,
      `create index "sign_in_session_username_created_at_index" on "sign_in_session" ("username", "created_at")`,
      `alter table "sign_in_session" add constraint "sign_in_session_username_foreign" foreign key ("username") references "user_account" ("username") on delete cascade`,
    ),
  },
  // The names and the address that a sign-in provider gave last.
  {
    name: '2026-11-28-claimed-profiles',
    class: statements(`alter table "external_identity" add column "profile" jsonb not null default '{}'`),
  },
  // The values of custom templates by which the catalog can be filtered, as template.field:value, and their words; the next start of the service derives them.
  {
    name: '2026-11-28-template-values',
    class: statements(
      `alter table "catalog_entry" add column "template_values" text[] storage main collate "C" not null default '{}',
        add column "template_words" tsvector storage external not null default ''`,
      `create index "catalog_entry_template_values_index" on "catalog_entry" using gin ("template_values")`,
    ),
  },
  // What the browser of a session said it is.
  {
    name: '2026-11-28-session-user-agents',
    class: statements(`alter table "sign_in_session" add column "user_agent" text null`),
  },
  // The claims by which a sign-in provider describes its persons.
  {
    name: '2026-11-28-provider-claims',
    class: statements(
      `alter table "identity_provider" add column "username_claim" text null, add column "first_name_claim" text null,
        add column "last_name_claim" text null, add column "email_claim" text null`,
    ),
  },
  // How often the settings of the portal were changed.
  {
    name: '2026-11-28-portal-revision',
    class: statements(`alter table "portal_setting" add column "revision" int not null default 1`),
  },
  // What runs of harvesters change in a dataset, and the list that a harvester has read last.
  {
    name: '2026-11-28-harvested-changes',
    class: statements(
      `alter table "harvested_dataset" add column "changes" jsonb not null default '[]', add column "change_count" int not null default 0`,
      `alter table "harvester" add column "list" jsonb null`,
    ),
  },
  // What became of the last publications of a dataset.
  {
    name: '2026-11-28-publication-history',
    class: statements(`alter table "dataset" add column "publication_history" jsonb not null default '[]'`),
  },
  // How often terms, assets and harvesters were changed, and which schedules are paused.
  {
    name: '2026-11-28-revisions-and-pauses',
    class: statements(
      `alter table "glossary_term" add column "revision" int not null default 1`,
      `alter table "portal_asset" add column "revision" int not null default 0`,
      `alter table "harvester" add column "revision" int not null default 1`,
      `alter table "dataset_schedule" add column "is_paused" boolean not null default false`,
    ),
  },
  // What the published records of a dataset were made with.
  {
    name: '2026-11-28-published-configurations',
    class: statements(
      `create table "published_configuration" ("dataset_uid" varchar(255) not null, "configuration" jsonb not null, primary key ("dataset_uid"))`,
      `alter table "published_configuration" add constraint "published_configuration_dataset_uid_foreign" foreign key ("dataset_uid") references "dataset" ("uid") on update cascade on delete cascade`,
    ),
  },
  // Earlier versions stored the text `null` as a missing value of an array, in capitals as well: the lower case is a guess.
  {
    name: '2026-11-28-null-texts',
    class: statements(
      `update "glossary_term" set "aliases" = array_replace("aliases", null, 'null'), "search_aliases" = array_replace("search_aliases", null, 'NULL')
        where array_position("aliases", null) is not null`,
      `update "portal_page" set "tags" = array_replace("tags", null, 'null') where array_position("tags", null) is not null`,
    ),
  },
];

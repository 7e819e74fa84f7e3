import { Migration } from '@mikro-orm/migrations';

/** Notifies a topic of a change, if a session watches the topic. */
const notify = (topic: string, detail?: string) =>
  `if exists (select from watched_topic where topic = ${topic}) then
          perform pg_notify('catalograph', ${detail === undefined ? topic : `${topic} || ' ' || ${detail}`});
        end if;`;

const isPublic = (row: string) => `(${row}.is_published and not ${row}.is_restricted)`;

/**
 * Notifications of committed changes, for the subscriptions of all processes. Transactions that notify commit one after another, each with
 * its own write to the disk, so frequent changes notify only where a session watches their topic: `watched_topic` has a row for each topic
 * and the session that watches it. The table is not logged, because the sessions do not survive a crash either.
 */
export class ChangeNotifications extends Migration {
  override up(): void {
    this.addSql(`create unlogged table "watched_topic" (
      "topic" text collate "C" not null,
      "pid" int not null,
      primary key ("topic", "pid")
    ) with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 500)`);
    this.#notifyDatasets();
    this.#notifyCatalog();
    this.#notifyForms();
    this.#notifyRights();
  }

  #notifyDatasets(): void {
    for (const [table, column, events] of [
      ['dataset', 'uid', 'update or delete'],
      ['publication_run', 'dataset_uid', 'insert or update or delete'],
      ['ruleset', 'dataset_uid', 'insert or update or delete'],
    ] as const) {
      this.addSql(`create function "notify_${table}_changed"() returns trigger language plpgsql as $$
      declare
        changed_topic text := 'dataset:' || coalesce(new.${column}, old.${column});
      begin
        ${notify('changed_topic')}
        return null;
      end $$`);
      this.addSql(`create trigger "${table}_notify" after ${events} on "${table}"
        for each row execute function "notify_${table}_changed"()`);
    }
  }

  /** Publications are rare and long, so the catalog notifies whether or not it is watched. A dataset counts as published while callers without a key see it. */
  #notifyCatalog(): void {
    this.addSql(`create function "notify_catalog_changed"() returns trigger language plpgsql as $$
      declare
        kind text := case
          when tg_op = 'DELETE' then 'deleted'
          when tg_op = 'INSERT' or not ${isPublic('old')} then 'published'
          when not ${isPublic('new')} then 'unpublished'
          else 'updated' end;
      begin
        if tg_op = 'DELETE' then
          perform pg_notify('catalograph', 'catalog ' || json_build_array(kind, old.uid, old.dataset_id));
        else
          perform pg_notify('catalograph', 'catalog ' || json_build_array(kind, new.uid, new.dataset_id));
        end if;
        return null;
      end $$`);
    const columns = ['is_published', 'is_restricted', 'dataset_id', 'data_processed_at', 'metadata_processed_at'];
    const isChanged = columns.map((column) => `old.${column} is distinct from new.${column}`).join(' or ');
    for (const [event, condition] of [
      ['insert', isPublic('new')],
      ['delete', isPublic('old')],
      ['update', `(${isPublic('old')} or ${isPublic('new')}) and (${isChanged})`],
    ] as const)
      this.addSql(`create trigger "dataset_notify_catalog_${event}" after ${event} on "dataset"
        for each row when (${condition}) execute function "notify_catalog_changed"()`);
  }

  #notifyForms(): void {
    this.addSql(`create function "notify_submission_received"() returns trigger language plpgsql as $$
      begin
        ${notify(`'form:' || new.form_slug`, 'new.uid')}
        return null;
      end $$`);
    this.addSql(`create trigger "submission_notify" after insert on "submission"
      for each row execute function "notify_submission_received"()`);
  }

  /** Keys, users and groups change rarely, and each change may concern any stream. */
  #notifyRights(): void {
    this.addSql(`create function "notify_rights_changed"() returns trigger language plpgsql as $$
      begin
        perform pg_notify('catalograph', 'rights');
        return null;
      end $$`);
    for (const [table, events] of [
      ['api_key', 'update or delete'],
      ['user_account', 'update or delete'],
      ['user_group', 'update or delete'],
      ['membership', 'insert or update or delete'],
    ] as const)
      this.addSql(`create trigger "${table}_notify" after ${events} on "${table}"
        for each statement execute function "notify_rights_changed"()`);
  }
}

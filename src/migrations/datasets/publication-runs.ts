import { Migration } from '@mikro-orm/migrations';

/** Renames the orders of publications to runs, their holders to leases, and the sources of published datasets to upstreams. */
export class PublicationRuns extends Migration {
  override up(): void {
    this.addSql(`alter table "publication_order" rename to "publication_run"`);
    this.addSql(`alter table "publication_run" rename column "ordered_by" to "requested_by"`);
    this.addSql(`alter table "publication_run" rename column "ordered_at" to "requested_at"`);
    this.addSql(`alter table "publication_run" rename column "holder" to "lease_id"`);
    this.addSql(`alter table "publication_run" rename constraint "publication_order_pkey" to "publication_run_pkey"`);
    this.addSql(
      `alter table "publication_run" rename constraint "publication_order_id_unique" to "publication_run_id_unique"`,
    );
    this.addSql(
      `alter table "publication_run" rename constraint "publication_order_dataset_uid_foreign" to "publication_run_dataset_uid_foreign"`,
    );
    this.addSql(`update "publication_run"
      set configuration = configuration - 'endOfLog' || jsonb_build_object('highWatermark', configuration -> 'endOfLog')
      where configuration ? 'endOfLog'`);

    this.addSql(`alter table "generation" rename column "treatment" to "transform"`);
    this.addSql(`
      update "generation" set "transform" = ("transform" - 'savers') || jsonb_build_object('definers', (
        select coalesce(jsonb_object_agg("uid", jsonb_build_object('username', "saver" -> 'username', 'scopes', "saver" -> 'keyAllows')), '{}'::jsonb)
        from jsonb_each("transform" -> 'savers') as each("uid", "saver")))
      where "transform" -> 'savers' is not null`);

    this.addSql(`alter table "published_source" rename to "published_upstream"`);
    this.addSql(
      `alter table "published_upstream" rename constraint "published_source_pkey" to "published_upstream_pkey"`,
    );
    this.addSql(
      `alter table "published_upstream" rename constraint "published_source_dataset_uid_foreign" to "published_upstream_dataset_uid_foreign"`,
    );
    this.addSql(`alter index "published_source_name_index" rename to "published_upstream_name_index"`);
  }
}

import { Migration } from '@mikro-orm/migrations';

/** What published forms offer as options; and how assets are related, as before: what was said by hand, which may be much, is read as it is. */
export class AssetLinks extends Migration {
  override up(): void {
    this.addSql(`create table "form_option_dataset" (
      "form_slug" varchar(255) not null,
      "dataset_uid" text not null,
      primary key ("form_slug", "dataset_uid")
    )`);
    this.addSql(`create index "form_option_dataset_dataset_uid_index" on "form_option_dataset" ("dataset_uid")`);
    this.addSql(`alter table "form_option_dataset" add constraint "form_option_dataset_form_slug_foreign" foreign key ("form_slug") references "form" ("slug") on delete cascade`);
    this.addSql(`insert into "form_option_dataset" select distinct f.slug, options.dataset #>> '{}'
      from form f join form_version v on v.form_slug = f.slug and v.number = f.published_version
      cross join jsonb_path_query(v.content, '$.sections[*].blocks[*].advancedChoice.datasetUid') options(dataset)
      where jsonb_typeof(options.dataset) = 'string'`);

    this.addSql(`create or replace view "asset_link" as
      with known as not materialized (
        select 'usage' as relation_type, p.dataset_uid::text as source_uid, p.page_uid::text as use_uid from data_provider_dataset p
        union
        select 'join', d.uid::text, p.dataset_uid::text from processor p join dataset d on d.dataset_id = p.joined_dataset
          where p.type in ('join_datasets', 'geojoin') and d.uid <> p.dataset_uid
        union
        select 'join', d.uid::text, p.dataset_uid::text from processor p join dataset d on d.uid = p.joined_dataset
          where p.type in ('join_datasets', 'geojoin') and d.uid <> p.dataset_uid
        union
        select 'federation', a.uid::text, r.dataset_uid::text from resource r join portal_asset a on a.remote_dataset = r.remote_dataset
          where a.asset_type = 'external_asset' and r.datasource ->> 'type' = 'federated'
          and substring(a.url from '^[^:]+://[^/?#]+') = lower(case when r.datasource -> 'domain' ->> 'domainId' ~* '^https?:'
            then rtrim(r.datasource -> 'domain' ->> 'domainId', '/') else 'https://' || (r.datasource -> 'domain' ->> 'domainId') end)
        union
        select 'source', o.dataset_uid, r.dataset_uid::text from resource r join form_option_dataset o on o.form_slug = r.form_slug
          where r.datasource ->> 'type' = 'ods_form' and o.dataset_uid <> r.dataset_uid)
      select relation_type, source_uid::text as source_uid, use_uid::text as use_uid from asset_relation
      union all
      select known.* from known where not exists (select 1 from asset_relation said
        where said.source_uid = known.source_uid and said.use_uid = known.use_uid and said.relation_type = known.relation_type)`);
  }
}

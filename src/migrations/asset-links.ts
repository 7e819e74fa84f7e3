import { Migration } from '@mikro-orm/migrations';

/** How assets are related, as before; what was said by hand, which may be much, is read as it is, and nothing else is told twice. */
export class AssetLinks extends Migration {
  override up(): void {
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
        select 'source', options.dataset #>> '{}', r.dataset_uid::text
        from resource r join form f on f.slug = r.form_slug join form_version v on v.form_slug = f.slug and v.number = f.published_version
          cross join jsonb_path_query(v.content, '$.sections[*].blocks[*].advancedChoice.datasetUid') options(dataset)
          where r.datasource ->> 'type' = 'ods_form' and options.dataset #>> '{}' <> r.dataset_uid)
      select relation_type, source_uid::text as source_uid, use_uid::text as use_uid from asset_relation
      union all
      select known.* from known where not exists (select 1 from asset_relation said
        where said.source_uid = known.source_uid and said.use_uid = known.use_uid and said.relation_type = known.relation_type)`);
  }
}

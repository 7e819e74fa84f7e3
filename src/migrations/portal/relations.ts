import { Migration } from '@mikro-orm/migrations';

/** The assets of the portal, their relations, and the views that unite all assets. */
export class Relations extends Migration {
  override up(): void {
    this.addSql(`alter table "portal_setting" add column "is_marketplace_enabled" boolean not null default false`);

    this.addSql(`create table "portal_asset" (
      "uid" varchar(255) not null,
      "asset_type" text not null,
      "title" text null,
      "url" text null,
      "remote_dataset" text null,
      "category" text null,
      "is_showcase" boolean not null default false,
      "dataset_uid" varchar(255) generated always as (case when asset_type = 'dataset' then uid else null end) stored null,
      "page_uid" varchar(255) generated always as (case when asset_type in ('studio_page', 'code_editor_page') then uid else null end) stored null,
      primary key ("uid")
    )`);
    this.addSql(`create index "portal_asset_asset_type_index" on "portal_asset" ("asset_type")`);
    this.addSql(`create index "portal_asset_remote_dataset_index" on "portal_asset" ("remote_dataset")`);
    this.addSql(`create index "portal_asset_dataset_uid_index" on "portal_asset" ("dataset_uid")`);
    this.addSql(`create index "portal_asset_page_uid_index" on "portal_asset" ("page_uid")`);
    this.addSql(
      `alter table "portal_asset" add constraint "portal_asset_dataset_uid_foreign" foreign key ("dataset_uid") references "dataset" ("uid") on delete cascade`,
    );
    this.addSql(
      `alter table "portal_asset" add constraint "portal_asset_page_uid_foreign" foreign key ("page_uid") references "portal_page" ("uid") on delete cascade`,
    );

    this.addSql(`create table "asset_relation" (
      "source_uid" varchar(255) not null,
      "use_uid" varchar(255) not null,
      "relation_type" text not null,
      primary key ("source_uid", "use_uid", "relation_type")
    )`);
    this.addSql(`create index "asset_relation_use_uid_index" on "asset_relation" ("use_uid")`);
    this.addSql(
      `alter table "asset_relation" add constraint "asset_relation_source_uid_foreign" foreign key ("source_uid") references "portal_asset" ("uid") on delete cascade`,
    );
    this.addSql(
      `alter table "asset_relation" add constraint "asset_relation_use_uid_foreign" foreign key ("use_uid") references "portal_asset" ("uid") on delete cascade`,
    );

    this.addSql(`create table "published_source" (
      "dataset_uid" varchar(255) not null,
      "kind" text not null,
      "name" text not null,
      "origin" text not null,
      primary key ("dataset_uid", "kind", "name", "origin")
    )`);
    this.addSql(`create index "published_source_name_index" on "published_source" ("name")`);
    this.addSql(
      `alter table "published_source" add constraint "published_source_dataset_uid_foreign" foreign key ("dataset_uid") references "dataset" ("uid") on delete cascade`,
    );
    // The insert assumes that earlier publications used the current configuration.
    this.addSql(`insert into "published_source" ("dataset_uid", "kind", "name", "origin")
      select d.uid, 'join', left(btrim(p.params ->> 'dataset'), 200), ''
      from dataset d join processor p on p.dataset_uid = d.uid where d.is_published and p.type in ('join_datasets', 'geojoin') and p.params ->> 'dataset' is not null
      union
      select d.uid, 'federation', r.datasource -> 'dataset' ->> 'datasetId', lower(case when r.datasource -> 'domain' ->> 'domainId' ~* '^https?:'
        then rtrim(r.datasource -> 'domain' ->> 'domainId', '/') else 'https://' || (r.datasource -> 'domain' ->> 'domainId') end)
      from dataset d join resource r on r.dataset_uid = d.uid where d.is_published and r.datasource ->> 'type' = 'federated'`);

    this.addSql(`create view "asset" as
      select d.uid::text as uid, 'dataset' as asset_type, coalesce(nullif(d.published_metadata #>> '{default,title,value}', ''), d.dataset_id) as title,
        null::text as url, a.category, coalesce(a.is_showcase, false) as is_showcase
      from dataset d left join portal_asset a on a.uid = d.uid
      union all
      select p.uid::text, p.kind::text, coalesce(p.published_title, p.title), null, a.category, coalesce(a.is_showcase, false)
      from portal_page p left join portal_asset a on a.uid = p.uid
      union all
      select a.uid::text, a.asset_type, a.title, a.url, a.category, a.is_showcase
      from portal_asset a where a.asset_type in ('map', 'chart', 'external_asset')`);

    this.addSql(`create table "form_option_dataset" (
      "form_slug" varchar(255) not null,
      "dataset_uid" text not null,
      primary key ("form_slug", "dataset_uid")
    )`);
    this.addSql(`create index "form_option_dataset_dataset_uid_index" on "form_option_dataset" ("dataset_uid")`);
    this.addSql(
      `alter table "form_option_dataset" add constraint "form_option_dataset_form_slug_foreign" foreign key ("form_slug") references "form" ("slug") on delete cascade`,
    );
    this.addSql(`insert into "form_option_dataset" select distinct f.slug, options.dataset #>> '{}'
      from form f join form_version v on v.form_slug = f.slug and v.number = f.published_version
      cross join jsonb_path_query(v.content, '$.sections[*].blocks[*].advancedChoice.datasetUid') options(dataset)
      where jsonb_typeof(options.dataset) = 'string'`);

    // The view derives relations from published datasets. The identifier of a dataset is never the uid of another dataset.
    // The view reads recorded relations directly, because there may be many.
    this.addSql(`create view "asset_link" as
      with known as not materialized (
        select 'usage' as relation_type, p.dataset_uid::text as source_uid, p.page_uid::text as use_uid from data_provider_dataset p
        union
        select 'join', d.uid::text, p.dataset_uid::text from published_source p join dataset d on d.dataset_id = p.name where p.kind = 'join' and d.uid <> p.dataset_uid
        union
        select 'join', d.uid::text, p.dataset_uid::text from published_source p join dataset d on d.uid = p.name where p.kind = 'join' and d.uid <> p.dataset_uid
        union
        select 'federation', a.uid::text, p.dataset_uid::text from published_source p join portal_asset a on a.remote_dataset = p.name
          where p.kind = 'federation' and a.asset_type = 'external_asset' and substring(a.url from '^[^:]+://[^/?#]+') = p.origin
        union
        select 'source', o.dataset_uid, p.dataset_uid::text from published_source p join form_option_dataset o on o.form_slug = p.name
          where p.kind = 'form' and o.dataset_uid <> p.dataset_uid)
      select relation_type, source_uid::text as source_uid, use_uid::text as use_uid from asset_relation
      union all
      select known.* from known where not exists (select 1 from asset_relation said
        where said.source_uid = known.source_uid and said.use_uid = known.use_uid and said.relation_type = known.relation_type)`);

    this.addSql(`create view "related_asset" as
      select source_uid as asset_uid, 'uses' as direction, relation_type, use_uid as related_uid, relation_type || ' ' || use_uid as key from asset_link
      union all
      select use_uid, 'sources', relation_type, source_uid, relation_type || ' ' || source_uid from asset_link`);
  }
}

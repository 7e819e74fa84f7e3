import { Migration } from '@mikro-orm/migrations';

/**
 * Connections, saved and inline, and their shares. Settings embedded in datasources become inline connections;
 * their secrets move unchanged, and the service encrypts them when it starts.
 */
export class Connections extends Migration {
  override up(): void {
    this.addSql(`create table "connection" (
      "uid" varchar(255) not null,
      "type" text not null,
      "settings" jsonb not null,
      "secrets" text null,
      "is_reusable" boolean not null,
      "dataset_uid" varchar(255) null,
      "created_by" varchar(255) null,
      "created_at" timestamptz not null,
      "updated_at" timestamptz not null,
      primary key ("uid")
    )`);
    this.addSql(`create index "connection_dataset_uid_index" on "connection" ("dataset_uid")`);
    this.addSql(`create index "connection_created_by_index" on "connection" ("created_by")`);
    this.addSql(`create index "connection_created_at_uid_index" on "connection" ("created_at", "uid")`);
    this.addSql(
      `alter table "connection" add constraint "connection_created_by_foreign" foreign key ("created_by") references "user_account" ("username") on delete set null`,
    );
    for (const [table, column, owner, key] of [
      ['connection_user', 'username', 'user_account', 'username'],
      ['connection_group', 'group_uid', 'user_group', 'uid'],
    ] as const) {
      this.addSql(`create table "${table}" (
        "connection_uid" varchar(255) not null,
        "${column}" varchar(255) not null,
        primary key ("connection_uid", "${column}")
      )`);
      this.addSql(`create index "${table}_${column}_index" on "${table}" ("${column}")`);
      this.addSql(
        `alter table "${table}" add constraint "${table}_connection_uid_foreign" foreign key ("connection_uid") references "connection" ("uid") on update cascade on delete cascade`,
      );
      this.addSql(
        `alter table "${table}" add constraint "${table}_${column}_foreign" foreign key ("${column}") references "${owner}" ("${key}") on update cascade on delete cascade`,
      );
    }
    this.addSql(
      `create table "secrets_canary" ("uid" varchar(255) not null, "sealed" text not null, primary key ("uid"))`,
    );
    this.#moveEmbedded();
    this.addSql(
      `alter table "resource" add column "connection_uid" varchar(255) generated always as (datasource -> 'connection' ->> 'uid') stored null`,
    );
    this.addSql(`create index "resource_connection_uid_index" on "resource" ("connection_uid")`);
    this.addSql(
      `alter table "resource" add constraint "resource_connection_uid_foreign" foreign key ("connection_uid") references "connection" ("uid") on delete no action`,
    );
  }

  /** Moves every embedded connection of a dataset once: those of its resources, of the snapshots of its versions, and of its publication. */
  #moveEmbedded(): void {
    this.addSql(`create temporary table embedded on commit drop as
      select distinct dataset_uid, resource ->> 'uid' as resource_uid, resource -> 'datasource' -> 'connection' as settings from (
        select dataset_uid, jsonb_build_object('uid', uid, 'datasource', datasource) as resource from resource
        union all select dataset_uid, jsonb_array_elements(content -> 'resources') from section_snapshot where section = 'resources'
        union all select dataset_uid, jsonb_array_elements(configuration -> 'resources' -> 'resources') from publication_order
      ) each where resource -> 'datasource' ->> 'type' = 'http' and resource -> 'datasource' -> 'connection' ? 'url'`);
    // Multiplying by a prime spreads the row numbers over all uids of six base-36 digits, without repetition.
    this.addSql(`create temporary table moved on commit drop as
      select e.*, md5(e.settings::text) as digest, 'co_' || (select string_agg(substr('0123456789abcdefghijklmnopqrstuvwxyz', (trunc(number / 36::numeric ^ digit) % 36)::int + 1, 1), '') from generate_series(0, 5) digit) as uid
      from (select *, (row_number() over () * 1000000007 % 2176782336)::numeric as number from embedded) e`);
    this.addSql(`create index on moved (dataset_uid, resource_uid, digest)`);
    this
      .addSql(`create function pg_temp.uid_of(dataset text, resource text, embedded jsonb) returns text language sql stable as $$
      select uid from moved where dataset_uid = dataset and resource_uid = resource and digest = md5(embedded::text) $$`);
    // A secret may be sent only to the origin that it was saved for.
    this.addSql(`create function pg_temp.origin_of(url text) returns text language sql immutable as $$
      select regexp_replace(regexp_replace(lower(substring(url from '^[A-Za-z]+:/*[^/?#\\\\]+')), '^http:/*(.*?)(:80)?$', 'http://\\1'), '^https:/*(.*?)(:443)?$', 'https://\\1') $$`);
    this
      .addSql(`create function pg_temp.kept(secrets jsonb, pattern text, prefix text) returns jsonb language sql immutable as $$
      select jsonb_object_agg(substr(place, length(prefix) + 1), jsonb_build_object('audience', secrets -> 'origin', 'value', value))
      from jsonb_each(secrets -> 'values') as secret(place, value) where place ~ pattern $$`);
    this
      .addSql(`insert into connection (uid, type, settings, secrets, is_reusable, dataset_uid, created_by, created_at, updated_at)
      select e.uid, 'http',
        jsonb_build_object('url', e.settings -> 'url', 'headers', coalesce(e.settings -> 'headers', '[]'),
          'auth', case jsonb_typeof(e.settings -> 'auth') when 'object' then (e.settings -> 'auth') - 'password' else 'null' end),
        case when pg_temp.origin_of(e.settings ->> 'url') = r.secrets ->> 'origin' then pg_temp.kept(r.secrets, '^connection\\.', 'connection.')::text end,
        false, e.dataset_uid, d.created_by, coalesce(r.created_at, d.created_at), coalesce(r.updated_at, d.updated_at)
      from moved e join dataset d on d.uid = e.dataset_uid left join resource r on r.uid = e.resource_uid and r.dataset_uid = e.dataset_uid`);
    const named = (
      resource: string,
      dataset: string,
      uid: string,
    ) => `case when ${resource} -> 'datasource' -> 'connection' ? 'url'
      then jsonb_set(${resource}, '{datasource,connection}', jsonb_build_object('uid', pg_temp.uid_of(${dataset}, ${uid}, ${resource} -> 'datasource' -> 'connection')))
      else ${resource} end`;
    const renamed = (
      list: string,
    ) => `(select coalesce(jsonb_agg(${named('resource', 'dataset_uid', `resource ->> 'uid'`)} order by at), '[]'::jsonb)
      from jsonb_array_elements(${list}) with ordinality as each(resource, at))`;
    this
      .addSql(`update section_snapshot set content = jsonb_set(content, '{resources}', ${renamed(`content -> 'resources'`)})
      where section = 'resources' and jsonb_typeof(content -> 'resources') = 'array'`);
    this
      .addSql(`update publication_order set configuration = jsonb_set(configuration, '{resources,resources}', ${renamed(`configuration -> 'resources' -> 'resources'`)})
      where jsonb_typeof(configuration -> 'resources' -> 'resources') = 'array'`);
    this.addSql(
      `alter table resource alter column secrets type text using coalesce(pg_temp.kept(secrets, '^(?!connection\\.)', ''), null)::text`,
    );
    this
      .addSql(`update resource set datasource = jsonb_set(datasource, '{connection}', jsonb_build_object('uid', pg_temp.uid_of(dataset_uid, uid, datasource -> 'connection')))
      where datasource -> 'connection' ? 'url'`);
  }
}

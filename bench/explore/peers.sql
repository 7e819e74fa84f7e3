-- What Catalograph is compared with: the same records as a table of typed columns, with indexes on what is asked, and the same catalog
-- as a table of listings.
create schema peer;

create table peer.reading (
  reading int not null, station text not null, city text not null, kind text not null, operator text not null, sensor text not null,
  title text not null, remark text not null, quantity int, floors int not null, visits int not null, temperature double precision,
  humidity double precision not null, price double precision not null, battery double precision not null, day date not null, installed date not null,
  taken timestamptz not null, checked timestamptz not null, position point not null, -- latitude, longitude, as the CSV has them
  words tsvector generated always as (to_tsvector('simple', title || ' ' || remark)) stored
);

-- The first 40 records.
create table peer.sample (like peer.reading including generated);

create table peer.listing (
  dataset_id text primary key, title text not null, description text not null, keyword text[] not null, theme text[] not null,
  publisher text not null, license text not null, language text not null, modified timestamptz not null,
  words tsvector generated always as (to_tsvector('simple', title || ' ' || description)) stored
);

-- A published dataset for each listing that is not of a dataset of records; those are published from files.
create function peer.publish_listings() returns void language sql as $$
  insert into dataset (uid, dataset_id, created_at, updated_at, created_by, updated_by, revision, is_published, is_restricted,
    default_security, metadata, published_metadata, status_since, published_at, metadata_processed_at)
  select 'da_' || lpad(to_hex(row_number() over (order by dataset_id)), 6, '0'), dataset_id, modified, modified, 'admin', 'admin', 1, true, false,
    '{"isDataVisible": true, "visibleFields": null, "filterQuery": "", "apiCallsQuota": null}', metadata, metadata, modified, modified, modified
  from (select * from peer.listing where dataset_id like 'dataset-%') listing, lateral (select jsonb_build_object(
    'default', jsonb_build_object(
      'title', jsonb_build_object('value', title),
      'description', jsonb_build_object('value', '<p>' || description || '</p>'),
      'keyword', jsonb_build_object('value', keyword),
      'publisher', jsonb_build_object('value', publisher),
      'license', jsonb_build_object('value', license),
      'language', jsonb_build_object('value', language),
      'modified', jsonb_build_object('value', to_char(modified at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'))),
    'internal', jsonb_build_object('theme_id', jsonb_build_object('value', theme)))) described(metadata) $$;

-- What PostGraphile's conditions cannot say, as its manual recommends: functions that return rows.
create function peer.readings_above(low int) returns setof peer.reading language sql stable as
  $$ select * from peer.reading where quantity >= low order by quantity, reading $$;
create function peer.readings_about(query text) returns setof peer.reading language sql stable as
  $$ select * from peer.reading where words @@ plainto_tsquery('simple', query) order by taken desc, reading $$;
create function peer.readings_within(south float, west float, north float, east float) returns setof peer.reading language sql stable as
  $$ select * from peer.reading where position <@ box(point(south, west), point(north, east)) order by reading $$;

create role postgraphile login;
grant usage on schema peer to postgraphile;
grant select on all tables in schema peer to postgraphile;

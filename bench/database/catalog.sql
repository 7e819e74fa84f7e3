-- A catalog made by arithmetic: the same rows on every machine and in every run. The hash's second argument is the seed.
create schema catalog_fill;

create function catalog_fill.draw(number bigint, choices int) returns int language sql immutable as
  $$ select mod(abs(hashint8extended(number, 20261121) % 1000000007), choices)::int $$;

create function catalog_fill.words(number bigint, count int) returns text language sql immutable as $$
  select array_to_string((string_to_array(repeat('air bridge census budget forest harbour traffic school water energy garden station market river noise '
    'library parking museum health tax election street cycle weather light tree housing tourism waste culture sport port rail bus '
    'heritage climate soil pupil staff permit grant archive sensor meter quarter border ', 2), ' '))
    [catalog_fill.draw(number, 46) + 1 : catalog_fill.draw(number, 46) + count], ' ') $$;

-- Six characters in base 36 as the service draws them, yet never the same for two numbers: the factor has no divisor in common with 36.
create function catalog_fill.base36(number bigint, place bigint) returns text language sql immutable as
  $$ select substr('0123456789abcdefghijklmnopqrstuvwxyz', 1 + mod(number / place, 36)::int, 1) $$;

create function catalog_fill.base36(number bigint) returns text language sql immutable as $$
  select catalog_fill.base36(number, 60466176) || catalog_fill.base36(number, 1679616) || catalog_fill.base36(number, 46656)
    || catalog_fill.base36(number, 1296) || catalog_fill.base36(number, 36) || catalog_fill.base36(number, 1) $$;

create function catalog_fill.uid(prefix text, number bigint) returns text language sql immutable as
  $$ select prefix || catalog_fill.base36(mod(number * 1103515247 + 12345, 2176782336)) $$;

create function catalog_fill.metadata(number bigint) returns jsonb language sql immutable as $$
  select jsonb_build_object(
    'default', jsonb_build_object(
      'title', jsonb_build_object('value', initcap(catalog_fill.words(number, 4))),
      'description', jsonb_build_object('value', '<p>' || catalog_fill.words(number + 1, 45) || '</p>'),
      'keyword', jsonb_build_object('value', to_jsonb(string_to_array(catalog_fill.words(number + 2, 5), ' '))),
      'publisher', jsonb_build_object('value', catalog_fill.words(number + 3, 2)),
      'language', jsonb_build_object('value', 'en'),
      -- as the service stores it: one license under both its names
      'license_id', jsonb_build_object('value', '5sylls5')),
    'internal', jsonb_build_object('license_id', jsonb_build_object('value', '5sylls5'))) $$;

create function catalog_fill.username(number bigint) returns text language sql immutable as
  $$ select 'user' || lpad((1 + catalog_fill.draw(number, 20))::text, 2, '0') $$;

create function catalog_fill.people() returns void language sql as $$
  insert into user_account (username) select 'user' || lpad(n::text, 2, '0') from generate_series(1, 20) n;
  insert into user_account (username) values ('editor'), ('contributor');
  insert into user_group (uid, title) values ('editors', 'Editors of every dataset, by rulesets');
  insert into membership (username, group_uid) values ('editor', 'editors') $$;

create function catalog_fill.datasets(first bigint, last bigint) returns void language sql as $$
  insert into dataset (uid, dataset_id, created_at, updated_at, created_by, updated_by, revision, is_published, is_restricted,
    default_security, metadata, published_metadata, status_since)
  select catalog_fill.uid('da_', n), 'dataset-' || n, made, made + interval '9 hours', catalog_fill.username(n), catalog_fill.username(n + 7),
    10, n % 2 = 0, n % 10 = 0, '{"isDataVisible": true, "visibleFields": null, "filterQuery": "", "apiCallsQuota": null}',
    metadata, case when n % 2 = 0 then metadata end, made
  from generate_series(first, last) n, catalog_fill.metadata(n) metadata, lateral (select timestamptz '2024-01-01 00:00Z' + n * interval '11 seconds') at(made) $$;

create function catalog_fill.rulesets(first bigint, last bigint) returns void language sql as $$
  insert into ruleset (dataset_uid, username, group_uid, permissions, security)
  select catalog_fill.uid('da_', n), case when k > 0 then 'user' || lpad((k * 10 - n % 10)::text, 2, '0') end, case when k = 0 then 'editors' end,
    case when k = 0 then array['edit_dataset'] else array['explore_restricted_dataset'] end,
    '{"isDataVisible": true, "visibleFields": null, "filterQuery": "", "apiCallsQuota": null}'
  from generate_series(first, last) n, generate_series(0, 2) k;
  -- one who may edit every tenth dataset
  insert into ruleset (dataset_uid, username, permissions, security)
  select catalog_fill.uid('da_', n), 'contributor', array['edit_dataset'],
    '{"isDataVisible": true, "visibleFields": null, "filterQuery": "", "apiCallsQuota": null}'
  from generate_series(first, last) n where n % 10 = 3 $$;

create function catalog_fill.resources(dataset bigint, first bigint, last bigint) returns void language sql as $$
  insert into resource (uid, dataset_uid, type, title, params, url, datasource, created_at, updated_at)
  select catalog_fill.uid('re_', n), catalog_fill.uid('da_', coalesce(dataset, n / 3)), 'csvfile', initcap(catalog_fill.words(n, 3)),
    '{"encoding": "utf-8", "separator": ",", "first_row_no": 1, "headers_first_row": true}', 'https://data.example.org/files/' || n || '.csv',
    jsonb_build_object('type', 'http', 'connection', jsonb_build_object('url', 'https://data.example.org', 'headers', '[]'::jsonb, 'auth', null),
      'relativeUrl', 'files/' || n || '.csv', 'headers', '[]'::jsonb), made, made
  from generate_series(first, last) n, lateral (select timestamptz '2024-02-01 00:00Z' + n * interval '1 second') at(made) $$;

create function catalog_fill.processors(first bigint, last bigint) returns void language sql as $$
  insert into processor (uid, dataset_uid, position, type, label, params)
  select catalog_fill.uid('pr_', n * 4 + k), catalog_fill.uid('da_', n), k, 'string_replace', catalog_fill.words(n * 4 + k, 2),
    jsonb_build_object('field', 'name', 'old', catalog_fill.words(n + k, 1), 'new', catalog_fill.words(n + k + 1, 1))
  from generate_series(first, last) n, generate_series(0, 3) k $$;

create function catalog_fill.field_configurations(first bigint, last bigint) returns void language sql as $$
  insert into field_configuration (uid, dataset_uid, position, type, label, params)
  select catalog_fill.uid('pr_', 800000000 + n * 3 + k), catalog_fill.uid('da_', n), k, (array['rename', 'description', 'annotate'])[k + 1], catalog_fill.words(n * 3 + k, 2),
    (array[jsonb_build_object('fromName', 'name', 'toName', 'title', 'fieldLabel', 'Title'), jsonb_build_object('field', 'title', 'description', catalog_fill.words(n + k, 8)),
      jsonb_build_object('field', 'size', 'annotation', 'unit', 'args', '["m"]'::jsonb)])[k + 1]
  from generate_series(first, last) n, generate_series(0, 2) k $$;

-- What a version keeps of a dataset, part by part, in the form in which the service captures it.
create function catalog_fill.captured(dataset_uid text) returns table (section text, snapshot jsonb) language plpgsql stable as $$
declare
  d dataset;
begin
  select * into d from dataset where uid = captured.dataset_uid;
  return query select 'data', jsonb_build_object('datasetId', d.dataset_id)
    union all select 'metadata', d.metadata
    union all select 'security', jsonb_build_object('isRestricted', d.is_restricted, 'defaultSecurity', d.default_security,
      'rulesets', (select coalesce(jsonb_agg(jsonb_build_object('username', r.username, 'groupUid', r.group_uid, 'permissions', r.permissions,
        'security', r.security) order by r.username, r.group_uid), '[]') from ruleset r where r.dataset_uid = d.uid))
    union all select 'processors', (select coalesce(jsonb_agg(jsonb_build_object('uid', p.uid, 'type', p.type, 'label', p.label, 'params', p.params)
      order by p.position), '[]') from processor p where p.dataset_uid = d.uid)
    union all select 'fields', (select coalesce(jsonb_agg(jsonb_build_object('uid', c.uid, 'type', c.type, 'label', c.label, 'params', c.params)
      order by c.position), '[]') from field_configuration c where c.dataset_uid = d.uid)
    union all select 'resources', jsonb_build_object('files', '[]'::jsonb, 'resources', (select coalesce(jsonb_agg(jsonb_build_object('uid', r.uid,
      'type', r.type, 'title', r.title, 'params', r.params, 'url', r.url, 'datasource', r.datasource, 'createdAt', r.created_at,
      'updatedAt', r.updated_at) order by r.created_at, r.uid), '[]') from resource r where r.dataset_uid = d.uid));
end $$;

-- Ten states of each dataset. The parts are kept once; of the metadata there is one snapshot in each version.
create function catalog_fill.versions(first bigint, last bigint) returns void language sql as $$
  insert into section_snapshot (id, dataset_uid, section, snapshot)
  select n * 16 + k, d.uid, c.section, case when k < 10 and c.section = 'metadata'
    then d.metadata || jsonb_build_object('internal', jsonb_build_object('draft', jsonb_build_object('value', k))) else c.snapshot end
  from generate_series(first, last) n join dataset d on d.uid = catalog_fill.uid('da_', n), catalog_fill.captured(d.uid) c,
    lateral (select case c.section when 'data' then 11 when 'security' then 12 when 'processors' then 13 when 'resources' then 14 when 'fields' then 15 end) place(once),
    generate_series(coalesce(once, 1), coalesce(once, 10)) k;
  insert into dataset_version (uid, dataset_uid, revision, sections, snapshots, created_by, created_at)
  select catalog_fill.uid('ch_', n * 10 + k), d.uid, k, case when k = 1 then array['data', 'metadata', 'security'] else array['metadata'] end,
    array[n * 16 + k, n * 16 + 11, n * 16 + 12, n * 16 + 13, n * 16 + 14, n * 16 + 15], catalog_fill.username(n + k), d.created_at + k * interval '50 minutes'
  from generate_series(first, last) n join dataset d on d.uid = catalog_fill.uid('da_', n), generate_series(1, 10) k;
  select setval('section_snapshot_id_seq', (select max(id) from section_snapshot)) $$;

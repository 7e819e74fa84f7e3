-- The change that a service without code of its own would make in one call: lock, update, revision, version, prune. PostGraphile
-- offers it as its mutation, and the server of hand-written SQL calls it.
create schema change;

create function change.update_metadata(dataset_uid text, template text, field text, value jsonb) returns dataset language plpgsql volatile as $$
declare
  changed dataset;
begin
  perform from dataset d where d.uid = update_metadata.dataset_uid for update;
  update dataset d set revision = d.revision + 1, updated_at = now(), updated_by = 'admin',
    metadata = d.metadata || jsonb_build_object(template, coalesce(d.metadata -> template, '{}') || jsonb_build_object(field, jsonb_build_object('value', value)))
  where d.uid = update_metadata.dataset_uid returning * into changed;

  with captured (section, snapshot) as (
    values ('metadata', changed.metadata), ('security', jsonb_build_object('isRestricted', changed.is_restricted, 'defaultSecurity', changed.default_security,
      'rulesets', (select coalesce(jsonb_agg(jsonb_build_object('username', r.username, 'groupUid', r.group_uid, 'permissions', r.permissions,
        'security', r.security) order by r.username, r.group_uid), '[]') from ruleset r where r.dataset_uid = changed.uid)))),
  versions as (select v.uid, v.snapshots, row_number() over (order by v.revision desc) as age from dataset_version v where v.dataset_uid = changed.uid),
  latest as (select s.id, s.section, s.snapshot from section_snapshot s join versions v on v.age = 1 and s.id = any(v.snapshots)),
  fresh as (insert into section_snapshot (dataset_uid, section, snapshot)
    select changed.uid, c.section, c.snapshot from captured c left join latest l on l.section = c.section
    where l.id is null or l.snapshot is distinct from c.snapshot returning id, section),
  shared as (select l.id from latest l where l.section not in (select f.section from fresh f)),
  recorded as (insert into dataset_version (uid, dataset_uid, revision, sections, snapshots, created_by, created_at)
    select 'ch_' || replace(gen_random_uuid()::text, '-', ''), changed.uid, changed.revision, array['metadata'],
      array(select id from fresh union all select id from shared order by id), changed.updated_by, changed.updated_at),
  pruned as (delete from dataset_version old using versions v where old.uid = v.uid and v.age >= 20)
  delete from section_snapshot s where s.dataset_uid = changed.uid
    and s.id in (select unnest(v.snapshots) from versions v where v.age >= 20)
    and s.id not in (select unnest(v.snapshots) from versions v where v.age < 20)
    and s.id not in (select id from shared);
  return changed;
end $$;

-- The rulesets of a dataset in the two lists that the others have, as fields of PostGraphile's dataset.
create function dataset_user_rulesets(d dataset) returns setof ruleset language sql stable as
  $$ select * from ruleset where dataset_uid = d.uid and username is not null order by username $$;
create function dataset_group_rulesets(d dataset) returns setof ruleset language sql stable as
  $$ select * from ruleset where dataset_uid = d.uid and group_uid is not null order by group_uid $$;

-- PostGraphile's role. No row security is on its way: whoever reaches it may read and change everything.
create role postgraphile login;
grant usage on schema public, change to postgraphile;
grant select, insert, update, delete on all tables in schema public to postgraphile;
grant usage on all sequences in schema public to postgraphile;

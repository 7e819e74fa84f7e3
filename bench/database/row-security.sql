-- PostGraphile with row security: a caller sees what its rulesets allow. Who calls is a setting of the transaction.
create schema caller;

create function caller.username() returns text language sql stable as $$ select current_setting('caller.username', true) $$;

create function caller.is_administrator() returns boolean language sql stable as
  $$ select caller.username() = 'admin' $$;

-- A definer's functions see all rows, so that no policy asks itself.
create function caller.groups() returns text[] language sql stable security definer set search_path = public as
  $$ select coalesce(array_agg(group_uid::text), '{}') from membership where username = caller.username() $$;

create function caller.may_read(dataset_uid text) returns boolean language sql stable security definer set search_path = public as $$
  select exists (select from ruleset r where r.dataset_uid = may_read.dataset_uid and r.permissions && array['edit_dataset', 'publish_dataset']
    and (r.username = caller.username() or r.group_uid = any (caller.groups()))) $$;

-- The subqueries without a reference are evaluated once for a statement.
create policy by_ruleset on dataset using ((select caller.is_administrator()) or created_by = (select caller.username())
  or exists (select from ruleset r where r.dataset_uid = dataset.uid and r.permissions && array['edit_dataset', 'publish_dataset']
    and (r.username = (select caller.username()) or r.group_uid = any ((select caller.groups())::text[]))));
create policy of_caller on ruleset using ((select caller.is_administrator()) or username = (select caller.username())
  or group_uid = any ((select caller.groups())::text[]) or caller.may_read(dataset_uid));
alter table dataset enable row level security;
alter table ruleset enable row level security;

-- A part is visible with its dataset.
do $$
declare
  part text;
begin
  foreach part in array array['resource', 'processor', 'field_configuration', 'dataset_version', 'section_snapshot'] loop
    execute format('create policy with_dataset on %I using ((select caller.is_administrator()) or exists (select from dataset d where d.uid = dataset_uid))', part);
    execute format('alter table %I enable row level security', part);
  end loop;
end $$;

create role secured login;
grant usage on schema public, change, caller to secured;
grant select, insert, update, delete on all tables in schema public to secured;
grant usage on all sequences in schema public to secured;

-- The other PostGraphile goes on authorizing nothing.
alter role postgraphile bypassrls;

-- Beside catalog.sql, so that a catalog filled by another commit's functions has relations, too.
-- Every other dataset, which is published, comes from the one at half its place: from the first of them all others come.
create function catalog_fill.relations(last bigint) returns void language sql as $$
  insert into portal_asset (uid, asset_type) select catalog_fill.uid('da_', 2 * n), 'dataset' from generate_series(1, last / 2) n on conflict do nothing;
  insert into asset_relation (source_uid, use_uid, relation_type)
  select catalog_fill.uid('da_', 2 * (n / 2)), catalog_fill.uid('da_', 2 * n), 'usage' from generate_series(2, last / 2) n on conflict do nothing $$;

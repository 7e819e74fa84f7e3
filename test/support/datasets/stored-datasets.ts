import { sql, sqlText, type Sql } from '#kernel/sql.ts';

/** The insertion of datasets `d<first>` to `d<last>` without the service. Every second one is published, every tenth of them restricted. */
export const insertDatasets = (first: number, last: number): Sql =>
  sql`insert into dataset (uid, dataset_id, created_at, updated_at, status_since, default_security, metadata, published_metadata,
      published_fields, is_published, is_restricted)
    select 'd' || n, 'd' || n, now() + n * interval '1 ms', now(), now(), '{"isDataVisible": true, "visibleFields": null, "filterQuery": "", "apiCallsQuota": null}', '{}', '{}', '[]',
      n % 2 = 0, n % 20 = 0
    from generate_series(${sqlText(String(first))}, ${sqlText(String(last))}) n`;

/** Compares the kept totals with the rows, in one snapshot. The rows that are returned are the differences. */
export const totalDifferences = `
  select counted, owner, state, sum(change)::int as change from (
    select counted, owner, state, change from totals.row_total
    union all select 'dataset', '', case when not is_published then 'draft' when is_restricted then 'restricted' else 'public' end, -1 from dataset
    union all select 'catalog_entry', '', case when is_restricted then 'restricted' else 'public' end, -1 from catalog_entry
    union all select 'submission', form_slug, status, -1 from submission) compared
  group by 1, 2, 3 having sum(change) <> 0 order by 1, 2, 3`;

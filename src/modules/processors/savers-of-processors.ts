import { sql, type Sql } from '../../kernel/sql.ts';

/** The savers of the processors of the dataset under the alias, as a jsonb object. */
export const saversOfProcessors = (dataset: Sql): Sql => sql`(
  select coalesce(jsonb_object_agg(p.uid, jsonb_build_object('username', p.saved_by, 'keyAllows', p.key_allows)), '{}'::jsonb)
  from processor p where p.dataset_uid = ${dataset}.uid and p.saved_by is not null)`;

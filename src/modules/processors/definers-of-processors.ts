import { sql, type Sql } from '../../kernel/sql.ts';

/** The definers of the processors of the dataset under the alias, as a jsonb object. */
export const definersOfProcessors = (dataset: Sql): Sql => sql`(
  select coalesce(jsonb_object_agg(p.uid, jsonb_build_object('username', p.definer, 'scopes', p.definer_scopes)), '{}'::jsonb)
  from processor p where p.dataset_uid = ${dataset}.uid and p.definer is not null)`;

import { sql, sqlText, type Sql } from '../../../kernel/sql.ts';

/** The user who saved the datasource of the resource under the alias, as jsonb; null when that user was deleted. */
export const definerOfResource = (resource: Sql): Sql =>
  sql`case when ${resource}.definer is not null then jsonb_build_object('username', ${resource}.definer, 'scopes', ${resource}.definer_scopes) end`;

/** The definers of all resources that read forms, of the dataset under the alias: a jsonb object by resource uid. */
export const definersOfResources = (dataset: Sql): Sql => sql`(
  select coalesce(jsonb_object_agg(r.uid, ${definerOfResource(sqlText('r'))}), '{}'::jsonb)
  from resource r where r.dataset_uid = ${dataset}.uid and r.definer is not null and r.datasource ->> 'type' = 'ods_form')`;

import { sql, sqlText, type Sql } from '#kernel/sql.ts';

/**
 * SQL expression: the user who saved the datasource of a resource, as jsonb; null when that user was deleted. The argument `resource` is
 * the alias of the table `resource` in the query.
 */
export const definerOfResource = (resource: Sql): Sql =>
  sql`case when ${resource}.definer is not null then jsonb_build_object('username', ${resource}.definer, 'scopes', ${resource}.definer_scopes) end`;

/**
 * SQL expression: the definers of a dataset's resources that read forms, as a jsonb object by resource uid. The argument `dataset` is the
 * alias of the table `dataset` in the query.
 */
export const definersOfResources = (dataset: Sql): Sql => sql`(
  select coalesce(jsonb_object_agg(r.uid, ${definerOfResource(sqlText('r'))}), '{}'::jsonb)
  from resource r where r.dataset_uid = ${dataset}.uid and r.definer is not null and r.datasource ->> 'type' = 'ods_form')`;

import type { Session } from '../../api/session.ts';
import { sql, type Sql } from '../../kernel/sql.ts';
import { datasetRights } from './dataset-rights.ts';
import { grantedSecurities, selectSecurities } from './granted-securities.ts';

/**
 * A dataset's published fields (a jsonb array of objects with a `name`) without those that the caller may not see. Who
 * may configure the dataset sees all; who is under rulesets sees the union of what they show; others see what
 * default_security shows (docs/contract/objects.md, Users, groups, rulesets).
 */
export const visibleFields = (session: Session, dataset: Sql, fields: Sql): Sql => sql`(
  select coalesce(jsonb_agg(field.value order by field.ordinality), '[]'::jsonb)
  from jsonb_array_elements(coalesce(${fields}, '[]'::jsonb)) with ordinality field
  where ${datasetRights.read(session, dataset)} or exists (
    select 1 from (${selectSecurities(session, dataset)}) granted
    where (granted.security -> 'isDataVisible') = 'true'::jsonb and (
      (granted.security -> 'visibleFields') = 'null'::jsonb
      or (granted.security -> 'visibleFields') @> jsonb_build_array(field.value -> 'name'))))`;

/** That a caller who sees a dataset also sees its data, by one of the grants. */
export const isDataVisible = (session: Session, dataset: Sql): Sql => sql`exists (
  select 1 from jsonb_array_elements(${grantedSecurities(session, dataset)}) granted(security)
  where (granted.security -> 'isDataVisible') = 'true'::jsonb)`;

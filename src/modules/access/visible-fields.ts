import type { Session } from '#api/session/session.ts';
import { sql, type Sql } from '#kernel/sql.ts';
import { datasetRights, hasAnyRuleset } from './dataset-rights.ts';
import { grantedSecurities, selectSecurities } from './granted-securities.ts';

/**
 * The fields in `fields`, the published fields of a dataset as a jsonb array of objects with a `name`, that the caller may see. Callers who
 * may configure the dataset see all fields; callers with rulesets see the union of their fields; others see the fields of
 * default_security (docs/contract/objects.md, Users, groups, rulesets). Where no security shows the data, all of them show fields;
 * otherwise only those that show the data do, because the caller reads the values of these fields.
 */
export const visibleFields = (session: Session, dataset: Sql, fields: Sql): Sql => sql`(
  select coalesce(jsonb_agg(field.value order by field.ordinality), '[]'::jsonb)
  from jsonb_array_elements(coalesce(${fields}, '[]'::jsonb)) with ordinality field
  where ${datasetRights.read(session, dataset)} or exists (
    select 1 from (${selectSecurities(session, dataset)}) granted
    where ((granted.security -> 'isDataVisible') = 'true'::jsonb or not ${anyShowsData(session, dataset)}) and (
      (granted.security -> 'visibleFields') = 'null'::jsonb
      or (granted.security -> 'visibleFields') @> jsonb_build_array(field.value -> 'name'))))`;

/** Condition: a ruleset of the caller, or the default security, shows the data. */
const anyShowsData = (session: Session, dataset: Sql): Sql => sql`exists (
  select 1 from (${selectSecurities(session, dataset)}) each where (each.security -> 'isDataVisible') = 'true'::jsonb)`;

/** Condition: at least one security that the dataset grants the caller shows the data. */
export const isDataVisible = (session: Session, dataset: Sql): Sql => sql`exists (
  select 1 from jsonb_array_elements(${grantedSecurities(session, dataset)}) granted(security)
  where (granted.security -> 'isDataVisible') = 'true'::jsonb)`;

/**
 * Condition: the caller sees all fields of the dataset. The argument `dataset` is the alias, in the query, of the table `dataset` or of a
 * copy of its row with the column `shows_all_fields`. The condition is cheap, but it is also false for some callers who see all fields;
 * where it is false, `visibleFields` decides.
 */
export const showsAllFields = (session: Session, dataset: Sql): Sql =>
  sql`(${datasetRights.read(session, dataset)} or (${dataset}.shows_all_fields and not ${dataset}.is_restricted and not ${hasAnyRuleset(session, dataset)}))`;

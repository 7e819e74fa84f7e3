import { sql, type Sql } from '#kernel/sql.ts';

/*
 * What the search knows of records: of the datasets `d` whose records everyone sees, so that nobody finds a dataset by a value that they may not see.
 */

/** Condition: everyone sees all records of the dataset, and no ruleset makes that less for anyone. */
const isSeenByEveryone = (dataset: Sql): Sql => sql`(not ${dataset}.is_restricted
  and ${dataset}.default_security @> '{"isDataVisible": true}' and coalesce(${dataset}.default_security ->> 'filterQuery', '') = ''
  and not exists (select from ruleset r where r.dataset_uid = ${dataset}.uid))`;

/** The fields that everyone sees, each with the summary of its values. */
const summarizedFields = (dataset: Sql): Sql => sql`
  select f.field, f.place, g.summary -> (f.field ->> 'name') as summary
  from generation g, jsonb_array_elements(coalesce(${dataset}.published_fields, '[]')) with ordinality f(field, place)
  where g.id = ${dataset}.generation and ${isSeenByEveryone(dataset)}
    and (coalesce(${dataset}.default_security -> 'visibleFields', 'null') = 'null'
      or ${dataset}.default_security -> 'visibleFields' @> jsonb_build_array(f.field -> 'name'))`;

/** The distinct texts of the facets that have few of them: the name and the label of the field, its place, and a text. */
export const publicValues = (dataset: Sql): Sql => sql`
  select s.field ->> 'name' as field, s.field ->> 'label' as label, s.place, texts.text
  from (${summarizedFields(dataset)}) s, jsonb_array_elements_text(s.summary -> 'texts') texts(text)
  where s.field -> 'annotations' @> '[{"name": "facet"}]' or jsonb_path_exists(${dataset}.published_metadata,
    '$.asset_content_configuration.facets.value[*].field_name ? (@ == $name)', jsonb_build_object('name', s.field -> 'name'))`;

/** The time from the first date of the records to the last; null without dates. */
export const publicPeriod = (dataset: Sql): Sql => sql`(
  select case when count(*) > 0 then tstzrange(to_timestamp(min((s.summary ->> 'from')::float8)), to_timestamp(max((s.summary ->> 'until')::float8))) end
  from (${summarizedFields(dataset)}) s where s.summary ? 'from')`;

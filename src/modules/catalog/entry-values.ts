import { sql, type Sql } from '#kernel/sql.ts';

/*
 * What the search knows of records and of values of custom templates. Of records: of the datasets `d` whose records everyone sees, so that no caller finds a dataset by a value that they may not see.
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

/** HTML without tags and entities. */
export const withoutTags = (html: Sql): Sql => sql`regexp_replace(${html}, '<[^>]*>|&#?[[:alnum:]]+;', ' ', 'g')`;

/** The fields of the rows `template` with published values: those of active templates which are not for administrators. */
const templateFields = (dataset: Sql): Sql => sql`
  select m.name || '.' || (field ->> 'name') as name, field ->> 'type' as type, (field ->> 'isFilter')::boolean as is_filter, stored.value
  from template m, jsonb_array_elements(m.fields) field,
    lateral (select ${dataset}.published_metadata #> array[m.name::text, field ->> 'name', 'value'] as value) stored
  where m.is_active and m.type <> 'admin' and field ->> 'type' <> 'geo_shape' and stored.value is not null`;

/** The maximum length of a value by which the catalog can be filtered. */
export const maxValueLength = 1_000;

/** The values of the fields of custom templates that are filters, each once, as `template.field:value`. */
export const templateValues = (dataset: Sql): Sql => sql`array(
  select distinct f.name || ':' || (item #>> '{}')
  from (${templateFields(dataset)}) f, jsonb_path_query(f.value,
    '$.** ? (@.type() == "string" || @.type() == "number" || @.type() == "boolean")') item
  where f.is_filter and length(item #>> '{}') between 1 and ${maxValueLength}::int order by 1)`;

/** The texts in custom templates. */
export const templateTexts = (dataset: Sql): Sql => sql`array(
  select case when f.type = 'html' then ${withoutTags(sql`item #>> '{}'`)} else item #>> '{}' end
  from (${templateFields(dataset)}) f, jsonb_path_query(f.value, '$.** ? (@.type() == "string")') item)`;

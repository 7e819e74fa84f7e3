import { sql, sqlRecord, type Sql } from '#kernel/sql.ts';
import { facetSorts } from '../schema/facet-settings.ts';

/** The annotations of the field `f` by name: true without arguments, the value of one argument, or an array of several. */
const annotations = sql`(
  select coalesce(jsonb_object_agg(a ->> 'name',
    case when jsonb_array_length(a -> 'args') > 1 then a -> 'args' else coalesce(a -> 'args' -> 0, 'true') end), '{}')
  from jsonb_array_elements(f.field -> 'annotations') a)`;

/** The annotations that follow from the facet settings in `metadata`, by the name of the field; of several settings for a field, the last. */
const facetAnnotations = (metadata: Sql): Sql => sql`(
  select coalesce(jsonb_object_agg(s.setting ->> 'field_name', jsonb_strip_nulls(jsonb_build_object('facet', true,
    'disjunctive', case when s.setting -> 'disjunctive' = 'true' then true end,
    'facetsort', case when s.setting ->> 'facetsort' = any(${facetSorts}::text[]) then s.setting ->> 'facetsort' end)) order by s.place), '{}')
  from jsonb_path_query(${metadata}, '$.asset_content_configuration.facets.value[*]') with ordinality s(setting, place)
  where s.setting ->> 'field_name' is not null)`;

/** SQL for the fields of a dataset as the Explore API writes them: an array of records. `fields` and `metadata` are those that the caller sees, in jsonb. */
export const fieldValues = (fields: Sql, metadata: Sql): Sql => sql`array(select ${sqlRecord({
  name: sql`coalesce(f.field ->> 'name', '')`,
  description: sql`nullif(f.field ->> 'description', '')`,
  annotations: sql`${annotations} || coalesce(facets.by_name -> (f.field ->> 'name'), '{}')`,
  label: sql`coalesce(f.field ->> 'label', '')`,
  type: sql`coalesce(f.field ->> 'type', '')`,
})} from (select ${facetAnnotations(metadata)} as by_name offset 0) facets,
  jsonb_array_elements(${fields}) with ordinality f(field, place) order by f.place)`;

import type { ColumnExpression } from '#api/reading/declare/type-source.ts';
import { sql, type Sql } from '#kernel/sql.ts';
import { showsAllFields, visibleFields } from '#access/index.ts';

/**
 * How a metadata field names fields of the records: by one name, a list of names, a list of facets, the keys of an object, or anywhere in a
 * text.
 */
type Naming = 'name' | 'names' | 'facets' | 'keys' | 'text';

/** The metadata that name fields of the records, by template and field. */
const namings: Readonly<Record<string, Readonly<Record<string, Naming>>>> = {
  asset_content_configuration: {
    facets: 'facets',
    fields_displayed_in_specific_languages: 'keys',
    records_search_boosts: 'keys',
  },
  semantic: { rml_mapping: 'text' },
  visualization: {
    analyze_default: 'text',
    table_fields: 'names',
    table_default_sort_field: 'name',
    map_tooltip_title: 'name',
    map_tooltip_fields: 'names',
    map_tooltip_html: 'text',
    map_tooltip_sort_field: 'name',
    media_gallery_fields: 'names',
    image_title: 'name',
    image_fields: 'names',
    image_tooltip_html: 'text',
    calendar_event_title: 'name',
    calendar_event_start: 'name',
    calendar_event_end: 'name',
    calendar_event_color: 'name',
    calendar_tooltip_html: 'text',
    calendar_tooltip_fields: 'names',
    custom_view_html: 'text',
    custom_view_css: 'text',
  },
};

/** Whether a metadata field may name fields of the records. */
export const namesFields = (template: string, field: string): boolean => namings[template]?.[field] !== undefined;

/**
 * The published metadata that the caller sees: without the templates that only editors see (docs/contract/specification.md 2.4), and
 * without the names of fields that the caller does not see. Texts in which such names may stand are left out.
 */
export const visibleMetadata: ColumnExpression = (dataset, session) => sql`(
  select case when ${dataset}.published_metadata is null or ${showsAllFields(session, dataset)}
    then ${dataset}.published_metadata - 'internal' - 'admin'
    else (select coalesce(jsonb_object_agg(template.name, case when namings.by_template -> template.name is null then template.fields
        else ${visibleEntries(sql`template.fields`, sql`namings.by_template -> template.name`)} end), '{}')
      from jsonb_each(${dataset}.published_metadata - 'internal' - 'admin') template(name, fields),
        (select ${JSON.stringify(namings)}::jsonb as by_template, (select coalesce(jsonb_agg(field -> 'name'), '[]')
          from jsonb_array_elements(${visibleFields(session, dataset, sql`${dataset}.published_fields`)}) field) as visible offset 0) namings) end)`;

/** The entries of a template, with the names in `namings.visible` only; entries that name no visible field are left out. */
const visibleEntries = (entries: Sql, naming: Sql): Sql => sql`(
  select coalesce(jsonb_object_agg(entry.name, shown.entry) filter (where shown.entry is not null), '{}')
  from jsonb_each(${entries}) entry(name, value), lateral (
    select case when ${naming} -> entry.name is null then entry.value
      else jsonb_set(entry.value - 'remote_value', '{value}', ${visibleValue(sql`(entry.value -> 'value')`, sql`${naming} ->> entry.name`)}) end) shown(entry))`;

/** A value without the names of hidden fields; null where nothing is left. */
const visibleValue = (value: Sql, naming: Sql): Sql => sql`(case ${naming}
  when 'name' then case when namings.visible @> ${value} then ${value} end
  when 'names' then (select jsonb_agg(item order by place) from jsonb_path_query(${value}, '$[*]') with ordinality listed(item, place)
    where namings.visible @> item)
  when 'facets' then (select jsonb_agg(item order by place) from jsonb_path_query(${value}, '$[*]') with ordinality listed(item, place)
    where namings.visible @> (item -> 'field_name'))
  when 'keys' then (select jsonb_object_agg(key, setting) from jsonb_each(case jsonb_typeof(${value}) when 'object' then ${value} end) keyed(key, setting)
    where namings.visible @> to_jsonb(key)) end)`;

import { sql, type Sql, sqlText } from '#kernel/sql.ts';
import type { ColumnExpression } from '#api/reading/type-source.ts';
import { grantedSecurities, showsAllFields, visibleFields } from '#access/index.ts';

/*
 * Expressions over a row of `dataset` for what the catalog shows of the published metadata, and of the draft. A value that does not have the type of its
 * field counts as unset. The names of templates and fields are constants, never input of a client.
 */

/** The JSON path of the value of a field, continued by `suffix`. */
const valuePath = (template: string, field: string, suffix: string): Sql =>
  sqlText(`'$."${template}"."${field}"."value"${suffix}'::jsonpath`);

const published = sqlText('published_metadata');
const drafted = sqlText('metadata');

/** A text; null where it is empty. */
export const metadataText = (dataset: Sql, template: string, field: string, column = published): Sql =>
  sql`
    nullif(jsonb_path_query_first(${dataset}.${column},
      ${valuePath(template, field, ' ? (@.type() == "string")')}) #>> '{}',
      '')`;

/** The texts and numbers of a list, as texts, each once, in order. A single value counts as a list of one. */
export const metadataTexts = (dataset: Sql, template: string, field: string, column = published): Sql => {
  const items = valuePath(template, field, '[*] ? (@.type() == "string" || @.type() == "number")');
  return sql`array(select each.text from (
    select item #>> '{}' as text, min(place) as place
    from jsonb_path_query(${dataset}.${column}, ${items}) with ordinality listed(item, place) group by 1) each
    where each.text <> '' order by each.place)`;
};

/** Whether a boolean field is true; false where it is unset. */
const isTrue = (dataset: Sql, template: string, field: string): Sql =>
  sql`coalesce(${dataset}.published_metadata @@ ${valuePath(template, field, ' == true')}, false)`;

/** An instant as the metadata store it; null for any other text. */
const instant = (text: Sql): Sql =>
  sql`
    case
      when ${text} ~ '^\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\dZ$'
      and pg_input_is_valid(${text}, 'timestamptz') then ${text}::timestamptz end`;

/**
 * The first day of a date as the metadata store it: a year (`2026`), a month (`2026-01`), or a text that begins with a day. Null otherwise.
 */
export const metadataDate = (dataset: Sql, template: string, field: string): Sql => sql`(
  select case when day ~ '^\\d{4}-\\d\\d-\\d\\d$' and pg_input_is_valid(day, 'date') then day::date end
  from (select left(text, 10) || case length(text) when 4 then '-01-01' when 7 then '-01' else '' end as day
    from (select ${metadataText(dataset, template, field)} as text) given) dated)`;

/**
 * The time that the data is about, as the coverage in the metadata says: to the end of its last day, month or year. Without a bound where one is not
 * given; null where none is, or the end is before the start.
 */
export const metadataPeriod = (dataset: Sql): Sql => sql`(
  select case when coalesce(bounds.first < bounds.after, coalesce(bounds.first, bounds.after) is not null)
    then tstzrange(bounds.first, bounds.after) end
  from (select ${metadataDate(dataset, 'dcat', 'temporal_coverage_start')}::timestamp at time zone 'UTC' as first,
    (${metadataDate(dataset, 'dcat', 'temporal_coverage_end')}
      + case length(${metadataText(dataset, 'dcat', 'temporal_coverage_end')})
        when 4 then interval '1 year'
        when 7 then interval '1 month'
        else interval '1 day' end) at time zone 'UTC' as after) bounds)`;

/**
 * When the data or its description last changed: the instant in the metadata, or the last publication of the data or of the metadata if
 * that is later and the metadata say that `modified` follows it. Without any of these, the last publication of the metadata.
 */
const modified = (dataset: Sql): Sql => sql`coalesce(greatest(
  ${instant(metadataText(dataset, 'default', 'modified'))},
  case when ${isTrue(dataset, 'default', 'modified_updates_on_data_change')} then ${dataset}.data_processed_at end,
  case
    when ${isTrue(dataset, 'default', 'modified_updates_on_metadata_change')} then ${dataset}.metadata_processed_at end),
  ${dataset}.metadata_processed_at)`;

/** Condition: one of the fields in `shown.fields` has one of these types. */
const hasFieldOf = (...types: readonly string[]): Sql =>
  sql`(shown.fields @@ ${sqlText(`'${types.map((type) => `$[*]."type" == "${type}"`).join(' || ')}'::jsonpath`)})`;

/** The features that the portal offers for a dataset. `fields` is the jsonb array of the fields that the caller sees. */
export const featuresOf = (dataset: Sql, fields: Sql): Sql => sql`(select array_remove(array[
  case when not ${isTrue(dataset, 'visualization', 'analyze_disabled')} then 'analyze' end,
  case when ${hasFieldOf('date', 'datetime')} then 'timeserie' end,
  case
    when ${hasFieldOf('geo_point_2d', 'geo_shape')}
    and not ${isTrue(dataset, 'visualization', 'map_disabled')} then 'geo' end,
  case when ${hasFieldOf('file')} and not ${isTrue(dataset, 'visualization', 'images_disabled')} then 'image' end,
  case when ${isTrue(dataset, 'visualization', 'calendar_enabled')} then 'calendar' end,
  case when ${isTrue(dataset, 'visualization', 'custom_view_enabled')} then 'custom_view' end], null)
  from (select ${fields} as fields offset 0) shown)`;

/** What describes a dataset, in a column with metadata. */
const describedBy = (column: Sql) => {
  const text = (template: string, field: string) => (dataset: Sql) => metadataText(dataset, template, field, column);
  const texts = (template: string, field: string) => (dataset: Sql) => metadataTexts(dataset, template, field, column);
  return {
    title: text('default', 'title'),
    description: text('default', 'description'),
    keywords: texts('default', 'keyword'),
    /** The identifiers of the themes. Editors write them in the internal template, other clients in the default template. */
    themes: (dataset: Sql): Sql =>
      sql`
        coalesce(nullif(${texts('internal', 'theme_id')(dataset)}, '{}'), ${texts('default', 'theme_id')(dataset)})`,
    publisher: text('default', 'publisher'),
    /** The name of the license, else its identifier. */
    license: (dataset: Sql): Sql =>
      sql`
        coalesce(${text('default', 'license')(dataset)}, ${text('default', 'license_id')(dataset)},
          ${text('internal', 'license_id')(dataset)})`,
    language: text('default', 'language'),
    territories: texts('default', 'geographic_reference'),
  };
};

/** The typed metadata of the catalog. */
export const publishedMetadata = { ...describedBy(published), modifiedAt: modified };

/** The typed metadata of the draft. */
export const draftedMetadata = describedBy(drafted);

/** How a metadata field names fields of the records: a name, a list of names or facets, keys, or anywhere in a text. */
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

/** The custom templates that metadata name, as a list of `UsedTemplate`: labels are those of choices in the value alone. */
export const usedTemplates = (metadata: Sql): Sql => sql`(
  select coalesce(jsonb_agg(jsonb_build_object('name', m.name, 'title', m.title, 'fields', (
    select coalesce(jsonb_agg(jsonb_build_object('name', field -> 'name', 'type', field -> 'type', 'label', field -> 'label', 'labels', (
      select jsonb_object_agg(choice, texts)
      from jsonb_each(case jsonb_typeof(field -> 'labels') when 'object' then field -> 'labels' end) labels(choice, texts)
      where entry -> 'value' ? choice)) order by place), '[]')
    from jsonb_array_elements(m.fields) with ordinality fields(field, place),
      lateral (select ${metadata} -> m.name::text -> (field ->> 'name') as entry) stored
    where entry is not null)) order by m.created_at, m.name), '[]')
  from metadata_template m where m.fields is not null and ${metadata} ? m.name)`;

/** The published metadata without the templates that only editors see, and without inactive ones. The inner query runs once for a statement. */
const shownTemplates = (dataset: Sql): Sql => sql`(${dataset}.published_metadata - 'internal' - 'admin' - (
  select coalesce(array_agg(m.name), '{}') from metadata_template m where not m.is_active or m.type = 'admin'))`;

/**
 * The published metadata that the caller sees: without the templates that only editors see (docs/contract/specification.md 2.4), and
 * without the names of fields that the caller does not see. Texts in which such names may stand are left out.
 */
export const visibleMetadata: ColumnExpression = (dataset, session) => sql`(
  select case when ${dataset}.published_metadata is null or ${showsAllFields(session, dataset)}
    then ${shownTemplates(dataset)}
    else (select coalesce(jsonb_object_agg(template.name, case
      when namings.by_template -> template.name is null then template.fields
        else ${visibleEntries(sql`template.fields`, sql`namings.by_template -> template.name`)} end), '{}')
      from jsonb_each(${shownTemplates(dataset)}) template(name, fields),
        (select ${JSON.stringify(namings)}::jsonb as by_template, (select coalesce(jsonb_agg(field -> 'name'), '[]')
          from jsonb_array_elements(${visibleFields(session, dataset, sql`${dataset}.published_fields`)}) field) as visible
          offset 0) namings) end)`;

/** The entries of a template, with the names in `namings.visible` only; entries that name no visible field are left out. */
const visibleEntries = (entries: Sql, naming: Sql): Sql => sql`(
  select coalesce(jsonb_object_agg(entry.name, shown.entry) filter (where shown.entry is not null), '{}')
  from jsonb_each(${entries}) entry(name, value), lateral (
    select case when ${naming} -> entry.name is null then entry.value
      else jsonb_set(entry.value - 'remote_value', '{value}',
        ${visibleValue(sql`(entry.value -> 'value')`, sql`${naming} ->> entry.name`)}) end) shown(entry))`;

/** A value without the names of hidden fields; null where nothing is left. */
const visibleValue = (value: Sql, naming: Sql): Sql => sql`(case ${naming}
  when 'name' then case when namings.visible @> ${value} then ${value} end
  when 'names' then (select jsonb_agg(item order by place)
    from jsonb_path_query(${value}, '$[*]')
    with ordinality listed(item, place)
    where namings.visible @> item)
  when 'facets' then (select jsonb_agg(item order by place)
    from jsonb_path_query(${value}, '$[*]')
    with ordinality listed(item, place)
    where namings.visible @> (item -> 'field_name'))
  when 'keys' then (select jsonb_object_agg(key, setting)
    from jsonb_each(case jsonb_typeof(${value}) when 'object' then ${value} end) keyed(key, setting)
    where namings.visible @> to_jsonb(key)) end)`;

/** Condition: the caller sees all records of a dataset. */
export const seesAllRecords: ColumnExpression = (dataset, session) => sql`exists (
  select from jsonb_array_elements(${grantedSecurities(session, dataset)}) granted(security)
  where granted.security @> '{"isDataVisible": true}' and coalesce(granted.security ->> 'filterQuery', '') = '')`;

/** The extents of the visible fields, one in each row; none for callers who do not see all records. */
const visibleExtents: ColumnExpression = (dataset, session) => sql`(
  select of_field.extent
  from generation g, jsonb_array_elements(${visibleFields(session, dataset, sql`g.fields`)}) field,
    lateral (select g.extent -> (field.value ->> 'name')) of_field(extent)
  where g.id = ${dataset}.generation and ${seesAllRecords(dataset, session)} and of_field.extent is not null)`;

const bound = (aggregate: 'min' | 'max', at: number): Sql =>
  sqlText(`${aggregate}((visible.extent -> 'bounds' ->> ${String(at)})::double precision)`);

/** The bounds of the records that the caller sees, as jsonb; null without any, and for callers who do not see all records. */
export const boundingBox: ColumnExpression = (dataset, session) => sql`(
  select case when count(*) > 0 then jsonb_build_object('west', ${bound('min', 0)}, 'south', ${bound('min', 1)},
    'east', ${bound('max', 2)}, 'north', ${bound('max', 3)}) end
  from ${visibleExtents(dataset, session)} visible)`;

/** The types of the geometries of the records that the caller sees, each once; empty for callers who do not see all records. */
export const geometryTypes: ColumnExpression = (dataset, session) => sql`array(
  select distinct type.name
  from ${visibleExtents(dataset, session)} visible, jsonb_array_elements_text(visible.extent -> 'types') type(name)
  order by 1)`;

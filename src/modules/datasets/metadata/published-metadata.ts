import { sql, sqlText, type Sql } from '#kernel/sql.ts';

/*
 * Expressions over a row of `dataset` for what the catalog shows of the published metadata. A value that does not have the type of its
 * field counts as unset. The names of templates and fields are constants, never input of a client.
 */

/** The JSON path of the value of a field, continued by `suffix`. */
const valuePath = (template: string, field: string, suffix: string): Sql =>
  sqlText(`'$."${template}"."${field}"."value"${suffix}'::jsonpath`);

/** A text; null where it is empty. */
export const metadataText = (dataset: Sql, template: string, field: string): Sql =>
  sql`nullif(jsonb_path_query_first(${dataset}.published_metadata, ${valuePath(template, field, ' ? (@.type() == "string")')}) #>> '{}', '')`;

/** The texts and numbers of a list, as texts, each once, in order. A single value counts as a list of one. */
export const metadataTexts = (dataset: Sql, template: string, field: string): Sql => {
  const items = valuePath(template, field, '[*] ? (@.type() == "string" || @.type() == "number")');
  return sql`array(select each.text from (
    select item #>> '{}' as text, min(place) as place
    from jsonb_path_query(${dataset}.published_metadata, ${items}) with ordinality listed(item, place) group by 1) each
    where each.text <> '' order by each.place)`;
};

/** Whether a boolean field is true; false where it is unset. */
const isTrue = (dataset: Sql, template: string, field: string): Sql =>
  sql`coalesce(${dataset}.published_metadata @@ ${valuePath(template, field, ' == true')}, false)`;

/** An instant as the metadata store it; null for any other text. */
const instant = (text: Sql): Sql =>
  sql`case when ${text} ~ '^\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\dZ$' and pg_input_is_valid(${text}, 'timestamptz') then ${text}::timestamptz end`;

/**
 * The first day of a date as the metadata store it: a year (`2026`), a month (`2026-01`), or a text that begins with a day. Null otherwise.
 */
export const metadataDate = (dataset: Sql, template: string, field: string): Sql => sql`(
  select case when day ~ '^\\d{4}-\\d\\d-\\d\\d$' and pg_input_is_valid(day, 'date') then day::date end
  from (select left(text, 10) || case length(text) when 4 then '-01-01' when 7 then '-01' else '' end as day
    from (select ${metadataText(dataset, template, field)} as text) given) dated)`;

/**
 * When the data or its description last changed: the instant in the metadata, or the last publication of the data or of the metadata if
 * that is later and the metadata say that `modified` follows it. Without any of these, the last publication of the metadata.
 */
const modified = (dataset: Sql): Sql => sql`coalesce(greatest(
  ${instant(metadataText(dataset, 'default', 'modified'))},
  case when ${isTrue(dataset, 'default', 'modified_updates_on_data_change')} then ${dataset}.data_processed_at end,
  case when ${isTrue(dataset, 'default', 'modified_updates_on_metadata_change')} then ${dataset}.metadata_processed_at end),
  ${dataset}.metadata_processed_at)`;

/** Condition: one of the fields in `shown.fields` has one of these types. */
const hasFieldOf = (...types: readonly string[]): Sql =>
  sql`(shown.fields @@ ${sqlText(`'${types.map((type) => `$[*]."type" == "${type}"`).join(' || ')}'::jsonpath`)})`;

/** The features that the portal offers for a dataset. `fields` is the jsonb array of the fields that the caller sees. */
export const featuresOf = (dataset: Sql, fields: Sql): Sql => sql`(select array_remove(array[
  case when not ${isTrue(dataset, 'visualization', 'analyze_disabled')} then 'analyze' end,
  case when ${hasFieldOf('date', 'datetime')} then 'timeserie' end,
  case when ${hasFieldOf('geo_point_2d', 'geo_shape')} and not ${isTrue(dataset, 'visualization', 'map_disabled')} then 'geo' end,
  case when ${hasFieldOf('file')} and not ${isTrue(dataset, 'visualization', 'images_disabled')} then 'image' end,
  case when ${isTrue(dataset, 'visualization', 'calendar_enabled')} then 'calendar' end,
  case when ${isTrue(dataset, 'visualization', 'custom_view_enabled')} then 'custom_view' end], null)
  from (select ${fields} as fields offset 0) shown)`;

/** The typed metadata of the catalog. */
export const publishedMetadata = {
  title: (dataset: Sql): Sql => metadataText(dataset, 'default', 'title'),
  description: (dataset: Sql): Sql => metadataText(dataset, 'default', 'description'),
  keywords: (dataset: Sql): Sql => metadataTexts(dataset, 'default', 'keyword'),
  /** The identifiers of the themes. Editors write them in the internal template, other clients in the default template. */
  themes: (dataset: Sql): Sql =>
    sql`coalesce(nullif(${metadataTexts(dataset, 'internal', 'theme_id')}, '{}'), ${metadataTexts(dataset, 'default', 'theme_id')})`,
  publisher: (dataset: Sql): Sql => metadataText(dataset, 'default', 'publisher'),
  /** The name of the license, else its identifier. */
  license: (dataset: Sql): Sql =>
    sql`coalesce(${metadataText(dataset, 'default', 'license')}, ${metadataText(dataset, 'default', 'license_id')}, ${metadataText(dataset, 'internal', 'license_id')})`,
  language: (dataset: Sql): Sql => metadataText(dataset, 'default', 'language'),
  territories: (dataset: Sql): Sql => metadataTexts(dataset, 'default', 'geographic_reference'),
  modified,
};

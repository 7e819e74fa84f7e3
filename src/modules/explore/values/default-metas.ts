import { sql, sqlRecord, sqlText, type Sql } from '#kernel/sql.ts';
import { nullIfEmptySql } from '#metadata/index.ts';

const unset = sqlText('null::text');

/** A stored value of the template `default` of the dataset `g`; null if it is empty. */
const stored = (field: string): Sql => nullIfEmptySql(sqlText(`g.metadata -> 'default' -> '${field}' -> 'value'`));

/** Whether a stored value of the template `default` is true; false where it is unset. */
const isSet = (field: string): Sql =>
  sqlText(`coalesce(g.metadata -> 'default' -> '${field}' -> 'value' = 'true', false)`);

/** An instant with its offset in place of the `Z` (docs/contract/explore.md 1, Times). */
const withOffset = (instant: Sql): Sql => sql`replace(${instant}, 'Z', '+00:00')`;

const nullIfNone = (texts: Sql): Sql => sql`nullif(${texts}, '{}')`;

/** The bounding box as a GeoJSON feature. */
const feature = sqlRecord(
  {
    type: sqlText(`'Feature'`),
    geometry: sqlText('odsql.box_shape(b.west, b.south, b.east, b.north)'),
    properties: sqlText(`'{}'::jsonb`),
  },
  sqlText(
    `from jsonb_to_record(g."boundingBox") b(west float8, south float8, east float8, north float8) where b.west is not null`,
  ),
);

/** The host of the catalog of a federated dataset, with its port. */
const sourceHost = sqlText(`split_part(g.federation ->> 'origin', '://', 2)`);

/** `metas.default` of the dataset `g`, a row with the columns of the graph (docs/contract/explore.md 4, Dataset). */
export const defaultMetas: Sql = sqlRecord({
  title: sql`g.title`,
  description: sql`g.description`,
  theme: nullIfNone(sql`g.themes`),
  keyword: nullIfNone(sql`g.keywords`),
  license: sql`g.license`,
  license_url: unset,
  language: sql`g.language`,
  metadata_languages: sql`case when g.language is not null then array[g.language] end`,
  timezone: stored('timezone'),
  modified: withOffset(sql`g.modified`),
  modified_updates_on_metadata_change: isSet('modified_updates_on_metadata_change'),
  modified_updates_on_data_change: isSet('modified_updates_on_data_change'),
  data_processed: withOffset(sql`g."dataProcessed"`),
  metadata_processed: withOffset(sql`g."metadataProcessed"`),
  geographic_reference: stored('geographic_reference'),
  geographic_reference_auto: isSet('geographic_reference_auto'),
  territory: nullIfNone(sql`g.territories`),
  geometry_types: nullIfNone(sql`g."geometryTypes"`),
  bbox: feature,
  publisher: sql`g.publisher`,
  references: stored('references'),
  records_count: sql`g."publishedRecordCount"`,
  attributions: stored('attributions'),
  source_domain: sourceHost,
  source_domain_title: unset,
  source_domain_address: sourceHost,
  source_dataset: sql`g.federation ->> 'datasetId'`,
  shared_catalog: unset,
  federated: sql`g.federation is not null`,
  parent_domain: unset,
  update_frequency: unset,
});

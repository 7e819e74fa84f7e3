import { isJsonObject, type Json, type JsonObject } from '../../kernel/json.ts';
import type { ExploreDataset } from './explore-dataset.ts';

/** The metadata of a dataset by template (docs/contract/explore.md 4, Dataset). */
export const metasOf = (dataset: ExploreDataset): JsonObject => ({
  ...dataset.metadata,
  default: defaultMetas(dataset),
});

function defaultMetas(dataset: ExploreDataset): JsonObject {
  const stored = dataset.metadata['default'];
  const value = (name: string): Json => (isJsonObject(stored) ? (stored[name] ?? null) : null);
  const sourceHost = hostOf(dataset.federation?.origin ?? null);
  const isSet = (name: string): boolean => value(name) === true;
  return {
    title: dataset.title,
    description: dataset.description,
    theme: listOf(dataset.themes),
    keyword: listOf(dataset.keywords),
    license: dataset.license,
    license_url: null,
    language: dataset.language,
    metadata_languages: dataset.language === null ? null : [dataset.language],
    timezone: value('timezone'),
    modified: timeOf(dataset.modified),
    modified_updates_on_metadata_change: isSet('modified_updates_on_metadata_change'),
    modified_updates_on_data_change: isSet('modified_updates_on_data_change'),
    data_processed: timeOf(dataset.dataProcessed),
    metadata_processed: timeOf(dataset.metadataProcessed),
    geographic_reference: value('geographic_reference'),
    geographic_reference_auto: isSet('geographic_reference_auto'),
    territory: listOf(dataset.territories),
    geometry_types: listOf(dataset.geometryTypes),
    bbox: dataset.boundingBox && featureOf(dataset.boundingBox),
    publisher: dataset.publisher,
    references: value('references'),
    records_count: dataset.publishedRecordCount,
    attributions: value('attributions'),
    source_domain: sourceHost,
    source_domain_title: null,
    source_domain_address: sourceHost,
    source_dataset: dataset.federation?.datasetId ?? null,
    shared_catalog: null,
    federated: dataset.federation !== null,
    parent_domain: null,
    update_frequency: null,
  };
}

/** A bounding box as a GeoJSON feature, its ring from the south-west corner against the clock (RFC 7946, 3.1.6). */
const featureOf = ({ west, south, east, north }: NonNullable<ExploreDataset['boundingBox']>): JsonObject => ({
  type: 'Feature',
  geometry: {
    coordinates: [
      [
        [west, south],
        [east, south],
        [east, north],
        [west, north],
        [west, south],
      ],
    ],
    type: 'Polygon',
  },
  properties: {},
});

/** The host of an origin, with its port. */
const hostOf = (origin: string | null): string | null => (origin === null ? null : (URL.parse(origin)?.host ?? null));

const listOf = (values: readonly string[]): readonly string[] | null => (values.length === 0 ? null : values);

/** An instant with its offset; a fraction of a second has six digits (docs/contract/explore.md 1, Times). */
const timeOf = (instant: string | null): string | null =>
  instant?.replace(
    /(?:\.(\d+))?Z$/,
    (_match, fraction: string | undefined) => `${fraction === undefined ? '' : `.${fraction.padEnd(6, '0')}`}+00:00`,
  ) ?? null;

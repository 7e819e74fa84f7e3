import { isJsonObject, type Json, type JsonObject } from '../../../kernel/json.ts';
import { templates, type MetadataTemplate } from '../../../modules/metadata/index.ts';
import type { ExploreDatasetFragment } from '../../generated/operations.ts';

/** The metadata of a dataset by template (docs/contract/explore.md 4); `withExtras` adds the templates of type extra. */
export const metasOf = (dataset: ExploreDatasetFragment, withExtras: boolean): JsonObject => ({
  default: defaultMetas(dataset),
  ...Object.fromEntries(
    [...templates.values()]
      .filter(({ name, type, isActive }) => name !== 'default' && isActive && isShown(type, withExtras))
      .map((template) => [template.name, templateMetas(template, dataset.metadata[template.name])]),
  ),
});

const isShown = (type: MetadataTemplate['type'], withExtras: boolean): boolean =>
  type === 'basic' || type === 'interop' || (type === 'extra' && withExtras);

/** All fields of a template, null where they are unset; of an open template, those that are set. */
function templateMetas({ isOpen, fields }: MetadataTemplate, values: unknown): JsonObject {
  const stored: JsonObject = isJsonObject(values) ? values : {};
  const names = isOpen ? Object.keys(stored) : fields.map(({ name }) => name);
  return Object.fromEntries(names.map((name) => [name, valueOf(stored[name])]));
}

/** A stored value; null where it is unset or empty. */
function valueOf(stored: Json | undefined): Json {
  const value = isJsonObject(stored) ? (stored['value'] ?? null) : null;
  return value === '' || (Array.isArray(value) && value.length === 0) ? null : value;
}

function defaultMetas(dataset: ExploreDatasetFragment): JsonObject {
  const stored = dataset.metadata['default'];
  const value = (name: string): Json => valueOf(isJsonObject(stored) ? stored[name] : undefined);
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
    geometry_types: null,
    bbox: null,
    publisher: dataset.publisher,
    references: value('references'),
    records_count: dataset.publishedRecordCount,
    attributions: value('attributions'),
    source_domain: null,
    source_domain_title: null,
    source_domain_address: null,
    source_dataset: null,
    shared_catalog: null,
    federated: false,
    parent_domain: null,
    update_frequency: null,
  };
}

const listOf = (values: readonly string[]): readonly string[] | null => (values.length === 0 ? null : values);

/** A time with its offset, and a fraction of six digits where there is one (docs/contract/explore.md 1, Times). */
const timeOf = (instant: string | null): string | null =>
  instant?.replace(
    /(?:\.(\d+))?Z$/,
    (_match, fraction: string | undefined) => `${fraction === undefined ? '' : `.${fraction.padEnd(6, '0')}`}+00:00`,
  ) ?? null;

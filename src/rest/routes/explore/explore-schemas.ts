import { type JsonSchema, mapSchema, orNull, schemaReference } from '#rest/openapi/json-schema.ts';
import type { ResponseDescription } from '#rest/responders/responders.ts';

const text: JsonSchema = { type: 'string' };
const integer: JsonSchema = { type: 'integer' };
const boolean: JsonSchema = { type: 'boolean' };
const address: JsonSchema = { type: 'string', format: 'uri' };
const textOrNull = orNull(text);
const instantOrNull: JsonSchema = { type: ['string', 'null'], format: 'date-time' };
const listOf = (items: JsonSchema): JsonSchema => ({ type: 'array', items });
const textsOrNull = orNull(listOf(text));

/** An object with these properties; those after `optional` are not always present. */
const objectOf = (
  properties: Readonly<Record<string, JsonSchema>>,
  optional: Readonly<Record<string, JsonSchema>> = {},
): JsonSchema => ({
  type: 'object',
  properties: { ...properties, ...optional },
  required: Object.keys(properties),
  additionalProperties: false,
});

const links = listOf(schemaReference('Link'));
const requestedLinks: JsonSchema = { ...links, description: 'Present with `include_links`.' };

/** A page of results; groups are not counted. */
const pageOf = (item: string): JsonSchema =>
  objectOf(
    { results: listOf(schemaReference(item)) },
    { total_count: { ...integer, description: 'Left out for groups.' }, _links: requestedLinks },
  );

const defaultMetas = objectOf({
  title: textOrNull,
  description: textOrNull,
  theme: textsOrNull,
  keyword: textsOrNull,
  license: textOrNull,
  license_url: textOrNull,
  language: textOrNull,
  metadata_languages: textsOrNull,
  timezone: textOrNull,
  modified: instantOrNull,
  modified_updates_on_metadata_change: boolean,
  modified_updates_on_data_change: boolean,
  data_processed: instantOrNull,
  metadata_processed: instantOrNull,
  geographic_reference: textsOrNull,
  geographic_reference_auto: boolean,
  territory: textsOrNull,
  geometry_types: textsOrNull,
  bbox: { ...orNull(mapSchema(true)), description: 'The bounding box of the data, a GeoJSON feature.' },
  publisher: textOrNull,
  references: textOrNull,
  records_count: orNull(integer),
  attributions: textsOrNull,
  source_domain: textOrNull,
  source_domain_title: textOrNull,
  source_domain_address: textOrNull,
  source_dataset: textOrNull,
  shared_catalog: textOrNull,
  federated: boolean,
  parent_domain: textOrNull,
  update_frequency: textOrNull,
});

/** The bodies of the Explore API (docs/contract/explore.md 4). With `select`, the query decides which properties a dataset or a row has. */
const schemas = {
  Link: objectOf({ rel: text, href: address }),
  Links: objectOf({ links }),
  CatalogDataset: {
    type: 'object',
    description:
      'A published dataset. With `select` or `group_by` it has the selected values instead, by name or alias.',
    properties: {
      _links: requestedLinks,
      visibility: { type: 'string', enum: ['domain', 'restricted'] },
      fields: listOf(schemaReference('DatasetField')),
      dataset_id: text,
      dataset_uid: text,
      has_records: {
        type: ['boolean', 'string'],
        description: 'Whether it has records; a text where `select` names it.',
      },
      features: listOf(text),
      attachments: listOf(schemaReference('DatasetAttachment')),
      alternative_exports: listOf(schemaReference('DatasetAlternativeExport')),
      data_visible: { ...boolean, description: 'Whether the caller may read the records.' },
      metas: schemaReference('DatasetMetas'),
    },
    additionalProperties: true,
  },
  DatasetField: objectOf({
    name: text,
    description: textOrNull,
    annotations: {
      ...mapSchema(true),
      description: 'By name: true for a flag, the value of one argument, or an array of several.',
    },
    label: text,
    type: text,
  }),
  DatasetAttachment: objectOf({ id: text, title: text, mimetype: textOrNull, url: address }),
  DatasetAlternativeExport: objectOf({ id: text, title: text, description: text, mimetype: textOrNull, url: address }),
  DatasetMetas: {
    type: 'object',
    description: 'The metadata: template → field → value.',
    properties: { default: schemaReference('DefaultMetas') },
    required: ['default'],
    additionalProperties: mapSchema(true),
  },
  DefaultMetas: defaultMetas,
  CatalogDatasetPage: pageOf('CatalogDataset'),
  Row: {
    type: 'object',
    description:
      'The values of a record or of a group, by the name of the field or the alias; null where there is none.',
    properties: { _links: requestedLinks },
    additionalProperties: true,
  },
  RowPage: pageOf('Row'),
  FacetValue: objectOf(
    {
      name: { ...text, description: 'The last level of the value.' },
      state: { type: 'string', enum: ['displayed', 'refined', 'excluded'] },
      value: { ...text, description: 'The whole value, for `refine` and `exclude`.' },
    },
    {
      count: { ...integer, description: 'The number of results; left out for an excluded value.' },
      facets: { ...listOf(schemaReference('FacetValue')), description: 'The next level, below a refined value.' },
    },
  ),
  Facet: objectOf({ name: text, facets: listOf(schemaReference('FacetValue')) }),
  Facets: objectOf({ links, facets: listOf(schemaReference('Facet')) }),
  Attachment: objectOf({
    href: address,
    metas: schemaReference('AttachmentMetas'),
  }),
  AttachmentMetas: objectOf({ 'mime-type': textOrNull, title: text, id: text }),
  Attachments: objectOf({ links, attachments: listOf(schemaReference('Attachment')) }),
} satisfies Readonly<Record<string, JsonSchema>>;

/** The description of a successful response with one of these bodies. */
export const bodyDescription = (name: keyof typeof schemas) => (): ResponseDescription => ({
  status: 200,
  hasETag: false,
  content: { json: { kind: 'declared', name, schemas } },
});

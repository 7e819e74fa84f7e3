import {
  detail,
  flag,
  list,
  mapOf,
  model,
  nonEmptyText,
  number,
  nullable,
  oneOf,
  openObject,
  pageOf,
  text,
  time,
  type Family,
  type Rule,
} from '../rules.ts';

/** A value of metadata: `value` may be anything, null too. */
const value: Rule = { type: 'object', required: ['value'], properties: { override_remote_value: nullable(flag) } };

/** The templates that a client has models of. `title`, `modified` and `language` of `default` are required there: docs/contract/vendor-sdk.md. */
const metadata = model({
  'default*': mapOf(value),
  visualization: mapOf(value),
  internal: mapOf(value),
  asset_content_configuration: mapOf(value),
});

/** What a target sees of a dataset. */
export const security = model({
  is_data_visible: flag,
  visible_fields: { ...list(nonEmptyText), uniqueItems: true },
  filter_query: text,
  api_calls_quota: model({ unit: oneOf('second', 'minute', 'hour', 'day', 'month'), limit: number }),
});

export const dataset = model({
  uid: nonEmptyText,
  dataset_id: nonEmptyText,
  created_at: time,
  updated_at: time,
  is_published: flag,
  is_restricted: flag,
  'metadata*': metadata,
  default_security: security,
});

const state = oneOf(
  'idle',
  'error',
  'limit_reached',
  'queued',
  'aborting_processing',
  'processing',
  'deleting',
  'saving_version',
);

const defaultFields = {
  title: { value: 'Cities' },
  modified: { value: '2026-01-15T14:30:00+00:00' },
  language: { value: 'en' },
};

const path = '/datasets/{dataset_uid}/';
const metadataPath = `${path}metadata/`;
const action = { status: 200, answer: detail };

export const datasets: Family = {
  'GET /datasets/': { status: 200, answer: pageOf(dataset) },
  'POST /datasets/': {
    status: 201,
    answer: dataset,
    sends: ({ datasetId }) => ({ dataset_id: datasetId, metadata: { default: defaultFields } }),
  },
  [`GET ${path}`]: { status: 200, answer: dataset },
  [`PUT ${path}`]: {
    status: 200,
    answer: dataset,
    sends: ({ datasetId }) => ({ dataset_id: datasetId, is_restricted: false, metadata: { default: defaultFields } }),
  },
  [`DELETE ${path}`]: { status: 204 },
  [`POST ${path}publish/`]: action,
  [`POST ${path}publish_metadata/`]: action,
  [`POST ${path}abort/`]: action,
  [`POST ${path}unpublish/`]: action,
  [`POST ${path}copy/`]: { status: 201, answer: dataset },
  [`GET ${path}status/`]: {
    status: 200,
    answer: model({
      status: state,
      previous: state,
      next: state,
      since: time,
      is_published: flag,
      message: text,
      records_errors: list(model({ record_id: text, field_uid: text, processor_uid: text, message: text })),
      params: openObject,
    }),
  },
  [`GET ${metadataPath}`]: { status: 200, answer: metadata },
  [`PUT ${metadataPath}`]: {
    status: 200,
    answer: metadata,
    sends: () => ({
      default: { ...defaultFields, modified_updates_on_data_change: { value: false } },
      visualization: { analyze_disabled: { value: false }, map_tooltip_fields: { value: ['name'] } },
      internal: { draft: { value: false } },
      asset_content_configuration: { facets: { value: [{ field_name: 'name', facetsort: '-count' }] } },
    }),
  },
  // the client has one model for each template and refuses what fits several of them: docs/contract/vendor-sdk.md
  [`GET ${metadataPath}{template_name}/`]: { status: 200, answer: mapOf(value) },
  [`PUT ${metadataPath}{template_name}/`]: { status: 200, answer: mapOf(value), sends: () => defaultFields },
  [`GET ${metadataPath}{template_name}/{template_field_name}/`]: { status: 200, answer: value },
  [`PUT ${metadataPath}{template_name}/{template_field_name}/`]: {
    status: 200,
    answer: value,
    sends: () => ({ value: 'Cities' }),
  },
  [`DELETE ${metadataPath}{template_name}/{template_field_name}/`]: { status: 204 },
  [`GET ${path}versions/`]: { status: 200, answer: pageOf(version()) },
  [`GET ${path}versions/{version_uid}/`]: { status: 200, answer: version() },
  [`POST ${path}versions/{version_uid}/restore/`]: { status: 200, answer: dataset },
};

function version(): Rule {
  return model({
    uid: nonEmptyText,
    sections: list(text),
    created_by: model({ username: text }),
    can_restore: flag,
    created_at: time,
  });
}

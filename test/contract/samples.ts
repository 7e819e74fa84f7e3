import type { JsonObject } from '../../src/kernel/json.ts';
import { answers } from './form-sample.ts';

/** The names in the samples of one dataset. */
export interface Names {
  readonly datasetId: string;
  readonly user: string;
  readonly group: string;
  readonly file: string;
  /** The slug of a form, and of pages. */
  readonly slug: string;
  /** The submitter. */
  readonly sender: string;
}

/** The content of every uploaded file. */
export const fileContent = 'name,height\nParis,35\nLyon,173\n';

/** Valid bodies by operation, as JSON or in a form; together they have every field. Sequences of requests use the first. */
export function bodiesOf({
  datasetId,
  user,
  group,
  file,
  slug,
}: Names): Readonly<Record<string, readonly JsonObject[]>> {
  const default_security = {
    is_data_visible: true,
    visible_fields: ['name'],
    filter_query: 'height > 1',
    api_calls_quota: { unit: 'day', limit: 5 },
  };
  const uploaded = { type: 'uploaded_file', file: { uid: file } };
  const distant = {
    type: 'http',
    relative_url: '/b.csv',
    headers: [{ name: 'accept-language', value: 'fr' }],
    connection: {
      url: 'https://example.org/a/',
      headers: [{ name: 'accept', value: 'text/csv' }],
      auth: { type: 'basic_auth', username: 'ada', password: 'secret' },
    },
  };
  const connection = {
    url: 'https://example.org/',
    headers: [{ name: 'accept', value: 'text/csv' }],
    auth: { type: 'basic_auth', username: 'ada', password: 'secret' },
  };
  const oidc = {
    type: 'oidc',
    token_url: 'https://login.example.org/token',
    client_id: 'catalog',
    client_secret: 'secret',
    refresh_token: 'token',
  };
  const elsewhere = [
    { type: 'ftp', connection: { url: 'sftp://files.example.org/out' }, relative_url: 'a.csv' },
    {
      type: 'amazon_s3',
      connection: {
        auth: { type: 'aws_signature_v4', access_key_id: 'AK', secret_access_key: 'secret', region: 'eu-west-1' },
      },
      url: 's3://bucket/a.csv',
      headers: [],
    },
    { type: 'sharepoint', connection: { auth: oidc }, drive_id: 'd', file_id: 'f' },
    {
      type: 'federated',
      domain: { domain_id: 'data.example.org' },
      dataset: { dataset_id: 'cities' },
      parameters: { apikey: 'secret', lang: 'fr' },
      impersonate_permissions: true,
    },
    {
      type: 'snowflake_odbc',
      connection: { connection_string: 'Server=a.snowflakecomputing.com;Pwd=secret' },
      query: 'select 1',
      preview_query: 'select 2',
      incremental_query: 'select 3',
      incremental_field: 'at',
    },
    { type: 'ods_form', form: slug, status_to_extract: ['approved', 'rejected'] },
  ];
  const resources = [
    {
      type: 'csvfile',
      title: 'Cities',
      params: { separator: ',', first_row_no: 1, headers_first_row: true },
      datasource: uploaded,
    },
    { type: 'csvfile', title: 'Distant cities', params: {}, datasource: distant },
    { type: 'csvfile', title: 'Another address', url: 'https://example.org/b.csv' },
    { type: 'realtime', title: 'Cities as they grow', params: { is_enabled: true } },
    ...elsewhere.map((datasource) => ({ type: 'csvfile', title: 'Elsewhere', datasource })),
  ];
  const fields = {
    title: { value: 'Cities' },
    description: { value: '<p>All of them</p>' },
    keyword: { value: ['a', 'b'] },
    modified: { value: '2026-01-15T14:30:00Z' },
  };
  const metadata = {
    default: fields,
    visualization: { map_disabled: { value: true } },
    custom: { note: { value: { any: ['thing'] } } },
  };
  const processor = { type: 'string_replace', label: 'Letters', field: 'name', old: 'a', new: 'b', all_fields: false };
  const ruleset = { permissions: ['edit_dataset'], security: default_security };
  const configurations = [
    { type: 'rename', label: 'A', from_name: 'name', to_name: 'city', field_label: 'City' },
    { type: 'type', label: 'B', field: 'height', type_param: 'double' },
    { type: 'annotate', label: 'C', field: 'height', annotation: 'unit', args: ['m'] },
    { type: 'description', label: 'D', field: 'height', description: 'Above the sea' },
    { type: 'order', label: 'E', order: ['height', 'name'] },
    { type: 'delete', label: 'F', field: 'nothing' },
  ];
  return {
    'Create dataset': [
      { dataset_id: datasetId, is_restricted: false, metadata: { default: { title: fields.title } }, default_security },
    ],
    'Update dataset': [{ dataset_id: datasetId, is_restricted: false, default_security }],
    'Create dataset resource': resources,
    'Update dataset resource': resources.filter(
      ({ datasource }) => datasource === undefined || datasource === uploaded,
    ),
    'Create connection': [
      { type: 'http', is_reusable: true, ...connection },
      {
        type: 'http',
        url: 'https://example.org/',
        auth: {
          type: 'oauth2',
          token_url: 'https://login.example.org/token',
          client_id: 'catalog',
          client_secret: 'secret',
          scope: 'read',
        },
      },
      { type: 'google_drive', auth: oidc },
      { type: 'azure_blob_storage', auth: { type: 'shared_key', account_name: 'account', shared_key: 'c2VjcmV0' } },
      {
        type: 'amazon_s3',
        auth: { type: 'aws_signature_v4', access_key_id: 'AK', secret_access_key: 'secret', region: 'eu-west-1' },
      },
      { type: 'snowflake_odbc', connection_string: 'Server=a.snowflakecomputing.com;Pwd=secret' },
    ],
    'Update connection': [{ type: 'http', is_reusable: true, ...connection }],
    'Guess unsaved resource extractors': [{ datasource: uploaded }],
    'Guess unsaved resource extractor parameters': [{ datasource: uploaded, type: 'csvfile' }],
    'Preview unsaved resource records': [{ datasource: uploaded, type: 'csvfile', params: { separator: ',' } }],
    'Update all dataset metadata': [metadata],
    "Update a template's dataset metadata": [fields],
    'Update a metadata': [{ value: 'Some of them', override_remote_value: false }],
    'Create dataset user ruleset': [{ ...ruleset, user: { username: user } }],
    'Update dataset user ruleset': [{ ...ruleset, user: { username: user } }],
    'Create dataset group ruleset': [{ ...ruleset, group: { uid: group } }],
    'Update dataset group ruleset': [{ ...ruleset, group: { uid: group } }],
    'Append a new processor': [processor],
    'Update dataset processor': [processor],
    'Append a new field configuration': configurations,
    'Update field configuration': configurations.slice(0, 3),
    'Create a dataset schedule': [{ cron_schedule: '0 6 * * 1' }],
    'Update dataset schedule': [{ cron_schedule: '30 5 1 * *' }],
    'Submit form': [answers],
    'Submit change request': [answers],
  };
}

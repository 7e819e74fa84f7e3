import {
  both,
  byType,
  flag,
  list,
  model,
  nonEmptyText,
  oneOf,
  openObject,
  pageOf,
  text,
  time,
  user,
  type Family,
  type Rule,
} from '../rules.ts';
import { connection } from './connections.ts';
import { file } from './parts.ts';

const headers = list(model({ name: text, value: text }));
/** `{uid}` alone, or a whole connection: the client refuses an object that is both. */
const linked: Rule = {
  oneOf: [{ type: 'object', required: ['uid'], properties: { uid: text }, additionalProperties: false }, connection],
};

const datasource = byType({
  http: model({ relative_url: text, headers, 'connection*': linked }),
  ftp: model({ relative_url: text, 'connection*': linked }),
  sharepoint: model({ 'file_id*': text, 'drive_id*': text, 'connection*': linked }),
  google_drive: model({ 'file_id*': text, 'connection*': linked }),
  // `impersonate_permissions` is required there and never answered: docs/contract/vendor-sdk.md
  federated: model({
    'domain*': model({ 'domain_id*': text }),
    'dataset*': model({ 'dataset_id*': text }),
    permissions_user: user,
    parameters: openObject,
  }),
  uploaded_file: model({ 'file*': model({ 'uid*': text }) }),
  amazon_s3: model({ url: text, headers, 'connection*': linked }),
  azure_blob_storage: model({ url: text, headers, 'connection*': linked }),
  // no type of the public description: docs/contract/vendor-sdk.md
  snowflake_odbc: openObject,
  ods_form: openObject,
});

const kind = model({ label: text, type: nonEmptyText });

/** A resource with an address of its own, a realtime one among them, has no datasource, which is required there: docs/contract/vendor-sdk.md. */
const resource = both(
  model({
    uid: nonEmptyText,
    'type*': nonEmptyText,
    'title*': nonEmptyText,
    display_name: nonEmptyText,
    extraction_infos: kind,
    origin: kind,
    updated_at: time,
    params: openObject,
    datasource,
  }),
  { anyOf: [{ required: ['datasource'] }, { required: ['url'] }] },
);

const parameter = model({
  'type*': text,
  'is_mandatory*': flag,
  'name*': text,
  label: text,
  default: text,
  description: text,
  hidden: flag,
  trim: text,
  choices: list(text),
  can_create_field: flag,
  impacts_guessed_parameters: flag,
});

const extractors = list(model({ 'type*': text, 'label*': text, 'parameters*': list(parameter) }));
const guessed = model({ 'extractor*': text, 'params*': openObject });

const preview = model({
  fields: list(
    model({
      description: text,
      original_name: text,
      'label*': text,
      type: oneOf('text', 'int', 'double', 'geo_point_2d', 'geo_shape', 'date', 'datetime', 'file'),
      annotations: list(model({ 'name*': text, args: list(text) })),
      'name*': text,
    }),
  ),
  records: list(openObject),
});

const folder = '/datasets/{dataset_uid}/resources/';
const path = `${folder}{resource_uid}/`;
const action = { status: 200, answer: resource };

/** The file that the datasource of an unsaved or saved resource is. */
const uploaded = (uid: string) => ({ datasource: { type: 'uploaded_file', file: { uid } } });
/** What the models of the client send of a resource that was read: extraction_infos and origin without their read-only properties. */
const sends: Family[string]['sends'] = ({ file }) => ({
  type: 'csvfile',
  title: 'Cities',
  params: { doublequote: true, encoding: 'utf-8', first_row_no: 1, headers_first_row: true, separator: ',' },
  extraction_infos: {},
  origin: {},
  ...uploaded(file),
});

export const resources: Family = {
  'GET /extractors/': { status: 200, answer: extractors },
  [`GET ${folder}`]: { status: 200, answer: pageOf(resource) },
  [`POST ${folder}`]: { status: 201, answer: resource, sends },
  [`GET ${path}`]: action,
  [`PUT ${path}`]: { ...action, sends },
  [`DELETE ${path}`]: { status: 204 },
  [`POST ${folder}guess_extractors/`]: { status: 200, answer: extractors, sends: ({ file }) => uploaded(file) },
  [`POST ${folder}guess_extractor_params/`]: {
    status: 200,
    answer: guessed,
    sends: ({ file }) => ({ type: 'csvfile', ...uploaded(file) }),
  },
  [`POST ${folder}preview/`]: {
    status: 200,
    answer: preview,
    sends: ({ file }) => ({ type: 'csvfile', ...uploaded(file) }),
  },
  [`GET ${path}guess_extractors/`]: { status: 200, answer: extractors },
  [`GET ${path}guess_extractors_params/`]: { status: 200, answer: guessed },
  [`GET ${path}preview/`]: { status: 200, answer: preview },
  [`POST ${path}clean_cache/`]: { status: 204 },
  [`POST ${path}recover/`]: action,
  [`POST ${path}delete_recover_data/`]: action,
  [`POST ${path}enable/`]: action,
  [`POST ${path}disable/`]: action,
  [`POST ${path}renew_api_key/`]: action,
  [`POST ${folder}files/`]: { status: 200, answer: file },
  [`GET ${folder}files/{file_uid}/`]: { status: 200, answer: file },
  [`GET ${folder}files/{file_uid}/download/`]: { status: 200, answer: text },
};

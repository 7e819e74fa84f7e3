import type { JsonObject } from '#kernel/json.ts';
import { source } from '../../fixture/harvester-samples.ts';
import {
  byType,
  detail,
  flag,
  folder,
  integer,
  list,
  mapOf,
  model,
  nonEmptyText,
  nullable,
  oneOf,
  openObject,
  text,
  time,
  user,
  type Family,
} from '../rules.ts';

const shared = { download_resources: flag, metadata_only: flag };
const address = { 'url*': nonEmptyText };
const login = { 'host*': nonEmptyText, 'user*': nonEmptyText, password: nonEmptyText, directory: text };

/** A harvester, by its type. */
export const harvester = {
  allOf: [
    model({
      'uid*': nonEmptyText,
      'name*': nonEmptyText,
      'status*': oneOf('idle', 'queued', 'aborting', 'processing', 'deleting', 'new'),
      version: { type: 'integer', minimum: 1 },
      restrict_datasets_visibility: flag,
      delete_missing_datasets: flag,
      forced_metas: mapOf(openObject),
      'remote_datasets_count*': integer,
      'harvested_datasets_count*': integer,
      'published_datasets_count*': integer,
      'attached_datasets_count*': integer,
      'has_error*': flag,
      'resource_errors_count*': { type: 'integer', minimum: 0 },
      'created_at*': time,
      'updated_at*': time,
      'updated_by*': user,
      // required, and null where there is none
      'last_started_at*': nullable(time),
      'last_success_at*': nullable(time),
    }),
    byType({
      arcgis: model({ ...address, ...shared }),
      arcgis_opendata: model({ ...address, ...shared, compute_geo_area: flag, fetch_data: flag }),
      ckan: model({
        ...address,
        ...shared,
        limit: integer,
        offset: integer,
        sort: text,
        api_key: text,
        group: text,
        language: text,
        query: text,
      }),
      csw: model({
        ...address,
        keywords_thesaurus: text,
        theme_thesaurus: text,
        insert_br_in_description: flag,
        constraint_language: flag,
        invert_coordinates: flag,
        themes_mapping: mapOf(mapOf(text)),
        licenses_mapping: mapOf(text),
        metadata_only: flag,
      }),
      datagouv: model({ 'organization_id*': nonEmptyText, ...shared, attachment: flag }),
      datajson: model({ ...address, ...shared, number_of_datasets: integer }),
      ftp: model({ ...login, ...shared, meta: text }),
      ftp_csv: model({ ...login, ...shared, 'metadata_file*': text, metadata_join_key: text }),
      ftp_with_meta_csv: model({ ...login, ...shared, 'metadata_file*': nonEmptyText, csv_separator: text }),
      junar: model({ ...address, ...shared, auth_key: text }),
      omi_node: model({ ...address, ...shared, infoitems_limit: integer }),
      ods: model({ 'domain*': text, refines: text, api_key: text }),
      quandl: model({ 'database_code*': nonEmptyText, ...shared, 'number_of_datasets*': integer }),
      socrata: model({ ...address, ...shared }),
      wfs: model({ ...address, metadata_only: flag }),
    }),
  ],
};

const preview = model({
  'total_count*': integer,
  'results*': list(model({ 'id*': nonEmptyText, 'title*': text, 'description*': text })),
});
const schedule = model({ 'uid*': nonEmptyText, 'cron_schedule*': nonEmptyText, 'timezone*': nonEmptyText });

const path = '/harvesters/{harvester_uid}/';
const action = { status: 200, answer: harvester };
const order = { status: 200, answer: detail };

const at = { url: 'https://source.example.org/' };
const both = { download_resources: false, metadata_only: false };
const server = { host: 'files.example.org', user: 'ada', password: 'secret', directory: '' };

/** What the model of each type sends at its creation: its defaults too. */
export const harvestersByType: Readonly<Record<string, JsonObject>> = {
  arcgis: { ...at, ...both },
  arcgis_opendata: { ...at, compute_geo_area: false, fetch_data: false, ...both },
  ckan: {
    ...at,
    limit: 5,
    offset: 3,
    sort: "relevance desc'",
    api_key: '',
    group: "education'",
    language: '',
    ...both,
  },
  csw: {
    ...at,
    keywords_thesaurus: '',
    theme_thesaurus: '',
    insert_br_in_description: false,
    constraint_language: false,
    invert_coordinates: false,
    themes_mapping: { thesaurus: { forests: 'nature' } },
    licenses_mapping: { open: 'odbl' },
    metadata_only: false,
  },
  datagouv: { organization_id: '534fff75', attachment: false, filter_name: '', filter_value: '', ...both },
  datajson: { ...at, number_of_datasets: null, ...both },
  ftp: { ...server, meta: '', ...both },
  ftp_csv: { ...server, metadata_file: 'all.csv', metadata_join_key: 'source_dataset', ...both },
  ftp_with_meta_csv: {
    ...server,
    metadata_file: 'all.csv',
    resource_location_column: 'source_dataset',
    resource_schema_column: '',
    csv_separator: ';',
    ...both,
  },
  junar: { ...at, auth_key: 'secret', query_string: '', categories: '', ...both },
  omi_node: { ...at, infoitems_limit: null, omi_node_version: '0.9.0', ...both },
  ods: { domain: 'source', refines: '', api_key: '' },
  quandl: { database_code: 'ECMCI', api_key: 'secret', number_of_datasets: 5, ...both },
  socrata: { ...at, ...both },
  wfs: { ...at, metadata_only: false },
};

/** Every property that the model of the type has, the read-only ones too. */
const ofHarvester: Family[string]['sends'] = ({ datasetId }) => ({
  uid: 'any',
  status: 'new',
  version: 1,
  remote_datasets_count: 0,
  harvested_datasets_count: 0,
  published_datasets_count: 0,
  attached_datasets_count: 0,
  has_error: false,
  resource_errors_count: 0,
  created_at: '2026-01-15T14:30:00+00:00',
  updated_at: '2026-01-15T14:30:00+00:00',
  updated_by: {},
  last_started_at: null,
  last_success_at: null,
  type: 'ods',
  name: datasetId.replace('_', ''),
  domain: source.url,
  refines: '',
  api_key: '',
  delete_missing_datasets: false,
});

export const harvesters: Family = {
  ...folder('/harvesters/', 'harvester_uid', harvester, { sends: ofHarvester }),
  [`POST ${path}start/`]: action,
  [`POST ${path}abort/`]: action,
  [`POST ${path}publish/`]: order,
  [`POST ${path}unpublish/`]: order,
  [`GET ${path}errors/`]: {
    status: 200,
    answer: model({ 'harvester*': nullable(text), 'resources*': mapOf(text) }),
  },
  [`GET ${path}preview/`]: { status: 200, answer: preview },
  [`POST ${path}unsaved_preview/`]: { status: 200, answer: preview, sends: ofHarvester },
  ...folder(`${path}schedules/`, 'schedule_uid', schedule, {
    sends: () => ({ uid: 'any', cron_schedule: '0 3 * * *', timezone: 'Europe/Berlin' }),
  }),
};

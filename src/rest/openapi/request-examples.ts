import type { Json } from '#kernel/json.ts';

const uploadedFile = { datasource: { type: 'uploaded_file', file: { uid: 'rivers.csv' } } };
const fields = { title: { value: 'Rivers' }, keyword: { value: ['water'] } };
const httpConnection = {
  type: 'http',
  url: 'https://data.example.org/',
  headers: [{ name: 'accept', value: 'text/csv' }],
  auth: { type: 'basic_auth', username: 'ada', password: 'secret' },
};
const ruleset = { permissions: ['edit_dataset'] };
const user = { user: { username: 'ada' }, ...ruleset };
const group = { group: { uid: 'content_designers' }, ...ruleset };
const processor = {
  type: 'string_replace',
  label: 'Spell the names out',
  field: 'river',
  old: 'R.',
  new: 'River',
  all_fields: false,
};
const configuration = { type: 'rename', label: 'Length', from_name: 'km', to_name: 'length', field_label: 'Length' };
const streetTrees = { dataset_id: 'street-trees' };
const resource = { type: 'csvfile', title: 'Rivers', params: { separator: ',' }, ...uploadedFile };

/**
 * An example body for each operation that reads JSON, by the operation's name. Together the examples create and change one
 * dataset of rivers.
 */
export const requestExamples: Readonly<Record<string, Json>> = Object.freeze({
  CreateDataset: { dataset_id: 'rivers', metadata: { default: fields } },
  UpdateDataset: { is_restricted: true },
  CreateConnection: httpConnection,
  UpdateConnection: httpConnection,
  GuessUnsavedExtractors: uploadedFile,
  GuessUnsavedExtractorParams: { ...uploadedFile, type: 'csvfile' },
  PreviewUnsavedResource: { ...uploadedFile, type: 'csvfile', params: { separator: ',' } },
  CreateResource: resource,
  UpdateResource: resource,
  UpdateAllDatasetMetadata: { default: fields },
  UpdateTemplateDatasetMetadata: fields,
  UpdateMetadata: { value: 'Rivers' },
  CreateUserRuleset: user,
  UpdateUserRuleset: user,
  CreateGroupRuleset: group,
  UpdateGroupRuleset: group,
  AppendProcessor: processor,
  UpdateProcessor: processor,
  AppendFieldConfiguration: configuration,
  UpdateFieldConfiguration: configuration,
  CreateSchedule: { cron_schedule: '0 6 * * 1' },
  UpdateSchedule: { cron_schedule: '30 5 1 * *' },
  PushRecords: [
    { river: 'Rhine', km: 1233 },
    { river: 'Elbe', km: 1094 },
  ],
});

/**
 * Values of the parameters of operations that read the catalog, by the operation's name. All examples of an operation work together
 * on the catalog that `npm start` seeds.
 */
export const parameterExamples: Readonly<Record<string, Readonly<Record<string, Json>>>> = Object.freeze({
  ListExploreDatasets: { where: ['"trees"'], select: 'dataset_id, title, records_count', order_by: 'title' },
  ListExploreCatalogFacets: { facet: ['keyword', 'publisher'] },
  RetrieveExploreDataset: streetTrees,
  ListExploreRecords: {
    ...streetTrees,
    select: 'species, street, height_m',
    where: ['height_m > 5 and street like "street"'],
    order_by: '-height_m',
    timezone: 'Europe/Paris',
  },
  ListExploreFacets: { ...streetTrees, facet: ['species'], refine: ['street:Quay Street'] },
  ListExploreExports: streetTrees,
  ExportExploreRecords: { ...streetTrees, format: 'csv', where: ['species = "Oak"'], delimiter: ',' },
  ListExploreAttachments: streetTrees,
});

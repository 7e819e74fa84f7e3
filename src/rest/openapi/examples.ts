import type { Json } from '#kernel/json.ts';
import type { JsonSchema, NamedSchemas } from './json-schema.ts';

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
const alternativeExport = {
  title: 'Rivers as shapes',
  type: 'url',
  url: 'https://data.example.org/rivers.zip',
  description: 'ETRS89',
};
const streetTrees = { dataset_id: 'street-trees' };
const resource = { type: 'csvfile', title: 'Rivers', params: { separator: ',' }, ...uploadedFile };

const harvesterSchedule = { cron_schedule: '0 3 * * *', timezone: 'Europe/Paris' };

const pageUser = { user: { username: 'ada' }, permissions: ['edit_page'] };
const pageGroup = { group: { uid: 'content_designers' }, permissions: ['edit_page'] };
const codeEditorPage = {
  title: { en: 'Imprint', fr: 'Mentions légales' },
  content: { html: { en: '<p>The city of Treeville</p>', fr: '<p>La ville</p>' }, css: {} },
  tags: ['legal'],
};
const studioPage = {
  title: 'Rivers',
  content: { data_providers: { rivers: { dataset_id: 'rivers' } }, blocks: {}, layouts: {}, filters: {} },
};

const template = {
  title: 'Water quality',
  type: 'basic',
  is_active: true,
  schema: [
    { name: 'laboratory', label: 'Laboratory', self_suggest: true, is_filter: true },
    {
      name: 'method',
      type: 'enumlist',
      label: 'Methods',
      choices: ['grab', 'composite'],
      labels: { grab: { fr: 'ponctuel' } },
      requirement_level: 'recommended',
    },
  ],
};

/** Example bodies by operation: together they create and change one dataset of rivers. */
export const requestExamples: Readonly<Record<string, Json>> = Object.freeze({
  CreateDataset: { dataset_id: 'rivers', metadata: { default: fields } },
  UpdateDataset: { is_restricted: true },
  CreateConnection: httpConnection,
  UpdateConnection: httpConnection,
  CreateApiKey: { label: 'Nightly upload', permissions: ['edit_dataset', 'publish_dataset'] },
  UpdateApiKey: { label: 'Upload', permissions: ['edit_dataset'] },
  RevokeApiKey: { reason: 'The server was replaced' },
  SearchApiKey: { key: 'the-text-of-the-key' },
  CreateConnectionUserRuleset: { user: { username: 'ada' }, permissions: ['manage_connection'] },
  UpdateConnectionUserRuleset: { permissions: [] },
  CreateConnectionGroupRuleset: { group: { uid: 'content_designers' }, permissions: [] },
  UpdateConnectionGroupRuleset: { permissions: ['manage_connection'] },
  GuessUnsavedExtractors: uploadedFile,
  GuessUnsavedExtractorParams: { ...uploadedFile, type: 'csvfile' },
  PreviewUnsavedResource: { ...uploadedFile, type: 'csvfile', params: { separator: ',' } },
  CreateResource: resource,
  UpdateResource: resource,
  UpdateAllDatasetMetadata: { default: fields },
  UpdateTemplateDatasetMetadata: fields,
  UpdateMetadata: { value: 'Rivers' },
  CreateMetadataTemplate: { name: 'water_quality', ...template },
  UpdateMetadataTemplate: template,
  CreateUserRuleset: user,
  UpdateUserRuleset: user,
  CreateGroupRuleset: group,
  UpdateGroupRuleset: group,
  AppendProcessor: processor,
  UpdateProcessor: processor,
  AppendFieldConfiguration: configuration,
  UpdateFieldConfiguration: configuration,
  CreateDatasetAlternativeExport: alternativeExport,
  UpdateDatasetAlternativeExport: alternativeExport,
  InviteUsers: [{ email: 'grace@example.org', first_name: 'Grace', groups: [] }],
  ProvisionUsers: [{ username: 'linus', identity_provider: { uid: 'ip_7f3k2m' } }],
  UpdateUser: { first_name: 'Ada', last_name: 'Lovelace' },
  CreateGroup: { title: 'Rivers and lakes', permissions: ['create_dataset'] },
  UpdateGroup: { description: 'Who knows the water' },
  AddUserToGroup: { username: 'ada' },
  AddUsersToGroup: [{ username: 'ada' }],
  CreateHarvester: {
    type: 'ods',
    name: 'Rivers of the region',
    domain: 'https://region.example.org',
    refines: 'theme:Water',
    forced_metas: { default: { publisher: 'The region' } },
  },
  UpdateHarvester: { delete_missing_datasets: true },
  PreviewUnsavedHarvester: { refines: 'theme:Environment' },
  CreateHarvesterSchedule: harvesterSchedule,
  UpdateHarvesterSchedule: { ...harvesterSchedule, cron_schedule: '30 5 1 * *' },
  CreateSchedule: { cron_schedule: '0 6 * * 1' },
  UpdateSchedule: { cron_schedule: '30 5 1 * *' },
  CreateCodeEditorPage: codeEditorPage,
  UpdateCodeEditorPage: codeEditorPage,
  CreateStudioPage: studioPage,
  UpdateStudioPage: { ...studioPage, public: true },
  CreateCodeEditorPageUserRuleset: pageUser,
  CreateCodeEditorPageGroupRuleset: pageGroup,
  UpdateCodeEditorPageUserRuleset: pageUser,
  UpdateCodeEditorPageGroupRuleset: pageGroup,
  CreateStudioPageUserRuleset: pageUser,
  CreateStudioPageGroupRuleset: pageGroup,
  UpdateStudioPageUserRuleset: pageUser,
  UpdateStudioPageGroupRuleset: pageGroup,
  PushRecords: [
    { river: 'Rhine', km: 1233 },
    { river: 'Elbe', km: 1094 },
  ],
});

/** Values of the parameters by operation, which work together on the catalog that `npm start` seeds. */
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

/** Example values by the name of a schema or of a property. */
const samples: Readonly<Record<string, Json>> = Object.freeze({
  Metadata: { default: { title: { value: 'Rivers' } } },
  MetadataValues: { title: { value: 'Rivers' } },
  MetadataValue: { value: 'Rivers' },
  CatalogDataset: {
    visibility: 'domain',
    fields: [{ name: 'river', description: null, annotations: { facet: true }, label: 'River', type: 'text' }],
    dataset_id: 'rivers',
    dataset_uid: 'da_7f3k2m',
    has_records: true,
    features: ['analyze'],
    attachments: [],
    alternative_exports: [],
    data_visible: true,
  },
  Row: { river: 'Rhine', km: 1233 },
  dataset_id: 'rivers',
  username: 'ada',
  title: 'Rivers',
  display_name: 'rivers.csv',
  filename: 'rivers.csv',
  mimetype: 'text/csv',
  cron_schedule: '0 6 * * 1',
  name: 'river',
  label: 'River',
  comment: 'The Rhine is longer.',
  slug: 'about',
  language: 'en',
  href: 'https://data.example.org/',
});

/** The prefixes of identifiers, by the tag of the operation. */
const prefixes: Readonly<Record<string, string>> = Object.freeze({
  datasets: 'da',
  resources: 're',
  processors: 'pr',
  fields: 'pr',
  schedules: 'sc',
  versions: 'ch',
  attachments: 'at',
  alternative_exports: 'ae',
  feedbacks: 'df',
  datasource_connections: 'co',
  studio_pages: 'sp',
});

/** An example of a response body that fits a schema, for an operation with this tag. */
export const responseExample = (schema: JsonSchema, names: NamedSchemas, tag: string): Json =>
  exampleOf(schema, { names, uid: `${prefixes[tag] ?? 'id'}_7f3k2m` });

/** The inputs of an example in addition to its schema. */
interface ExampleContext {
  readonly names: NamedSchemas;
  /** The identifier of the object of the operation. */
  readonly uid: string;
  /** The name of the property. */
  readonly name?: string;
}

/** An example that fits a schema: a sample value, the constant or first value of an enum, or a value of the type; objects get their required properties. */
function exampleOf(schema: JsonSchema, { name = '', ...context }: ExampleContext): Json {
  const sample = name === 'uid' ? context.uid : samples[name];
  if (schema.$ref !== undefined) {
    const referencedName = schema.$ref.split('/').at(-1) ?? '';
    return (
      samples[referencedName] ??
      exampleOf(context.names.get(referencedName) ?? {}, { ...context, ...(sample !== undefined && { name }) })
    );
  }
  if (schema.const !== undefined) return schema.const;
  if (schema.enum) return schema.enum[0] ?? null;
  if (schema.anyOf) return exampleOf(schema.anyOf[0] ?? {}, { ...context, name });
  const types = [schema.type ?? []].flat();
  // A nullable URI is the address of another page, and the example list has only one page.
  if (types.includes('null') && schema.format === 'uri') return null;
  if (schema.format === 'date-time') return '2026-01-15T14:30:00Z';
  if (types.includes('object')) return objectExample(schema, context);
  if (types.includes('array')) return schema.items ? [exampleOf(schema.items, context)] : [];
  if (types.includes('integer') || types.includes('number')) return 1;
  if (types.includes('boolean')) return false;
  return sample ?? (types.includes('string') ? 'text' : null);
}

const objectExample = ({ properties = {}, required = [] }: JsonSchema, context: ExampleContext): Json =>
  Object.fromEntries(required.map((name) => [name, exampleOf(properties[name] ?? {}, { ...context, name })]));

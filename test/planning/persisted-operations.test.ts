import { readdir, readFile } from 'node:fs/promises';
import { expect, test } from '@jest/globals';
import { portalApi } from '#rest/rest-apis.ts';
import { testApp } from '../support/app.ts';
import { Kind, OperationTypeNode, parse, type DocumentNode, type OperationDefinitionNode } from 'graphql';
import { createContext } from '#server/create-context.ts';
import { countStatements } from './support/count-statements.ts';
import { planAndResolvers } from './support/plan-and-resolvers.ts';
import { callers, seedCatalog } from './seeded/catalog.ts';

/** Operations that read no rows of the catalog: lists of the program, previews of sources, and queries of records and entries. */
const answeredByResolvers = [
  'CountCatalogCall',
  'DownloadCatalogFile',
  'DownloadSubmissions',
  'ExportCatalogRecords',
  'GuessDatasetResourceExtractorParams',
  'GuessDatasetResourceExtractors',
  'GuessExtractorParams',
  'GuessExtractors',
  'ListCatalogExports',
  'ListCatalogFacets',
  'ListCatalogRecords',
  'ListCatalogRows',
  'ListCatalogRowsFacets',
  'ListExtractors',
  'ListMetadataTemplateFields',
  'ListMetadataTemplates',
  'ListProcessorTypes',
  'PreviewDatasetResource',
  'PreviewResource',
  'RetrieveCatalogExport',
  'RetrieveCatalogRecord',
  'RetrieveHarvesterErrors',
  'RetrieveHarvesterPreview',
  'RetrieveMetadataTemplate',
  'RetrieveMetadataTemplateField',
  'SuggestMetadataTemplateValues',
];

/** Operations that neither the editor nor the reader may call. */
const forAdministrators = [
  'ExportUsers',
  'FindApiKeyByText',
  'ListGroups',
  'ListGroupUsers',
  'ListHarvesterSchedules',
  'ListHarvesters',
  'ListThemeImages',
  'ListUsers',
  'RetrieveGroup',
  'RetrieveGroupReferences',
  'RetrieveHarvester',
  'RetrieveHarvesterSchedule',
  'RetrieveUser',
];

const app = await testApp();
const [first = '', , third = ''] = await seedCatalog(app);
const { agree, byPlan } = await planAndResolvers(app);
const { dataset, datasourceConnections, viewer } = await app.admin.data(
  'query ($uid: ID!) { viewer { keys { nodes { uid } } } datasourceConnections { nodes { uid } } dataset(by: { uid: $uid }) { resources { nodes { uid } } processors { nodes { uid } } fieldConfigurations { nodes { uid } } schedules { nodes { uid } } versions { nodes { uid } } attachments { nodes { uid } } alternativeExports { nodes { uid } } feedback { nodes { uid } } } }',
  { uid: third },
);
const { createHarvester } = await app.admin.data(`mutation {
  createHarvester(input: { type: "ods", name: "Neighbour", settings: { domain: "neighbour" } }) { harvester { uid } } }`);

/** A value for each variable of a query; the dataset has parts of every kind. */
const variables: Readonly<Record<string, unknown>> = {
  dataset_uid: third,
  limit: 2,
  offset: 1,
  dataset_id: 'set-2',
  template_name: 'default',
  template_field_name: 'title',
  query: 'a',
  count: 20,
  file_uid: 'same-name.csv',
  username: 'editor',
  group_uid: 'readers',
  apikey_uid: viewer.keys.nodes[0].uid,
  key: 'test-administrator-key',
  expand_user: true,
  expand_connection: true,
  expand_dataset: false,
  harvester_uid: createHarvester.harvester.uid,
  connection_uid: datasourceConnections.nodes[0].uid,
  resource_uid: dataset.resources.nodes[0].uid,
  processor_uid: dataset.processors.nodes[0].uid,
  version_uid: dataset.versions.nodes[0].uid,
  field_uid: dataset.fieldConfigurations.nodes[0].uid,
  schedule_uid: dataset.schedules.nodes[0].uid,
  first: 2,
  after: null,
  attachment_id: dataset.attachments.nodes[0].uid,
  attachment_uid: dataset.attachments.nodes[0].uid,
  export_uid: dataset.alternativeExports.nodes[0].uid,
  feedback_uid: dataset.feedback.nodes[0].uid,
  record_id: '7',
  is_archived: false,
  sort: 'ASC',
  order_by: [{ field: 'CREATED_AT', direction: 'DESC' }],
  uid: 'gt_000001',
  search: null,
  permissions: null,
  all_permissions: null,
  expand_groups: true,
  include_description: true,
  lang: 'fr',
  slug: 'page-1',
  form_slug: 'trees',
  submission_uid: 'submission-2',
  image_id: 'image-4',
  language: 'fr',
  asset_uid: 'as_000001',
  relation_type: ['usage', 'join', 'source'],
  category: 'Water',
  is_showcase: false,
  odsql: {},
  isSelected: false,
  withExtras: true,
  withLinks: true,
};

const ofPortal = new Set(portalApi.routes.map(({ operation }) => operation));
const folder = new URL('../../schema/operations/', import.meta.url);
const files = (await readdir(folder)).filter((name) => name.endsWith('.graphql'));
const definitions = (
  await Promise.all(files.map(async (name) => parse(await readFile(new URL(name, folder), 'utf8')).definitions))
).flat();
const queries = queriesOf();

/** All queries, each with all fragments. */
function queriesOf(): { name: string; operation: OperationDefinitionNode; query: DocumentNode }[] {
  const fragments = definitions.filter(({ kind }) => kind === Kind.FRAGMENT_DEFINITION);
  return definitions.flatMap((definition) =>
    definition.kind === Kind.OPERATION_DEFINITION && definition.operation === OperationTypeNode.QUERY
      ? [
          {
            name: definition.name?.value ?? '',
            operation: definition,
            query: { kind: Kind.DOCUMENT, definitions: [definition, ...fragments] },
          },
        ]
      : [],
  );
}

test.each(queries.filter(({ name }) => !answeredByResolvers.includes(name)))(
  '$name is answered by one statement, as by resolvers, to every caller',
  async ({ name, operation, query }) => {
    const given = Object.fromEntries(
      (operation.variableDefinitions ?? []).map(({ variable: { name } }) => [name.value, variables[name.value]]),
    );
    expect(Object.values(given)).not.toContain(undefined);
    const others = forAdministrators.includes(name) ? [] : [callers.editor, callers.reader];
    for (const session of [callers.administrator, ...others]) {
      const { services, counted } = countStatements(app.services);
      expect(await byPlan(createContext(services, session, 'test'), { query, variables: given })).toBeDefined();
      const included = operation.selectionSet.selections.filter(
        ({ directives = [] }) => !directives.some(({ name }) => name.value === 'include'),
      );
      expect(counted()).toBe(included.length);
      for (const uid of [third, first, 'none'])
        expect(await agree(session, { query, variables: { ...given, dataset_uid: uid } })).toBe('planned');
      for (const [name] of Object.entries(given).filter(([part]) => part.endsWith('_uid'))) {
        expect(await agree(session, { query, variables: { ...given, [name]: 'none' } })).toBe('planned');
      }
    }
    // the catalog and the portal need no key, and without a key no one is the viewer
    expect(await agree(callers.anonymous, { query, variables: given })).toBe(
      /Catalog|PortalSettings|^(RetrieveAsset|ListKeys)$/.test(name) || ofPortal.has(name) ? 'planned' : 'refused',
    );
  },
);

test('resolvers answer only the operations that read no rows of the catalog', async () => {
  const context = createContext(app.services, callers.administrator, 'test');
  const guessed = { ...variables, input: { type: 'csvfile', datasetUid: third } };
  const left = await Promise.all(
    queries.map(async ({ name, query }) =>
      (await byPlan(context, { query, variables: guessed })) === undefined ? name : [],
    ),
  );
  expect(left.flat().sort()).toEqual(answeredByResolvers);
});

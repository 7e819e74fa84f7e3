import { readFileSync, readdirSync } from 'node:fs';
import { expect, test } from '@jest/globals';
import { buildSchema, getNamedType, isInputObjectType, Kind, parse } from 'graphql';
import { testApp } from '#test/support/app.ts';
import { feedbackDataset, enableFeedback } from '#test/support/portal/feedback.ts';
import { addTerm } from '#test/support/portal/glossary.ts';
import { seedCodeEditorPage, seedStudioPage } from '#test/support/portal/pages.ts';
import { nameBlock, seedForm } from '#test/support/portal/forms.ts';
import { addProvider } from '#test/support/portal/providers.ts';
import { joinParams } from '#test/support/datasets/joins.ts';
import { seedAsset } from '#test/support/portal/relations.ts';
import { seedDataset, seedUser } from '#test/support/seed.ts';
import { images, sendParts } from '#test/support/http/multipart.ts';
import { answers, sections } from '../fixture/form-sample.ts';

const app = await testApp({ WORKER: 'off' });
const { admin } = app;
await seedUser(app, 'ada', { groups: ['staff'] });
await seedForm(admin, 'trees');
await seedForm(admin, 'every-block', { sections, accessType: 'open', isModerated: false });
await enableFeedback(app);
const uids = {
  feedback: await feedbackDataset(app),
  dataset: await seedDataset(admin),
  asset: await seedAsset(admin),
  studioPage: await seedStudioPage(admin, {}),
  codePage: await seedCodeEditorPage(admin, {}),
  provider: await addProvider(admin, {}),
  term: await addTerm(admin, { name: 'Height' }),
  harvester: String(
    (
      await admin.data(
        'mutation { createHarvester(input: { type: "ods", name: "Neighbour", settings: { domain: "neighbour" } }) { harvester { uid } } }',
      )
    ).createHarvester.harvester.uid,
  ),
  connection: String(
    (
      await admin.data(
        'mutation ($input: CreateDatasourceConnectionInput!) { createDatasourceConnection(input: $input) { connection { uid } } }',
        { input: { settings: { http: { url: 'https://example.org/' } }, isReusable: true } },
      )
    ).createDatasourceConnection.connection.uid,
  ),
};

const long = 'x'.repeat(100_000);
const past = '2000-01-01T00:00:00Z';
const twice = ['edit_page', 'edit_page'];
const formFaults = {
  title: ' ',
  description: long,
  defaultLanguage: 'english',
  otherLanguages: ['french'],
  submissionsQuota: -1,
  sections: [
    {
      title: '',
      blocks: [
        { ...nameBlock, label: '' },
        {
          fieldId: 'colour',
          type: 'advanced_choice',
          label: 'Colour',
          advancedChoice: { datasetUid: 'da_none', field: 'a' },
        },
      ],
    },
  ],
  ending: { url: 'nonsense' },
};
const formFields = [
  'title',
  'description',
  'defaultLanguage',
  'otherLanguages',
  'submissionsQuota',
  'sections.0.blocks.0.label',
  'sections.0.blocks.1.advancedChoice.datasetUid',
  'ending.url',
];

/** Mutations with an input that breaks several rules, and the fields that break them. */
const faults: readonly (readonly [mutation: string, input: object, fields: readonly string[]])[] = [
  [
    'attachHarvestedDataset',
    {
      ...{ datasetUid: uids.dataset, harvesterUid: uids.harvester, remoteId: '', remoteMetadata: {} },
      remoteFields: [{ label: 'No name' }],
    },
    ['remoteId', 'remoteFields.0.name'],
  ],
  ['addGroupMembers', { uid: 'staff', usernames: ['nobody', 'no one'] }, ['usernames']],
  [
    'createApiKey',
    { username: 'nobody', label: long, permissions: twice, expiresAt: past },
    ['username', 'label', 'permissions', 'expiresAt'],
  ],
  ['createAsset', { assetType: 'map', title: '', url: 'nonsense', category: long }, ['title', 'url', 'category']],
  ['updateAsset', { uid: uids.asset, title: '', url: 'nonsense', category: long }, ['title', 'url', 'category']],
  [
    'createCodeEditorPage',
    { translations: [{ language: 'english', title: '' }], slug: 'A B' },
    ['translations.0.language', 'translations.0.title', 'slug'],
  ],
  [
    'updateCodeEditorPage',
    {
      uid: uids.codePage,
      translations: [
        { language: 'fr', title: '' },
        { language: 'xx', title: long },
      ],
    },
    ['translations.0.title', 'translations.1.language', 'translations.1.title'],
  ],
  [
    'createStudioPage',
    { title: '', description: long, content: { dataProviders: { ['x'.repeat(201)]: {} } }, slug: 'A B' },
    ['title', 'description', 'content.dataProviders', 'slug'],
  ],
  ['updateStudioPage', { uid: uids.studioPage, title: null, description: long }, ['title', 'description']],
  [
    'updateDatasetMetadata',
    {
      datasetUid: uids.dataset,
      metadataFields: [
        { template: 'dact', field: 'creator', value: 'A' },
        { template: 'dcat', field: 'creatr', value: 'A' },
      ],
    },
    ['metadataFields.0.template', 'metadataFields.1.field'],
  ],
  ['linkIdentity', { username: 'nobody', provider: 'none', subject: '' }, ['username', 'provider', 'subject']],
  [
    'replacePageRuleset',
    { uid: uids.studioPage, grantee: { username: 'nobody' }, permissions: twice },
    ['grantee.username', 'permissions'],
  ],
  ['createForm', { slug: 'A B', ...formFaults }, ['slug', ...formFields]],
  ['updateForm', { slug: 'trees', ...formFaults }, formFields],
  ['createGlossaryTerm', { name: '', aliases: [''], description: long }, ['name', 'aliases', 'description']],
  [
    'updateGlossaryTerm',
    { uid: uids.term, name: '', aliases: [''], description: long },
    ['name', 'aliases', 'description'],
  ],
  ['createGroup', { uid: 'A B', title: '', permissions: twice }, ['uid', 'title', 'permissions']],
  ['updateGroup', { uid: 'staff', title: '', permissions: twice }, ['title', 'permissions']],
  [
    'createIdentityProvider',
    { type: 'SAML', name: '', loginLink: 'nonsense', labels: [{ language: 'en', text: '' }] },
    ['name', 'loginLink', 'labels.en'],
  ],
  [
    'updateIdentityProvider',
    { uid: uids.provider, type: null, name: '', loginLink: 'nonsense', labels: [] },
    ['type', 'name', 'loginLink', 'labels'],
  ],
  [
    'createUser',
    { username: 'a b', permissions: twice, groupUids: ['none'] },
    ['username', 'permissions', 'groupUids'],
  ],
  ['updateUser', { username: 'ada', permissions: twice, groupUids: ['none'] }, ['permissions', 'groupUids']],
  [
    'shareDatasourceConnection',
    { uid: uids.connection, usernames: ['nobody'], groupUids: ['none'] },
    ['usernames', 'groupUids'],
  ],
  [
    'submitFeedback',
    { datasetUid: uids.feedback, recordId: long, comment: ' ', values: { depth: 1 } },
    ['recordId', 'comment', 'values.depth'],
  ],
  [
    'createResource',
    {
      datasetUid: uids.dataset,
      type: 'jsonfile',
      title: '',
      datasource: { odsForm: { form: 'none', statusToExtract: [] } },
    },
    ['title', 'datasource.odsForm.form', 'datasource.odsForm.statusToExtract'],
  ],
  [
    'applyDataset',
    {
      datasetUid: uids.dataset,
      metadata: { default: { title: { value: 5 } } },
      defaultSecurity: { visibleFields: ['a', 'a'] },
      rulesets: [{ permissions: ['edit_dataset', 'edit_dataset'], grantee: { username: 'nobody' } }],
      resources: [
        { type: 'jsonfile', title: '', datasource: { odsForm: { form: 'none' } } },
        { type: 'jsonfile', title: 'A', datasource: { odsForm: { form: 'none', statusToExtract: [] } } },
        {
          type: 'jsonfile',
          title: 'B',
          datasource: { federated: { domain: { domainId: '?' }, dataset: { datasetId: '..' } } },
        },
      ],
      processors: [
        { type: 'no_processor', label: long },
        { type: 'join_datasets', params: joinParams('none') },
      ],
      fields: [
        { label: long, configuration: { rename: { fromName: '', toName: 'b', fieldLabel: '' } } },
        { label: '', configuration: { delete: { field: '' } } },
      ],
      schedules: [{ cronSchedule: 'never' }, { cronSchedule: '* * * *' }],
    },
    [
      'defaultSecurity.visibleFields',
      'fields.0.configuration.rename.fieldLabel',
      'fields.0.configuration.rename.fromName',
      'fields.0.label',
      'fields.1.configuration.delete.field',
      'metadata.default.title',
      'processors.0.label',
      'processors.0.type',
      'processors.1.params.dataset',
      'resources.0.datasource.odsForm.form',
      'resources.0.title',
      'resources.1.datasource.odsForm.form',
      'resources.1.datasource.odsForm.statusToExtract',
      'resources.2.datasource.federated.dataset.datasetId',
      'resources.2.datasource.federated.domain.domainId',
      'resources.2.datasource.federated.canImpersonatePermissions',
      'rulesets.0.grantee.username',
      'rulesets.0.permissions',
      'schedules.0.cronSchedule',
      'schedules.1.cronSchedule',
    ],
  ],
];

/** Mutations whose inputs hold at most one value that a rule could refuse; REST answers for the rest. */
const singleFault = new Set([
  'approveRevision',
  'approveSubmission',
  'createAssetRelation',
  'createInvitation',
  'deleteAssetRelation',
  'deleteSubmission',
  'rejectRevision',
  'rejectSubmission',
  'removeGroupMembers',
  'restoreDataset',
  'testDatasourceConnection',
  'unshareDatasourceConnection',
  // a test of its own has many faults (test/graphql/portal/portal-settings.test.ts)
  'updatePortalSettings',
  'withdrawInvitation',
]);

const schema = buildSchema(readFileSync('schema/schema.graphql', 'utf8'));
const mutations = Object.values(schema.getMutationType()?.getFields() ?? {});
const inputOf = (mutation: string): string =>
  String(mutations.find(({ name }) => name === mutation)?.args.find(({ name }) => name === 'input')?.type);

/** The mutations that persisted operations run, which are those of the REST layer. */
const persisted = new Set(
  readdirSync('schema/operations')
    .flatMap((file) => parse(readFileSync(`schema/operations/${file}`, 'utf8')).definitions)
    .flatMap((definition) => (definition.kind === Kind.OPERATION_DEFINITION ? definition.selectionSet.selections : []))
    .flatMap((selection) => (selection.kind === Kind.FIELD ? selection.name.value : [])),
);

test('every mutation that only the graph has is checked for several faults, or has one field that a rule could refuse', () => {
  const open = mutations.filter(({ name, args }) => {
    const type = args[0] && getNamedType(args[0].type);
    const given = isInputObjectType(type) ? Object.keys(type.getFields()) : [];
    return !persisted.has(name) && given.filter((field) => field !== 'expectedRevision').length > 1;
  });
  const checked = new Set(faults.map(([mutation]) => mutation));
  expect(open.map(({ name }) => name).filter((name) => !checked.has(name) && !singleFault.has(name))).toEqual([]);
});

test.each(faults)('%s reports every field that breaks a rule at once', async (mutation, input, fields) => {
  const { errors } = await admin.graph(
    `mutation ($input: ${inputOf(mutation)}) { ${mutation}(input: $input) { __typename } }`,
    { input },
  );
  expect(errors).toMatchObject([{ extensions: { code: 'INVALID_INPUT' } }]);
  expect(Object.keys(errors?.[0]?.extensions.fields ?? {}).toSorted()).toEqual(fields.toSorted());
});

test('a multipart form reports every answer that breaks a rule at once', async () => {
  const wrong = Object.fromEntries(Object.keys(answers).map((name) => [name, name === 'consent' ? 5 : { wrong: [1] }]));
  const { status, body } = await sendParts(app, '/forms/every-block/submissions/', [
    ['data', JSON.stringify({ ...wrong, unknown: 1 })],
    ['other', images.png, 'a.png'],
  ]);
  expect(status).toBe(400);
  expect(body.errors.map(({ field }: { field: string }) => field).toSorted()).toEqual(
    [...Object.keys(answers).filter((name) => name !== 'more'), 'unknown', 'other'].toSorted(),
  );
});

import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { findSeedFolder, seedFolder } from '#seed/seed-folder.ts';
import { folderOf, listen } from '../cli/portal-folder.ts';
import { testApp } from '../support/app.ts';
import { eventually } from '../support/datasets/publishing.ts';

const csv = (datasetId: string) => ({
  [`datasets/${datasetId}/dataset.yaml`]: `datasetId: ${datasetId}\nisPublished: true\nresources: [{ title: List, type: csvfile, datasource: { uploadedFile: { file: a.csv } } }]\n`,
  [`datasets/${datasetId}/files/a.csv`]: 'street\nA\n',
});
const datasetIds = ['a-streets', 'joined', 'parks', 'streets', 'trees'];
const files = {
  'catalograph.yaml': 'format: 1\n',
  ...Object.assign({}, ...datasetIds.map(csv)),
  'datasets/joined/dataset.yaml':
    'datasetId: joined\nisPublished: true\nresources: [{ title: List, type: csvfile, datasource: { uploadedFile: { file: a.csv } } }]\nprocessors: [{ type: join_datasets, params: { dataset: streets, local_key: [street], remote_key: [street], output_fields: [street] } }]\n',
  'pages/about.yaml':
    'kind: studio\nslug: about\npublication: earlier\ntitle: Soon\ncontent: {}\npublished: { title: About, content: {} }\n',
  'glossary/tree.yaml': 'name: Tree\n',
  'groups/editors.yaml': 'uid: editors\ntitle: Editors\npermissions: [create_dataset]\n',
  'datasets/parks/dataset.yaml':
    'datasetId: parks\nisPublished: false\nisFeedbackEnabled: true\nresources: [{ title: List, type: csvfile, datasource: { uploadedFile: { file: a.csv } } }]\nrulesets: [{ user: ben, permissions: [edit_dataset] }]\n',
  'people.yaml': `users:
  - { username: ada, groups: [editors] }
  - { username: ben, permissions: [edit_page] }
feedback:
  - { datasetId: parks, user: ben, recordId: "1", comment: Too low, values: { height: { value: 301, type: int } }, isArchived: true }
  - { datasetId: parks, user: ada, comment: One is missing }
  - { datasetId: parks, user: ben, comment: Two are missing }
`,
};

const app = await testApp({ SEED: await folderOf(files) });
const url = await listen(app);
const other = await testApp({
  SEED: await folderOf({
    ...files,
    'people.yaml': 'users: [{ username: ada, groups: [broken, editors] }, { username: ben }]\n',
    'groups/broken.yaml': 'uid: broken\ntitle: Broken\npermissions: [fly]\n',
    'datasets/joined/dataset.yaml': 'datasetId: joined\nschedules: ["never"]\n',
  }),
});

const seedAgain = async () => {
  const folder = await findSeedFolder(app.services, {});
  if (folder === undefined) throw new Error('Nothing is left to apply.');
  return seedFolder(app.services, { databaseUrl: app.databaseUrl, url, files: folder, env: {} });
};
const readDatasets = () =>
  app.admin.data('{ datasets(orderBy: [{ field: DATASET_ID }]) { nodes { datasetId resources { totalCount } } } }');

test('an invalid file ends the start with its place', async () => {
  const path = await folderOf({ ...files, 'glossary/b.yaml': 'nam: B\n' });
  const config = { ...other.services.config, seed: { kind: 'folder', path } as const };
  await expect(findSeedFolder({ ...other.services, config }, {})).rejects.toThrow(/glossary\/b.yaml is invalid/);
  const one = { ...config, seed: { kind: 'folder', path: join(path, 'catalograph.yaml') } as const };
  await expect(findSeedFolder({ ...other.services, config: one }, {})).rejects.toThrow(
    /SEED: .*catalograph\.yaml: This is a file. Name a folder/,
  );
  const secret = await folderOf({
    ...files,
    'connections/town.yaml': 'settings: { http: { url: "https://example.org/?key=${env:CATALOGRAPH_SECRET_TOWN}" } }\n',
  });
  const withSecret = { ...other.services.config, seed: { kind: 'folder', path: secret } as const };
  await expect(findSeedFolder({ ...other.services, config: withSecret }, {})).rejects.toThrow(
    /connections\/town.yaml: settings.http.url: CATALOGRAPH_SECRET_TOWN is not set/,
  );
});

test.each([
  ['a member that it does not have', 'users: [{ username: ada, password: secret }]', /password[\s\S]*users\[0\]/],
  ['the administrator', 'users: [{ username: admin }]', /admin already exists[\s\S]*users\[0\]\.username/],
  ['a user twice', 'users: [{ username: ada }, { username: ada }]', /ada occurs twice[\s\S]*users\[1\]\.username/],
  ['a right that is none', 'users: [{ username: ada, permissions: [fly] }]', /users\[0\]\.permissions\[0\]/],
  [
    'a group without a file',
    'users: [{ username: ada, groups: [none] }]',
    /No file in groups\/ has the uid none[\s\S]*users\[0\]\.groups\[0\]/,
  ],
  [
    'feedback on a dataset without a file',
    'feedback: [{ datasetId: none, user: admin, comment: A }]',
    /No file in datasets\/ has the identifier none[\s\S]*feedback\[0\]\.datasetId/,
  ],
  [
    'feedback of an unknown user',
    'feedback: [{ datasetId: trees, user: none, comment: A }]',
    /There is no user none[\s\S]*feedback\[0\]\.user/,
  ],
  ['no YAML', 'users: [', /people\.yaml: /],
])('people.yaml with %s ends the start with its place', async (_what, text, message) => {
  const path = await folderOf({ ...files, 'people.yaml': `${text}\n` });
  const config = { ...other.services.config, seed: { kind: 'folder', path } as const };
  await expect(findSeedFolder({ ...other.services, config }, {})).rejects.toThrow(/SEED: .*people\.yaml/);
  await expect(findSeedFolder({ ...other.services, config }, {})).rejects.toThrow(message);
});

test('a folder of files is applied to an empty catalog, by the next start where one was ended, and nothing twice', async () => {
  const ended = await seedAgain();
  await eventually(readDatasets, ({ datasets }) => datasets.nodes.length > 0);
  await ended[Symbol.asyncDispose]();
  expect((await readDatasets()).datasets.nodes.length).toBeLessThan(datasetIds.length);

  // two gateways start at the same time
  await Promise.all([(await seedAgain()).ended, (await seedAgain()).ended]);
  expect((await readDatasets()).datasets.nodes).toEqual(
    datasetIds.map((datasetId) => ({ datasetId, resources: { totalCount: 1 } })),
  );
  expect(
    await app.unauthenticated.data(
      '{ catalog { totalCount } glossaryTerms { totalCount } studioPage(slug: "about") { title } }',
    ),
  ).toEqual({ catalog: { totalCount: 4 }, glossaryTerms: { totalCount: 1 }, studioPage: { title: 'About' } });
});

test('users are there before the rulesets that name them, memberships and feedback after the files', async () => {
  const { users, dataset } = await app.admin.data(`{
    users { nodes { username permissions groups { nodes { uid } } } }
    dataset(by: { datasetId: "parks" }) {
      userRulesets { nodes { user { username } permissions } }
      feedback(orderBy: [{ field: CREATED_AT }]) { nodes { user { username } recordId comment suggestedValues { field value { number } type } isArchived } } } }`);
  expect(users.nodes).toMatchObject([
    { username: 'ada', permissions: [], groups: { nodes: [{ uid: 'editors' }] } },
    { username: 'admin' },
    { username: 'ben', permissions: ['edit_page'], groups: { nodes: [] } },
  ]);
  expect(dataset).toEqual({
    userRulesets: { nodes: [{ user: { username: 'ben' }, permissions: ['edit_dataset'] }] },
    feedback: {
      nodes: [
        {
          user: { username: 'ben' },
          recordId: '1',
          comment: 'Too low',
          suggestedValues: [{ field: 'height', value: { number: 301 }, type: 'int' }],
          isArchived: true,
        },
        { user: { username: 'ada' }, recordId: '', comment: 'One is missing', suggestedValues: [], isArchived: false },
        { user: { username: 'ben' }, recordId: '', comment: 'Two are missing', suggestedValues: [], isArchived: false },
      ],
    },
  });
});

test('what was applied is never applied again, and the key that did it is revoked', async () => {
  expect(await findSeedFolder(app.services, {})).toBeUndefined();
  expect(await app.admin.data('{ viewer { keys { nodes { label revokedAt } } } }')).toMatchObject({
    viewer: {
      keys: {
        nodes: expect.arrayContaining([{ label: 'SEED', revokedAt: expect.any(String) as unknown }]) as unknown,
      },
    },
  });
});

test('what fails is left out and told, and the rest is there; a catalog with something in it is left alone', async () => {
  const files = await findSeedFolder(other.services, {});
  if (files === undefined) throw new Error('Nothing is applied.');
  const url = await listen(other);
  const { ended } = seedFolder(other.services, { databaseUrl: other.databaseUrl, url, files, env: {} });
  expect(await ended).toBe(3);
  expect(
    await other.admin.data('{ groups { nodes { uid members { nodes { username } } } } catalog { totalCount } }'),
  ).toEqual({
    groups: { nodes: [{ uid: 'editors', members: { nodes: [{ username: 'ada' }] } }] },
    catalog: { totalCount: 3 },
  });
  expect(await findSeedFolder(other.services, {})).toBeUndefined();
});

import { expect, test } from '@jest/globals';
import { findSeedFolder, seedFolder } from '#seed/seed-folder.ts';
import { seedCatalog } from '#seed/seed-catalog.ts';
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
};

const app = await testApp({ SEED: await folderOf(files) });
const url = await listen(app);
const other = await testApp({
  SEED: await folderOf({
    ...files,
    'groups/broken.yaml': 'uid: broken\ntitle: Broken\npermissions: [fly]\n',
    'datasets/joined/dataset.yaml': 'datasetId: joined\nschedules: ["never"]\n',
  }),
});

const seedAgain = async () => {
  const folder = await findSeedFolder(app.services, {});
  if (folder === undefined) throw new Error('Nothing is left to apply.');
  return seedFolder(app.services, { databaseUrl: app.databaseUrl, url, folder, env: {} });
};
const readDatasets = () =>
  app.admin.data('{ datasets(orderBy: [{ field: DATASET_ID }]) { nodes { datasetId resources { totalCount } } } }');

test('an invalid file ends the start with its place', async () => {
  const path = await folderOf({ ...files, 'glossary/b.yaml': 'nam: B\n' });
  const config = { ...other.services.config, seed: { kind: 'file', path } as const };
  await expect(findSeedFolder({ ...other.services, config }, {})).rejects.toThrow(/glossary\/b.yaml is invalid/);
  const secret = await folderOf({
    ...files,
    'connections/town.yaml': 'settings: { http: { url: "https://example.org/?key=${env:CATALOGRAPH_SECRET_TOWN}" } }\n',
  });
  const withSecret = { ...other.services.config, seed: { kind: 'file', path: secret } as const };
  await expect(findSeedFolder({ ...other.services, config: withSecret }, {})).rejects.toThrow(
    /connections\/town.yaml: settings.http.url: CATALOGRAPH_SECRET_TOWN is not set/,
  );
});

test('a folder of files is applied to an empty catalog, by the next start where one was ended, and nothing twice', async () => {
  expect(await seedCatalog(app)).toEqual({ datasets: [], keys: [] });
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
  ).toEqual({ catalog: { totalCount: 5 }, glossaryTerms: { totalCount: 1 }, studioPage: { title: 'About' } });
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
  const folder = await findSeedFolder(other.services, {});
  await seedFolder(other.services, {
    databaseUrl: other.databaseUrl,
    url: await listen(other),
    folder: folder ?? '',
    env: {},
  }).ended;
  expect(await other.admin.data('{ groups { totalCount } catalog { totalCount } }')).toEqual({
    groups: { totalCount: 0 },
    catalog: { totalCount: 4 },
  });
  expect(await findSeedFolder(other.services, {})).toBeUndefined();
});

import { cp } from 'node:fs/promises';
import { expect, test } from '@jest/globals';
import { findSeedFolder } from '#seed/seed-folder.ts';
import { commandLineAt, filesOf, folderOf } from '../cli/portal-folder.ts';
import { demoApp } from '../support/demo.ts';

const demo = await demoApp();
const catalograph = commandLineAt(demo.address);

/** The files of a folder without the schemas, which an export writes from the sources. */
const filesIn = async (folder: string) =>
  Object.fromEntries(Object.entries(await filesOf(folder)).filter(([path]) => !path.startsWith('schemas/')));

test('the demo is what an export of it writes, beside its people, and a plan of it is empty', async () => {
  expect(await catalograph(['plan', 'src/seed/demo'])).toMatchObject({ code: 0, err: '' });
  const folder = await folderOf();
  await cp('src/seed/demo', folder, { recursive: true });
  expect(await catalograph(['export', folder])).toMatchObject({ code: 0, err: '' });
  expect(await filesIn(folder)).toEqual(await filesIn('src/seed/demo'));
});

test('the demo has six datasets, three of them published, with feedback archived and not', async () => {
  const { datasets } = await demo.admin.data(
    '{ datasets(orderBy: [{ field: DATASET_ID }]) { nodes { datasetId isPublished status { status } } } }',
  );
  expect(datasets.nodes).toEqual(
    [
      ['air-quality', true],
      ['council-budget-proposal', true],
      ['cycling-counts-draft', false],
      ['energy-of-public-buildings', false],
      ['public-libraries', false],
      ['street-trees', true],
    ].map(([datasetId, isPublished]) => ({ datasetId, isPublished, status: { status: 'idle' } })),
  );
  expect((await demo.unauthenticated.data('{ catalog { nodes { datasetId } } }')).catalog.nodes).toEqual([
    { datasetId: 'air-quality' },
    { datasetId: 'street-trees' },
  ]);
  const { dataset } = await demo.admin.data(`{ dataset(by: { datasetId: "street-trees" }) {
    attachments { totalCount } open: feedback(filter: { isArchived: false }) { totalCount } archived: feedback(filter: { isArchived: true }) { totalCount } } }`);
  expect(dataset).toEqual({ attachments: { totalCount: 1 }, open: { totalCount: 2 }, archived: { totalCount: 1 } });
});

test('the demo has pages, terms, sign-in providers, forms, and lineage in a circle', async () => {
  const seen = async (path: string) => (await demo.unauthenticated.portal('GET', path)).body;
  expect((await seen('/studio_pages/')).results.map(({ slug }: { slug: string }) => slug).sort()).toEqual([
    'air-quality',
    'mobility',
  ]);
  expect((await seen('/code_editor_pages/about/fr/')).title).toBe('À propos de ce portail');
  expect(await seen('/glossary/')).toHaveLength(20);
  expect(
    (await seen('/identity_providers/')).results.map((provider: { provider_type: string }) => provider.provider_type),
  ).toEqual(['GOVSSO', 'SAML', 'OIDC']);
  for (const slug of [
    'suggest-a-tree',
    'announce-an-event',
    'report-a-street-lamp',
    'request-data',
    'guided-tour',
    'report-a-pothole',
  ])
    expect((await demo.unauthenticated.data(`{ form(slug: "${slug}") { slug } }`)).form).toEqual({ slug });

  const { catalogDataset } = await demo.unauthenticated.data(
    '{ catalogDataset(by: { datasetId: "air-quality" }) { uid } }',
  );
  expect((await seen(`/assets/${catalogDataset.uid}/uses/`)).results).toMatchObject([
    { relation_type: 'usage', asset: { asset_type: 'map' } },
    { asset: { title: 'The air we breathe' } },
  ]);
  const { asset } = await demo.unauthenticated.data(
    'query ($uid: ID!) { asset(uid: $uid) { lineage(direction: sources) { isTruncated hops { depth asset { title } } } } }',
    { uid: catalogDataset.uid },
  );
  expect(asset.lineage).toMatchObject({
    isTruncated: false,
    hops: [
      { depth: 1, asset: { title: 'Trees and clean air, street by street' } },
      {},
      {},
      { depth: 3, asset: { title: 'Rivers at the neighbours' } },
    ],
  });
});

test('the demo is applied once', async () => {
  expect(await findSeedFolder(demo.services, {})).toBeUndefined();
});

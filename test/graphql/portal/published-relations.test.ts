import { beforeAll, describe, expect, test } from '@jest/globals';
import { testApp } from '#test/support/app.ts';
import { addFederatedResource, federatedDatasource, rivers } from '#test/support/sources/federation.ts';
import { changeForm, seedForm } from '#test/support/portal/forms.ts';
import { appendProcessor, joinParams, publishedCities, seedTrips } from '#test/support/datasets/joins.ts';
import { runAndFinish } from '#test/support/datasets/publishing.ts';
import { addRelation, relationsOf, seedAsset, enableMarketplace } from '#test/support/portal/relations.ts';
import { remoteCatalog } from '#test/support/sources/remote-catalog.ts';
import { seedStudioPage } from '#test/support/portal/pages.ts';
import { seedDataset } from '#test/support/seed.ts';
import { sourceServer } from '#test/support/sources/source-server.ts';

const [web, remote] = [await sourceServer(), await remoteCatalog()];
const app = await testApp({ FETCH_ALLOW: `${web.host},${remote.host}` });
const { admin, unauthenticated } = app;
remote.datasets.set('rivers', rivers);
beforeAll(() => enableMarketplace(app));

const publish = (uid: string) => runAndFinish(admin, 'publishDataset', uid);

describe('A published dataset is related', () => {
  test('A published dataset is related to the datasets that its processors joined, and to none that only its draft joins', async () => {
    const [cities, towns, trips] = [
      await publishedCities(app, web),
      await publishedCities(app, web),
      await seedTrips(admin, web),
    ];
    const { dataset } = await admin.data('query ($uid: ID!) { dataset(by: { uid: $uid }) { datasetId } }', {
      uid: cities,
    });
    await appendProcessor(admin, trips, joinParams(` ${String(dataset.datasetId)} `));
    await publish(trips);
    expect(await relationsOf(unauthenticated, trips, 'sources')).toEqual([1, `join ${cities}`]);
    await appendProcessor(admin, trips, joinParams(towns, { output_fields: 'founded' }));
    expect(await relationsOf(unauthenticated, towns, 'uses')).toEqual([0]);
    await publish(trips);
    expect(await relationsOf(unauthenticated, towns, 'uses')).toEqual([1, `join ${trips}`]);
    expect(await relationsOf(unauthenticated, trips, 'sources')).toEqual([
      2,
      ...[cities, towns].toSorted().map((uid) => `join ${uid}`),
    ]);
    const isRecorded = (uid: string) =>
      unauthenticated.data(
        `{ asset(uid: "${uid}") { sources { nodes { isRecorded } } uses { nodes { isRecorded } } } }`,
      );
    await addRelation(admin, cities, trips, 'join');
    await addRelation(admin, trips, cities, 'source');
    const nodes = (...recorded: boolean[]) => ({ nodes: recorded.map((each) => ({ isRecorded: each })) });
    expect(await isRecorded(cities)).toEqual({ asset: { sources: nodes(true), uses: nodes(true) } });
    expect(await isRecorded(towns)).toEqual({ asset: { sources: nodes(), uses: nodes(false) } });
    const recorded = { sourceUid: cities, useUid: trips, relationType: 'join' };
    await admin.data('mutation ($input: AssetRelationInput!) { deleteAssetRelation(input: $input) { __typename } }', {
      input: recorded,
    });
    expect(await isRecorded(cities)).toEqual({ asset: { sources: nodes(true), uses: nodes(false) } });
    await runAndFinish(admin, 'unpublishDataset', trips);
    expect(await relationsOf(admin, cities, 'uses')).toEqual([0]);
  });

  test('not to itself where it joins itself', async () => {
    const cities = await publishedCities(app, web);
    await appendProcessor(admin, cities, {
      dataset: cities,
      local_key: 'code',
      remote_key: 'code',
      output_fields: 'name',
    });
    await publish(cities);
    expect(await relationsOf(unauthenticated, cities, 'sources')).toEqual([0]);
  });

  test('A published dataset is related to the external asset that it is federated from', async () => {
    const uid = await seedDataset(admin);
    await addFederatedResource(admin, uid, federatedDatasource(remote, 'rivers'));
    const origin = `http://${remote.host}`;
    const asset = await seedAsset(admin, {
      assetType: 'external_asset',
      url: `${origin}/explore/dataset/rivers/?tab=table`,
    });
    for (const url of [
      `${origin}/explore/dataset/rivers/more`,
      `https://${remote.host}/rivers`,
      'https://example.org/rivers',
    ])
      await seedAsset(admin, { assetType: 'external_asset', url });
    await seedAsset(admin, { assetType: 'map', url: `${origin}/rivers` });
    expect(await relationsOf(unauthenticated, asset, 'uses')).toEqual([0]);
    await publish(uid);
    expect(await relationsOf(unauthenticated, uid, 'sources')).toEqual([1, `federation ${asset}`]);
    expect(await relationsOf(unauthenticated, asset, 'uses')).toEqual([1, `federation ${uid}`]);
  });

  test('A published dataset is related to the datasets whose values the form offers that it reads, as long as the form is published', async () => {
    const [cities, answers] = [await publishedCities(app, web), await seedDataset(admin)];
    await seedForm(admin, 'visits', {
      sections: [
        {
          blocks: [
            {
              fieldId: 'city',
              type: 'advanced_choice',
              label: 'City',
              advancedChoice: { datasetUid: cities, field: 'name' },
            },
          ],
        },
      ],
    });
    await addFederatedResource(admin, answers, { odsForm: { form: 'visits' } });
    expect(await relationsOf(unauthenticated, cities, 'uses')).toEqual([0]);
    await publish(answers);
    expect(await relationsOf(unauthenticated, cities, 'uses')).toEqual([1, `source ${answers}`]);
    await changeForm(admin, 'unpublishForm', { slug: 'visits' });
    expect([
      await relationsOf(unauthenticated, cities, 'uses'),
      await relationsOf(unauthenticated, answers, 'sources'),
    ]).toEqual([[0], [0]]);
  });
});

test('who may edit a draft reads its category and what it uses; nobody else finds the asset', async () => {
  const [dataset, map] = [await seedDataset(admin, { datasetId: 'drafted' }), await seedAsset(admin)];
  const page = await seedStudioPage(admin, { slug: 'drafted' }, { isPublished: false });
  for (const uid of [dataset, page]) {
    await addRelation(admin, map, uid, 'usage');
    await admin.data('mutation ($input: UpdateAssetInput!) { updateAsset(input: $input) { __typename } }', {
      input: { uid, category: 'Drafts', isShowcase: true },
    });
  }
  const asset = { category: 'Drafts', isShowcase: true, sources: { nodes: [{ asset: { uid: map } }] } };
  const parts = 'asset { category isShowcase sources { nodes { asset { uid } } } }';
  expect(
    await admin.data(`{ dataset(by: { datasetId: "drafted" }) { ${parts} }
      pageConfigurations(filter: { slug: "drafted" }) { nodes { ${parts} } } }`),
  ).toEqual({ dataset: { asset }, pageConfigurations: { nodes: [{ asset }] } });
  for (const uid of [dataset, page])
    expect(await unauthenticated.data(`{ asset(uid: "${uid}") { uid } }`)).toEqual({ asset: null });

  // what an asset uses has drafts for those who may edit them
  await addRelation(admin, dataset, map, 'source');
  const sources = `{ asset(uid: "${map}") { sources { nodes { asset { uid } } } } }`;
  expect(await admin.data(sources)).toEqual({ asset: { sources: { nodes: [{ asset: { uid: dataset } }] } } });
  expect(await unauthenticated.data(sources)).toEqual({ asset: { sources: { nodes: [] } } });
});

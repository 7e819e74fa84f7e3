import { beforeAll, describe, expect, test } from '@jest/globals';
import { testApp } from '../../support/app.ts';
import { addResource, federated, rivers } from '../../support/sources/federation.ts';
import { changeForm, seedForm } from '../../support/portal/forms.ts';
import { append, joinOf, publishedCities, tripsOf } from '../../support/datasets/joins.ts';
import { runAndFinish } from '../../support/datasets/publishing.ts';
import { related, seedAsset, showRelations } from '../../support/portal/relations.ts';
import { remoteCatalog } from '../../support/sources/remote-catalog.ts';
import { seedDataset } from '../../support/seed.ts';
import { sourceServer } from '../../support/sources/source-server.ts';

const [web, remote] = [await sourceServer(), await remoteCatalog()];
const app = await testApp({ FETCH_ALLOW: `${web.host},${remote.host}` });
const { admin, anybody } = app;
remote.datasets.set('rivers', rivers);
beforeAll(() => showRelations(app));

const publish = (uid: string) => runAndFinish(admin, 'publishDataset', uid);

describe('A published dataset is related', () => {
  test('to the datasets that its processors joined, and to none that only its draft joins', async () => {
    const [cities, towns, trips] = [
      await publishedCities(app, web),
      await publishedCities(app, web),
      await tripsOf(admin, web),
    ];
    const { dataset } = await admin.data('query ($uid: ID!) { dataset(uid: $uid) { datasetId } }', { uid: cities });
    await append(admin, trips, joinOf(` ${String(dataset.datasetId)} `));
    await publish(trips);
    expect(await related(anybody, trips, 'sources')).toEqual([1, `join ${cities}`]);
    await append(admin, trips, joinOf(towns, { output_fields: 'founded' }));
    expect(await related(anybody, towns, 'uses')).toEqual([0]);
    await publish(trips);
    expect(await related(anybody, towns, 'uses')).toEqual([1, `join ${trips}`]);
    expect(await related(anybody, trips, 'sources')).toEqual([
      2,
      ...[cities, towns].toSorted().map((uid) => `join ${uid}`),
    ]);
    await runAndFinish(admin, 'unpublishDataset', trips);
    expect(await related(admin, cities, 'uses')).toEqual([0]);
  });

  test('not to itself where it joins itself', async () => {
    const cities = await publishedCities(app, web);
    await append(admin, cities, { dataset: cities, local_key: 'code', remote_key: 'code', output_fields: 'name' });
    await publish(cities);
    expect(await related(anybody, cities, 'sources')).toEqual([0]);
  });

  test('to the external asset that it is federated from', async () => {
    const uid = await seedDataset(admin);
    await addResource(admin, uid, federated(remote, 'rivers'));
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
    expect(await related(anybody, asset, 'uses')).toEqual([0]);
    await publish(uid);
    expect(await related(anybody, uid, 'sources')).toEqual([1, `federation ${asset}`]);
    expect(await related(anybody, asset, 'uses')).toEqual([1, `federation ${uid}`]);
  });

  test('to the datasets whose values the form offers that it reads, as long as the form is published', async () => {
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
    await addResource(admin, answers, { type: 'ods_form', form: 'visits' });
    expect(await related(anybody, cities, 'uses')).toEqual([0]);
    await publish(answers);
    expect(await related(anybody, cities, 'uses')).toEqual([1, `source ${answers}`]);
    await changeForm(admin, 'unpublishForm', { slug: 'visits' });
    expect([await related(anybody, cities, 'uses'), await related(anybody, answers, 'sources')]).toEqual([[0], [0]]);
  });
});

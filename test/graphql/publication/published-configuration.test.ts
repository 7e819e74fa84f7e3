import { expect, test } from '@jest/globals';
import { testApp } from '#test/support/app.ts';
import {
  finishedStatus,
  requestRun,
  runAndFinish,
  seedCsvDataset,
  statusReached,
} from '#test/support/datasets/publishing.ts';
import { seedRuleset, seedUser } from '#test/support/seed.ts';
import { sourceServer } from '#test/support/sources/source-server.ts';

const web = await sourceServer();
const app = await testApp({ FETCH_ALLOW: web.host });
const { admin } = app;

const publishedOf = async (uid: string, client = admin) => {
  const { dataset } = await client.data(
    `query ($uid: ID!) { dataset(by: { uid: $uid }) { published {
      isCurrent metadata resources processors fieldConfigurations files { filename }
      connections { nodes { ... on HttpConnectionSettings { url } } } } } }`,
    { uid },
  );
  return dataset.published;
};
const apply = (datasetUid: string, input: object) =>
  admin.data('mutation ($input: ApplyDatasetInput!) { applyDataset(input: $input) { dataset { revision } } }', {
    input: { datasetUid, ...input },
  });

test('what a dataset is published with is the configuration at the request, however often the draft changes after it', async () => {
  const uid = await seedCsvDataset(admin, web.serve('/configured.csv', 'n,m\n1,2\n'));
  expect(await publishedOf(uid)).toBeNull();
  const processors = [{ type: 'string_replace', label: 'M', params: { all_fields: true, old: 'x', new: 'y' } }];
  const fields = [{ label: '', configuration: { rename: { fromName: 'n', toName: 'n', fieldLabel: 'N' } } }];
  await apply(uid, { processors, fields });
  await requestRun(admin, 'publishDataset', uid);
  await apply(uid, { title: 'Later', processors: [], fields: [] });
  await finishedStatus(admin, uid);
  const published = await publishedOf(uid);
  expect(published).toMatchObject({
    isCurrent: false,
    metadata: { default: { title: { value: 'A' } } },
    resources: [
      { type: 'csvfile', title: 'data', url: null, datasource: { http: { connection: { uid: expect.any(String) } } } },
    ],
    processors,
    fieldConfigurations: fields,
    files: [],
    connections: { nodes: [{ url: web.serve('/configured.csv', 'n,m\n1,2\n') }] },
  });
  for (let index = 0; index < 25; index += 1) await apply(uid, { title: `Later ${index}` });
  expect(await publishedOf(uid)).toEqual(published);
  await apply(uid, { title: 'A', processors, fields });
  expect(await publishedOf(uid)).toEqual({ ...published, isCurrent: true });

  await apply(uid, { title: 'B', resources: null });
  const publisher = await seedUser(app, 'publisher');
  await seedRuleset(app, uid, { user: 'publisher', permissions: ['publish_dataset'] });
  expect(await publishedOf(uid, publisher)).toBeNull();

  await runAndFinish(admin, 'publishDatasetMetadata', uid);
  expect(await publishedOf(uid)).toMatchObject({
    ...{ isCurrent: false, resources: published.resources },
    metadata: { default: { title: { value: 'B' } } },
  });
});

test('a publication that fails, or is aborted before a record, leaves what a dataset is published with, and unpublishing forgets it', async () => {
  const uid = await seedCsvDataset(admin, web.serve('/kept.csv', 'n\n1\n'));
  await runAndFinish(admin, 'publishDataset', uid);
  const published = await publishedOf(uid);
  expect(published).toMatchObject({ isCurrent: true, processors: [] });
  await apply(uid, { processors: [{ type: 'delete_record', params: { field: 'n', value_to_skip: '1' } }] });
  expect(await runAndFinish(admin, 'publishDataset', uid)).toMatchObject({ status: 'error' });
  expect(await publishedOf(uid)).toEqual({ ...published, isCurrent: false });
  const tap = web.stream('/kept.csv');
  await requestRun(admin, 'publishDataset', uid);
  await statusReached(admin, uid, 'processing');
  await requestRun(admin, 'abortDatasetPublishing', uid);
  tap.close();
  await finishedStatus(admin, uid);
  expect(await publishedOf(uid)).toEqual({ ...published, isCurrent: false });
  await runAndFinish(admin, 'unpublishDataset', uid);
  expect(await publishedOf(uid)).toBeNull();
});

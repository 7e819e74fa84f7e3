import { expect, test } from '@jest/globals';
import { testApp } from '#test/support/app.ts';
import { runAndFinish, seedCsvDataset } from '#test/support/datasets/publishing.ts';
import { push, seedRealtime } from '#test/support/datasets/realtime.ts';
import { sourceServer } from '#test/support/sources/source-server.ts';

const web = await sourceServer();
const app = await testApp({ FETCH_ALLOW: web.host });
const { admin } = app;

const query = `query ($uid: ID!, $where: String!) { catalogDataset(by: { uid: $uid }) { records(where: $where) { totalCount } } }`;
const search = async (uid: string, where: string) =>
  (await admin.data(query, { uid, where })).catalogDataset.records.totalCount;

test('a publication writes the words of each text, which searches find', async () => {
  const rows = Array.from({ length: 5_200 }, (_, n) => `${n},${n === 5_000 ? 'Genève' : 'Bern'},checked ${n}`);
  const uid = await seedCsvDataset(admin, web.serve('/places.csv', ['n,place,remark', ...rows].join('\n')));
  await runAndFinish(admin, 'publishDataset', uid);
  expect(await search(uid, '"geneve"')).toBe(1);
  expect(await search(uid, 'suggest("gene")')).toBe(1);
  expect(await search(uid, '"bern geneve"')).toBe(0);
  expect(await search(uid, '"checked bern"')).toBe(5_199);
});

test('words are found after a push, in a text field that appears late, and after another publication', async () => {
  const { datasetUid: uid, url } = await seedRealtime(app);
  await push(app, url, [{ place: 'Genève' }]);
  await runAndFinish(admin, 'publishDataset', uid);
  expect(await search(uid, '"geneve"')).toBe(1);
  await push(app, url, [{ place: 'Zürich' }, { place: 'Bern', remark: 'cité de Genève' }]);
  expect(await search(uid, '"geneve"')).toBe(2);
  expect(await search(uid, '"zurich"')).toBe(1);
  expect(await search(uid, '"bern cite"')).toBe(1);
  await runAndFinish(admin, 'publishDataset', uid);
  expect(await search(uid, '"geneve"')).toBe(2);
  expect(await search(uid, '"bern cite"')).toBe(1);
});

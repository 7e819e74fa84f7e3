import { expect, test } from '@jest/globals';
import { testApp } from '#test/support/app.ts';
import {
  countUnusedGenerations,
  eventually,
  numberedRows,
  requestRun,
  runAndFinish,
  recordsOf,
  seedCsvDataset,
  finishedStatus,
  statusOf,
  statusReached,
} from '#test/support/datasets/publishing.ts';
import { sourceServer } from '#test/support/sources/source-server.ts';

const web = await sourceServer();
const app = await testApp({ FETCH_ALLOW: web.host });
const { admin, unauthenticated } = app;

const typesOf = async (uid: string): Promise<object> => {
  const { catalogDataset } = await unauthenticated.data(
    'query ($uid: ID!) { catalogDataset(by: { uid: $uid }) { schema { name type } } }',
    {
      uid,
    },
  );
  return Object.fromEntries(
    catalogDataset.schema.map(({ name, type }: { name: string; type: string }) => [name, type]),
  );
};
const clean = { status: 'idle', message: null, recordsErrors: [], params: {} };

test('a late value that does not fit widens the type of its field, and every record keeps what its source wrote', async () => {
  const early = '1,1.50,2024/01/05,2024-01-05 10:00';
  const late = ['007,n/a,2024-01-05 12:30,x', '12345678901234567890,1.50,2024-02-05,y'];
  const uid = await seedCsvDataset(
    admin,
    web.serve('/late.csv', `code,price,day,at\n${`${early}\n`.repeat(5_000)}${late.join('\n')}\n`),
  );
  expect(await runAndFinish(admin, 'publishDataset', uid)).toMatchObject(clean);
  expect(await typesOf(uid)).toEqual({ code: 'text', price: 'text', day: 'datetime', at: 'text' });
  const records = await recordsOf(app, uid);
  expect(records.slice(0, 5_000)).toEqual(
    Array.from({ length: 5_000 }, () => ({
      code: '1',
      price: '1.50',
      day: '2024-01-05T00:00:00Z',
      at: '2024-01-05 10:00',
    })),
  );
  expect(records.slice(5_000)).toEqual([
    { code: '007', price: 'n/a', day: '2024-01-05T12:30:00Z', at: 'x' },
    { code: '12345678901234567890', price: '1.50', day: '2024-02-05T00:00:00Z', at: 'y' },
  ]);
  await eventually(
    () => countUnusedGenerations(app),
    (count) => count === 0,
  );
});

test('the source is asked once, however late the value comes', async () => {
  const tap = web.stream('/once.csv');
  const uid = await seedCsvDataset(admin, tap.url);
  await requestRun(admin, 'publishDataset', uid);
  await tap.requested();
  tap.send(`n,text\n${numberedRows(1, 3_000)}`);
  await statusReached(admin, uid, 'processing', 1_000);
  tap.send('1.5,half\n');
  tap.close();
  expect(await finishedStatus(admin, uid)).toMatchObject(clean);
  expect(await typesOf(uid)).toEqual({ n: 'double', text: 'text' });
  expect((await recordsOf(app, uid)).length).toBe(3_001);
  await expect(
    Promise.race([
      tap.requested(2),
      new Promise((resolve) => {
        setTimeout(resolve, 50, 'not again');
      }),
    ]),
  ).resolves.toBe('not again');
});

test('an abort after a late value keeps the records before it, and their types', async () => {
  const tap = web.stream('/aborted.csv');
  const uid = await seedCsvDataset(admin, tap.url);
  tap.send(`n,text\n${numberedRows(1, 3_000)}`);
  await requestRun(admin, 'publishDataset', uid);
  await statusReached(admin, uid, 'processing', 1_000);
  const {
    params: { bytes_read: before },
  } = await statusOf(admin, uid);
  tap.send(`odd,text\n${numberedRows(1, 200_000)}`);
  expect(before).toBeGreaterThan(0);
  await requestRun(admin, 'abortDatasetPublishing', uid);
  await finishedStatus(admin, uid);
  const records = await recordsOf(app, uid);
  expect(records).toEqual(records.map((_record, index) => ({ n: index + 1, text: `row ${index + 1}` })));
  expect(await typesOf(uid)).toEqual({ n: 'int', text: 'text' });
  tap.close();
});

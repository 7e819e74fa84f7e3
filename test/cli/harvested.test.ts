import { expect, test } from '@jest/globals';
import { testApp } from '../support/app.ts';
import { portalServer } from '../support/sources/portal-server.ts';
import { commandLineOf, filesOf, folderOf } from './portal-folder.ts';

const portal = await portalServer();
const [first, second] = [await testApp({ FETCH_ALLOW: portal.host }), await testApp({ FETCH_ALLOW: portal.host })];
const [atFirst, atSecond] = [await commandLineOf(first), await commandLineOf(second)];
portal.datasets.set('trees', { title: 'Trees', csv: 'code\n1\n' });
const only = ['--only', 'datasets'];

test('a portal is imported by one command, and again without effect', async () => {
  expect(await atFirst(['import', 'ods', portal.url, '--name', 'Neighbour', '--dry-run'])).toMatchObject({
    code: 0,
    out: 'trees  Trees\n1 datasets; nothing is imported\n',
  });
  expect(await atFirst(['import', 'ods', portal.url, '--name', 'Neighbour'])).toMatchObject({
    code: 0,
    out: '     1  created\n',
  });
  expect(await atFirst(['import', 'ods', portal.url, '--name', 'Neighbour'])).toMatchObject({
    code: 0,
    out: '     1  unchanged\n',
  });
  expect(await atFirst(['import', 'parchment', portal.url])).toMatchObject({
    code: 1,
    err: expect.stringContaining('parchment is no kind of import'),
  });
});

test('what a harvester gives a dataset is in its file, and goes to an instance that does not harvest it', async () => {
  const folder = await folderOf();
  await atFirst(['export', folder, ...only]);
  const text = String((await filesOf(folder))['datasets/trees/dataset.yaml']);
  expect(text).toMatch(/^remoteMetadata:\n(?: .*\n)* {4}title: Trees$/m);
  expect(text).not.toMatch(/^metadata:\n(?: .*\n)* {4}title:/m);
  const nothing = { code: 0, out: '0 to create, 0 to change, 0 to delete, 1 as they are\n' };
  expect(await atFirst(['plan', folder, ...only])).toMatchObject(nothing);
  expect(await atSecond(['apply', folder, ...only])).toMatchObject({ code: 0, err: '' });
  expect(await second.admin.data('{ datasets { nodes { datasetId title } } }')).toEqual({
    datasets: { nodes: [{ datasetId: 'trees', title: 'Trees' }] },
  });
  expect(await atSecond(['plan', folder, ...only])).toMatchObject(nothing);
});

import { cp } from 'node:fs/promises';
import { expect, test } from '@jest/globals';
import { testApp } from '../support/app.ts';
import { finishedStatus } from '../support/datasets/publishing.ts';
import { sourceServer } from '../support/sources/source-server.ts';
import { breakingLine, commandLineOf, folderOf } from './portal-folder.ts';

const web = await sourceServer();
const app = await testApp({ FETCH_ALLOW: web.host });
const atOnce = await commandLineOf(app);
const line = await breakingLine(app);

/** Applies files over a line that breaks, each time one request later, and collects what visitors see after each. */
async function seenWhileApplying(folder: string, look: () => Promise<readonly unknown[]>): Promise<unknown[]> {
  const seen = new Set<unknown>();
  for (let requests = 1; requests < 60; requests += 1) {
    line.breakAfter(requests);
    const { code } = await line.command(['apply', folder]);
    for (const each of await look()) seen.add(each);
    if (code === 0) return [...seen];
  }
  throw new Error('The files are not applied.');
}

test('visitors see an archived or a restricted page only as its file has it, whatever request is the last', async () => {
  const write = async (title: string, isHidden: boolean) =>
    folderOf({
      'catalograph.yaml': 'format: 1\n',
      'pages/a.yaml': `kind: studio\nslug: kept\npublication: current\nisArchived: ${isHidden}\ntitle: ${title}\ncontent: {}\n`,
      'pages/b.yaml': `kind: studio\nslug: shut\npublication: current\nisRestricted: ${isHidden}\ntitle: ${title}\ncontent: {}\n`,
    });
  expect(await atOnce(['apply', await write('Before', true)])).toMatchObject({ code: 0, err: '' });
  const seen = await seenWhileApplying(await write('After', false), async () => {
    const { kept, shut } = (
      await app.unauthenticated.graph(
        '{ kept: studioPage(slug: "kept") { title } shut: studioPage(slug: "shut") { title } }',
      )
    ).data;
    return [kept?.title, shut?.title];
  });
  expect(seen).toEqual([undefined, 'After']);
});

test('nobody reads the old records of a dataset by the rights that come with the new ones, whatever request is the last', async () => {
  const write = async (names: string, rights: string) =>
    folderOf({
      'catalograph.yaml': 'format: 1\n',
      'datasets/trees/dataset.yaml': `datasetId: trees\nisPublished: true\n${rights}resources: [{ title: List, type: csvfile, datasource: { uploadedFile: { file: a.csv } } }]\n`,
      'datasets/trees/files/a.csv': `names\n${names}\n`,
    });
  const shut = 'isRestricted: false\ndefaultSecurity: { isDataVisible: false }\n';
  const opened = await write('public', 'isRestricted: false\ndefaultSecurity: { isDataVisible: true }\n');
  for (const [before, rights] of [
    ['restricted', 'isRestricted: true\n'],
    ['hidden', shut],
  ] as const) {
    expect(await atOnce(['apply', await write(before, rights)])).toMatchObject({ code: 0, err: '' });
    const folder = await folderOf();
    await cp(opened, folder, { recursive: true });
    const seen = await seenWhileApplying(folder, async () => {
      const { body } = await app.unauthenticated.request('GET', '/api/explore/v2.1/catalog/datasets/trees/records');
      return [body.results?.[0]?.names];
    });
    expect([before, seen]).toEqual([before, [undefined, 'public']]);
    expect(await atOnce(['plan', folder])).toMatchObject({ code: 0 });
  }
});

test('while a publication is under way, a plan and an export say that they have the draft alone', async () => {
  const only = ['--only', 'datasets/rivers'];
  const folderWith = async (datasource: string, rest = '') =>
    folderOf({
      'catalograph.yaml': 'format: 1\n',
      'datasets/rivers/dataset.yaml': `datasetId: rivers
isPublished: true
metadata: { default: { title: Later } }
resources: [{ title: Rivers, type: csvfile, datasource: ${datasource} }]
${rest}`,
      'datasets/rivers/files/rivers.csv': 'name\nIll\n',
    });
  const ahead = await folderWith(
    '{ uploadedFile: { file: rivers.csv } }',
    'published: { metadata: { default: { title: Now } } }\n',
  );
  expect(await atOnce(['apply', ahead, ...only])).toMatchObject({ code: 0, err: '' });
  const source = web.stream('/rivers.csv');
  const remote = await folderWith(`{ http: { connection: { url: "${source.url}" } } }`);
  expect(await atOnce(['apply', remote, '--no-wait', ...only])).toMatchObject({ code: 0 });
  await source.requested();
  const message = 'datasets/rivers: a publication is under way';
  expect((await atOnce(['plan', ahead, ...only])).err).toContain(message);
  expect((await atOnce(['export', await folderOf(), ...only])).err).toContain(message);
  source.send('name\nIll\n');
  source.close();
  const { dataset } = await app.admin.data('{ dataset(by: { datasetId: "rivers" }) { uid } }');
  await finishedStatus(app.admin, dataset.uid);
  expect((await atOnce(['plan', ahead, ...only])).err).toBe('');
  expect((await atOnce(['export', await folderOf(), ...only])).err).toBe('');
});

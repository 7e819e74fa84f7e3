import { cp, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { testApp } from '../support/app.ts';
import { breakingLine, commandLineOf, filesOf, folderOf } from './portal-folder.ts';
import { finishedStatus, runAndFinish } from '#test/support/datasets/publishing.ts';
import { sourceServer } from '#test/support/sources/source-server.ts';
import { sql } from '#kernel/sql.ts';

const web = await sourceServer();
const settings = { FETCH_ALLOW: web.host };
const [first, second] = [await testApp(settings), await testApp(settings)];
const [atFirst, atSecond] = [await commandLineOf(first), await commandLineOf(second)];
const line = await breakingLine(second);

test('a page and a form whose drafts are ahead are moved with both states, also archived, and without one stay published as they were', async () => {
  const only = ['--only', 'pages/about,pages/welcome,forms/report'];
  const form = (label: string) => `sections: [{ blocks: [{ fieldId: q, type: text, label: ${label}, text: {} }] }]\n`;
  const folder = await folderOf({
    'catalograph.yaml': 'format: 1\n',
    'pages/about.yaml':
      'kind: studio\nslug: about\nisArchived: true\npublication: earlier\ntitle: About, soon\ncontent: {}\npublished: { title: About, content: { blocks: { a: { text: Hello } } } }\n',
    'pages/welcome.yaml':
      'kind: code\nslug: welcome\npublication: earlier\ntranslations: [{ language: en, title: Soon }]\npublished: { translations: [{ language: en, title: Welcome, html: <p>Hi</p> }] }\n',
    'forms/report.yaml': `slug: report\npublication: earlier\ntitle: Later\naccessType: open\nending: { message: Bye }\n${form('Later')}published:\n  title: Report\n  ${form('Where')}`,
  });
  for (const line of [atFirst, atSecond]) {
    expect(await line(['apply', folder, ...only])).toMatchObject({ code: 0, err: '' });
    expect(await line(['plan', folder, ...only])).toMatchObject({ code: 0 });
  }
  const [one, other] = [await folderOf(), await folderOf()];
  await atFirst(['export', one, ...only]);
  await atSecond(['export', other, ...only]);
  const files = await filesOf(one);
  expect(await filesOf(other)).toEqual(files);
  expect(files['pages/about.yaml']).toMatch(
    /publication: earlier\nisRestricted: false\nisArchived: true[^]*published:/,
  );
  const visible =
    '{ codeEditorPage(slug: "welcome") { translations { title } } form(slug: "report") { title } studioPage(slug: "about") { title } }';
  const seen = {
    codeEditorPage: { translations: [{ title: 'Welcome' }] },
    form: { title: 'Report' },
    studioPage: null,
  };
  expect(await second.unauthenticated.data(visible)).toEqual(seen);

  await writeFile(
    join(folder, 'pages/welcome.yaml'),
    'kind: code\nslug: welcome\npublication: earlier\ntranslations: [{ language: en, title: Later }]\n',
  );
  expect(await atFirst(['apply', folder, ...only])).toMatchObject({ code: 0 });
  expect(await atFirst(['plan', folder, ...only])).toMatchObject({ code: 0 });
  expect(await first.unauthenticated.data(visible)).toEqual(seen);
});

test('items of the same name have files of their own, whatever the order in which an instance lists them', async () => {
  const only = ['--only', 'glossary,assets,settings'];
  const folder = await folderOf({
    'catalograph.yaml': 'format: 1\n',
    'settings/portal.yaml': 'isMarketplaceEnabled: true\n',
    'glossary/a.yaml': 'name: Tree\nnumber: 2\ndescription: One\n',
    'glossary/b.yaml': 'name: Tree\ndescription: One\n',
    ...Object.fromEntries(
      [3, 4, 5, 6].flatMap((number) => [
        [`glossary/${number}.yaml`, `name: Tree\nnumber: ${number}\ndescription: No. ${number}\n`],
        [
          `assets/${number}.yaml`,
          `assetType: map\nname: Trees\nnumber: ${number}\nurl: https://example.org/${number}\n`,
        ],
      ]),
    ),
    'assets/a.yaml': 'assetType: map\nname: Trees\nnumber: 2\n',
    'assets/b.yaml': 'assetType: map\nname: Trees\n',
    'assets/c.yaml':
      'assetType: chart\nname: Heights\nsources: [{ relationType: usage, assetType: map, name: Trees, number: 2 }]\n',
  });
  expect(await atFirst(['apply', folder, ...only])).toMatchObject({ code: 0, err: '' });
  expect(await atFirst(['plan', folder, ...only])).toMatchObject({ code: 0, err: '' });
  const exported = await folderOf();
  expect(await atFirst(['export', exported, ...only])).toMatchObject({
    code: 0,
    err: '',
  });
  const files = await filesOf(exported);
  expect(Object.keys(files).filter((path) => /^(glossary|assets)/.test(path))).toEqual([
    'assets/chart Heights.yaml',
    ...['2', '3', '4', '5', '6'].map((number) => `assets/map Trees ${number}.yaml`),
    'assets/map Trees.yaml',
    ...['2', '3', '4', '5', '6'].map((number) => `glossary/Tree ${number}.yaml`),
    'glossary/Tree.yaml',
  ]);
  expect(files['assets/chart Heights.yaml']).toContain('number: 2\n');
  await atSecond(['apply', exported, ...only]);
  const again = await folderOf();
  await atSecond(['export', again, ...only]);
  expect(await filesOf(again)).toEqual(files);
});

test('items and files whose names differ in case alone are written apart, in any order, and read as what they are', async () => {
  const only = ['--only', 'glossary,datasets'];
  const dataset = (datasetId: string, files: readonly string[]) => {
    const resources = files.map((file) => ({ title: file, type: 'csvfile', datasource: { uploadedFile: { file } } }));
    return JSON.stringify({ datasetId, isPublished: true, resources });
  };
  const folder = await folderOf({
    'catalograph.yaml': 'format: 1\n',
    ...{ 'glossary/a.yaml': 'name: Oak\n', 'glossary/b.yaml': 'name: oak\n', 'glossary/c.yaml': 'name: OAK\n' },
    ...{
      'datasets/a/dataset.yaml': dataset('oaks', ['a.csv', 'A.csv']),
      'datasets/b/dataset.yaml': dataset('Oaks', ['a.csv']),
    },
    ...{ 'datasets/a/files/a.csv': 'n\n1\n', 'datasets/a/files/A.csv': 'n\n2\n', 'datasets/b/files/a.csv': 'n\n3\n' },
  });
  for (const line of [atFirst, atSecond]) {
    expect(await line(['apply', folder, ...only])).toMatchObject({ code: 0, err: '' });
    expect(await line(['plan', folder, ...only])).toMatchObject({ code: 0 });
  }
  const exported = await folderOf();
  await atFirst(['export', exported, ...only, '--records', 'csv']);
  const files = await filesOf(exported);
  const paths = Object.keys(files);
  expect(new Set(paths.map((path) => path.toLowerCase())).size).toBe(paths.length);
  expect(paths).toEqual(
    expect.arrayContaining([
      ...['glossary/%4F%41%4B.yaml', 'glossary/%4Fak.yaml', 'glossary/oak.yaml'],
      ...['datasets/%4Faks/files/a.csv', 'datasets/oaks/files/%41.csv', 'records/%4Faks.csv', 'records/oaks.csv'],
    ]),
  );
  expect(files['records/%4Faks.csv']).toContain('3');
  expect(await atSecond(['plan', exported, ...only])).toMatchObject({ code: 0 });
  await atFirst(['export', exported, ...only, '--records', 'csv']);
  expect(await filesOf(exported)).toEqual(files);
  const again = await folderOf();
  await atSecond(['export', again, ...only, '--records', 'csv']);
  expect(await filesOf(again)).toEqual(files);
  // the records of a dataset go with it, whether an export writes records or not
  await rm(join(exported, 'datasets/%4Faks'), { recursive: true });
  expect(await atFirst(['apply', exported, '--prune', '--yes', '--only', 'datasets'])).toMatchObject({ code: 0 });
  expect((await atFirst(['export', exported, ...only])).out).toContain('1  removed');
  expect(Object.keys(await filesOf(exported)).filter((path) => path.startsWith('records/'))).toEqual([
    'records/oaks.csv',
  ]);
  await atFirst(['export', exported, ...only, '--records', 'parquet']);
  expect(Object.keys(await filesOf(exported)).filter((path) => path.startsWith('records/'))).toEqual([
    'records/oaks.parquet',
  ]);
});

test('a studio page and a code editor page of one slug are moved with their lineage', async () => {
  const only = ['--only', 'pages/twin,assets,settings'];
  const folder = await folderOf({
    'catalograph.yaml': 'format: 1\n',
    'settings/portal.yaml': 'isMarketplaceEnabled: true\n',
    'pages/a.yaml': 'kind: studio\nslug: twin\npublication: current\ntitle: Studio\ncontent: {}\n',
    'pages/b.yaml':
      'kind: code\nslug: twin\npublication: current\ntranslations: [{ language: en, title: Code, html: <p>Hi</p> }]\n',
    'assets/a.yaml': 'assetType: map\nname: Twins\nsources: [{ relationType: usage, assetType: page, name: twin }]\n',
    'assets/b.yaml':
      'assetType: page\nname: twin\nkind: code\nsources: [{ relationType: usage, assetType: page, name: twin }]\n',
    'assets/c.yaml':
      'assetType: chart\nname: Twins\nsources: [{ relationType: usage, assetType: page, name: twin, kind: code }]\n',
  });
  const exported = [];
  for (const [line, from] of [[atFirst, folder] as const, [atSecond, await folderOf()] as const]) {
    if (exported[0] !== undefined) await cp(exported[0], from, { recursive: true });
    expect(await line(['apply', from, ...only])).toMatchObject({ code: 0, err: '' });
    expect(await line(['plan', from, ...only])).toMatchObject({ code: 0 });
    const to = await folderOf();
    expect((await line(['export', to, ...only])).code).toBe(0);
    exported.push(to);
  }
  const [one = '', other = ''] = exported;
  const files = await filesOf(one);
  expect(Object.keys(files)).toEqual(
    expect.arrayContaining(['pages/twin.yaml', 'pages/twin (code).yaml', 'assets/page twin (code).yaml']),
  );
  expect(await filesOf(other)).toEqual(files);
  expect((await atFirst(['plan', folder, '--only', 'pages/twin (code)'])).out).toContain('1 as they are');
});

test('the lineage and the categories of drafts and archived pages are in files', async () => {
  const only = ['--only', 'pages/hidden,pages/archived,datasets/draft,assets,settings'];
  const folder = await folderOf({
    'catalograph.yaml': 'format: 1\n',
    'settings/portal.yaml': 'isMarketplaceEnabled: true\n',
    'datasets/draft/dataset.yaml': 'datasetId: draft\n',
    'pages/a.yaml': 'kind: studio\nslug: hidden\ntitle: Hidden\ncontent: {}\n',
    'pages/b.yaml': 'kind: studio\nslug: archived\npublication: current\nisArchived: true\ntitle: Old\ncontent: {}\n',
    'assets/a.yaml':
      'assetType: page\nname: hidden\ncategory: Plans\nsources: [{ relationType: usage, assetType: dataset, name: draft }, { relationType: usage, assetType: page, name: archived }]\n',
    'assets/b.yaml': 'assetType: dataset\nname: draft\ncategory: Plans\nisShowcase: true\n',
  });
  const exported = [];
  for (const line of [atFirst, atSecond]) {
    expect(await line(['apply', folder, ...only])).toMatchObject({ code: 0, err: '' });
    expect(await line(['plan', folder, ...only])).toMatchObject({ code: 0, err: '' });
    const to = await folderOf();
    expect(await line(['export', to, ...only])).toMatchObject({ code: 0, err: '' });
    exported.push(await filesOf(to));
  }
  const [one = {}, other = {}] = exported;
  const assets = (files: Readonly<Record<string, string>>) =>
    Object.fromEntries(Object.entries(files).filter(([path]) => /^assets.*(hidden|draft)/.test(path)));
  expect(Object.keys(assets(one))).toEqual(['assets/dataset draft.yaml', 'assets/page hidden.yaml']);
  expect(assets(other)).toEqual(assets(one));

  await writeFile(
    join(folder, 'assets/b.yaml'),
    'assetType: dataset\nname: draft\ncategory: null\nisShowcase: false\n',
  );
  await writeFile(join(folder, 'assets/a.yaml'), 'assetType: page\nname: hidden\nsources: []\n');
  expect((await atFirst(['plan', folder, ...only])).code).toBe(2);
  expect(await atFirst(['apply', folder, ...only])).toMatchObject({ code: 0, err: '' });
  expect(await atFirst(['plan', folder, ...only])).toMatchObject({ code: 0, err: '' });
  expect(await first.admin.data('{ dataset(by: { datasetId: "draft" }) { asset { category isShowcase } } }')).toEqual({
    dataset: { asset: { category: null, isShowcase: false } },
  });
});

const trees = await folderOf({
  'catalograph.yaml': 'format: 1\n',
  'datasets/trees/dataset.yaml': `datasetId: trees
isPublished: true
isRestricted: false
metadata: { default: { title: Soon, description: Later } }
resources:
  - { title: Register, type: csvfile, datasource: { uploadedFile: { file: trees.csv } } }
processors:
  - { type: string_replace, params: { field: species, old: Tilia, new: T. } }
fields:
  - rename: { fromName: species, toName: kind, fieldLabel: Kind }
published:
  metadata: { default: { title: Trees, description: null, keyword: [green] } }
  resources:
    - { title: Register, type: csvfile, datasource: { uploadedFile: { file: trees.csv } } }
    - { title: More, type: csvfile, datasource: { uploadedFile: { file: more.csv } } }
  processors:
    - { type: string_replace, params: { field: species, old: Tilia, new: Lime } }
  fields: []
`,
  'datasets/trees/files/trees.csv': 'species\nQuercus\n',
  'datasets/trees/published/trees.csv': 'species\nTilia\n',
  'datasets/trees/published/more.csv': 'species\nAcer\n',
});
const visitorsSee = async ({ http }: typeof first, datasetId: string) => {
  const base = `/api/explore/v2.1/catalog/datasets/${datasetId}`;
  const [{ metas }, { results }] = [
    (await http.inject(base)).json(),
    (await http.inject(`${base}/records?order_by=species`)).json(),
  ];
  return [metas.default.title, metas.default.description, metas.default.keyword, results];
};
const published = ['Trees', null, ['green'], [{ species: 'Acer' }, { species: 'Lime' }]];
const draftOf = async ({ admin }: typeof first, datasetId: string) =>
  (
    await admin.data(
      `query ($datasetId: String!) { datasets(filter: { datasetId: $datasetId }) { nodes {
        title description resources { nodes { title } } processors { nodes { params } } resourceFiles { totalCount }
        published { isCurrent resources files { filename } } } } }`,
      { datasetId },
    )
  ).datasets.nodes[0];

test('a dataset whose draft is ahead is moved with what visitors see and with its draft, and then nothing is left to do', async () => {
  const only = ['--only', 'datasets/trees'];
  expect(await atFirst(['apply', trees, ...only])).toMatchObject({ code: 0, err: '' });
  expect(await atFirst(['plan', trees, ...only])).toMatchObject({ code: 0 });
  expect(await visitorsSee(first, 'trees')).toEqual(published);
  const draft = await draftOf(first, 'trees');
  expect(draft).toMatchObject({
    ...{ title: 'Soon', description: 'Later', resources: { nodes: [{ title: 'Register' }] } },
    processors: { nodes: [{ params: { new: 'T.' } }] },
    published: { isCurrent: false, files: [{ filename: 'more.csv' }, { filename: 'trees.csv' }] },
  });

  const [one, other] = [await folderOf(), await folderOf()];
  expect(await atFirst(['export', one, ...only])).toMatchObject({ code: 0, err: '' });
  const files = await filesOf(one);
  expect(files['datasets/trees/published/trees.csv']).toBe('species\nTilia\n');
  expect(files['datasets/trees/files/trees.csv']).toBe('species\nQuercus\n');
  // a run comes one request further each time
  let code = 1;
  for (let runs = 1; code !== 0 && runs < 40; runs += 1) {
    line.breakAfter(runs);
    ({ code } = await line.command(['apply', one, ...only]));
  }
  expect(code).toBe(0);
  expect(await atSecond(['plan', one, ...only])).toMatchObject({ code: 0 });
  expect(await visitorsSee(second, 'trees')).toEqual(published);
  expect(await draftOf(second, 'trees')).toEqual(draft);
  expect(await atSecond(['export', other, ...only])).toMatchObject({ code: 0, err: '' });
  expect(await filesOf(other)).toEqual(files);
});

test('a plan shows what would be published, and what is published already is not published again', async () => {
  const only = ['--only', 'datasets/trees'];
  const path = join(trees, 'datasets/trees/dataset.yaml');
  const before = await readFile(path, 'utf8');
  await writeFile(path, before.replace('title: Soon', 'title: Sooner'));
  expect((await atFirst(['plan', trees, ...only])).out).not.toContain('published');
  expect(await atFirst(['apply', trees, ...only])).toMatchObject({ code: 0 });
  const runs = async () =>
    (await first.admin.data('{ datasets(filter: { datasetId: "trees" }) { nodes { status { history { kind } } } } }'))
      .datasets.nodes[0].status.history;
  expect(await runs()).toEqual([{ kind: 'publish' }]);
  await writeFile(path, before.replace('title: Trees', 'title: All trees').replace('new: Lime', 'new: Linden'));
  const { out } = await atFirst(['plan', trees, ...only]);
  expect(out).toContain('~ published.metadata.default.title: "Trees" → "All trees"');
  expect(out).toContain('~ published.processors.0.params.new: "Lime" → "Linden"');
  expect(await atFirst(['apply', trees, ...only])).toMatchObject({ code: 0 });
  expect(await visitorsSee(first, 'trees')).toEqual([
    ...['All trees', null, ['green']],
    [{ species: 'Acer' }, { species: 'Linden' }],
  ]);
  expect(await draftOf(first, 'trees')).toMatchObject({ title: 'Soon', published: { isCurrent: false } });
});

test('metadata that were published later than the records are moved as they are', async () => {
  const only = ['--only', 'datasets/trees'];
  const { uid } = (await first.admin.data('{ datasets(filter: { datasetId: "trees" }) { nodes { uid } } }')).datasets
    .nodes[0];
  await runAndFinish(first.admin, 'publishDatasetMetadata', uid);
  const exported = await folderOf();
  await atFirst(['export', exported, ...only]);
  expect((await filesOf(exported))['datasets/trees/dataset.yaml']).toMatch(/\npublished:\n {2}resources:/);
  expect(await atSecond(['apply', exported, ...only])).toMatchObject({ code: 0 });
  for (const app of [first, second])
    expect(await visitorsSee(app, 'trees')).toEqual([
      'Soon',
      'Later',
      null,
      [{ species: 'Acer' }, { species: 'Linden' }],
    ]);
});

test('a published source is moved without its secret, and a draft whose secret is not at hand is not replaced', async () => {
  const only = ['--only', 'datasets/wells'];
  const password = (place: string) => `CATALOGRAPH_SECRET_WELLS_${place}_HTTP_CONNECTION_AUTH_BASICAUTH_PASSWORD`;
  const remote = (name: string) =>
    `{ http: { connection: { url: "${web.serve('/wells.csv', 'species\nFar\n')}", auth: { basicAuth: { username: ada, password: "\${env:${name}}" } } } } }`;
  const uploaded = '{ uploadedFile: { file: wells.csv } }';
  const documentOf = (draft: string, published: string) => `datasetId: wells
isPublished: true
metadata: { default: { title: Wells } }
resources: [{ title: Wells, type: csvfile, datasource: ${draft} }]
published:
  resources: [{ title: Wells, type: csvfile, datasource: ${published} }]
`;
  const folder = await folderOf({
    'catalograph.yaml': 'format: 1\n',
    'datasets/wells/dataset.yaml': documentOf(uploaded, remote(password('PUBLISHED_1'))),
    'datasets/wells/files/wells.csv': 'species\nNear\n',
  });
  const env = { [password('PUBLISHED_1')]: 'secret-1' };
  expect(await atFirst(['apply', folder, ...only], env)).toMatchObject({ code: 0, err: '' });
  const [one, other] = [await folderOf(), await folderOf()];
  await atFirst(['export', one, ...only]);
  const files = await filesOf(one);
  expect(files['datasets/wells/dataset.yaml']).toContain(`password: \${env:${password('PUBLISHED_1')}}`);
  expect((await atSecond(['apply', one, ...only])).err).toContain(`${password('PUBLISHED_1')} is not set`);
  expect(await atSecond(['apply', one, '--no-wait', ...only], env)).toMatchObject({ code: 0 });
  const { dataset } = await second.admin.data('{ dataset(by: { datasetId: "wells" }) { uid } }');
  expect(await finishedStatus(second.admin, dataset.uid)).toMatchObject({ status: 'idle', isPublished: true });
  expect((await visitorsSee(second, 'wells'))[3]).toEqual([{ species: 'Far' }]);
  await atSecond(['export', other, ...only]);
  expect(await filesOf(other)).toEqual(files);

  const path = join(folder, 'datasets/wells/dataset.yaml');
  await writeFile(path, documentOf(remote(password('1')), uploaded));
  expect(await atFirst(['apply', folder, ...only], { [password('1')]: 'secret-1' })).toMatchObject({ code: 0 });
  await writeFile(
    path,
    documentOf(remote(password('1')), uploaded).replace(
      '{ title: Wells, type: csvfile, datasource: { up',
      '{ title: Well, type: csvfile, datasource: { up',
    ),
  );
  expect(await atFirst(['apply', folder, ...only])).toMatchObject({
    code: 3,
    err: expect.stringContaining(`${password('1')} is not set.`),
  });
  expect((await draftOf(first, 'wells')).resources.nodes).toEqual([{ title: 'Wells' }]);

  // as an earlier version of the service has published it, before the draft
  await first.services.db.rows(sql`delete from published_configuration`);
  await first.services.db.rows(sql`update dataset set status_since = status_since - interval '1 hour'`);
  expect((await atFirst(['export', await folderOf(), ...only])).err).toContain(
    'datasets/wells: its draft is ahead of what is published, which is not known.',
  );
});

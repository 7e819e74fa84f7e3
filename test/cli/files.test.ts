import { rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { testApp } from '../support/app.ts';
import { breakingLine, commandLineOf, filesOf, folderOf } from './portal-folder.ts';

const [first, second] = [await testApp(), await testApp()];
const [atFirst, atSecond] = [await commandLineOf(first), await commandLineOf(second)];
const line = await breakingLine(second);

const trees = `# a file as a person writes it
datasetId: trees
isPublished: true
isFeedbackEnabled: true
metadata:
  default:
    title: "Trees: a register"
    description: |
      <p>no</p>

      <p>2024-01-01 · naïve ☃</p>
    keyword: ["no", "1:30"]
resources:
  - title: Register
    type: csvfile
    params: { separator: ";" }
    datasource: { uploadedFile: { file: trees.csv } }
processors:
  - { type: string_replace, label: Shorter, params: { field: species, old: Platanus, new: P. } }
fields:
  - { label: Height, type: { field: height, typeParam: int } }
schedules: ["0 4 * * 1", { cronSchedule: "0 5 * * 1", isPaused: true }]
attachments: ["manual.txt"]
alternativeExports:
  - { title: Elsewhere, url: "https://example.org/trees" }
rulesets:
  - { user: admin, permissions: [edit_dataset] }
`;
const streets = `datasetId: streets
isPublished: true
metadata: { default: { title: Streets } }
resources:
  - { title: List, type: csvfile, datasource: { uploadedFile: { file: streets.csv } } }
processors:
  - { type: join_datasets, params: { dataset: trees, local_key: [street], remote_key: [street], output_fields: [species] } }
`;
const written = await folderOf({
  'catalograph.yaml': 'format: 1\n',
  'datasets/trees/dataset.yaml': trees,
  'datasets/trees/files/trees.csv': 'street;species;height\nA;Platanus;12\nB;Tilia;9\n',
  'datasets/trees/attachments/manual.txt': 'how to read it',
  'datasets/streets/dataset.yaml': streets,
  'datasets/streets/files/streets.csv': 'street\nA\nB\n',
});
const exported = await folderOf();

test('a plan of a new portal lists what would be created, and changes nothing', async () => {
  const { code, out } = await atFirst(['plan', written]);
  expect(out).toContain('datasets/trees  new');
  expect(out).toContain('2 to create, 0 to change, 0 to delete, 0 as they are');
  expect(code).toBe(2);
  expect(await first.admin.data('{ datasets { totalCount } }')).toEqual({ datasets: { totalCount: 0 } });
});

test('files are applied in the order of what they need, published, and then nothing is left to do', async () => {
  const applied = await atFirst(['apply', written]);
  expect(applied).toMatchObject({ code: 0, err: '' });
  expect(await atFirst(['plan', written])).toMatchObject({
    code: 0,
    out: '0 to create, 0 to change, 0 to delete, 2 as they are\n',
  });
  expect(
    await first.admin.data('{ catalogDataset(by: { datasetId: "streets" }) { records { nodes { values } } } }'),
  ).toEqual({
    catalogDataset: {
      records: { nodes: [{ values: { street: 'A', species: 'P.' } }, { values: { street: 'B', species: 'Tilia' } }] },
    },
  });
});

test('an export, applied to an empty instance and exported again, has the same bytes', async () => {
  expect(await atFirst(['export', exported, '--records', 'csv'])).toMatchObject({ code: 0, err: '' });
  const files = await filesOf(exported);
  expect(files['datasets/trees/dataset.yaml']).toMatch(
    /^# yaml-language-server: \$schema=\.\.\/\.\.\/schemas\/datasets\.json\n/,
  );
  expect(files['datasets/trees/attachments/manual.txt']).toBe('how to read it');
  expect(files['records/streets.csv']).toContain('P.');

  expect(await atSecond(['apply', exported])).toMatchObject({ code: 0, err: '' });
  expect(await atSecond(['plan', exported])).toMatchObject({ code: 0 });
  const again = await folderOf();
  await atSecond(['export', again, '--records', 'csv']);
  expect(await filesOf(again)).toEqual(files);
  await atFirst(['export', exported, '--records', 'csv']);
  expect(await filesOf(exported)).toEqual(files);
});

test('a plan prints each difference, and is refused where something moved since', async () => {
  const file = join(exported, 'datasets/trees/dataset.yaml');
  const { 'datasets/trees/dataset.yaml': text = '' } = await filesOf(exported);
  await writeFile(file, Buffer.from(text.replace('Trees: a register', 'All trees'), 'latin1'));
  const plan = join(await folderOf(), 'plan.json');
  const planned = await atFirst(['plan', exported, '--out', plan]);
  expect(planned.code).toBe(2);
  expect(planned.out).toContain('datasets/trees  1 change');
  expect(planned.out).toContain('~ metadata.default.title.value: "Trees: a register" → "All trees"');

  const { datasets } = await first.admin.data('{ datasets(filter: { datasetId: "trees" }) { nodes { uid } } }');
  const rename = (title: string) =>
    first.admin.data('mutation ($input: ApplyDatasetInput!) { applyDataset(input: $input) { planId } }', {
      input: { datasetUid: datasets.nodes[0].uid, title },
    });
  await rename('Moved');
  const ahead = await folderOf();
  expect(await atFirst(['export', ahead, '--only', 'datasets/trees'])).toMatchObject({ code: 0, err: '' });
  expect((await filesOf(ahead))['datasets/trees/dataset.yaml']).toContain('published:\n  metadata:\n    default:\n');
  expect(await atFirst(['apply', exported, '--plan', plan])).toMatchObject({
    code: 3,
    err: expect.stringContaining('It changed since the plan.'),
  });
  expect((await atFirst(['apply', exported])).code).toBe(0);
  // what the plan says is done already
  expect((await atFirst(['apply', exported, '--plan', plan])).code).toBe(0);
});

test('new bytes of a file are uploaded once and published', async () => {
  await writeFile(join(written, 'datasets/streets/files/streets.csv'), 'street\nA\n');
  const planned = await atFirst(['plan', written, '--only', 'datasets/streets']);
  expect(planned.out).toContain('~ files.streets.csv');
  expect((await atFirst(['apply', written, '--only', 'datasets/streets'])).code).toBe(0);
  expect((await atFirst(['plan', written, '--only', 'datasets/streets'])).code).toBe(0);
  expect(await first.admin.data('{ catalogDataset(by: { datasetId: "streets" }) { recordCount } }')).toEqual({
    catalogDataset: { recordCount: 1 },
  });
});

test('what files no longer have is deleted when that is confirmed, with the count of its records', async () => {
  await rename(join(exported, 'datasets/streets'), join(await folderOf(), 'streets'));
  expect(await atFirst(['apply', exported, '--prune'])).toMatchObject({
    code: 3,
    err: expect.stringContaining('datasets/streets will be deleted, with 1 records.'),
  });
  expect((await atFirst(['apply', exported, '--prune', '--yes'])).code).toBe(0);
  expect(await first.admin.data('{ datasets { nodes { datasetId } } }')).toEqual({
    datasets: { nodes: [{ datasetId: 'trees' }] },
  });
});

test('an invalid file is named with the place, and nothing is applied', async () => {
  const folder = await folderOf({
    'catalograph.yaml': 'format: 1\n',
    'datasets/a/dataset.yaml': 'datasetId: a\nresource: []\n',
  });
  expect(await atFirst(['apply', folder])).toMatchObject({
    code: 1,
    err: expect.stringContaining('datasets/a/dataset.yaml is invalid'),
  });
});

const page = `kind: studio
slug: about
publication: current
title: About
content: { blocks: { a: { type: text } } }
`;
const portal = {
  'catalograph.yaml': 'format: 1\n',
  'groups/editors.yaml': 'uid: editors\ntitle: Editors\npermissions: [create_dataset]\n',
  'glossary/tree.yaml': 'name: "Tree: a plant"\naliases: ["no"]\n',
  'pages/about.yaml': page,
  'pages/code.yaml':
    'kind: code\nslug: code\ntranslations:\n  - { language: en, title: Code, html: "<p>é</p>", css: "" }\n',
};

test('groups, terms and pages are moved as datasets are', async () => {
  const folder = await folderOf(portal);
  const only = ['--only', 'groups,glossary,pages'];
  expect(await atFirst(['apply', folder, ...only])).toMatchObject({ code: 0, err: '' });
  expect(await atFirst(['plan', folder, ...only])).toMatchObject({
    code: 0,
    out: '0 to create, 0 to change, 0 to delete, 4 as they are\n',
  });
  const [one, other] = [await folderOf(), await folderOf()];
  await atFirst(['export', one, ...only]);
  const files = await filesOf(one);
  expect(files['groups/editors.yaml']).toContain('title: Editors');
  expect(files['pages/about.yaml']).toContain('publication: current');
  expect(await atSecond(['apply', one, ...only])).toMatchObject({ code: 0, err: '' });
  await atSecond(['export', other, ...only]);
  expect(await filesOf(other)).toEqual(files);

  const glossary = join(folder, 'glossary/tree.yaml');
  await writeFile(glossary, 'name: "Tree: a plant"\ndescription: Grows.\n');
  const planned = await atFirst(['plan', folder, ...only]);
  expect(planned.out).toContain('glossary/Tree: a plant  2 changes');
  expect((await atFirst(['apply', folder, ...only])).code).toBe(0);
  expect(await first.admin.data('{ glossaryTerms { nodes { description aliases } } }')).toEqual({
    glossaryTerms: { nodes: [{ description: 'Grows.', aliases: [] }] },
  });
});

const pixel = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);
const administration = {
  'catalograph.yaml': 'format: 1\n',
  'groups/planners.yaml': 'uid: planners\ntitle: Planners\n',
  'templates/survey.yaml':
    'name: survey\ntitle: Survey\nschema:\n  - { name: method, label: Method, type: enum, choices: [count, estimate], isFilter: true }\n',
  'templates/dcat.yaml': 'name: dcat\nisActive: true\n',
  'providers/town.yaml':
    'name: Town\ntype: OIDC\nloginLink: /sign-in\nlabels: [{ language: en, text: Town }]\nissuer: https://login.example.org\nusernameClaim: upn\nclientId: portal\nclientSecret: "${env:CATALOGRAPH_SECRET_TOWN_CLIENTSECRET}"\n',
  'harvesters/region.yaml':
    'name: Region\ntype: ods\nsettings: { domain: data.example.org, api_key: "${env:CATALOGRAPH_SECRET_REGION_API_KEY}" }\nforcedMetadata: { default: { publisher: Region } }\nschedules: [{ cronSchedule: "0 3 * * *", timezone: Europe/Paris }]\n',
  'settings/portal.yaml':
    'isMarketplaceEnabled: true\ntranslations: [{ language: en, name: Trees of town }]\nlogo: logo.png\nthemes: [{ theme: Nature, image: theme-1.png }]\nlegalPages: [{ kind: imprint, url: /pages/about }]\n',
  'settings/files/logo.png': pixel,
  'settings/files/theme-1.png': pixel,
  'images/tree.png/image.yaml': 'name: tree.png\n',
  'images/tree.png/files/tree.png': pixel,
  'forms/report.yaml': `slug: report
publication: current
accessType: open
title: Report a tree
sections:
  - title: Where
    blocks:
      - { fieldId: street, type: advanced_choice, label: Street, advancedChoice: { dataset: trees, field: street } }
      - { fieldId: height, type: number, label: Height, number: { isInteger: true, min: 1 }, conditions: [{ fieldId: street, operator: is_not_empty }] }
`,
  'connections/town.yaml': `settings:
  http:
    url: "https://files.example.org/town?token=\${env:CATALOGRAPH_SECRET_TOKEN}"
    headers: [{ name: X-Api-Key, value: "\${env:CATALOGRAPH_SECRET_TOKEN}" }]
    auth: { basicAuth: { username: town, password: "\${env:CATALOGRAPH_SECRET_TOKEN}" } }
rulesets: [{ group: planners, permissions: [manage_connection] }, { user: admin }]
`,
  'connections/again.yaml':
    'settings: { http: { url: "https://files.example.org/town" } }\nnumber: 2\nisReusable: false\n',
  'datasets/remote/dataset.yaml':
    'datasetId: remote\nresources:\n  - { title: Remote, type: csvfile, datasource: { http: { connection: { saved: http files.example.org town }, relativeUrl: a.csv } } }\n',
  'assets/map.yaml':
    'assetType: map\nname: Tree map\nurl: https://example.org/map\nisShowcase: true\nsources: [{ relationType: usage, assetType: dataset, name: trees }]\n',
  'assets/about.yaml':
    'assetType: page\nname: about\nsources: [{ relationType: usage, assetType: map, name: Tree map }]\n',
  'assets/remote.yaml':
    'assetType: dataset\nname: remote\nsources: [{ relationType: source, assetType: external_asset, name: Survey }]\n',
  // a circle: the map uses the dataset, the dataset the survey, the survey the map
  'assets/trees.yaml':
    'assetType: dataset\nname: trees\nsources: [{ relationType: source, assetType: external_asset, name: Survey }]\n',
  'assets/survey.yaml':
    'assetType: external_asset\nname: Survey\nurl: https://example.org/survey\nsources: [{ relationType: usage, assetType: map, name: Tree map }]\n',
  'pages/plan.yaml':
    'kind: studio\nslug: plan\ntitle: Plan\nisArchived: true\nisRestricted: true\nrulesets: [{ group: planners, permissions: [explore_restricted_page, edit_page] }]\ncontent: {}\n',
};
const administrationOnly = [
  '--only',
  'groups,templates,providers,connections,harvesters,settings,images,forms,pages,assets,datasets/remote',
];
const secrets = {
  CATALOGRAPH_SECRET_TOKEN: 'sesame/0',
  CATALOGRAPH_SECRET_TOWN_CLIENTSECRET: 'sesame-1',
  CATALOGRAPH_SECRET_REGION_API_KEY: 'sesame-2',
};

/** What apply says of a new harvester with a schedule. */
const startsBySchedule = expect.stringMatching(/^harvesters\/Region: it starts by its schedule\. [^\n]*\n$/);

test('templates, providers, connections, harvesters, settings, images, forms, pages and lineage are moved without their secrets', async () => {
  const folder = await folderOf(administration);
  const [, ...others] = Object.entries(secrets).map(([name, value]) => `${name}=${value}\n`);
  const file = join(await folderOf({ 'some.env': others.join('') }), 'some.env');
  expect(await atFirst(['apply', folder, ...administrationOnly, '--secrets', file])).toMatchObject({
    code: 1,
    err: expect.stringMatching(
      /^Nothing is applied. connections\/town.yaml: settings.http.url: CATALOGRAPH_SECRET_TOKEN is not set.\n(?!harv)/,
    ),
  });
  expect(await first.admin.data('{ harvesters { totalCount } }')).toEqual({ harvesters: { totalCount: 0 } });
  const { CATALOGRAPH_SECRET_TOKEN } = secrets;
  expect(
    await atFirst(['apply', folder, ...administrationOnly, '--secrets', file], { CATALOGRAPH_SECRET_TOKEN }),
  ).toMatchObject({ code: 0, err: startsBySchedule });
  expect(await atFirst(['plan', folder, ...administrationOnly])).toMatchObject({
    code: 0,
    out: expect.stringContaining('0 to create, 0 to change, 0 to delete'),
  });
  const [one, other] = [await folderOf(), await folderOf()];
  await atFirst(['export', one, ...administrationOnly]);
  const files = await filesOf(one);
  expect(files['harvesters/Region.yaml']).toContain('${env:CATALOGRAPH_SECRET_REGION_API_KEY}');
  expect(JSON.stringify(files)).not.toContain('sesame');
  expect(files['images/tree.png/files/tree.png']).toBe(pixel.toString('latin1'));
  expect(files['forms/report.yaml']).toContain('publication: current');
  expect(files['datasets/remote/dataset.yaml']).toContain('saved: http files.example.org town\n');
  expect(files['connections/http files.example.org town.yaml']).toContain(
    'token=${env:CATALOGRAPH_SECRET_HTTP_FILES_EXAMPLE_ORG_TOWN_HTTP_URL}',
  );

  const named = [...JSON.stringify(files).matchAll(/CATALOGRAPH_SECRET_\w+/g)].map(([name]) => [name, 'sesame/0']);
  expect(
    await atSecond(['apply', one, ...administrationOnly], { ...secrets, ...Object.fromEntries(named) }),
  ).toMatchObject({ code: 0, err: startsBySchedule });
  expect(await atSecond(['plan', one, ...administrationOnly])).toMatchObject({ code: 0 });
  await atSecond(['export', other, ...administrationOnly]);
  expect(await filesOf(other)).toEqual(files);
  expect(
    await second.admin.data('{ identityProviders { nodes { hasClientSecret usernameClaim emailClaim } } }'),
  ).toEqual({
    identityProviders: { nodes: [{ hasClientSecret: true, usernameClaim: 'upn', emailClaim: null }] },
  });
});

test('changed documents are planned by their differences, and those of the portal itself are never deleted', async () => {
  const folder = await folderOf({
    ...administration,
    'settings/portal.yaml': 'accentColor: "#8a1c4a"\n',
    'harvesters/region.yaml': 'name: Region\ntype: ods\nsettings: { refines: "theme:Trees" }\n',
    'forms/report.yaml': 'slug: report\ntitle: Report\nsections: []\n',
  });
  const only = ['--only', 'settings,harvesters,forms,images'];
  const planned = await atFirst(['plan', folder, ...only, '--prune']);
  expect(planned.out).toContain('~ settings.refines: "" → "theme:Trees"');
  expect(planned.out).toContain('~ accentColor:  → "#8a1c4a"');
  expect(planned.out).toContain('~ publication: "current" → "none"');
  expect((await atFirst(['apply', folder, ...only])).code).toBe(0);
  expect((await atFirst(['plan', folder, ...only])).code).toBe(0);
  await rename(join(folder, 'settings'), join(await folderOf(), 'settings'));
  await rename(join(folder, 'images'), join(await folderOf(), 'images'));
  const pruned = await atFirst(['plan', folder, ...only, '--prune']);
  expect(pruned.out).toContain('images/tree.png  delete');
  expect(pruned.out).not.toContain('settings/portal');
  expect((await atFirst(['apply', folder, ...only, '--prune', '--yes'])).code).toBe(0);
  expect(await first.admin.data('{ themeImages { totalCount } harvesters { nodes { settings } } }')).toMatchObject({
    themeImages: { totalCount: 0 },
    harvesters: { nodes: [{ settings: { domain: 'data.example.org', refines: 'theme:Trees' } }] },
  });
});

test('a key exports what it may see, and what it may not write is refused by name before anything is done', async () => {
  await first.admin.data('mutation { createUser(input: { username: "kim" }) { user { username } } }');
  const { createApiKey } = await first.admin.data('mutation { createApiKey(input: { username: "kim" }) { secret } }');
  const env = { KEY: createApiKey.secret };
  const seen = await atFirst(['export', await folderOf(), '--only', 'groups,providers,settings,glossary'], env);
  expect(seen).toMatchObject({ code: 0, err: expect.stringContaining('groups are not exported') });
  const folder = await folderOf({ ...portal, ...administration });
  const applied = await atFirst(['apply', folder, '--only', 'glossary,settings,groups'], env);
  expect(applied.code).toBe(3);
  expect(applied.err).toContain('glossary/Tree: a plant needs edit_page, which your key does not have.');
  expect(await atFirst(['export', folder], { KEY: 'wrong' })).toMatchObject({ code: 1 });
});

test('an apply whose line breaks at any request is run again, and does nothing twice', async () => {
  let runs = 0;
  let code = 1;
  await atSecond(['apply', await folderOf({ 'catalograph.yaml': 'format: 1\n' }), '--prune', '--yes']);
  // each run comes one request further
  for (; code !== 0 && runs < 40; runs += 1) {
    line.breakAfter(runs + 1);
    ({ code } = await line.command(['apply', written]));
  }
  expect(code).toBe(0);
  expect(runs).toBeGreaterThan(5);
  expect(
    await second.admin.data(
      '{ datasets { nodes { datasetId resources { totalCount } attachments { totalCount } alternativeExports { totalCount } schedules { totalCount } processors { totalCount } } } }',
    ),
  ).toEqual({
    datasets: {
      nodes: expect.arrayContaining([
        {
          datasetId: 'trees',
          ...Object.fromEntries(
            ['resources', 'attachments', 'alternativeExports', 'processors'].map((part) => [part, { totalCount: 1 }]),
          ),
          schedules: { totalCount: 2 },
        },
      ]),
    },
  });
  line.breakAfter(Infinity);
  expect((await line.command(['plan', written])).code).toBe(0);
});

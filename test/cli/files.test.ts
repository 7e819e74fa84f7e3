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
schedules: ["0 4 * * 1"]
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

test('a page whose draft is ahead stays published as it was, and a plan of what was exported is empty', async () => {
  const only = ['--only', 'pages'];
  const { pageConfigurations } = await first.admin.data('{ pageConfigurations { nodes { uid slug } } }');
  const about = pageConfigurations.nodes.find(({ slug }: { readonly slug: string }) => slug === 'about');
  await first.admin.data(
    'mutation ($input: UpdateStudioPageInput!) { updateStudioPage(input: $input) { configuration { uid } } }',
    {
      input: { uid: about.uid, title: 'About, soon' },
    },
  );
  const folder = await folderOf();
  await atFirst(['export', folder, ...only]);
  const files = await filesOf(folder);
  expect(files['pages/about.yaml']).toContain('publication: earlier\n');
  expect(await atFirst(['plan', folder, ...only])).toMatchObject({ code: 0 });
  await writeFile(join(folder, 'pages/about.yaml'), String(files['pages/about.yaml']).replace('soon', 'later'));
  expect(await atFirst(['apply', folder, ...only])).toMatchObject({ code: 0 });
  const { studioPage } = await first.unauthenticated.data('{ studioPage(slug: "about") { title } }');
  expect(studioPage).toEqual({ title: 'About' });
});

test('each file of a folder becomes a dataset, described by sidecars and a Data Package', async () => {
  const folder = await folderOf({
    'bike_racks.csv': 'place,count\nA,3\n',
    'towns.csv': 'name;inhabitants\nÉcully;18000\n',
    'towns.yaml': 'datasetId: places\nmetadata: { default: { title: Places } }\n',
    'notes.docx': 'no table',
    'datapackage.json': JSON.stringify({
      keywords: ['cycling'],
      resources: [
        {
          path: 'bike_racks.csv',
          title: 'Racks',
          schema: { fields: [{ name: 'count', title: 'How many', type: 'integer' }] },
        },
      ],
    }),
  });
  const planned = await atFirst(['import', 'folder', folder, '--dry-run']);
  expect(planned.code).toBe(2);
  expect(planned.err).toContain('notes.docx: no dataset is made of it');
  expect((await atFirst(['import', 'folder', folder, '--publish'])).code).toBe(0);
  expect(
    await first.admin.data(
      '{ racks: catalogDataset(by: { datasetId: "bike-racks" }) { title keywords schema { name label type } } places: catalogDataset(by: { datasetId: "places" }) { title recordCount } }',
    ),
  ).toEqual({
    racks: {
      title: 'Racks',
      keywords: ['cycling'],
      schema: [
        { name: 'place', label: 'place', type: 'text' },
        { name: 'count', label: 'How many', type: 'int' },
      ],
    },
    places: { title: 'Places', recordCount: 1 },
  });
  // again without effect
  expect((await atFirst(['import', 'folder', folder, '--dry-run', '--publish'])).code).toBe(0);
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
            ['resources', 'attachments', 'alternativeExports', 'schedules', 'processors'].map((part) => [
              part,
              { totalCount: 1 },
            ]),
          ),
        },
      ]),
    },
  });
  line.breakAfter(Infinity);
  expect((await line.command(['plan', written])).code).toBe(0);
});

import { execFile } from 'node:child_process';
import { readFile, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from '@jest/globals';
import { z } from 'zod';
import { testApp } from '../support/app.ts';
import { eventually } from '../support/datasets/publishing.ts';
import { commandLineAt, filesOf, folderOf, listen } from './portal-folder.ts';

const app = await testApp();
const url = await listen(app);
const command = commandLineAt(url);

test('each file of a folder becomes a dataset, described by sidecars and a Data Package', async () => {
  const folder = await folderOf({
    'bike_racks.csv': 'place,count\nA,3\n',
    'towns.csv': 'name;inhabitants\nÉcully;18000\n',
    'towns.yaml': 'datasetId: places\ntitle: Places\nkeyword: [towns]\nlicense: CC0 1.0\nmodified: 2024-03-01\n',
    'trams/lines.csv': 'line,from\n1,A\n',
    'trams/csv-metadata.json': JSON.stringify({
      tables: [
        {
          url: 'lines.csv',
          'dc:title': { '@value': 'Lines', '@language': 'en' },
          'dcat:keyword': ['trams'],
          'dc:license': { '@id': 'https://example.org/license' },
          tableSchema: { columns: [{ name: 'line', titles: ['Line'], datatype: { base: 'string' } }] },
        },
      ],
    }),
    'notes.docx': 'no table',
    'datapackage.json': JSON.stringify({
      keywords: ['cycling'],
      licenses: [{ name: 'CC-BY-4.0' }],
      contributors: [{ title: 'Town', role: 'publisher' }],
      resources: [
        { path: '../elsewhere.csv' },
        {
          path: 'bike_racks.csv',
          title: 'Racks',
          schema: { fields: [{ name: 'count', title: 'How many', type: 'integer' }] },
        },
      ],
    }),
  });
  const planned = await command(['import', 'folder', folder, '--dry-run']);
  expect(planned.code).toBe(2);
  expect(planned.err).toContain('notes.docx: no dataset is made of it');
  expect(planned.err).toContain('datapackage.json: ../elsewhere.csv is not in the folder.');
  expect((await command(['import', 'folder', folder, '--publish'])).code).toBe(0);
  expect(
    await app.admin.data(
      '{ racks: catalogDataset(by: { datasetId: "bike-racks" }) { title keywords license publisher schema { name label type } } places: catalogDataset(by: { datasetId: "places" }) { title keywords license recordCount } lines: catalogDataset(by: { datasetId: "lines" }) { title keywords license schema { name label type } } }',
    ),
  ).toEqual({
    racks: {
      title: 'Racks',
      keywords: ['cycling'],
      license: 'CC-BY-4.0',
      publisher: 'Town',
      schema: [
        { name: 'place', label: 'place', type: 'text' },
        { name: 'count', label: 'How many', type: 'int' },
      ],
    },
    places: { title: 'Places', keywords: ['towns'], license: 'CC0 1.0', recordCount: 1 },
    lines: {
      title: 'Lines',
      keywords: ['trams'],
      license: 'https://example.org/license',
      schema: [
        { name: 'line', label: 'Line', type: 'text' },
        { name: 'from', label: 'from', type: 'text' },
      ],
    },
  });
  // again without effect
  expect((await command(['import', 'folder', folder, '--dry-run', '--publish'])).code).toBe(0);
});

test('numbers, dates and missing values are read as a description says, and what it says beyond is named', async () => {
  const folder = await folderOf({
    'people.csv': 'Jahr;How many;quote;day\n2021;12.345;1,5;31.12.2021\n2022;k.A.;-;-\n',
    'levels.csv': '# a note\nplace,level\nA,"1 000,25"\nB,NA\n',
    'other.csv': 'a\n1\n',
    'datapackage.json': JSON.stringify({
      resources: [
        {
          path: 'people.csv',
          dialect: { delimiter: ';', commentChar: '#', nullSequence: '-' },
          schema: {
            fields: [
              { name: 'Jahr', type: 'year', constraints: { required: true } },
              { name: 'How many', type: 'integer', groupChar: '.', title: 'People' },
              { name: 'quote', type: 'number', decimalChar: ',' },
              { name: 'day', type: 'date', format: '%d.%m.%Y' },
            ],
            primaryKey: 'Jahr',
            missingValues: ['', 'k.A.'],
          },
        },
        { path: 'other.csv', schema: 'https://example.org/schema.json' },
      ],
    }),
    'levels.csv-metadata.json': JSON.stringify({
      dialect: { skipRows: 1, skipColumns: 2 },
      tableSchema: {
        columns: [
          { name: 'place', separator: ' ' },
          { name: 'level', datatype: { base: 'decimal', format: { decimalChar: ',', groupChar: ' ' } }, null: 'NA' },
        ],
      },
    }),
  });
  const imported = await command(['import', 'folder', folder, '--publish']);
  expect(imported.code).toBe(0);
  expect(imported.err.split('\n')).toEqual([
    'datapackage.json: of people.csv is not carried: commentChar, primaryKey, constraints of Jahr.',
    'datapackage.json: of other.csv is not carried: its schema in another file.',
    'levels.csv-metadata.json: of levels.csv is not carried: skipColumns, separator of place.',
    '',
  ]);
  const records = (datasetId: string) =>
    app.admin.data(
      `{ catalogDataset(by: { datasetId: "${datasetId}" }) { schema { name label type } records { nodes { values } } } }`,
    );
  expect((await records('people')).catalogDataset).toEqual({
    schema: [
      { name: 'jahr', label: 'Jahr', type: 'int' },
      { name: 'how_many', label: 'People', type: 'int' },
      { name: 'quote', label: 'quote', type: 'double' },
      { name: 'day', label: 'day', type: 'date' },
    ],
    records: {
      nodes: [
        { values: { jahr: 2021, how_many: 12_345, quote: 1.5, day: '2021-12-31' } },
        { values: { jahr: 2022, how_many: null, quote: null, day: null } },
      ],
    },
  });
  expect((await records('levels')).catalogDataset?.records).toEqual({
    nodes: [{ values: { place: 'A', level: 1000.25 } }, { values: { place: 'B', level: null } }],
  });
  expect((await command(['import', 'folder', folder, '--dry-run', '--publish'])).code).toBe(0);
});

test('a watched folder is imported, and again what changes in it, until it is interrupted', async () => {
  const folder = await folderOf({ 'wells.csv': 'place\nA\n' });
  let interrupt: (() => void) | undefined;
  const watching = command(['import', 'folder', folder, '--watch', '--publish'], {}, (listener) => {
    interrupt = listener;
  });
  const recordCount = (datasetId: string, expected: number) =>
    eventually(
      () => app.admin.data(`{ catalogDataset(by: { datasetId: "${datasetId}" }) { recordCount } }`),
      ({ catalogDataset }) => catalogDataset?.recordCount === expected,
      100_000,
    );
  await recordCount('wells', 1);
  await writeFile(join(folder, 'springs.csv'), 'place\nB\n');
  await recordCount('springs', 1);
  interrupt?.();
  expect((await watching).code).toBe(0);
});

test('a plan is printed, written and applied without holding what the files have', async () => {
  const description = 'x'.repeat(600_000);
  const names = Array.from({ length: 120 }, (_each, index) => `large-${index}`);
  const folder = await folderOf({
    'catalograph.yaml': 'format: 1\n',
    ...Object.fromEntries(
      names.map((name) => [
        `datasets/${name}/dataset.yaml`,
        `datasetId: ${name}\nmetadata: { default: { description: ${description} } }\n`,
      ]),
    ),
  });
  const plan = join(folder, 'plan.json');
  const { createApiKey } = await app.admin.data(
    'mutation { createUser(input: { username: "lee" }) { user { username } } createApiKey(input: { username: "lee" }) { secret } }',
  );
  // 72 MB of files, and a heap of 48 MB, of which the command itself needs 26
  const run = (...args: string[]) =>
    promisify(execFile)(process.execPath, ['--max-old-space-size=48', 'src/cli/main.ts', '--url', url, ...args], {
      env: { ...process.env, CATALOGRAPH_KEY: createApiKey.secret },
      maxBuffer: 100_000_000,
    }).then(
      ({ stdout, stderr }) => ({ code: 0, stdout, stderr }),
      (error: unknown) =>
        z.object({ code: z.number().nullable(), stdout: z.string(), stderr: z.string() }).parse(error),
    );
  const planned = await run('plan', folder, '--out', plan, '--json');
  expect(planned).toMatchObject({ code: 2, stderr: '' });
  const { counts, entries } = JSON.parse(planned.stdout);
  expect([counts.create, entries.length]).toEqual([120, 120]);
  expect(JSON.parse(await readFile(plan, 'utf8'))).toEqual({ url, entries });
  const refused = { code: 3, stderr: expect.stringContaining('datasets/large-119 needs create_dataset') };
  expect(await run('apply', folder, '--plan', plan)).toMatchObject(refused);
  await writeFile(plan, (await readFile(plan, 'utf8')).slice(0, -100));
  expect(await run('apply', folder, '--plan', plan)).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('The plan is'),
  });
});

const dataset = `datasetId: ponds
metadata:
  default:
    title: Ponds
attachments: [map.txt]
`;
const ponds = {
  'catalograph.yaml': 'format: 1\n',
  'datasets/ponds/dataset.yaml': dataset,
  'datasets/ponds/attachments/map.txt': 'a map',
};
const planOf = async (files: Readonly<Record<string, string>>, ...args: string[]) => {
  const { code, out, err } = await command(['plan', await folderOf({ ...ponds, ...files }), ...args]);
  return { code, text: out + err };
};

test.each([
  [
    'an unknown part',
    { 'datasets/ponds/dataset.yaml': `${dataset}isPublishd: true\n` },
    'line 6: Unrecognized key: "isPublishd"',
  ],
  [
    'a part of another type',
    { 'datasets/ponds/dataset.yaml': `${dataset}isPublished: "yes"\n` },
    'line 6: isPublished: Invalid input: expected boolean, received string',
  ],
  [
    'an unknown part of a list',
    { 'datasets/ponds/dataset.yaml': `${dataset}schedules:\n  - 0 4 * * *\n  - { cronSchedule: 0 4 * * * }\n` },
    'line 8: schedules.1.isPaused: Invalid input',
  ],
  ['an empty file', { 'datasets/ponds/dataset.yaml': '' }, 'datasets/ponds/dataset.yaml is invalid:\n  line 1: '],
  [
    'two documents',
    { 'datasets/ponds/dataset.yaml': `${dataset}---\n${dataset}` },
    'One document is expected, and `---` begins another one at line 6.',
  ],
  ['a tab', { 'datasets/ponds/dataset.yaml': dataset.replace('  default', '\tdefault') }, 'Tabs are not allowed'],
  ['a name twice', { 'datasets/ponds/dataset.yaml': `${dataset}datasetId: b\n` }, 'Map keys must be unique at line 6'],
  [
    'one identifier in two files',
    { 'datasets/pools/dataset.yaml': 'datasetId: ponds\n' },
    'datasets/ponds/dataset.yaml and datasets/pools/dataset.yaml are both the item ponds of datasets.',
  ],
  ['a file outside of a folder', { 'datasets/pools.yaml': '' }, 'a file of datasets is datasets/NAME/dataset.yaml.'],
  ['another ending', { 'forms/report.yml': '' }, 'forms/report.yml is not read: a file of forms is forms/NAME.yaml.'],
  ['a folder too much', { 'forms/new/report.yaml': '' }, 'forms/new is not read: a file of forms is forms/NAME.yaml.'],
  [
    'an attachment of another folder',
    { 'datasets/ponds/dataset.yaml': dataset.replace('map', '../../map') },
    'attachments: ../../map.txt is not the name of a file',
  ],
  [
    'a missing attachment',
    { 'datasets/ponds/dataset.yaml': dataset.replace('map', 'plan') },
    'attachments/plan.txt is missing.',
  ],
  ['a format of the future', { 'catalograph.yaml': 'format: 2\n' }, 'the format 2; this version reads up to 1.'],
])('a plan of %s fails with the place', async (_name, files, message) => {
  const { code, text } = await planOf(files);
  expect(text).toContain(message);
  expect(text).not.toContain('    at ');
  expect(code).toBe(1);
});

test('what the instance refuses in a file is named with its line', async () => {
  expect((await command(['apply', await folderOf(ponds)])).code).toBe(0);
  const { code, text } = await planOf({ 'datasets/ponds/dataset.yaml': dataset.replace('title', 'titel') });
  expect(text).toContain('datasets/ponds/dataset.yaml, line 4: metadata.default.titel: ');
  expect(code).toBe(1);
});

test('bytes of another system and notes beside the files change nothing', async () => {
  const files = { 'datasets/README.md': 'ours', 'forms/README.md': 'ours' };
  const windows = { 'datasets/ponds/dataset.yaml': `\ufeff${dataset.replaceAll('\n', '\r\n')}` };
  expect((await planOf({ ...files, ...windows }, '--only', 'datasets/ponds,forms')).code).toBe(0);
  const folder = await folderOf({ ...ponds, ...files });
  await command(['export', folder, '--only', 'datasets,forms']);
  expect(await readFile(join(folder, 'datasets/README.md'), 'utf8')).toBe('ours');
});

test('an item that is nowhere is no plan without changes', async () => {
  expect(await planOf({}, '--only', 'datasets/pond,datasets/ponds')).toEqual({
    code: 1,
    text: expect.stringContaining('--only datasets/pond: the files do not have such an item.'),
  });
});

test('a link to a file outside is refused before it is read, and one within is followed', async () => {
  const folder = await folderOf(ponds);
  const elsewhere = await folderOf({ 'secret.txt': 'a secret' });
  await symlink('map.txt', join(folder, 'datasets/ponds/attachments/link.txt'));
  expect((await command(['plan', folder, '--only', 'datasets/ponds'])).code).toBe(0);
  await symlink(join(elsewhere, 'secret.txt'), join(folder, 'datasets/ponds/attachments/secret.txt'));
  expect(await command(['plan', folder])).toMatchObject({
    code: 1,
    err: expect.stringContaining('secret.txt, which is not in this folder. Copy it into the folder.'),
  });
});

test('names that are too long for files are moved as they are', async () => {
  const long = 'Ü'.repeat(140);
  const only = ['--only', `glossary/${long},datasets/long`];
  const folder = await folderOf({
    'catalograph.yaml': 'format: 1\n',
    'glossary/a.yaml': `name: ${long}\n`,
    'datasets/long/dataset.yaml': `datasetId: long\nattachments: [{ file: a.txt, filename: ${long}.txt }]\n`,
    'datasets/long/attachments/a.txt': 'a',
  });
  expect(await command(['apply', folder, ...only])).toMatchObject({ code: 0, err: '' });
  const [exported, again] = [await folderOf(), await folderOf()];
  expect(await command(['export', exported, ...only])).toMatchObject({ code: 0, err: '' });
  expect(await command(['plan', exported, ...only])).toMatchObject({ code: 0 });
  await command(['export', again, ...only]);
  expect(await filesOf(again)).toEqual(await filesOf(exported));
  expect(Object.keys(await filesOf(again)).filter((path) => /Ü.*~[0-9a-f]{16}\.(yaml|txt)$/.test(path))).toHaveLength(
    2,
  );
});

import { execFile } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from '@jest/globals';
import { z } from 'zod';
import { testApp } from '../support/app.ts';
import { eventually } from '../support/datasets/publishing.ts';
import { commandLineAt, folderOf, listen } from './portal-folder.ts';

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
  const names = Array.from({ length: 60 }, (_each, index) => `large-${index}`);
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
  // 36 MB of files, and a heap of 28 MB
  const run = (...args: string[]) =>
    promisify(execFile)(process.execPath, ['--max-old-space-size=28', 'src/cli/main.ts', '--url', url, ...args], {
      env: { ...process.env, CATALOGRAPH_KEY: createApiKey.secret },
      maxBuffer: 100_000_000,
    }).then(
      ({ stdout, stderr }) => ({ code: 0, stdout, stderr }),
      (error: unknown) => z.object({ code: z.number(), stdout: z.string(), stderr: z.string() }).parse(error),
    );
  const planned = await run('plan', folder, '--out', plan, '--json');
  expect(planned).toMatchObject({ code: 2, stderr: '' });
  const { counts, entries } = JSON.parse(planned.stdout);
  expect([counts.create, entries.length]).toEqual([60, 60]);
  expect(JSON.parse(await readFile(plan, 'utf8'))).toEqual({ url, entries });
  const refused = { code: 3, stderr: expect.stringContaining('datasets/large-59 needs create_dataset') };
  expect(await run('apply', folder, '--plan', plan)).toMatchObject(refused);
  await writeFile(plan, (await readFile(plan, 'utf8')).slice(0, -100));
  expect(await run('apply', folder, '--plan', plan)).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('The plan is'),
  });
});

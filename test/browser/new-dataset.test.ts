import { expect } from '@jest/globals';
import type { Page } from 'playwright-core';
import { zipOf } from '../engine/archives/zip-of.ts';
import { dbfOf, pointRecord, shpOf } from '../engine/extractors/geographic/shapefile-of.ts';
import { rowXml, workbookOf } from '../engine/extractors/xlsx/workbook-of.ts';
import { testApp } from '../support/app.ts';
import { violationsOf } from '../support/http/accessibility.ts';
import { browserTest, type OpenedPage } from '../support/http/browser.ts';
import { seedKey } from '../support/seed.ts';

const app = await testApp();
const address = await app.http.listen({ port: 0, host: '127.0.0.1' });
const key = await seedKey(app, 'publisher', ['create_dataset']);

/** Opens the screen of a new dataset with the administrator's key. */
async function openScreen(page: Page): Promise<void> {
  await page.goto(`${address}/admin/datasets/new`);
  await page.getByRole('main').getByRole('button', { name: 'Enter key' }).click();
  await page.getByRole('textbox', { name: 'API key' }).fill('test-administrator-key');
  await page.keyboard.press('Enter');
}

browserTest('a steward makes a public dataset of a European file without a terminal', async (open) => {
  const opened = await open();
  const { page } = opened;
  await page.goto(address);
  await page.getByText('There is no dataset yet.').waitFor();
  await openScreen(page);
  const choose = page.getByLabel('Drop files here, or choose them');
  await choose.setInputFiles({ name: 'broken.xyz', mimeType: '', buffer: Buffer.from([0, 1, 2, 3, 255]) });
  await page.getByRole('alert').getByText('The format of this file is not known.').waitFor();
  await choose.setInputFiles('docs/tutorials/bathing-waters.csv');
  await page.getByRole('heading', { name: 'The first 10 records' }).waitFor();
  expect(await page.getByLabel('Title').inputValue()).toBe('Bathing waters');
  expect(await page.locator('.draft th').allTextContents()).toContain('Sichttiefe (m) double');
  expect(await violationsOf(page)).toEqual([]);

  await page.getByRole('group', { name: 'breite' }).getByLabel('Stays a text').check();
  await page.locator('.draft th', { hasText: 'Breite text' }).waitFor();
  await page.getByText('Read as CSV file').click();
  expect(await page.getByLabel('Separator').inputValue()).toBe(';');
  await page.getByLabel('Title').fill('Badestellen');
  // what is entered survives a reload, which asks
  const questions: string[] = [];
  page.on('dialog', (dialog) => {
    questions.push(dialog.type());
    void dialog.accept();
  });
  await page.reload();
  await page.locator('.draft th', { hasText: 'Breite text' }).waitFor();
  expect(await page.getByLabel('Title').inputValue()).toBe('Badestellen');
  expect(questions).toEqual(['beforeunload']);
  await page.getByRole('button', { name: 'Publish' }).click();
  await page.locator('.state.idle').waitFor();
  await page.getByRole('link', { name: 'Show the dataset' }).click();
  await page.getByRole('heading', { level: 1, name: 'Badestellen' }).waitFor();
  expect(opened.requests.filter((url) => !url.startsWith(address))).toEqual([]);
  expect(opened.errors).toEqual([]);

  const { dataset, catalogDataset } = await app.admin.data(
    `{ dataset(by: { datasetId: "bathing-waters" }) {
      processors { nodes { type } } fieldConfigurations { nodes { type } } resources { nodes { title type } } }
      catalogDataset(by: { datasetId: "bathing-waters" }) { schema { name type } } }`,
  );
  expect(dataset).toMatchObject({
    processors: { nodes: ['string_replace', 'date_normalizer', 'string_replace'].map((type) => ({ type })) },
    fieldConfigurations: { nodes: [{ type: 'type' }] },
    resources: { nodes: [{ title: 'bathing-waters.csv', type: 'csvfile' }] },
  });
  const types = Object.fromEntries(
    catalogDataset.schema.map((field: { name: string; type: string }) => [field.name, field.type]),
  );
  expect(types).toMatchObject({ breite: 'text', lange: 'double', gepruft_am: 'date', sichttiefe_m: 'double' });
});

browserTest(
  'drafts of several files that are discarded leave nothing, and those without the right are told so',
  async (open) => {
    const opened = await open();
    const { page } = opened;
    const countOf = async () => (await app.admin.data('{ datasets { totalCount } }')).datasets.totalCount;
    const before = await countOf();
    await openScreen(page);
    // of several files each is a dataset of its own, and none is passed over
    const [waters, wells] = ['docs/tutorials/bathing-waters.csv', 'test/fixtures/towns.csv'];
    await page.getByLabel('Drop files here, or choose them').setInputFiles([waters, wells]);
    await page.getByRole('heading', { name: 'One more file waits' }).waitFor();
    await page.getByRole('button', { name: 'Discard' }).click();
    await page.getByRole('button', { name: 'Read towns.csv' }).click();
    await page.getByRole('button', { name: 'Discard' }).click();
    await page.getByLabel('Or the address of a file').waitFor();
    expect(await countOf()).toBe(before);

    const { createApiKey } = await app.admin.data(
      'mutation { createApiKey(input: { permissions: [publish_dataset] }) { secret } }',
    );
    await page.evaluate(`sessionStorage.setItem('catalograph.key', ${JSON.stringify(createApiKey.secret)})`);
    await page.reload();
    await page.getByText('may not create datasets. Ask an administrator for the right.').waitFor();
    expect(await violationsOf(page)).toEqual([]);
  },
);

interface ChosenFile {
  readonly name: string;
  readonly content: Buffer;
}

/** Goes to the screen of a new dataset, and chooses a file there. */
async function choose({ page }: OpenedPage, { name, content }: ChosenFile): Promise<void> {
  await page.addInitScript(`sessionStorage.setItem('catalograph.key', ${JSON.stringify(key)})`);
  await page.goto(`${address}/admin/datasets/new`);
  await page
    .getByLabel('Drop files here, or choose them')
    .setInputFiles({ name, mimeType: 'application/octet-stream', buffer: content });
}

/** Publishes what was chosen under a title, and returns what visitors read of it. */
async function publish({ page }: OpenedPage, title: string) {
  await page.getByLabel('Title').fill(title);
  await page.getByRole('button', { name: 'Publish' }).click();
  await page.locator('.state.idle').waitFor();
  await page.getByRole('link', { name: 'Show the dataset' }).click();
  await page.getByRole('heading', { level: 1, name: title }).waitFor();
  const { body } = await app.http.inject(
    `/api/explore/v2.1/catalog${new URL(page.url()).pathname.replace(/\/$/, '')}/records`,
  );
  return JSON.parse(body).results;
}

browserTest(
  'a European file is published as what it says: decimals, days, and codes with their zeros',
  async (open) => {
    const opened = await open();
    const { page } = opened;
    const lines = [
      'Code;Gemeinde;Betrag;Stand',
      '00123;M\xfcnster;1.234,50;31.12.1999',
      '00456;K\xf6ln;12,75;01.02.2000',
    ];
    await choose(opened, { name: 'betraege.csv', content: Buffer.from(`${lines.join('\r\n')}\r\n`, 'latin1') });
    await page.getByRole('heading', { name: 'The first 2 records' }).waitFor();
    expect(await page.locator('.draft th').allTextContents()).toEqual([
      ...['Code text', 'Gemeinde text', 'Betrag double', 'Stand date'],
    ]);
    await page.getByRole('cell', { name: 'Münster' }).waitFor();
    expect(await publish(opened, 'Beträge')).toEqual([
      { code: '00123', gemeinde: 'Münster', betrag: 1234.5, stand: '1999-12-31' },
      { code: '00456', gemeinde: 'Köln', betrag: 12.75, stand: '2000-02-01' },
    ]);
    expect(opened.errors).toEqual([]);
  },
);

const place = {
  type: 'Feature',
  geometry: { type: 'Point', coordinates: [7.5, 51.5] },
  properties: { name: 'Harbour' },
};
const files: readonly (readonly [kind: string, file: ChosenFile, record: object])[] = [
  [
    'workbook',
    {
      name: 'counts.xlsx',
      content: await workbookOf([['Counts', [rowXml(1, ['Place', 'Count']), rowXml(2, ['Harbour', 12.5])].join('')]]),
    },
    { place: 'Harbour', count: 12.5 },
  ],
  [
    'zipped shapefile',
    {
      name: 'places.zip',
      content: await zipOf({
        'places.shp': shpOf(1, [pointRecord(7.5, 51.5)]),
        'places.dbf': dbfOf([['name', 'C', 10]], [['Harbour']]),
      }),
    },
    { name: 'Harbour', geo_point_2d: { lon: 7.5, lat: 51.5 } },
  ],
  [
    'GeoJSON file',
    { name: 'places.geojson', content: Buffer.from(JSON.stringify({ type: 'FeatureCollection', features: [place] })) },
    { name: 'Harbour', geo_point_2d: { lon: 7.5, lat: 51.5 } },
  ],
];

for (const [kind, file, record] of files)
  browserTest(`a ${kind} is published after a look at its records`, async (open) => {
    const opened = await open();
    await choose(opened, file);
    await opened.page.getByRole('heading', { name: 'The first record' }).waitFor();
    await opened.page.getByRole('cell', { name: 'Harbour' }).waitFor();
    expect(await publish(opened, `Of a ${kind}`)).toMatchObject([record]);
    expect(opened.errors).toEqual([]);
  });

browserTest('a broken file is refused with what is wrong, and leaves nothing', async (open) => {
  const opened = await open();
  const { page } = opened;
  const countOf = async (): Promise<number> =>
    (await app.admin.data('{ datasets { totalCount } }')).datasets.totalCount;
  const before = await countOf();
  const [[, { content }] = ['', { content: Buffer.alloc(0) }]] = files;
  for (const broken of [
    { name: 'cut.xlsx', content: content.subarray(0, content.length / 2), problem: 'file is truncated' },
    {
      name: 'cut.geojson',
      content: Buffer.from('{"type": "FeatureCollection", "features": [{"type": "Fea'),
      problem: 'the file is not JSON',
    },
    { name: 'empty.csv', content: Buffer.alloc(0), problem: 'The format of this file is not known.' },
  ]) {
    await choose(opened, broken);
    await page.getByRole('alert').getByText(broken.problem).waitFor();
    // another file can be chosen at once
    await page.getByLabel('Drop files here, or choose them').waitFor();
    expect([broken.name, await countOf()]).toEqual([broken.name, before]);
  }
});

import { expect } from '@jest/globals';
import type { Page } from 'playwright-core';
import { testApp } from '../support/app.ts';
import { violationsOf } from '../support/http/accessibility.ts';
import { browserTest } from '../support/http/browser.ts';

const app = await testApp();
const address = await app.http.listen({ port: 0, host: '127.0.0.1' });

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

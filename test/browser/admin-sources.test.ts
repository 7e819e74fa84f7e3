import { expect } from '@jest/globals';
import { demoApp } from '../support/demo.ts';
import { violationsOf } from '../support/http/accessibility.ts';
import { browserTest, type OpenedPage } from '../support/http/browser.ts';

const demo = await demoApp();
const { address } = demo;
const administrator = 'test-administrator-key';
const uidOf = async (datasetId: string): Promise<string> =>
  (await demo.admin.data(`{ dataset(by: { datasetId: "${datasetId}" }) { uid } }`)).dataset.uid;

/** Goes to a screen with a key, and waits for its heading. */
async function openAs({ page }: OpenedPage, key: string, path: string, heading: string | RegExp): Promise<void> {
  await page.addInitScript(`sessionStorage.setItem('catalograph.key', ${JSON.stringify(key)})`);
  await page.goto(address + path);
  await page.getByRole('heading', { level: 1, name: heading }).waitFor();
}

/** The page requested this server only, and nothing failed in it. */
function expectQuiet({ requests, errors }: OpenedPage): void {
  expect(requests.filter((url) => !url.startsWith(address))).toEqual([]);
  expect(errors).toEqual([]);
}

browserTest('processors are added, tried, put in order and saved after what changes is shown', async (open) => {
  const opened = await open();
  const { page } = opened;
  const uid = await uidOf('street-trees');
  const processors = async () =>
    (await demo.admin.data(`{ dataset(by: { uid: "${uid}" }) { processors { nodes { type label params } } } }`)).dataset
      .processors.nodes;
  const before = await processors();
  await openAs(opened, administrator, `/admin/datasets/${uid}/processors`, 'Street trees');
  const preview = page.getByRole('region', { name: 'The first records with your changes' });
  await preview
    .getByRole('columnheader', { name: /^genus/ })
    .first()
    .waitFor();
  expect(await violationsOf(page, ['light', 'dark'])).toEqual([]);

  await page.getByRole('combobox', { name: 'New processor' }).selectOption('Replace text');
  await page.getByRole('button', { name: 'Add', exact: true }).click();
  // what is missing is named at its field before anything is saved
  const old = page.getByRole('textbox', { name: /^Old/ });
  await page.locator('.question').filter({ has: old }).getByText('This parameter is required.').waitFor();
  await page.getByRole('combobox', { name: 'Field' }).fill('species');
  await old.fill('Oak');
  await page.getByRole('textbox', { name: /^New/ }).fill('Quercus');
  await preview.getByRole('cell', { name: 'Quercus' }).first().waitFor();
  const saved = page.getByRole('region', { name: 'The first records as saved' });
  await saved.getByRole('cell', { name: 'Oak', exact: true }).first().waitFor();
  // by the keyboard, whose focus stays on the button
  const up = page.getByRole('button', { name: 'Move Replace text up' });
  await up.focus();
  for (const _each of [1, 2, 3]) await page.keyboard.press('Enter');
  await page.getByText('Unsaved changes: 1').waitFor();
  expect(await violationsOf(page)).toEqual([]);
  page.on('dialog', (dialog) => void dialog.accept());
  await page.reload();
  await page.getByText('Unsaved changes: 1').waitFor();
  await page.getByRole('button', { name: 'Show what will change' }).click();
  const dialog = page.getByRole('dialog', { name: 'What will change' });
  await dialog.getByRole('row').filter({ hasText: 'processors' }).first().waitFor();
  expect(await processors()).toEqual(before);
  await dialog.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Saved. Visitors see it when the dataset is published again.').waitFor();
  expect(await processors()).toEqual([
    { type: 'string_replace', label: '', params: { field: 'species', old: 'Oak', new: 'Quercus' } },
    ...before,
  ]);

  await page.locator('summary').filter({ hasText: 'Replace text' }).click();
  await page.getByRole('button', { name: 'Remove Replace text' }).click();
  // somebody else takes it away meanwhile
  await demo.admin.data(
    `mutation { applyDataset(input: { datasetUid: "${uid}", processors: [{ type: "normalize_url", params: { field: "species" } }] }) { planId } }`,
  );
  await page.getByRole('alert').getByText('Somebody else has changed this meanwhile.').waitFor();
  expect(await page.getByRole('button', { name: 'Show what will change' }).isDisabled()).toBe(true);
  await page.getByRole('button', { name: 'Take theirs' }).click();
  await page.locator('summary').filter({ hasText: 'Normalize URL' }).waitFor();
  expectQuiet(opened);
});

browserTest('an error of a record is shown at the processor that it comes from', async (open) => {
  const opened = await open();
  const { page } = opened;
  await page.setViewportSize({ width: 390, height: 844 });
  await openAs(opened, administrator, `/admin/datasets/${await uidOf('air-quality')}/processors`, /./);
  const step = page.getByRole('listitem').filter({ hasText: 'ISO dates' });
  await step.locator('summary').click();
  await page.getByRole('textbox', { name: /^Date format/ }).fill('%Y-%m');
  await step.getByRole('alert').filter({ hasText: 'Record 1' }).waitFor();
  expect(await violationsOf(page)).toEqual([]);
  expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true);
  await page.getByRole('button', { name: 'Discard' }).click();
  expectQuiet(opened);
});

const european = Buffer.from('place;count\nM\xfcnsterplatz;1.234,50\nHafen;12,75\n', 'latin1');

browserTest(
  'a file is added as a source, its texts become numbers by one click, and it is read in its place',
  async (open) => {
    const opened = await open();
    const { page } = opened;
    const uid = await uidOf('cycling-counts-draft');
    const sources = async () =>
      (
        await demo.admin.data(
          `{ dataset(by: { uid: "${uid}" }) { resources { nodes { title type params } } processors { nodes { type params } } } }`,
        )
      ).dataset;
    await openAs(opened, administrator, `/admin/datasets/${uid}/sources`, 'Cycling counts');
    await page.getByText('There is no source yet.').waitFor();
    expect(await violationsOf(page, ['light', 'dark'])).toEqual([]);
    await page.getByLabel('A file').setInputFiles({ name: 'counts.csv', mimeType: 'text/csv', buffer: european });
    const preview = page.getByRole('region', { name: 'The first records of counts.csv' });
    await preview.getByRole('cell', { name: 'Münsterplatz' }).first().waitFor();
    await page
      .getByRole('button', { name: /^Take for count/ })
      .first()
      .click();
    await preview.getByRole('cell', { name: '1234.5' }).first().waitFor();
    await page.getByLabel('Title').fill('Counters');
    expect(await violationsOf(page)).toEqual([]);
    page.on('dialog', (dialog) => void dialog.accept());
    await page.reload();
    await page.getByText('Unsaved changes: 2').waitFor();
    expect((await sources()).resources.nodes).toEqual([]);
    await page.getByRole('button', { name: 'Show what will change' }).click();
    const dialog = page.getByRole('dialog', { name: 'What will change' });
    await dialog.getByRole('row').filter({ hasText: 'resources' }).first().waitFor();
    await dialog.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Saved. Visitors see it when').waitFor();
    const { resources, processors } = await sources();
    expect(resources.nodes).toEqual([
      {
        title: 'Counters',
        type: 'csvfile',
        params: expect.objectContaining({ separator: ';', encoding: 'windows-1252' }),
      },
    ]);
    expect(processors.nodes).toHaveLength(1);
    expectQuiet(opened);
  },
);

browserTest(
  'a source is removed after a word on its records, and a file of the same name does not touch what is published from',
  async (open) => {
    const opened = await open();
    const { page } = opened;
    await openAs(
      opened,
      administrator,
      `/admin/datasets/${await uidOf('cycling-counts-draft')}/sources`,
      'Cycling counts',
    );
    await page.locator('summary').filter({ hasText: 'Counters' }).click();
    await page.getByRole('button', { name: 'Remove Counters' }).click();
    await page.getByText('Removed: Counters. Their records leave the dataset with the next publication.').waitFor();
    await page.getByRole('button', { name: 'Discard' }).click();
    await page
      .locator('#new-source-file')
      .setInputFiles({ name: 'counts.csv', mimeType: 'text/csv', buffer: european });
    await page.locator('summary').filter({ hasText: 'counts-2.csv' }).first().waitFor();
    await page.setViewportSize({ width: 390, height: 844 });
    expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true);
    await page.getByRole('button', { name: 'Discard' }).click();
    expectQuiet(opened);
  },
);

browserTest('schedules are added by how often they run, and files are attached after a look', async (open) => {
  const opened = await open();
  const { page } = opened;
  await page.setViewportSize({ width: 390, height: 844 });
  const uid = await uidOf('street-trees');
  await openAs(opened, administrator, `/admin/datasets/${uid}/schedules`, 'Street trees');
  await page.getByRole('button', { name: 'Add a schedule' }).click();
  await page.getByRole('combobox', { name: 'How often' }).selectOption('Every week');
  await page.getByRole('combobox', { name: 'Day of the week' }).selectOption('Friday');
  expect(await page.getByRole('textbox', { name: 'As cron' }).inputValue()).toBe('0 3 * * 5');
  expect(await violationsOf(page, ['light', 'dark'])).toEqual([]);
  expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true);
  await page.getByRole('textbox', { name: 'As cron' }).fill('whenever');
  await page.getByRole('button', { name: 'Show what will change' }).click();
  const dialog = page.getByRole('dialog', { name: 'What will change' });
  await dialog.getByRole('alert').filter({ hasText: /./ }).waitFor();
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  // the mistake is named where it was made
  await page.getByRole('group').getByRole('alert').filter({ hasText: 'five' }).waitFor();
  await page.getByRole('textbox', { name: 'As cron' }).fill('0 3 * * 5');
  await page.getByRole('button', { name: 'Show what will change' }).click();
  await dialog.getByRole('button', { name: 'Save' }).click();
  await page.getByText(/^Next run: /).waitFor();
  const { dataset } = await demo.admin.data(
    `{ dataset(by: { uid: "${uid}" }) { schedules { nodes { cronSchedule } } } }`,
  );
  expect(dataset.schedules.nodes).toEqual([{ cronSchedule: '0 3 * * 5' }]);
  await page.getByRole('checkbox', { name: 'Paused' }).check();
  await page.getByRole('button', { name: 'Show what will change' }).click();
  await dialog.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Saved. Visitors see it when').waitFor();
  const paused = await demo.admin.data(`{ dataset(by: { uid: "${uid}" }) { schedules { nodes { isPaused } } } }`);
  expect(paused.dataset.schedules.nodes).toEqual([{ isPaused: true }]);

  await page.getByRole('link', { name: 'Files' }).click();
  await page
    .getByLabel('Attach a file')
    .setInputFiles({ name: 'method.txt', mimeType: 'text/plain', buffer: Buffer.from('By hand.') });
  const attach = page.getByRole('dialog', { name: 'Attach a file' });
  await attach.getByText('method.txt (8 B) is attached.').waitFor();
  expect(await violationsOf(page)).toEqual([]);
  await page.evaluate(
    `new MutationObserver(() => { window.sentShare ??= document.querySelector('dialog progress[value]')?.value; })
      .observe(document.body, { subtree: true, childList: true, attributes: true })`,
  );
  await attach.getByRole('button', { name: 'Attach' }).click();
  await page.getByRole('link', { name: 'method.txt' }).waitFor();
  expect(await page.evaluate('window.sentShare')).toBeGreaterThan(0);
  await page.getByText('Add an alternative export').click();
  await page.getByLabel('Title').fill('The whole register');
  await page.getByLabel('Or an address').fill('https://example.org/register.gpkg');
  await page.getByRole('button', { name: 'Show what will change' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
  await page.getByText('Alternative exports (1)').waitFor();
  await page.getByRole('button', { name: 'Delete The whole register' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await page.getByText('Alternative exports (0)').waitFor();
  expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true);
  expectQuiet(opened);
});

import { expect } from '@jest/globals';
import type { Page } from 'playwright-core';
import { testApp } from '../support/app.ts';
import { violationsOf } from '../support/http/accessibility.ts';
import { browserTest, type OpenedPage } from '../support/http/browser.ts';
import { seedKey } from '../support/seed.ts';
import { sourceServer } from '../support/sources/source-server.ts';

const source = await sourceServer();
const app = await testApp({ FETCH_ALLOW: source.host });
const address = await app.http.listen({ port: 0, host: '127.0.0.1' });
const administrator = 'test-administrator-key';
await seedKey(app, 'reader');

/** Goes to a screen with a key, and waits for its heading. */
async function openAs({ page }: OpenedPage, key: string, path: string, heading: string | RegExp): Promise<void> {
  await page.addInitScript(`sessionStorage.setItem('catalograph.key', ${JSON.stringify(key)})`);
  await page.goto(address + path);
  await page.getByRole('heading', { level: 1, name: heading }).waitFor();
}

/** Does what a button opens a dialog for. */
async function confirm(page: Page, button: string, last = button): Promise<void> {
  await page.getByRole('button', { name: button, exact: true }).click();
  await page.getByRole('dialog').getByRole('button', { name: last, exact: true }).click();
  await page.getByRole('dialog').waitFor({ state: 'detached' });
}

/** The page requested this server only, and nothing failed in it. */
function expectQuiet({ requests, errors }: OpenedPage): void {
  expect(requests.filter((url) => !url.startsWith(address))).toEqual([]);
  expect(errors).toEqual([]);
}

browserTest('a page is written beside its preview, published, restricted, archived and deleted', async (open) => {
  const opened = await open();
  const { page } = opened;
  const pages = async () =>
    (
      await app.admin.data(
        '{ pageConfigurations { nodes { slug isArchived isRestricted isDraftPublished publishedAt ... on CodeEditorPageConfiguration { translations { language title html } } } } }',
      )
    ).pageConfigurations.nodes;
  await openAs(opened, administrator, '/admin/pages/new', 'New page');
  await page.getByLabel('Title').fill('Opening hours');
  await page.getByLabel('Slug in the address').fill('hours');
  await confirm(page, 'Show what will change', 'Save');
  await page.getByRole('heading', { level: 1, name: 'Opening hours' }).waitFor();
  await page.getByLabel('Text in HTML').fill('<p>The town hall opens at <b>nine</b>.</p><script>alert(1)</script>');
  const preview = page.getByRole('region', { name: 'As visitors will see it' });
  await preview.getByText('The town hall opens at nine.').waitFor();
  expect(await violationsOf(page, ['light', 'dark'])).toEqual([]);
  page.on('dialog', (dialog) => void dialog.accept());
  await page.reload();
  await page.getByText('Unsaved changes: 1').waitFor();
  expect(await pages()).toMatchObject([{ slug: 'hours', publishedAt: null, translations: [{ html: '' }] }]);
  await confirm(page, 'Show what will change', 'Save');
  await page.getByText('Saved. Visitors see it when the page is published.').waitFor();
  await confirm(page, 'Publish');
  await page.getByRole('button', { name: 'Unpublish' }).waitFor();
  expect(await pages()).toMatchObject([{ isDraftPublished: true, isArchived: false }]);

  // two editors at once: both sides are shown
  await page.getByLabel('Title').fill('When we open');
  const { pageConfigurations } = await app.admin.data('{ pageConfigurations { nodes { uid } } }');
  await app.admin.data(
    `mutation { updateCodeEditorPage(input: { uid: "${pageConfigurations.nodes[0].uid}", description: "Of the town hall" }) { configuration { uid } } }`,
  );
  await page.getByRole('button', { name: 'Show what will change' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
  await page.getByRole('dialog').getByRole('alert').filter({ hasText: /./ }).waitFor();
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
  const conflict = page.getByRole('alert').filter({ hasText: 'Somebody else has changed this meanwhile.' });
  await conflict.getByText('Of the town hall').waitFor();
  await conflict.getByRole('button', { name: 'Take theirs' }).click();
  await page.getByLabel('Restricted: only the users and groups below see the page').check();
  await confirm(page, 'Show what will change', 'Save');
  expect(await pages()).toMatchObject([{ isRestricted: true }]);

  await page.setViewportSize({ width: 390, height: 844 });
  await page.getByLabel('Identifier').fill('reader');
  await page.getByRole('button', { name: 'Give these rights' }).click();
  expect(await violationsOf(page)).toEqual([]);
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
  await page.getByRole('button', { name: 'Remove reader' }).waitFor();
  expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true);
  await confirm(page, 'Archive');
  await page.getByText('An archived page does not change.').waitFor();
  await confirm(page, 'Bring back');
  await confirm(page, 'Delete');
  await page.getByRole('heading', { level: 2, name: 'Pages: 0' }).waitFor();
  expect(await pages()).toEqual([]);
  expectQuiet(opened);
});

browserTest('a harvester is tried before it runs, and says what became of each dataset', async (open) => {
  const opened = await open();
  const { page } = opened;
  const entry = { identifier: 'trees', title: 'Trees of the harbour', description: 'All of them.' };
  let list = [entry];
  source.answer('/data.json', (response) => {
    response.setHeader('content-type', 'application/json').end(JSON.stringify({ dataset: list }));
  });
  await openAs(opened, administrator, '/admin/harvesters', 'Harvesters');
  await page.getByText('There is no harvester yet.').waitFor();
  await page.getByRole('link', { name: 'New harvester' }).click();
  await page.getByRole('combobox', { name: 'Kind of portal' }).selectOption('data.json');
  await page.getByLabel('Name', { exact: true }).fill('Harbour');
  await page.getByRole('textbox', { name: /^Url/ }).fill(`http://${source.host}/data.json`);
  await page.getByRole('button', { name: 'Look at the source' }).click();
  await page.getByText('Datasets at the source: 1').waitFor();
  await page.getByText('Trees of the harbour').waitFor();
  expect(await violationsOf(page, ['light', 'dark'])).toEqual([]);
  expect((await app.admin.data('{ harvesters { totalCount } }')).harvesters.totalCount).toBe(0);
  await confirm(page, 'Show what will change', 'Save');
  await page.getByRole('heading', { level: 1, name: 'Harbour' }).waitFor();
  await confirm(page, 'Start');
  await page.getByRole('row').filter({ hasText: 'Trees of the harbour' }).getByText('Created').waitFor();
  // what the next run changes is readable at its dataset, with the values that every dataset gets
  entry.description = 'Some of them.';
  await page.getByLabel('Add a value').selectOption('Language');
  const forced = page.getByRole('group', { name: 'Values that every dataset gets' });
  await forced.getByRole('combobox', { name: 'Language' }).selectOption('fr');
  await page.getByRole('button', { name: 'Show what will change' }).first().click();
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await confirm(page, 'Start');
  await page.getByText(/^Changes: \d+$/).click();
  await page.getByRole('deletion').getByText('All of them.').waitFor();
  await page.getByRole('insertion').getByText('Some of them.').waitFor();
  // a run that does not read a dataset does not claim its outcome
  list = [];
  await confirm(page, 'Start');
  await page.getByText('In an earlier run').waitFor();
  await page.getByRole('combobox', { name: 'How often' }).selectOption('Every month');
  await page.getByLabel('Time zone').fill('Europe/Berlin');
  await page
    .getByRole('region', { name: 'Starts by itself' })
    .getByRole('button', { name: 'Show what will change' })
    .click();
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
  await page.getByText(/^Next run: /).waitFor();
  const { harvesters } = await app.admin.data(
    '{ harvesters { nodes { name settings forcedMetadata schedules { nodes { cronSchedule timezone } } harvestedDatasets { nodes { remoteId outcome } } } } }',
  );
  expect(harvesters.nodes).toMatchObject([
    {
      name: 'Harbour',
      forcedMetadata: { default: { language: 'fr' } },
      schedules: { nodes: [{ cronSchedule: '0 3 1 * *', timezone: 'Europe/Berlin' }] },
      harvestedDatasets: { nodes: [{ remoteId: 'trees', outcome: 'updated' }] },
    },
  ]);
  await page.setViewportSize({ width: 390, height: 844 });
  expect(await violationsOf(page)).toEqual([]);
  expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true);
  await confirm(page, 'Delete, keep the datasets');
  await page.getByRole('heading', { level: 1, name: 'Harvesters' }).waitFor();
  expectQuiet(opened);
});

browserTest('a connection is saved with a secret that is never shown, tested, changed and deleted', async (open) => {
  const opened = await open();
  const { page } = opened;
  const proof = `Basic ${Buffer.from('ada:lovelace').toString('base64')}`;
  const url = source.answer('/private/', (response) => {
    response.writeHead(response.req.headers.authorization === proof ? 200 : 401).end();
  });
  await openAs(opened, administrator, '/admin/connections', 'Connections');
  await page.getByRole('link', { name: 'New connection' }).click();
  // the list has a field of the same label
  await page.getByRole('heading', { level: 1, name: 'New connection' }).waitFor();
  await page.getByLabel(/^Address/).fill(url);
  await page.getByLabel('Authentication').selectOption('User name and password');
  await page.getByLabel(/^User name/).fill('ada');
  await page.getByLabel('Password').fill('byron');
  await page.getByRole('button', { name: 'Show what will change' }).click();
  const dialog = page.getByRole('dialog', { name: 'What will change' });
  await dialog.getByText('••••••').waitFor();
  expect(await dialog.textContent()).not.toContain('byron');
  expect(await violationsOf(page, ['light', 'dark'])).toEqual([]);
  await dialog.getByRole('button', { name: 'Save' }).click();
  await page.getByRole('heading', { level: 1, name: url }).waitFor();
  await page.getByRole('button', { name: 'Test the connection' }).click();
  await page.getByRole('alert').filter({ hasText: '401' }).waitFor();
  await page.getByLabel('Password').fill('lovelace');
  await confirm(page, 'Show what will change', 'Save');
  await page.getByRole('button', { name: 'Test the connection' }).click();
  await page.getByText('The connection works.').waitFor();
  const { datasourceConnections } = await app.admin.data(
    '{ datasourceConnections { nodes { type auth { ... on BasicAuth { username } } ... on HttpConnectionSettings { url } } } }',
  );
  expect(datasourceConnections.nodes).toEqual([{ type: 'http', url, auth: { username: 'ada' } }]);
  await page.setViewportSize({ width: 390, height: 844 });
  expect(await violationsOf(page)).toEqual([]);
  expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true);
  await confirm(page, 'Delete');
  await page.getByRole('heading', { level: 2, name: 'Connections: 0' }).waitFor();
  expectQuiet(opened);
});

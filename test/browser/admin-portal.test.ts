import { expect } from '@jest/globals';
import { testApp } from '../support/app.ts';
import { violationsOf } from '../support/http/accessibility.ts';
import { browserTest, type OpenedPage } from '../support/http/browser.ts';
import { changePortal, pngOf } from '../support/portal/settings.ts';
import { seedKey } from '../support/seed.ts';

const app = await testApp();
const address = await app.http.listen({ port: 0, host: '127.0.0.1' });
const administrator = 'test-administrator-key';
const editor = await seedKey(app, 'editor');

/** Goes to a screen with a key, and waits for its heading. */
async function openAs({ page }: OpenedPage, key: string, path: string, heading: string | RegExp): Promise<void> {
  await page.addInitScript(`sessionStorage.setItem('catalograph.key', ${JSON.stringify(key)})`);
  await page.goto(address + path);
  await page.getByRole('heading', { level: 1, name: heading }).waitFor();
}

/** Shows what will change, and saves it. */
async function save({ page }: OpenedPage, shown: string): Promise<void> {
  await page.getByRole('button', { name: 'Show what will change' }).click();
  const dialog = page.getByRole('dialog', { name: 'What will change' });
  await dialog.getByText(shown).first().waitFor();
  await dialog.getByText('Copy as code').waitFor();
  expect(await violationsOf(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Save' }).click();
}

const isNarrow = ({ page }: OpenedPage) => page.evaluate('document.documentElement.scrollWidth <= innerWidth');

/** The page requested this server only, and nothing failed in it. */
function expectQuiet({ requests, errors }: OpenedPage): void {
  expect(requests.filter((url) => !url.startsWith(address))).toEqual([]);
  expect(errors).toEqual([]);
}

browserTest('the texts of the portal change in one language, and the other languages stay', async (open) => {
  const opened = await open();
  const { page } = opened;
  await changePortal(app, {
    translations: [
      { language: 'en', name: 'Town', footerLinks: [{ label: 'Help', url: 'https://example.org/' }] },
      { language: 'de', name: 'Stadt' },
    ],
  });
  await openAs(opened, administrator, '/admin/settings', 'Settings');
  await page.getByLabel('Name of the portal').fill('Open Town');
  await page.getByRole('button', { name: 'Add a link' }).click();
  await page.getByLabel('Text of the link').last().fill('About');
  await page.getByLabel('Address').last().fill('/pages/about');
  page.on('dialog', (dialog) => void dialog.accept());
  await page.reload();
  await page.getByText('Unsaved changes: 2').waitFor();
  await save(opened, 'About – /pages/about');
  await page.locator('.pending').getByText('Saved.').waitFor();
  const { portalSettings } = await app.admin.data(
    '{ portalSettings { revision translations { language name footerLinks { label } } } }',
  );
  expect(portalSettings).toMatchObject({
    translations: expect.arrayContaining([
      { language: 'de', name: 'Stadt', footerLinks: [] },
      { language: 'en', name: 'Open Town', footerLinks: [{ label: 'Help' }, { label: 'About' }] },
    ]),
  });

  // what somebody else saved meanwhile is not replaced
  await page.getByLabel('Title above the search').fill('Find data');
  await page.getByRole('button', { name: 'Show what will change' }).click();
  await changePortal(app, { isFeedbackEnabled: true });
  const dialog = page.getByRole('dialog', { name: 'What will change' });
  await dialog.getByRole('button', { name: 'Save' }).click();
  await dialog.locator('.error').waitFor();
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await save(opened, 'Find data');
  await page.locator('.pending').getByText('Saved.').waitFor();
  expectQuiet(opened);
});

browserTest('the look, the publisher and the features change, a wrong color is refused at its field', async (open) => {
  const opened = await open();
  const { page } = opened;
  await changePortal(app, { themes: [{ theme: 'Water', pictogram: 'water' }] });
  await openAs(opened, administrator, '/admin/settings/look', 'Settings');
  await page
    .getByLabel('Logo', { exact: true })
    .last()
    .setInputFiles({ name: 'logo.png', mimeType: 'image/png', buffer: pngOf(200, 80) });
  await page.locator('.picture img').first().waitFor({ state: 'attached' });
  await page.getByRole('button', { name: 'Add a theme' }).click();
  await page.getByLabel('Theme', { exact: true }).last().fill('Trees');
  await page.getByLabel('Pictogram').last().selectOption('Leaf');
  // by the keyboard
  await page.getByRole('button', { name: 'Move 2 up' }).press('Enter');
  await page.getByLabel('Color of links and buttons', { exact: true }).fill('#eeeeee');
  await save(opened, 'Trees – environment');
  await page.getByRole('dialog').getByRole('alert').getByText(/./).first().waitFor();
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
  await page
    .getByText(/4\.5:1/)
    .first()
    .waitFor();
  await page.getByLabel('Color of links and buttons', { exact: true }).fill('#14605a');
  await save(opened, '#14605a');
  await page.locator('.pending').getByText('Saved.').waitFor();

  await page.getByRole('link', { name: 'Publisher and legal pages' }).click();
  await page.getByLabel('Publisher: name').fill('Town of Treeville');
  await page.getByRole('button', { name: 'Add a page' }).click();
  await page.getByLabel('Kind').selectOption('Privacy');
  await page.getByLabel('Address', { exact: true }).fill('/pages/privacy');
  await save(opened, 'Town of Treeville');
  await page.locator('.pending').getByText('Saved.').waitFor();

  await page.setViewportSize({ width: 390, height: 844 });
  await page.getByRole('link', { name: 'Features and languages' }).click();
  await page.getByLabel('The portal shows relations between assets').check();
  await page.getByRole('checkbox', { name: 'German' }).check();
  await page.getByRole('checkbox', { name: 'English' }).check();
  await save(opened, 'Languages that the page offers');
  await page.locator('.pending').getByText('Saved.').waitFor();
  expect(await isNarrow(opened)).toBe(true);
  const { portalSettings } = await app.admin.data(
    '{ portalSettings { accentColor logo { pixelWidth } themes { theme pictogram } publisher { name email } legalPages { kind url } isMarketplaceEnabled languages } }',
  );
  expect(portalSettings).toEqual({
    accentColor: '#14605a',
    logo: { pixelWidth: 200 },
    themes: [
      { theme: 'Trees', pictogram: 'environment' },
      { theme: 'Water', pictogram: 'water' },
    ],
    publisher: { name: 'Town of Treeville', email: null },
    legalPages: [{ kind: 'privacy', url: '/pages/privacy' }],
    isMarketplaceEnabled: true,
    languages: expect.arrayContaining(['de', 'en']),
  });
  await changePortal(app, { languages: null });
  expectQuiet(opened);
});

browserTest('the settings are for administrators', async (open) => {
  const opened = await open();
  const { page } = opened;
  await openAs(opened, editor, '/admin/settings', 'Settings');
  await page.getByText('editor may not use this screen.').waitFor();
  expect(await page.getByRole('link', { name: 'Settings' }).count()).toBe(0);
  expectQuiet(opened);
});

browserTest('an administrator sees why a job failed, has it tried again, and stops a publication', async (open) => {
  const opened = await open();
  const { page } = opened;
  const { db, jobs } = app.services;
  await jobs.send(db, 'publication', { datasetUid: 'none' }, { key: 'broken' });
  await openAs(opened, administrator, '/admin/jobs?status=failed', 'Jobs');
  // the list refreshes itself
  await page.getByText('A publication job must name a dataset and a run.').waitFor();
  expect(await violationsOf(page, ['light', 'dark'])).toEqual([]);
  await page.getByRole('button', { name: 'Try now: Publication' }).press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Try now: Publication' });
  await dialog.getByText('Copy as code').waitFor();
  expect(await violationsOf(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Try now' }).press('Enter');
  await dialog.waitFor({ state: 'detached' });
  await page.getByText(/Attempts: /).waitFor();
  await page.setViewportSize({ width: 390, height: 844 });
  expect(await isNarrow(opened)).toBe(true);
  expectQuiet(opened);
});

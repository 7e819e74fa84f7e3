import { readFileSync } from 'node:fs';
import { expect } from '@jest/globals';
import { testApp } from '../support/app.ts';
import { blackPng } from '../support/datasets/images.ts';
import { eventually } from '../support/datasets/publishing.ts';
import { violationsOf } from '../support/http/accessibility.ts';
import { browserTest, type OpenedPage } from '../support/http/browser.ts';
import { seedForm } from '../support/portal/forms.ts';
import { changePortal, pngOf } from '../support/portal/settings.ts';

const app = await testApp();
const address = await app.http.listen({ port: 0, host: '127.0.0.1' });
const administrator = 'test-administrator-key';

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

browserTest('a form is built, tried, published and its draft survives a reload', async (open) => {
  const opened = await open();
  const { page } = opened;
  await openAs(opened, administrator, '/admin/forms', 'Forms');
  await page.getByRole('link', { name: 'New form' }).click();
  await page.getByLabel('Title', { exact: true }).fill('Report a tree');
  await page.getByLabel('Identifier').fill('report-tree');
  await save(opened, 'Report a tree');
  await page.getByRole('heading', { level: 1, name: 'Report a tree' }).waitFor();

  const add = async (type: string) => {
    await page.getByLabel('New question').selectOption(type);
    await page.getByRole('button', { name: 'Add question' }).click();
  };
  await add('Choice');
  await page.locator('.sortable summary').filter({ hasText: 'Choice' }).click();
  await page.getByLabel('Question', { exact: true }).fill('Is it sick?');
  await page.getByLabel('Options').fill('yes\nno');
  await page.getByRole('checkbox', { name: 'Required' }).check();
  await page.locator('.sortable summary').filter({ hasText: 'Is it sick?' }).click();
  await add('Place on a map');
  await add('Text');
  await page.locator('.sortable summary').filter({ hasText: /^Text/ }).click();
  await page.getByLabel('Question', { exact: true }).fill('What do you see?');
  await page.getByRole('button', { name: 'Add a condition' }).click();
  const condition = page.getByRole('group', { name: 'Condition 1' });
  await condition.getByLabel('Comparison').selectOption('contains');
  await condition.getByLabel('Value').selectOption('yes');
  expect(await violationsOf(page, ['light', 'dark'])).toEqual([]);

  // the preview is what the citizen sees, conditions included
  const preview = page.getByRole('region', { name: 'Preview' });
  expect(await preview.getByLabel('What do you see?').count()).toBe(0);
  await preview
    .getByRole('radio', { name: 'yes' })
    .or(preview.getByRole('checkbox', { name: 'yes' }))
    .check();
  await preview.getByLabel('What do you see?').waitFor();
  expect(await preview.getByRole('button', { name: 'Send' }).count()).toBe(0);

  // by the keyboard
  await page.getByRole('button', { name: 'Move What do you see? up' }).press('Enter');
  page.on('dialog', (dialog) => void dialog.accept());
  await page.reload();
  await page.getByText(/Unsaved changes/).waitFor();
  await save(opened, 'Is it sick? (Choice)');
  await page.getByText('Saved as a draft.').waitFor();
  const read = async () =>
    app.admin.data(
      '{ form(slug: "report-tree") { version } formConfiguration(slug: "report-tree") { sections { blocks { label isRequired choice { options } conditions { operator value } } } } }',
    );
  expect(await read()).toEqual({
    form: null,
    formConfiguration: {
      sections: [
        {
          blocks: [
            { label: 'Is it sick?', isRequired: true, choice: { options: ['yes', 'no'] }, conditions: [] },
            {
              ...{ label: 'What do you see?', isRequired: false, choice: null },
              conditions: [{ operator: 'contains', value: 'yes' }],
            },
            { label: 'Place on a map', isRequired: false, choice: null, conditions: [] },
          ],
        },
      ],
    },
  });
  await page.getByRole('button', { name: 'Publish' }).click();
  const dialog = page.getByRole('dialog', { name: 'Publish: Report a tree' });
  await dialog.getByText('Is it sick? (Choice)').waitFor();
  expect(await violationsOf(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Publish' }).click();
  await page.getByText('Published: version 1.', { exact: false }).waitFor();
  expect((await read()).form).toEqual({ version: 1 });
  await page.setViewportSize({ width: 390, height: 844 });
  expect(await isNarrow(opened)).toBe(true);
  expectQuiet(opened);
});

browserTest('a moderator decides by the keyboard on what comes in live', async (open) => {
  const opened = await open();
  const { page } = opened;
  await openAs(opened, administrator, '/admin/forms/report-tree/moderation', 'Report a tree');
  await page.getByText('Nothing waits.', { exact: false }).waitFor();
  const submit = (text: string) =>
    app.unauthenticated.data(
      'mutation ($input: SubmitFormInput!) { submitForm(input: $input) { isValid errors { field code } } }',
      { input: { formSlug: 'report-tree', data: { q1: ['yes'], q2: { lat: 48.2, lon: 16.4 }, q3: text } } },
    );
  expect((await submit('Brown leaves')).submitForm).toEqual({ isValid: true, errors: [] });
  await submit('Buy this');
  await page.getByText('Buy this').waitFor();
  expect(await violationsOf(page, ['light', 'dark'])).toEqual([]);
  await page.getByRole('listitem').filter({ hasText: 'Brown leaves' }).focus();
  await page.keyboard.press('a');
  await page.getByText('Brown leaves').waitFor({ state: 'detached' });
  await page.locator('.inbox > li:focus').filter({ hasText: 'Buy this' }).waitFor();
  await page.keyboard.press('r');
  await page.getByLabel('Reason, which the submitter reads').fill('An advertisement');
  await page.getByRole('dialog').getByRole('button', { name: 'Reject' }).press('Enter');
  await page.getByText('Nothing waits.', { exact: false }).waitFor();
  const { submissions } = await app.admin.data(
    '{ submissions(formSlug: "report-tree") { nodes { content status rejectionReason } } }',
  );
  expect(submissions.nodes).toMatchObject([
    { content: { q3: 'Buy this' }, status: 'rejected', rejectionReason: 'An advertisement' },
    { content: { q3: 'Brown leaves' }, status: 'approved' },
  ]);

  await page.getByRole('link', { name: 'Submissions' }).click();
  await page.getByRole('cell', { name: 'Brown leaves' }).waitFor();
  expect(await page.locator('.submission-point').count()).toBe(2);
  expect(await violationsOf(page)).toEqual([]);
  await page.setViewportSize({ width: 390, height: 844 });
  expect(await isNarrow(opened)).toBe(true);
  expectQuiet(opened);
});

browserTest('pictures are seen, submissions are downloaded, and a deleted form comes back with them', async (open) => {
  const photo = { fieldId: 'photo', type: 'image', label: 'A picture' };
  await seedForm(app.admin, 'photos', { accessType: 'open', sections: [{ title: '', blocks: [photo] }] });
  const { page: visitor } = await open();
  await visitor.goto(`${address}/forms/photos`);
  await visitor.locator('fieldset.form:enabled').waitFor();
  await visitor
    .getByLabel('A picture', { exact: true })
    .setInputFiles({ name: 'bench.png', mimeType: 'image/png', buffer: blackPng(8, 8) });
  await visitor.getByRole('button', { name: 'Send' }).click();
  await visitor.getByRole('heading', { name: 'Thank you' }).waitFor();

  const opened = await open();
  const { page } = opened;
  const seesPicture = async () => {
    await page.getByRole('img', { name: 'bench.png' }).waitFor();
    const widthOf = () => page.evaluate<number>('document.querySelector(".answer-picture img").naturalWidth');
    expect(await eventually(widthOf, (width) => width > 0)).toBe(8);
  };
  await openAs(opened, administrator, '/admin/forms/photos/moderation', 'photos');
  await seesPicture();
  expect(await violationsOf(page)).toEqual([]);
  await page.getByRole('link', { name: 'Submissions' }).click();
  await page.getByRole('cell').getByText('bench.png').click();
  await seesPicture();
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'Download as CSV' }).click(),
  ]);
  expect(readFileSync(await download.path(), 'utf8')).toContain('bench.png');

  await page.getByRole('button', { name: 'Delete' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await page.getByRole('heading', { level: 1, name: 'Forms' }).waitFor();
  await page.getByRole('link', { name: 'Deleted forms' }).click();
  await page.getByRole('button', { name: 'Restore: photos' }).click();
  expect(await violationsOf(page)).toEqual([]);
  await page.getByRole('dialog').getByRole('button', { name: 'Restore' }).click();
  await page.getByRole('heading', { level: 2, name: 'Forms: 0' }).waitFor();
  expect(
    await app.admin.data('{ form(slug: "photos") { version } submissions(formSlug: "photos") { totalCount } }'),
  ).toEqual({ form: { version: 1 }, submissions: { totalCount: 1 } });
  expect(opened.errors).toEqual([]);
});

browserTest('a term is added, changed after a preview, and deleted', async (open) => {
  const opened = await open();
  const { page } = opened;
  await openAs(opened, administrator, '/admin/glossary', 'Glossary');
  await page.getByRole('link', { name: 'New term' }).click();
  // the list before it has a field of the same name
  await page.getByRole('heading', { level: 1, name: 'New term' }).waitFor();
  await page.getByLabel('Name', { exact: true }).fill('Girth');
  await page.getByLabel('Synonyms').fill('circumference\nperimeter');
  await page.getByLabel('Definition').fill('The length around the trunk.');
  await save(opened, 'Girth');
  await page.getByRole('heading', { level: 1, name: 'Girth' }).waitFor();
  await page.getByLabel('Definition').fill('The length around the trunk, one metre above ground.');
  await save(opened, 'one metre above ground');
  await page.locator('.pending').getByText('Saved.').waitFor();
  const terms = async () =>
    (await app.admin.data('{ glossaryTerms { nodes { name aliases description } } }')).glossaryTerms.nodes;
  expect(await terms()).toEqual([
    {
      ...{ name: 'Girth', aliases: ['circumference', 'perimeter'] },
      description: 'The length around the trunk, one metre above ground.',
    },
  ]);
  expect(await violationsOf(page, ['light', 'dark'])).toEqual([]);
  await page.getByRole('button', { name: 'Delete' }).click();
  await page.getByRole('dialog', { name: 'Delete Girth' }).getByRole('button', { name: 'Delete' }).click();
  await page.getByRole('heading', { level: 2, name: 'Terms: 0' }).waitFor();
  expect(await terms()).toEqual([]);
  expectQuiet(opened);
});

browserTest('an asset is added, related after a preview, and deleted with what hangs on it', async (open) => {
  const opened = await open();
  const { page } = opened;
  await changePortal(app, { isMarketplaceEnabled: true });
  const create = async (title: string) =>
    (
      await app.admin.data(
        'mutation ($title: String!) { createAsset(input: { assetType: map, title: $title }) { asset { uid } } }',
        { title },
      )
    ).createAsset.asset.uid;
  const mapUid = await create('Map of trees');
  await openAs(opened, administrator, '/admin/assets', 'Assets');
  await page.getByRole('link', { name: 'Map of trees' }).waitFor();
  expect(await violationsOf(page, ['light', 'dark'])).toEqual([]);
  await page.getByRole('link', { name: 'New asset' }).click();
  await page.getByLabel('Title', { exact: true }).fill('Walks below trees');
  await page.getByLabel('Address', { exact: true }).fill('https://walks.example.org/');
  await save(opened, 'Walks below trees');
  await page.getByRole('heading', { level: 1, name: 'Walks below trees' }).waitFor();
  await page.getByLabel('The other asset, by its uid').fill(mapUid);
  await page.getByRole('button', { name: 'Add relation' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByText('Map of trees → Walks below trees').waitFor();
  expect(await violationsOf(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Add', exact: true }).click();
  await page.getByRole('region', { name: 'Where it comes from' }).getByRole('link', { name: 'Map of trees' }).waitFor();
  const { asset } = await app.admin.data(
    'query ($uid: ID!) { asset(uid: $uid) { uses { nodes { asset { title } } } } }',
    { uid: mapUid },
  );
  expect(asset.uses.nodes).toEqual([{ asset: { title: 'Walks below trees' } }]);
  expect(await violationsOf(page, ['light', 'dark'])).toEqual([]);
  await page.setViewportSize({ width: 390, height: 844 });
  expect(await isNarrow(opened)).toBe(true);
  await page.getByRole('button', { name: 'Delete', exact: true }).click();
  await page.getByRole('dialog').getByText('Map of trees', { exact: false }).waitFor();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete', exact: true }).click();
  await page.getByRole('heading', { level: 2, name: 'Assets: 1' }).waitFor();
  expectQuiet(opened);
});

import { expect } from '@jest/globals';
import type { Page } from 'playwright-core';
import { demoApp } from '../support/demo.ts';
import { eventually, statusOf } from '../support/datasets/publishing.ts';
import { seedEditor } from '../support/datasets/seed-editor.ts';
import { violationsOf } from '../support/http/accessibility.ts';
import { browserTest, type OpenedPage } from '../support/http/browser.ts';
import { seedKey, seedRuleset } from '../support/seed.ts';

const demo = await demoApp();
const { address } = demo;
const administrator = 'test-administrator-key';
const editor = await seedEditor(demo, 'editor', ['Noise map', 'Parking meters', 'School roads']);
const contributor = await seedKey(demo, 'contributor');
const uidOf = async (datasetId: string): Promise<string> =>
  (await demo.admin.data(`{ dataset(by: { datasetId: "${datasetId}" }) { uid } }`)).dataset.uid;
await seedRuleset(demo, await uidOf('street-trees'), { user: 'contributor', permissions: ['edit_dataset'] });

const settled = (uid: string) =>
  eventually(
    () => statusOf(demo.admin, uid),
    ({ status }) => status === 'idle',
  );

/** Goes to a screen with a key, and waits for its heading. */
async function openAs({ page }: OpenedPage, key: string, path: string, heading: string | RegExp): Promise<void> {
  await page.addInitScript(`sessionStorage.setItem('catalograph.key', ${JSON.stringify(key)})`);
  await page.goto(address + path);
  await page.getByRole('heading', { level: 1, name: heading }).waitFor();
}

const namesOf = (page: Page): Promise<string[]> => page.locator('tbody th[scope="row"] a').allTextContents();

/** The page requested this server only, and nothing failed in it. */
function expectQuiet({ requests, errors }: OpenedPage): void {
  expect(requests.filter((url) => !url.startsWith(address))).toEqual([]);
  expect(errors).toEqual([]);
}

browserTest('a stranger is asked for a key, and is offered nothing', async (open) => {
  const { page } = await open();
  await page.goto(`${address}/admin`);
  await page.getByText('These screens are for those who run the catalog.').waitFor();
  expect(await page.getByRole('navigation', { name: 'Screens for stewards' }).count()).toBe(0);
  expect(await violationsOf(page)).toEqual([]);
  const response = await page.goto(`${address}/admin/nowhere`);
  expect(response?.status()).toBe(404);
});

browserTest('a list of datasets is searched, filtered and sorted by its address', async (open) => {
  const opened = await open();
  const { page } = opened;
  await openAs(opened, administrator, '/admin', 'Datasets');
  await page.getByRole('link', { name: 'Noise map' }).waitFor();
  // the styles of the screens are there
  await page.waitForFunction("getComputedStyle(document.querySelector('.admin')).display === 'grid'");
  expect(await violationsOf(page, ['light', 'dark'])).toEqual([]);
  await page.getByRole('searchbox', { name: 'Words of the title' }).fill('tree');
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { level: 2, name: '1 dataset' }).waitFor();
  expect(await namesOf(page)).toEqual(['Street trees']);

  await page.goto(`${address}/admin/datasets?owner=editor&sort=title`);
  await page.getByRole('heading', { level: 2, name: '3 datasets' }).waitFor();
  expect(await namesOf(page)).toEqual(['Noise map', 'Parking meters', 'School roads']);
  await page.getByRole('combobox', { name: 'State' }).selectOption('Published');
  await page.getByRole('heading', { level: 2, name: '0 datasets' }).waitFor();
  expect(new URL(page.url()).search).toBe('?state=published&owner=editor&sort=title');
  expectQuiet(opened);
});

browserTest('the heading of an object keeps the focus when the object is read', async (open) => {
  const opened = await open();
  const { page } = opened;
  await openAs(opened, administrator, '/admin', 'Datasets');
  const arrived = Promise.withResolvers<undefined>();
  await page.route('**/graphql', async (route) => {
    if (/\bAdminDataset\b/.test(route.request().postData() ?? '')) await arrived.promise;
    await route.continue();
  });
  await page.getByRole('link', { name: 'Noise map' }).click();
  await page.locator('h1:focus', { hasText: 'Dataset' }).waitFor();
  arrived.resolve(undefined);
  await page.locator('h1:focus', { hasText: 'Noise map' }).waitFor();
});

browserTest('an administrator publishes, unpublishes, deletes and restores datasets', async (open) => {
  const opened = await open();
  const { page } = opened;
  const uid = await uidOf('public-libraries');
  await openAs(opened, administrator, '/admin/datasets?q=public+libraries', 'Datasets');
  const doTo = async (action: string) => {
    await page.getByRole('checkbox', { name: 'Choose Public libraries' }).check();
    await page.getByRole('button', { name: action, exact: true }).click();
    const dialog = page.getByRole('dialog', { name: action });
    await dialog.getByText('Public libraries').waitFor();
    return dialog;
  };
  let dialog = await doTo('Publish');
  await dialog.getByText('Copy as code').click();
  expect(await dialog.getByRole('group', { name: 'REST call' }).textContent()).toContain(
    `curl -X POST '${address}/api/automation/v1.0/datasets/${uid}/publish/'`,
  );
  expect(await dialog.getByRole('group', { name: 'Mutation' }).textContent()).not.toContain('__typename');
  expect(await violationsOf(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Publish (1)' }).click();
  await page.locator('.state.idle').getByText('published', { exact: true }).waitFor();
  await settled(uid);

  dialog = await doTo('Unpublish');
  await dialog.getByRole('button', { name: 'Unpublish (1)' }).click();
  await page.locator('.state.idle').getByText('not published').waitFor();
  expect((await statusOf(demo.admin, uid)).isPublished).toBe(false);

  dialog = await doTo('Delete');
  await dialog.getByText(/^Sources: \d/).waitFor();
  await dialog.getByRole('button', { name: 'Delete (1)' }).click();
  await page.getByRole('heading', { level: 2, name: '0 datasets' }).waitFor();
  expect((await demo.admin.data(`{ dataset(by: { uid: "${uid}" }) { uid } }`)).dataset).toBeNull();

  await page.getByRole('link', { name: 'Deleted datasets' }).click();
  await page.getByRole('button', { name: 'Restore: Public libraries' }).click();
  expect(await violationsOf(page)).toEqual([]);
  await page.getByRole('dialog').getByRole('button', { name: 'Restore' }).click();
  await page.getByRole('heading', { level: 2, name: '0 datasets' }).waitFor();
  expect((await demo.admin.data(`{ dataset(by: { uid: "${uid}" }) { datasetId } }`)).dataset).toEqual({
    datasetId: 'public-libraries',
  });
  expectQuiet(opened);
});

browserTest('what a visitor may not do is not offered, and is refused when forced', async (open) => {
  const opened = await open();
  const { page } = opened;
  await openAs(opened, contributor, '/admin/datasets', 'Datasets');
  await page.getByRole('link', { name: 'Street trees' }).waitFor();
  expect(await namesOf(page)).toEqual(['Street trees']);
  expect(await page.getByRole('link', { name: 'New dataset' }).count()).toBe(0);
  await page.getByRole('checkbox', { name: 'Choose Street trees' }).check();
  const offered = page.getByRole('group', { name: 'With the chosen datasets' }).getByRole('button');
  expect(await offered.allTextContents()).toEqual(['Delete']);
  // the right is taken away while the dialog is open
  await offered.click();
  await demo.admin.data(
    `mutation { deleteUserRuleset(input: { datasetUid: "${await uidOf('street-trees')}", username: "contributor" }) { deletedId } }`,
  );
  await page.getByRole('dialog').getByRole('button', { name: 'Delete (1)' }).click();
  await page.getByRole('dialog').getByRole('alert').getByText('The service refused: 1').waitFor();
  expect(await uidOf('street-trees')).toBeTruthy();
});

browserTest(
  'metadata are changed after what changes is shown; work survives a reload, and a conflict shows both sides',
  async (open) => {
    const opened = await open();
    const { page } = opened;
    const [, uid = ''] = editor.uids;
    const titleOf = async () => (await demo.admin.data(`{ dataset(by: { uid: "${uid}" }) { title } }`)).dataset.title;
    await openAs(opened, editor.apiKey, `/admin/datasets/${uid}`, 'Parking meters');
    await page.getByLabel(/^Title/).fill('Parking machines');
    await page.getByText('Unsaved changes: 1').waitFor();
    expect(await violationsOf(page, ['light', 'dark'])).toEqual([]);
    // leaving asks, and the browser keeps what was entered
    const questions: string[] = [];
    page.on('dialog', (dialog) => {
      questions.push(dialog.type());
      void dialog.accept();
    });
    await page.reload();
    await page.getByText('Unsaved changes: 1').waitFor();
    expect(await page.getByLabel(/^Title/).inputValue()).toBe('Parking machines');
    expect(questions).toEqual(['beforeunload']);

    await demo.admin.data(
      `mutation { updateDatasetMetadata(input: { datasetUid: "${uid}", title: "Parking places" }) { dataset { uid } } }`,
    );
    const conflict = page.getByRole('alert').filter({ hasText: 'Somebody else has changed this meanwhile.' });
    await conflict.getByText('Now saved: Parking places').waitFor();
    expect(await page.getByRole('button', { name: 'Show what will change' }).isDisabled()).toBe(true);
    await conflict.getByRole('button', { name: 'Keep mine' }).click();
    await page.getByRole('button', { name: 'Show what will change' }).click();
    const dialog = page.getByRole('dialog', { name: 'What will change' });
    const change = dialog.getByRole('row').filter({ hasText: 'default › title' });
    await change.waitFor();
    expect(await change.getByRole('cell').allTextContents()).toEqual(['Parking places', 'Parking machines']);
    expect(await titleOf()).toBe('Parking places');
    expect(await violationsOf(page)).toEqual([]);
    await dialog.getByText('Copy as code').click();
    const code = (name: string) => dialog.getByRole('group', { name });
    await code('File for plan and apply').getByText('title: Parking machines').waitFor();
    expect(await code('File for plan and apply').textContent()).toMatch(
      /^datasetId: \S+\nisPublished: false\nmetadata:\n/,
    );
    expect(await code('REST call').textContent()).toContain(`datasets/${uid}/metadata/default/title/`);
    await dialog.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('heading', { level: 1, name: 'Parking machines' }).waitFor();
    expect(await titleOf()).toBe('Parking machines');
    expect(
      await page.evaluate('Object.keys(localStorage).filter((key) => key.startsWith("catalograph.draft"))'),
    ).toEqual([]);

    // undo: the version before is restored
    await page.getByRole('button', { name: 'Undo' }).click();
    const restore = page.getByRole('dialog');
    await restore.getByRole('row').filter({ hasText: 'title' }).getByText('Parking places').waitFor();
    expect(await violationsOf(page)).toEqual([]);
    await restore.getByRole('button', { name: 'Restore' }).click();
    await page.getByRole('heading', { level: 1, name: 'Parking places' }).waitFor();
    expect(await titleOf()).toBe('Parking places');
    expect(await page.getByRole('button', { name: 'Undo' }).count()).toBe(0);
    await page.getByRole('link', { name: 'Versions' }).click();
    await page
      .getByRole('row')
      .nth(2)
      .getByRole('button', { name: /^Compare with version/ })
      .click();
    await restore.getByRole('row').filter({ hasText: 'title' }).getByText('Parking machines').waitFor();
    expect(await violationsOf(page)).toEqual([]);
    await restore.getByRole('button', { name: 'Cancel' }).click();
    expectQuiet(opened);
  },
);

browserTest('fields are changed and put in order beside a preview, and shown before they are saved', async (open) => {
  const opened = await open();
  const { page } = opened;
  const uid = await uidOf('street-trees');
  await openAs(opened, administrator, `/admin/datasets/${uid}/fields`, 'Street trees');
  const preview = page.getByRole('region', { name: 'The first records with your changes' });
  await preview.getByRole('columnheader', { name: /^height_m/ }).waitFor();
  expect(await violationsOf(page, ['light', 'dark'])).toEqual([]);
  await page.locator('summary').filter({ hasText: 'height_m' }).click();
  await page.getByRole('textbox', { name: 'Label' }).fill('Height');
  await page.getByRole('textbox', { name: 'Name' }).fill('species');
  await page.getByText('Another field has this name.').waitFor();
  expect(await page.getByRole('button', { name: 'Show what will change' }).isDisabled()).toBe(true);
  await page.getByRole('textbox', { name: 'Name' }).fill('height');
  await page.getByRole('textbox', { name: 'Unit' }).fill('m');
  await page.getByRole('checkbox', { name: /^Visitors filter by it/ }).check();
  await preview.getByRole('columnheader', { name: /^Height \(m\)/ }).waitFor();
  // by the keyboard, whose focus stays on the button
  const up = page.getByRole('button', { name: 'Move Height up' });
  await up.focus();
  for (const _each of [1, 2, 3]) await page.keyboard.press('Enter');
  expect(await up.evaluate('document.activeElement.getAttribute("aria-label")')).toBe('Move Height up');
  await page.getByText('Unsaved changes: 5').waitFor();
  expect(await violationsOf(page)).toEqual([]);
  page.on('dialog', (dialog) => void dialog.accept());
  await page.reload();
  await page.getByText('Unsaved changes: 5').waitFor();
  await page.getByRole('button', { name: 'Show what will change' }).click();
  const dialog = page.getByRole('dialog', { name: 'What will change' });
  await dialog.getByRole('row').filter({ hasText: 'facets' }).waitFor();
  await dialog.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Saved. Visitors see it when the dataset is published again.').waitFor();
  const { dataset } = await demo.admin.data(
    `{ dataset(by: { uid: "${uid}" }) { metadata resources { nodes { preview { fields { name label annotations { name args } } } } } } }`,
  );
  const [{ preview: after }] = dataset.resources.nodes;
  const names = after.fields.map(({ name }: { readonly name: string }) => name);
  expect(after.fields[names.indexOf('height')]).toEqual({
    name: 'height',
    label: 'Height',
    annotations: expect.arrayContaining([{ name: 'unit', args: ['m'] }]),
  });
  expect(names.indexOf('height')).toBe(names.indexOf('street') - 1);
  expect(JSON.stringify(dataset.metadata.asset_content_configuration.facets.value)).toContain('"height"');
  expectQuiet(opened);
});

browserTest('access is changed by rules, and the dataset is seen as a user gets it', async (open) => {
  const opened = await open();
  const { page } = opened;
  const uid = await uidOf('air-quality');
  // its fields can be chosen when it is published
  await eventually(
    () => statusOf(demo.admin, uid),
    ({ status, isPublished }) => status === 'idle' && isPublished,
  );
  await openAs(opened, administrator, `/admin/datasets/${uid}/access`, /./);
  await page.getByRole('checkbox', { name: /^Restricted/ }).check();
  await page.getByRole('combobox', { name: 'User' }).first().fill('contributor');
  await page.keyboard.press('Enter');
  await page.locator('summary').filter({ hasText: 'contributor' }).click();
  await page.getByRole('textbox', { name: 'Only records with' }).fill('pm10_mg_m3 > 20');
  await page.getByRole('checkbox', { name: 'All fields' }).uncheck();
  await page.getByRole('group', { name: 'Visible fields' }).getByRole('checkbox').nth(1).uncheck();
  await page.getByText('Unsaved changes: 2').waitFor();
  expect(await violationsOf(page, ['light', 'dark'])).toEqual([]);
  await page.getByRole('button', { name: 'Show what will change' }).click();
  const dialog = page.getByRole('dialog', { name: 'What will change' });
  await dialog.getByRole('row').filter({ hasText: 'isRestricted' }).waitFor();
  await dialog.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Saved. Visitors see it when').waitFor();
  const { dataset } = await demo.admin.data(
    `{ dataset(by: { uid: "${uid}" }) { isRestricted userRuleset(username: "contributor") { security { filterQuery visibleFields } } } }`,
  );
  expect(dataset).toMatchObject({ isRestricted: true, userRuleset: { security: { filterQuery: 'pm10_mg_m3 > 20' } } });

  await page.getByRole('combobox', { name: 'User' }).last().fill('contributor');
  await page.getByRole('button', { name: 'See', exact: true }).click();
  const seen = page.getByRole('group', { name: /^Records that contributor sees: \d/ });
  await seen.waitFor();
  expect(await seen.getByRole('columnheader').count()).toBe(dataset.userRuleset.security.visibleFields.length);
  expect(await violationsOf(page)).toEqual([]);
  // who may edit alone is not offered the access, and the service refuses them
  const others = await open();
  const [noiseMap = ''] = editor.uids;
  await seedRuleset(demo, noiseMap, { user: 'contributor', permissions: ['edit_dataset'] });
  await openAs(others, contributor, `/admin/datasets/${noiseMap}/access`, 'Noise map');
  await others.page.getByRole('link', { name: 'Fields' }).waitFor();
  expect(await others.page.getByRole('link', { name: 'Access', exact: true }).count()).toBe(0);
  expect(await others.page.getByRole('checkbox').count()).toBe(0);
  expectQuiet(opened);
});

browserTest('a dataset is published and unpublished from its own screen, as it happens', async (open) => {
  const opened = await open();
  const { page } = opened;
  const uid = await uidOf('energy-of-public-buildings');
  await openAs(opened, administrator, `/admin/datasets/${uid}/publication`, /./);
  await page.locator('.panel .state').getByText('not published').waitFor();
  await page.getByRole('button', { name: 'Publish', exact: true }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Publish (1)' }).click();
  await page.locator('.panel .state.idle').getByText('published', { exact: true }).waitFor();
  expect(await violationsOf(page)).toEqual([]);
  await page.getByRole('button', { name: 'Unpublish', exact: true }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Unpublish (1)' }).click();
  await page.locator('.panel .state.idle').getByText('not published').waitFor();
  expect((await statusOf(demo.admin, uid)).isPublished).toBe(false);
  const history = page.getByRole('region', { name: 'Publications so far' });
  await history.getByRole('row').filter({ hasText: 'Unpublished: done' }).waitFor();
  await history.getByRole('row').filter({ hasText: 'Records and metadata: done' }).waitFor();
  expect(await violationsOf(page)).toEqual([]);
  expectQuiet(opened);
});

browserTest('the audit log is for administrators alone, and is filtered by its address', async (open) => {
  const opened = await open();
  const { page } = opened;
  await openAs(opened, administrator, '/admin/activity?action=deleteDataset', 'Activity');
  await page.getByRole('heading', { level: 2, name: 'Entries: 1' }).waitFor();
  await page.getByRole('cell', { name: await uidOf('public-libraries') }).waitFor();
  expect(await violationsOf(page, ['light', 'dark'])).toEqual([]);
  expectQuiet(opened);
  const others = await open();
  await openAs(others, editor.apiKey, '/admin/activity', 'Activity');
  await others.page.getByText('editor may not use this screen.').waitFor();
  await others.page.goto(`${address}/admin`);
  await others.page.getByRole('link', { name: 'Deleted datasets' }).waitFor();
  expect(await others.page.getByRole('link', { name: 'Activity' }).count()).toBe(0);
});

browserTest('a list can be read and published from on a phone', async (open) => {
  const opened = await open();
  const { page } = opened;
  await page.setViewportSize({ width: 390, height: 844 });
  await openAs(opened, editor.apiKey, '/admin/datasets', 'Datasets');
  await page.getByRole('link', { name: 'Noise map' }).waitFor();
  const fits = () => page.evaluate('document.documentElement.scrollWidth <= innerWidth');
  expect(await fits()).toBe(true);
  expect(await violationsOf(page)).toEqual([]);
  await page.getByRole('link', { name: 'Noise map' }).click();
  await page.getByLabel(/^Title/).waitFor();
  expect(await fits()).toBe(true);
  await page.getByRole('link', { name: 'Publication', exact: true }).click();
  await page.locator('.panel .state').waitFor();
  expect(await fits()).toBe(true);
});

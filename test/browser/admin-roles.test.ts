import { expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { testApp } from '../support/app.ts';
import { clientOf } from '../support/client.ts';
import { violationsOf } from '../support/http/accessibility.ts';
import { browserTest, type OpenedPage } from '../support/http/browser.ts';
import { seedForm } from '../support/portal/forms.ts';
import { seedDataset, seedKey, seedRuleset } from '../support/seed.ts';

const app = await testApp();
const address = await app.http.listen({ port: 0, host: '127.0.0.1' });

/** The key of each role: those with a right in the whole domain, with a right to one object alone, and with none. */
const keys = {
  administrator: 'test-administrator-key',
  editor: await seedKey(app, 'editor'),
  contributor: await seedKey(app, 'contributor', ['create_dataset']),
  moderator: await seedKey(app, 'moderator', ['moderate_form']),
  author: await seedKey(app, 'author'),
  stranger: await seedKey(app, 'stranger'),
};
type Role = keyof typeof keys;
const roles = Object.keys(keys) as readonly Role[];
const everybody = roles;

const titled = (title: string) => ({ metadata: { default: { title: { value: title } } } });
const rivers = await seedDataset(app.admin, titled('Rivers'));
await seedRuleset(app, rivers, { user: 'editor', permissions: ['edit_dataset'] });
const walks = await seedDataset(clientOf(app, keys.contributor), titled('Walks'));
await seedForm(app.admin, 'report-tree', { title: 'Report a tree', accessType: 'open' });
const seeded = await app.admin.data(`mutation {
  page: createCodeEditorPage(input: { slug: "hours", translations: [{ language: "en", title: "Opening hours" }] }) { configuration { uid } }
  harvester: createHarvester(input: { type: "ods", name: "Neighbour", settings: { domain: "neighbour" } }) { harvester { uid } }
  term: createGlossaryTerm(input: { name: "Girth" }) { glossaryTerm { uid } }
  asset: createAsset(input: { assetType: map, title: "Map of trees" }) { asset { uid } }
  group: createGroup(input: { uid: "council", title: "City council" }) { group { uid } }
  provider: createIdentityProvider(input: { type: OIDC, name: "City accounts", loginLink: "/sign-in/city", labels: [{ language: "en", text: "City" }] }) { identityProvider { uid } }
}`);
const pageUid: string = seeded.page.configuration.uid;
const harvesterUid: string = seeded.harvester.harvester.uid;
const termUid: string = seeded.term.glossaryTerm.uid;
const assetUid: string = seeded.asset.asset.uid;
const providerUid: string = seeded.provider.identityProvider.uid;
await app.admin.data(
  'mutation ($uid: ID!) { replacePageRuleset(input: { uid: $uid, grantee: { username: "author" }, permissions: [edit_page] }) { __typename } }',
  { uid: pageUid },
);

/** The screens, what each is headed by, and who reaches it. */
const screens: readonly (readonly [path: string, heading: string, reachedBy: readonly Role[]])[] = [
  ['/admin/datasets', 'Datasets', ['administrator', 'editor', 'contributor']],
  ['/admin/datasets/deleted', 'Deleted datasets', ['administrator', 'editor', 'contributor']],
  ['/admin/datasets/new', 'New dataset', ['administrator', 'contributor']],
  [`/admin/datasets/${rivers}`, 'Rivers', ['administrator', 'editor']],
  ...['sources', 'processors', 'fields', 'files', 'schedules', 'publication', 'versions'].map(
    (tab) => [`/admin/datasets/${rivers}/${tab}`, 'Rivers', ['administrator', 'editor']] as const,
  ),
  [`/admin/datasets/${rivers}/access`, 'Rivers', ['administrator']],
  [`/admin/datasets/${walks}/access`, 'Walks', ['administrator', 'contributor']],
  ['/admin/pages', 'Pages', ['administrator', 'author']],
  ['/admin/pages/new', 'New page', ['administrator']],
  [`/admin/pages/${pageUid}`, 'Opening hours', ['administrator', 'author']],
  ['/admin/harvesters', 'Harvesters', ['administrator']],
  ['/admin/harvesters/new', 'New harvester', ['administrator']],
  [`/admin/harvesters/${harvesterUid}`, 'Neighbour', ['administrator']],
  ['/admin/connections', 'Connections', ['administrator']],
  ['/admin/new-connection', 'New connection', ['administrator']],
  ['/admin/forms', 'Forms', ['administrator', 'moderator']],
  ['/admin/deleted-forms', 'Deleted forms', ['administrator']],
  ['/admin/new-form', 'New form', ['administrator']],
  ['/admin/forms/report-tree', 'Report a tree', ['administrator', 'moderator']],
  ['/admin/forms/report-tree/settings', 'Report a tree', ['administrator']],
  ['/admin/forms/report-tree/submissions', 'Report a tree', ['administrator', 'moderator']],
  ['/admin/forms/report-tree/moderation', 'Report a tree', ['administrator', 'moderator']],
  ['/admin/glossary', 'Glossary', ['administrator']],
  ['/admin/new-term', 'New term', ['administrator']],
  [`/admin/glossary/${termUid}`, 'Girth', ['administrator']],
  ['/admin/assets', 'Assets', ['administrator']],
  ['/admin/new-asset', 'New asset', ['administrator']],
  [`/admin/assets/${assetUid}`, 'Map of trees', ['administrator']],
  ['/admin/people', 'Users', ['administrator']],
  ['/admin/people/new-user', 'New user', ['administrator']],
  ['/admin/people/users/editor', 'editor', ['administrator']],
  ['/admin/people/groups', 'Groups', ['administrator']],
  ['/admin/people/new-group', 'New group', ['administrator']],
  ['/admin/people/groups/council', 'City council', ['administrator']],
  ['/admin/people/providers', 'Sign-in providers', ['administrator']],
  ['/admin/people/new-provider', 'New sign-in provider', ['administrator']],
  [`/admin/people/providers/${providerUid}`, 'City accounts', ['administrator']],
  ['/admin/activity', 'Activity', ['administrator']],
  ['/admin/jobs', 'Jobs', ['administrator']],
  ...['', '/look', '/identity', '/features'].map(
    (tab) => [`/admin/settings${tab}`, 'Settings', ['administrator']] as const,
  ),
  ['/admin/keys', 'Own keys', everybody],
];

/** What the navigation of the screens offers. */
const offered: Readonly<Record<Role, readonly string[]>> = {
  administrator: [
    ...['Datasets', 'Deleted datasets', 'Pages', 'Harvesters', 'Connections', 'Forms', 'Deleted forms', 'Glossary'],
    ...['Assets', 'People', 'Activity', 'Jobs', 'Settings', 'Own keys', 'New dataset'],
  ],
  editor: ['Datasets', 'Deleted datasets', 'Own keys'],
  contributor: ['Datasets', 'Deleted datasets', 'Own keys', 'New dataset'],
  moderator: ['Forms', 'Own keys'],
  author: ['Pages', 'Own keys'],
  stranger: ['Own keys'],
};

/** Opens the screens with a key. */
async function openScreens(open: () => Promise<OpenedPage>, role: Role): Promise<OpenedPage> {
  const opened = await open();
  await opened.page.addInitScript(`sessionStorage.setItem('catalograph.key', ${JSON.stringify(keys[role])})`);
  await opened.page.goto(`${address}/admin`);
  return opened;
}

/** Shows an address as if it was entered, without loading the page again. */
async function show(page: Page, path: string): Promise<void> {
  await page.evaluate(
    `document.activeElement.blur(); history.pushState(null, '', ${JSON.stringify(path)}); dispatchEvent(new PopStateEvent('popstate'));`,
  );
  await page.locator('h1:focus').waitFor();
}

/** Expects that the screen which is shown is for the visitor. */
async function expectReached(page: Page, path: string, heading: string): Promise<void> {
  await page.getByRole('heading', { level: 1, name: heading, exact: true }).waitFor();
  await page.locator('main:not([aria-busy]):not(:has([role=status] progress))').waitFor();
  expect([path, await page.getByText(refusals).count()]).toEqual([path, 0]);
  expect([path, await page.locator('[role=alert] .error:visible').allTextContents()]).toEqual([path, []]);
}

/** What says that a screen is not for the visitor. */
const refusals = /may not use this screen|may not create datasets|No dataset that you may edit|you may not see it/;

for (const role of roles)
  browserTest(
    `what the ${role} may not do is not offered, and a screen that is opened by hand says so`,
    async (open) => {
      const { page, errors } = await openScreens(open, role);
      const navigation = page.getByRole('navigation', { name: 'Screens for stewards' });
      await navigation.waitFor();
      expect(await navigation.getByRole('link').allTextContents()).toEqual(offered[role]);
      expect(await navigation.locator('[aria-current="page"], [aria-current="true"]').textContent()).toBe(
        offered[role][0],
      );
      let isRefusalJudged = false;
      // the administrator reaches all screens, which the tests of their halves show
      for (const [path, heading, reachedBy] of role === 'administrator' ? [] : screens) {
        await show(page, path);
        if (reachedBy.includes(role)) {
          await expectReached(page, path, heading);
          continue;
        }
        await page.getByText(refusals).waitFor();
        expect([path, await page.locator('main .screen button').count()]).toEqual([path, 0]);
        if (!isRefusalJudged) expect([path, await violationsOf(page)]).toEqual([path, []]);
        isRefusalJudged = true;
      }
      expect(errors).toEqual([]);
    },
  );

const half = Math.ceil(screens.length / 2);
for (const [name, part] of [
  ['first', screens.slice(0, half)],
  ['second', screens.slice(half)],
] as const)
  browserTest(
    `the ${name} half of the screens is reached by the administrator, can be read by everyone, and fits a phone`,
    async (open) => {
      const { page, errors } = await openScreens(open, 'administrator');
      await page.getByRole('link', { name: 'Rivers' }).waitFor();
      for (const [path, heading] of part) {
        await page.setViewportSize({ width: 1280, height: 900 });
        await show(page, path);
        await expectReached(page, path, heading);
        for (const width of [1280, 390]) {
          await page.setViewportSize({ width, height: 900 });
          expect([path, width, await page.evaluate('document.documentElement.scrollWidth')]).toEqual([
            path,
            width,
            width,
          ]);
        }
        expect([path, await violationsOf(page)]).toEqual([path, []]);
      }
      expect(errors).toEqual([]);
    },
  );

test('without a key each screen asks for one, and has nothing else', async () => {
  for (const [path] of screens) {
    const { statusCode, body } = await app.http.inject({ url: path, headers: { accept: 'text/html' } });
    expect([path, statusCode, /[Ee]nter (?:a key|your API key)/.test(body), body.includes('Rivers')]).toEqual([
      path,
      200,
      true,
      false,
    ]);
    expect([path, body.includes('admin-places')]).toEqual([path, false]);
  }
});

/** What the buttons of the screens send, and who may. */
const changes: readonly (readonly [mutation: string, mayDo: readonly Role[]])[] = [
  ['createDataset(input: { title: "Forced" }) { __typename }', ['administrator', 'contributor']],
  [
    `applyDataset(input: { datasetUid: "${rivers}", mode: UPDATE, metadataFields: [] }) { __typename }`,
    ['administrator', 'editor'],
  ],
  [`applyDataset(input: { datasetUid: "${rivers}", isRestricted: true }) { __typename }`, ['administrator']],
  [`publishDataset(input: { uid: "${rivers}" }) { __typename }`, ['administrator']],
  [`deleteDataset(input: { uid: "${rivers}" }) { __typename }`, ['administrator', 'editor']],
  [
    'createCodeEditorPage(input: { translations: [{ language: "en", title: "Forced" }] }) { __typename }',
    ['administrator'],
  ],
  [`publishPage(input: { uid: "${pageUid}" }) { __typename }`, ['administrator', 'author']],
  ['createHarvester(input: { type: "ods", name: "Forced" }) { __typename }', ['administrator']],
  [`startHarvester(input: { uid: "${harvesterUid}" }) { __typename }`, ['administrator']],
  ['createForm(input: { title: "Forced" }) { __typename }', ['administrator']],
  ['deleteForm(input: { slug: "report-tree" }) { __typename }', ['administrator']],
  [
    'rejectSubmission(input: { formSlug: "report-tree", uid: "fs_000000", expectedStatus: pending, reason: "Forced" }) { __typename }',
    ['administrator', 'moderator'],
  ],
  ['createGlossaryTerm(input: { name: "Forced" }) { __typename }', ['administrator']],
  [`deleteAsset(input: { uid: "${assetUid}" }) { __typename }`, ['administrator']],
  ['createUser(input: { username: "forced" }) { __typename }', ['administrator']],
  ['createGroup(input: { uid: "forced", title: "Forced" }) { __typename }', ['administrator']],
  ['updatePortalSettings(input: { isFeedbackEnabled: true }) { __typename }', ['administrator']],
  ['retryJob(input: { uid: "forced" }) { __typename }', ['administrator']],
];

test('what the screens do not offer, the service refuses of those who send it', async () => {
  for (const [mutation, mayDo] of changes) {
    for (const role of roles.filter((each) => !mayDo.includes(each))) {
      const { data, errors } = await clientOf(app, keys[role]).graph(`mutation { done: ${mutation} }`);
      expect([mutation, role, data, errors?.[0]?.extensions.code]).toEqual([
        ...[mutation, role, null],
        expect.stringMatching(/^(?:PERMISSION_DENIED|NOT_FOUND)$/),
      ]);
    }
    const { errors } = await app.unauthenticated.graph(`mutation { ${mutation} }`);
    expect([mutation, errors?.[0]?.extensions.code]).toEqual([mutation, 'UNAUTHORIZED']);
  }
});

import { expect } from '@jest/globals';
import { testApp } from '../support/app.ts';
import { violationsOf } from '../support/http/accessibility.ts';
import { browserTest, type OpenedPage } from '../support/http/browser.ts';
import { seedKey } from '../support/seed.ts';

const app = await testApp();
const address = await app.http.listen({ port: 0, host: '127.0.0.1' });
const administrator = 'test-administrator-key';
const editor = await seedKey(app, 'editor');
await app.admin.data(
  'mutation { createGroup(input: { uid: "council", title: "City council", permissions: [edit_page] }) { group { uid } } }',
);

/** Goes to a screen with a key, and waits for its heading. */
async function openAs({ page }: OpenedPage, key: string, path: string, heading: string | RegExp): Promise<void> {
  await page.addInitScript(`sessionStorage.setItem('catalograph.key', ${JSON.stringify(key)})`);
  await page.goto(address + path);
  await page.getByRole('heading', { level: 1, name: heading }).waitFor();
}

const userOf = async (username: string) =>
  (
    await app.admin.data(
      `{ user(username: "${username}") { firstName isActive permissions groups { nodes { uid } } keys { nodes { label revokedAt } } } }`,
    )
  ).user;

/** The page requested this server only, and nothing failed in it. */
function expectQuiet({ requests, errors }: OpenedPage): void {
  expect(requests.filter((url) => !url.startsWith(address))).toEqual([]);
  expect(errors).toEqual([]);
}

browserTest('an administrator creates a user, invites, changes after a preview, and deletes', async (open) => {
  const opened = await open();
  const { page } = opened;
  await openAs(opened, administrator, '/admin/people', 'Users');
  await page.getByRole('link', { name: 'editor' }).waitFor();
  expect(await violationsOf(page, ['light', 'dark'])).toEqual([]);
  await page.getByRole('link', { name: 'New user' }).click();
  await page.getByLabel('User', { exact: true }).fill('ada');
  await page.getByLabel('First name').fill('Ada');
  await page.getByRole('checkbox', { name: 'create_dataset' }).check();
  const save = async () => {
    await page.getByRole('button', { name: 'Show what will change' }).click();
    const dialog = page.getByRole('dialog', { name: 'What will change' });
    await dialog.getByText('Copy as code').waitFor();
    expect(await violationsOf(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Save' }).click();
  };
  await save();
  await page.getByRole('heading', { level: 1, name: 'ada' }).waitFor();
  expect(await userOf('ada')).toMatchObject({ firstName: 'Ada', isActive: true, permissions: ['create_dataset'] });

  await page.getByRole('button', { name: 'Invite' }).click();
  await page.getByText(/\/invitation\?code=[\w-]{43}$/).waitFor();
  await page.getByRole('button', { name: 'Withdraw the invitation' }).click();
  await page.getByText('No invitation waits.').waitFor();
  await page.getByRole('button', { name: 'Invite', exact: true }).click();
  await page.getByText(/\/invitation\?code=[\w-]{43}$/).waitFor();

  // what was entered survives a reload, and is sent after it was shown alone
  await page.getByRole('checkbox', { name: 'City council' }).check();
  await page.getByRole('checkbox', { name: 'Is active' }).uncheck();
  page.on('dialog', (dialog) => void dialog.accept());
  await page.reload();
  await page.getByText('Unsaved changes: 2').waitFor();
  expect((await userOf('ada')).isActive).toBe(true);
  await save();
  await page.locator('.pending').getByText('Saved.').waitFor();
  expect(await userOf('ada')).toMatchObject({ isActive: false, groups: { nodes: [{ uid: 'council' }] } });

  await page.getByRole('button', { name: 'Delete', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Delete ada' });
  await dialog
    .getByText(/deleted too/)
    .first()
    .waitFor();
  expect(await violationsOf(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Delete', exact: true }).click();
  await page.getByRole('heading', { level: 1, name: 'Users' }).waitFor();
  expect(await userOf('ada')).toBeNull();
  expectQuiet(opened);
});

browserTest('a group gets rights and members, and says what its deletion takes', async (open) => {
  const opened = await open();
  const { page } = opened;
  await openAs(opened, administrator, '/admin/people/groups/council', 'City council');
  await page.getByLabel('Name of the user').fill('editor');
  await page.getByRole('button', { name: 'Add', exact: true }).click();
  await page.getByRole('button', { name: 'Remove: editor' }).waitFor();
  expect((await userOf('editor')).groups.nodes).toEqual([{ uid: 'council' }]);
  expect(await violationsOf(page, ['light', 'dark'])).toEqual([]);
  await page.getByRole('button', { name: 'Remove: editor' }).click();
  await page.getByRole('heading', { name: 'Members (0)' }).waitFor();
  expect((await userOf('editor')).groups.nodes).toEqual([]);
  expectQuiet(opened);
});

browserTest('the secret of a sign-in provider is sent, and neither shown nor kept', async (open) => {
  const opened = await open();
  const { page } = opened;
  await openAs(opened, administrator, '/admin/people/new-provider', 'New sign-in provider');
  await page.getByLabel('Name', { exact: true }).fill('City accounts');
  await page.getByLabel('Issuer').fill('https://login.example.org');
  await page.getByLabel('Client identifier').fill('catalograph');
  await page.getByLabel('Client secret').fill('very-secret-text');
  expect(await page.evaluate('JSON.stringify(localStorage)')).not.toContain('very-secret-text');
  await page.getByRole('button', { name: 'Show what will change' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByText('Copy as code').click();
  expect(await dialog.textContent()).not.toContain('very-secret-text');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await page.getByText('A client secret is stored.').waitFor();
  const { identityProviders } = await app.admin.data('{ identityProviders { nodes { name hasClientSecret } } }');
  expect(identityProviders.nodes).toEqual([{ name: 'City accounts', hasClientSecret: true }]);
  expect(await violationsOf(page)).toEqual([]);
  expectQuiet(opened);
});

browserTest('people make and revoke own keys, and are offered nothing else', async (open) => {
  const opened = await open();
  const { page } = opened;
  await page.setViewportSize({ width: 390, height: 844 });
  await openAs(opened, editor, '/admin/keys', 'Own keys');
  expect(await page.getByRole('link', { name: 'People' }).count()).toBe(0);
  await page.getByLabel('What the new key is for').fill('laptop');
  await page.getByRole('button', { name: 'Create a key' }).click();
  await page.getByText('Copy the key. It is shown only now:').waitFor();
  await page.getByRole('button', { name: 'Revoke: laptop' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click();
  await page.getByText(/^Revoked /).waitFor();
  const { keys } = await userOf('editor');
  expect(keys.nodes.filter(({ label }: { label: string }) => label === 'laptop')).toEqual([
    { label: 'laptop', revokedAt: expect.any(String) },
  ]);
  expect(await violationsOf(page)).toEqual([]);
  expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true);
  await page.goto(`${address}/admin/people`);
  await page.getByText('editor may not use this screen.').waitFor();
  expectQuiet(opened);
});

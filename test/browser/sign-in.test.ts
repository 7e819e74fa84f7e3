import { expect } from '@jest/globals';
import type { Page } from 'playwright-core';
import { sql } from '#kernel/sql.ts';
import { testApp } from '../support/app.ts';
import { seedPublished } from '../support/datasets/catalog.ts';
import { browserTest } from '../support/http/browser.ts';
import { addProvider } from '../support/portal/providers.ts';
import { openIdProvider, publicService } from '../support/sign-in/openid-provider.ts';
import { violationsOf } from '../support/http/accessibility.ts';

const provider = await openIdProvider();
const app = await testApp({ FETCH_ALLOW: provider.host });
const { admin } = app;
// another site than the provider, which has an address of numbers
const address = (await app.http.listen({ port: 0, host: '127.0.0.1' })).replace('127.0.0.1', 'localhost');
const uid = await addProvider(admin, {
  type: 'OIDC',
  issuer: provider.issuer,
  canCreateUsers: true,
  labels: [
    { language: 'en', text: 'Sign in with the city' },
    { language: 'fr', text: 'Se connecter avec la ville' },
  ],
  ...publicService,
});
provider.acceptRedirect(`${address}/sign-in/${uid}/callback`);
provider.persons.set('ada', { preferred_username: 'ada' });
await seedPublished(app, 'rivers', { described: { title: 'Rivers' } });
const cookie = '__Host-catalog_session';

/** Fills in the pages of the provider, and comes back. */
async function signInAtProvider(page: Page, subject: string): Promise<void> {
  await page.locator('input[name=login]').fill(subject);
  await page.locator('input[name=password]').fill('any');
  await page.locator('button[type=submit]').click();
  await page.locator('input[value=consent]').waitFor({ state: 'attached' });
  await page.locator('button[type=submit]').click();
  await page.waitForURL(`${address}/**`);
}

const cookieOf = async (page: Page) => (await page.context().cookies(address)).find(({ name }) => name === cookie);

browserTest('a person signs in with the provider, is named on every page, and signs out', async (open) => {
  const opened = await open();
  const { page } = opened;
  await page.goto(`${address}/datasets/rivers?lang=en`);
  expect(await violationsOf(page)).toEqual([]);
  await page.getByRole('link', { name: 'Sign in with the city' }).click();
  await signInAtProvider(page, 'ada');
  expect(page.url()).toBe(`${address}/datasets/rivers?lang=en`);
  expect(await cookieOf(page)).toMatchObject({ httpOnly: true, secure: true, sameSite: 'Lax', path: '/' });
  await page.getByText('Signed in as ada').waitFor();
  // what the pages of the provider miss does not count
  const errorsBefore = opened.errors.length;
  expect(await violationsOf(page)).toEqual([]);
  expect(await page.evaluate('document.cookie')).not.toContain(cookie);
  // a view that only the browser reads, with the session
  await page.getByRole('link', { name: 'Publications' }).click();
  await page.getByRole('heading', { level: 1, name: 'Publications' }).waitFor();
  await page.getByText('Signed in as ada').waitFor();
  expect(await page.getByText('Enter an API key').count()).toBe(0);
  await page.reload();
  await page.getByText('Signed in as ada').waitFor();
  expect(opened.errors.slice(errorsBefore)).toEqual([]);

  await page.setViewportSize({ width: 390, height: 800 });
  expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(390);
  await page.getByRole('button', { name: 'Sign out' }).click();
  await page.getByRole('heading', { level: 1, name: 'Signed out' }).waitFor();
  await page.getByRole('link', { name: 'Sign in with the city' }).first().waitFor();
  expect(await cookieOf(page)).toBeUndefined();
  expect(await violationsOf(page)).toEqual([]);
  await page.goBack();
  await page.getByRole('link', { name: 'Sign in with the city' }).first().waitFor();
  await page.goForward();

  // the provider asks, and sends the person back to where they were
  await page.getByRole('link', { name: 'Sign out there too' }).click();
  await page.locator('button[name=logout]').click();
  await page.waitForURL(`${address}/publications`);
  await page.getByRole('heading', { level: 1, name: 'Publications' }).waitFor();
});

browserTest('a person sees where they are signed in, and ends the other sessions', async (open) => {
  const { page } = await open();
  const elsewhere = await page.context().browser()?.newContext();
  const other = await (elsewhere ?? page.context()).newPage();
  for (const each of [page, other]) {
    await each.goto(`${address}/sign-in/${uid}?return_to=/forms`);
    await signInAtProvider(each, 'ada');
  }
  await page.getByRole('link', { name: 'Signed in as ada' }).click();
  await page.getByRole('heading', { level: 1, name: 'Account' }).waitFor();
  await page.getByText('This browser').waitFor();
  expect(await violationsOf(page)).toEqual([]);
  await page.setViewportSize({ width: 390, height: 800 });
  expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(390);
  await page.getByRole('button', { name: 'End all other sessions' }).click();
  await page.getByRole('button', { name: 'End all other sessions' }).waitFor({ state: 'detached' });
  expect(await page.getByText('This browser').count()).toBe(1);
  await other.getByRole('link', { name: 'Signed in as ada' }).click();
  await other.getByRole('alert').getByText('Your session has ended').waitFor();
  await page.getByText('Signed in as ada').first().waitFor();
  await elsewhere?.close();
});

browserTest('a session that has ended is forgotten, and the page goes on for everyone', async (open) => {
  const { page } = await open();
  await page.goto(`${address}/sign-in/${uid}?return_to=/`);
  await signInAtProvider(page, 'ada');
  await page.getByText('Signed in as ada').waitFor();
  await app.services.db.rows(sql`update sign_in_session set expires_at = now()`);
  await page.getByRole('article').getByRole('link', { name: 'Rivers' }).click();
  await page.getByRole('heading', { level: 1, name: 'Rivers' }).waitFor();
  await page.getByRole('alert').getByText('Your session has ended').waitFor();
  await page.getByRole('link', { name: 'Sign in with the city' }).waitFor();
  expect(await cookieOf(page)).toBeUndefined();
});

browserTest('a sign-in that fails says why, in the language of the visitor, and what to do', async (open) => {
  const { page } = await open();
  await page.context().setExtraHTTPHeaders({ 'accept-language': 'fr' });
  await page.goto(`${address}/sign-in/${uid}/callback?state=other&code=any`);
  await page.getByRole('heading', { level: 1, name: 'Se connecter' }).waitFor();
  await page.getByRole('alert').getByText('n’a pas été commencée dans ce navigateur').waitFor();
  expect(await violationsOf(page)).toEqual([]);
  await page.getByRole('main').getByRole('link', { name: 'Se connecter avec la ville' }).click();
  await signInAtProvider(page, 'ada');
  await page.getByText('Connecté : ada').waitFor();
});

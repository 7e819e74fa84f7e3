import { expect } from '@jest/globals';
import type { Page } from 'playwright-core';
import { testApp } from '../support/app.ts';
import { seedPublished } from '../support/datasets/catalog.ts';
import { browserTest, type OpenedPage } from '../support/http/browser.ts';
import { openPathProxy } from '../support/http/path-proxy.ts';
import { seedForm } from '../support/portal/forms.ts';

const proxy = await openPathProxy();
const { address } = proxy;
const app = await testApp({ PUBLIC_URL: address });
proxy.serve(new URL(await app.http.listen({ port: 0, host: '127.0.0.1' })));
await seedPublished(app, 'rivers', { described: { title: 'Rivers' } });
await seedForm(app.admin, 'survey', { accessType: 'open', title: 'Survey' });

/** The page requested nothing outside of its path, and nothing failed in it. */
function expectQuiet({ requests, errors }: OpenedPage): void {
  expect(requests.filter((url) => !url.startsWith(`${address}/`) && !/^(?:data|blob):/.test(url))).toEqual([]);
  expect(errors).toEqual([]);
}

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name }).waitFor();

browserTest(
  'the page works below the path of PUBLIC_URL: links, addresses, the way back, and a reload',
  async (open) => {
    const opened = await open();
    const { page } = opened;
    await page.goto(`${address}/`);
    await heading(page, 'Open data, easy to find');
    await page.getByRole('searchbox', { name: 'Search datasets' }).fill('rivers');
    await page.keyboard.press('Enter');
    await page.waitForURL(`${address}/?q=rivers`);
    await page.getByRole('article').getByRole('link', { name: 'Rivers' }).click();
    await heading(page, 'Rivers');
    expect(page.url()).toBe(`${address}/datasets/rivers`);
    await page.reload();
    await heading(page, 'Rivers');
    await page.getByRole('navigation').getByRole('link', { name: 'Forms' }).click();
    await heading(page, 'Forms');
    expect(await page.getByRole('navigation').first().locator('[aria-current]').textContent()).toBe('Forms');
    await page.getByRole('link', { name: 'Survey' }).click();
    await heading(page, 'Survey');
    expect(page.url()).toBe(`${address}/forms/survey`);
    await page.goBack();
    await page.goBack();
    await heading(page, 'Rivers');
    await page.getByRole('button', { name: 'Enter key' }).click();
    await page.getByRole('textbox', { name: 'API key' }).fill('test-administrator-key');
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Key entered' }).waitFor();
    expectQuiet(opened);
  },
);

browserTest('the editor of the graph and the REST documentation work below a path', async (open) => {
  const opened = await open();
  const { page } = opened;
  await page.goto(`${address}/graphql`);
  expect(page.url()).toBe(`${address}/graphiql`);
  await page.locator('.graphiql-tab-button').first().waitFor();
  await page.goto(`${address}/docs`);
  await page.locator('.opblock-tag').first().waitFor();
  expectQuiet(opened);
});

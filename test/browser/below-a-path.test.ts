import { createServer, request as send, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, expect } from '@jest/globals';
import type { Page } from 'playwright-core';
import { testApp } from '../support/app.ts';
import { seedPublished } from '../support/datasets/catalog.ts';
import { browserTest, type OpenedPage } from '../support/http/browser.ts';
import { seedForm } from '../support/portal/forms.ts';

/** A proxy that serves the service at /data, and removes that path from requests. It has nothing else. */
const proxy = createServer((request, response) => {
  forward(request, response);
});
let forward: RequestListener = (_request, response) => response.end();
await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
afterAll(() => {
  proxy.closeAllConnections();
  proxy.close();
});
const origin = `http://127.0.0.1:${String((proxy.address() as AddressInfo).port)}`;
const address = `${origin}/data`;

const app = await testApp({ PUBLIC_URL: address });
const service = new URL(await app.http.listen({ port: 0, host: '127.0.0.1' }));
forward = (request, response) => {
  const [, path] = /^\/data(\/.*)$/.exec(request.url ?? '') ?? [];
  if (path === undefined) return response.writeHead(404).end();
  const { method, headers } = request;
  const forwarded = send({ host: service.hostname, port: service.port, path, method, headers }, (answer) => {
    response.writeHead(answer.statusCode ?? 502, answer.headers);
    answer.pipe(response);
  });
  return request.pipe(forwarded);
};
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
    await page.getByRole('link', { name: 'Rivers' }).click();
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

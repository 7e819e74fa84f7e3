import { expect } from '@jest/globals';
import type { Page } from 'playwright-core';
import { graphiqlTabs } from '#server/pages/graphiql.ts';
import { testApp } from '../support/app.ts';
import { browserTest, type OpenedPage } from '../support/http/browser.ts';
import { seedDataset } from '../support/seed.ts';

const { http, admin } = await testApp();
const uid = await seedDataset(admin);
const address = await http.listen({ port: 0, host: '127.0.0.1' });

/** Replaces the text of one of the editors below the query. */
async function write(page: Page, tool: 'Headers' | 'Variables', text: string): Promise<void> {
  await page.getByRole('button', { name: tool, exact: true }).click();
  await page.locator('.graphiql-editor-tool .graphiql-editor:not(.hidden) .view-lines').click();
  await page.keyboard.press('Control+A');
  // the editor completes what is typed
  await page.evaluate(`navigator.clipboard.writeText(${JSON.stringify(text)})`);
  await page.keyboard.press('Control+V');
}

/** The page requested this server only, and nothing failed in it. */
function expectQuiet({ requests, errors }: OpenedPage): void {
  expect(requests.filter((url) => !url.startsWith(address) && !/^(?:data|blob):/.test(url))).toEqual([]);
  expect(errors).toEqual([]);
}

browserTest(
  'a browser that opens the graph gets the editor, and each tab that it opens with answers data without errors',
  async (open) => {
    const opened = await open();
    const { page } = opened;
    await page.goto(`${address}/graphql`);
    expect(page.url()).toBe(`${address}/graphiql`);
    const tabs = page.locator('.graphiql-tab-button');
    await tabs.first().waitFor();
    expect(await tabs.count()).toBe(graphiqlTabs.length);
    for (const [index, { variables }] of graphiqlTabs.entries()) {
      await tabs.nth(index).click();
      await write(page, 'Headers', '{"Authorization": "Apikey test-administrator-key"}');
      if (variables) await write(page, 'Variables', JSON.stringify({ uid }));
      await page.getByRole('button', { name: /^Execute/ }).click();
      const answer = page.locator('.graphiql-response .view-lines');
      await answer
        .getByText(/^\s*"data":/)
        .first()
        .waitFor();
      expect(await answer.innerText()).not.toContain('"errors"');
      const stop = page.getByRole('button', { name: /^Stop/ });
      if (await stop.isVisible()) await stop.click();
    }
    expectQuiet(opened);
  },
);

browserTest(
  'a link opens the editor with its query and variables as texts, which run when the visitor says so',
  async (open) => {
    const opened = await open();
    const { page } = opened;
    const query =
      'query Linked($first: Int) {\n  # <img src=x onerror=alert(1)></script>\n  catalog(first: $first) { totalCount }\n}';
    const parameters = new URLSearchParams({
      query,
      variables: '{"first": 1}',
      headers: '{"Authorization": "Apikey wrong"}',
    });
    const sent: string[] = [];
    page.on('request', (request) => sent.push(request.postData() ?? ''));
    const isSent = () => sent.some((body) => body.includes('Linked'));
    for (const path of [`/graphiql/datasets/${uid}`, '/graphiql']) {
      await page.goto(`${address}${path}?${parameters.toString()}`);
      await page.locator('.graphiql-query-editor .view-lines').getByText('onerror').waitFor();
      expect(await page.locator('.graphiql-tab-button').first().innerText()).toBe('Linked');
      expect(await page.locator('img[src="x"]').count()).toBe(0);
    }
    expect(isSent()).toBe(false);
    await page.getByRole('button', { name: /^Execute/ }).click();
    const answer = page.locator('.graphiql-response .view-lines');
    await answer.getByText('totalCount').waitFor();
    expect(isSent()).toBe(true);
    expect(await answer.innerText()).not.toContain('"errors"');
    // the dataset is a draft, so it has no graph yet
    expect(opened.errors.filter((error) => !error.includes('404'))).toEqual([]);
  },
);

browserTest('the description of the REST interfaces opens, from this server alone', async (open) => {
  const opened = await open();
  await opened.page.goto(`${address}/docs`);
  await opened.page.locator('.opblock-tag').first().waitFor();
  expectQuiet(opened);
});

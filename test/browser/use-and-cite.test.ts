import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { expect } from '@jest/globals';
import type { Page } from 'playwright-core';
import { catalogQuery } from '#portal-page/use/graph-queries.ts';
import { eventually } from '../support/datasets/publishing.ts';
import { browserTest, type OpenedPage } from '../support/http/browser.ts';
import { usedRecords } from '../support/portal/used-records.ts';

const { towns, odd } = await usedRecords();
const { service, datasetId } = towns();
const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** The rules of accessibility that the page violates, once it has come alive. */
async function violationsOf(page: Page): Promise<string[]> {
  await page.locator('main:not([aria-busy])').waitFor();
  const opacity = () => page.evaluate<string>('getComputedStyle(document.querySelector("main")).opacity');
  await eventually(opacity, (value) => value === '1');
  await page.evaluate(axe);
  return page.evaluate(
    `axe.run().then(({ violations }) => violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => id + ': ' + html)))`,
  );
}

/** Opens the page of a dataset, below the path of the service. */
async function openDataset({ page }: OpenedPage, id = datasetId): Promise<Page> {
  await page.goto(`${service}/datasets/${id}`);
  await page.getByRole('heading', { level: 2, name: 'Use these records' }).waitFor();
  return page;
}

const ways = ['GraphQL', 'curl', 'JavaScript', 'Python', 'R', 'Spreadsheet', 'Agents'];

browserTest('the ways to use records are tabs that the keyboard chooses, whose texts are copied', async (open) => {
  const opened = await open();
  const page = await openDataset(opened);
  const tabs = page.getByRole('radio');
  expect(
    await tabs.evaluateAll((inputs) =>
      inputs.map((input) => input.parentElement?.querySelector(`label[for="${input.id}"]`)?.textContent),
    ),
  ).toEqual(ways);
  const shown = page.locator('#use pre:visible');
  expect(await shown.first().textContent()).toBe(catalogQuery({ ...towns(), limit: 10 }).query);
  expect(await violationsOf(page)).toEqual([]);
  await page.getByRole('radio', { name: 'GraphQL' }).focus();
  for (const way of ways.slice(1)) {
    await page.keyboard.press('ArrowRight');
    expect(await page.getByRole('radio', { name: way, exact: true }).isChecked()).toBe(true);
    expect(await shown.first().getAttribute('aria-label')).toMatch(`${way}: `);
  }
  expect(await violationsOf(page)).toEqual([]);
  await page.getByText('Python', { exact: true }).click();
  const copy = page
    .locator('#use')
    .getByRole('button', { name: /^Copy Python/ })
    .first();
  await copy.click();
  expect(await page.evaluate('navigator.clipboard.readText()')).toContain('pd.read_csv(');
  await page
    .locator('#use')
    .getByRole('button', { name: /^Copied Python/ })
    .waitFor();
  await page.locator('#announcement').getByText('Copied').waitFor({ state: 'attached' });
  expect(opened.errors).toEqual([]);
});

browserTest('the tabs have the query of the address', async (open) => {
  const { page } = await open();
  const query = new URLSearchParams({
    'refine.tags': 'river',
    q: 'europe',
    'from.population': '200000',
    desc: 'name',
    page: '2',
  });
  await page.goto(`${service}/datasets/${datasetId}?${query.toString()}`);
  const text = (await page.locator('#use pre').first().textContent()) ?? '';
  for (const part of [
    'matches: "europe"',
    '{ field: "tags", value: "river" }',
    'population >= 200000',
    'DESC',
    'offset: 10',
  ])
    expect(text).toContain(part);
  const shared = page.locator('#cite').getByText(`?${query.toString()}`);
  await shared.waitFor();
});

browserTest('what an address says stays text, in every tab and in the link to send on', async (open) => {
  const opened = await open();
  const { page } = opened;
  const q = `"></pre></script><img src=x onerror=alert(1)> '; $(id) \u202e`;
  await page.goto(`${service}/datasets/${datasetId}?${new URLSearchParams({ q }).toString()}`);
  await page.getByRole('button', { name: /^Copy/ }).first().waitFor();
  const codes = await page.locator('#use pre').allTextContents();
  expect(codes.filter((code) => code.includes('onerror') || code.includes('onerror%3D'))).toHaveLength(
    codes.length - 1,
  );
  expect(codes.join('')).not.toContain('\u202e');
  expect(await page.locator('img[src="x"]').count()).toBe(0);
  expect(opened.errors).toEqual([]);
});

browserTest('the queries of a view open in the editor, and run there', async (open) => {
  const { page } = await open();
  for (const index of [0, 1]) {
    await page.goto(`${service}/datasets/${datasetId}`);
    await page.getByRole('link', { name: 'Open in the GraphQL editor' }).nth(index).click();
    await page.locator('.graphiql-query-editor .view-lines').getByText('totalCount').waitFor();
    await page.getByRole('button', { name: /^Execute/ }).click();
    const answer = page.locator('.graphiql-response .view-lines');
    await answer
      .getByText(/^\s*"data":/)
      .first()
      .waitFor();
    expect(await answer.innerText()).not.toContain('"errors"');
  }
  expect(new URL(page.url()).pathname).toBe(`/data/graphiql/datasets/${datasetId}`);
});

browserTest(
  'without scripts the tabs, the citation and the links work',
  async (open) => {
    const opened = await open();
    const page = await openDataset(opened);
    await page.getByText('R', { exact: true }).click();
    const shown = page.locator('#use pre:visible');
    expect(await shown.count()).toBe(1);
    expect(await shown.innerText()).toContain('read.csv(');
    expect(await page.getByRole('button', { name: /^Copy/ }).count()).toBe(0);
    const cite = page.locator('#cite');
    expect(await cite.locator('pre').first().innerText()).toMatch(
      new RegExp(
        `^Survey\\. \\(\\d{4}\\)\\. Towns \\([\\d-]+\\) \\[Data set\\]\\. Atlas\\. ${service}/datasets/${datasetId}$`,
      ),
    );
    await cite.getByText('BibTeX').click();
    await cite.getByText('@misc{').waitFor();
    const mail = new URL((await cite.getByRole('link', { name: 'Send by e-mail' }).getAttribute('href')) ?? '');
    expect([...mail.searchParams]).toEqual([
      ['subject', 'Towns'],
      ['body', `${service}/datasets/${datasetId}`],
    ]);
    expect(opened.errors).toEqual([]);
  },
  { javaScriptEnabled: false },
);

browserTest(
  'on a phone, in the dark and in French the panel fits, and a key has its place',
  async (open) => {
    const opened = await open();
    const { page } = opened;
    await page.goto(`${service}/datasets/${odd().datasetId}`);
    await page.getByRole('heading', { level: 2, name: 'Utiliser ces enregistrements' }).waitFor();
    await page.getByText('curl', { exact: true }).tap();
    expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true);
    expect(await violationsOf(page)).toEqual([]);
    await page.getByRole('button', { name: 'Saisir une clé' }).tap();
    await page.getByRole('textbox', { name: 'Clé d’API' }).fill('test-administrator-key');
    await page.keyboard.press('Enter');
    await page.getByText('Mettez votre clé d’API à la place de YOUR-KEY.').first().waitFor({ state: 'attached' });
    await page.getByText('curl', { exact: true }).tap();
    expect(await page.locator('#use pre:visible').first().innerText()).toContain("-H 'Authorization: Apikey YOUR-KEY'");
    expect(await page.content()).not.toContain('test-administrator-key');
  },
  { locale: 'fr-FR', colorScheme: 'dark', viewport: { width: 390, height: 844 }, hasTouch: true },
);

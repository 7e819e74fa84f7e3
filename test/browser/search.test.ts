import { expect } from '@jest/globals';
import type { Page } from 'playwright-core';
import { testApp } from '../support/app.ts';
import { seedPublished } from '../support/datasets/catalog.ts';
import { publishedTowns } from '../support/datasets/explore.ts';
import { eventually } from '../support/datasets/publishing.ts';
import { browserTest, type OpenedPage } from '../support/http/browser.ts';
import { sourceServer } from '../support/sources/source-server.ts';
import { violationsOf } from '../support/http/accessibility.ts';

const web = await sourceServer();
const app = await testApp({ FETCH_ALLOW: web.host });
const address = await app.http.listen({ port: 0, host: '127.0.0.1' });

await app.admin.rest('POST', '/metadata/templates/', {
  ...{ name: 'survey', title: 'Survey', type: 'basic', is_active: true },
  schema: [
    { name: 'means', type: 'enumlist', label: 'Surveyed by', choices: ['foot', 'air'], is_filter: true },
    { name: 'year', type: 'int', label: 'Year of the survey' },
  ],
});
await seedPublished(app, 'trees', {
  described: { title: 'Street trees', publisher: 'City', keyword: Array.from({ length: 14 }, (_, n) => `kind ${n}`) },
  themes: ['Nature'],
  metadata: {
    dcat: { temporal_coverage_start: { value: '2020' }, temporal_coverage_end: { value: '2021' } },
    survey: { means: { value: ['foot', 'air'] }, year: { value: 2020 } },
  },
});
await seedPublished(app, 'air', { described: { title: 'Air', publisher: 'Canton', keyword: ['noise'] } });
await publishedTowns(app, web);

const titlesOf = (page: Page) => page.locator('.result h3').allTextContents();

/** Opens a search and waits for its number of datasets. */
async function openSearch({ page }: OpenedPage, search: string, count: string): Promise<void> {
  await page.goto(`${address}/${search}`);
  await page.getByRole('heading', { name: count, exact: true }).waitFor();
}

browserTest('a misspelt word finds what is like it, and the page says what was meant', async (open) => {
  const opened = await open();
  const { page } = opened;
  await openSearch(opened, '?q=tress', '1 dataset');
  expect(await titlesOf(page)).toEqual(['Street trees']);
  await page.getByText('Found by similar words').waitFor();
  expect(await violationsOf(page)).toEqual([]);
  await page.getByRole('link', { name: 'trees', exact: true }).click();
  await page.waitForURL('**/?q=trees');
  await page.getByRole('link', { name: 'trees', exact: true }).waitFor({ state: 'detached' });
  expect(await page.getByText('Found by similar words').count()).toBe(0);
  expect(opened.errors).toEqual([]);
});

browserTest('a word in the records is found, with the field that has it', async (open) => {
  const opened = await open();
  const { page } = opened;
  await openSearch(opened, '?q=geneve', '1 dataset');
  expect(await titlesOf(page)).toEqual(['Towns']);
  expect(await page.locator('.found-values').innerText()).toMatch(/Found in name:\s+Genève/);
  expect(await violationsOf(page)).toEqual([]);
  expect(opened.errors).toEqual([]);
});

browserTest('where nothing is left, the page links to the search without each condition', async (open) => {
  const opened = await open();
  const { page } = opened;
  await openSearch(opened, '?q=trees&publisher=Canton&from=2020-01-01&until=2020-12-31', '0 datasets');
  const links = page.locator('.removals').getByRole('link');
  expect(await links.allTextContents()).toEqual(['Without Publisher: Canton']);
  expect(await violationsOf(page)).toEqual([]);
  await links.first().click();
  await page.getByRole('heading', { name: '1 dataset', exact: true }).waitFor();
  expect(new URL(page.url()).search).toBe('?q=trees&from=2020-01-01&until=2020-12-31');
  expect(opened.errors).toEqual([]);
});

browserTest(
  "a visitor narrows a search by a filter of the portal's own template, and reads its values",
  async (open) => {
    const opened = await open();
    const { page } = opened;
    await openSearch(opened, '', '3 datasets');
    await page.getByRole('group', { name: 'Surveyed by' }).getByRole('checkbox', { name: 'air' }).press('Space');
    await page.waitForURL('**/?survey.means=air');
    await page.getByRole('heading', { name: '1 dataset', exact: true }).waitFor();
    expect(await violationsOf(page)).toEqual([]);
    await page.getByRole('link', { name: 'Street trees' }).click();
    await page.getByRole('heading', { level: 1, name: 'Street trees' }).waitFor();
    for (const text of ['Surveyed by', 'Year of the survey']) await page.getByText(text, { exact: true }).waitFor();
    await page.goBack();
    await page.getByRole('link', { name: 'Clear filters' }).click();
    await page.getByRole('heading', { name: '3 datasets', exact: true }).waitFor();
    expect(opened.errors).toEqual([]);
  },
);

browserTest('a visitor narrows a search by period and by place, with the keyboard', async (open) => {
  const opened = await open();
  const { page } = opened;
  await openSearch(opened, '', '3 datasets');
  await page.getByLabel('From', { exact: true }).fill('2021-06-01');
  await page.getByRole('button', { name: 'Apply: Period' }).press('Enter');
  await page.waitForURL('**/?from=2021-06-01');
  await page.getByRole('heading', { name: '2 datasets', exact: true }).waitFor();
  expect((await titlesOf(page)).sort()).toEqual(['Street trees', 'Towns']);
  for (const [side, degrees] of [
    ['West', '2'],
    ['East', '3'],
    ['South', '48'],
    ['North', '49'],
  ] as const)
    await page.getByLabel(side, { exact: true }).fill(degrees);
  await page.getByRole('button', { name: 'Apply: Place' }).press('Enter');
  await page.getByRole('heading', { name: '1 dataset', exact: true }).waitFor();
  expect(await titlesOf(page)).toEqual(['Towns']);
  expect(await page.getByLabel('North', { exact: true }).inputValue()).toBe('49');
  await openSearch(opened, '?west=2', '3 datasets');
  await page.getByText('Enter all four sides').waitFor();
  expect(await violationsOf(page)).toEqual([]);
  expect(opened.errors).toEqual([]);
});

browserTest('the view of a map is a place to search in, with the keyboard', async (open) => {
  const opened = await open();
  const { page } = opened;
  await openSearch(opened, '?q=geneve', '1 dataset');
  expect(opened.requests.filter((url) => url.includes('/land.'))).toEqual([]);
  await page.locator('#place-map > summary').press('Enter');
  await page.getByRole('application', { name: /^Place/ }).waitFor();
  await openSearch(opened, '?west=100&east=101&south=10&north=11', '0 datasets');
  const map = page.getByRole('application', { name: /^Place/ });
  await map.waitFor();
  const inView = page.getByRole('button', { name: 'Search in the map’s view' });
  for (let zoomedOut = 0; zoomedOut < 12; zoomedOut += 1) await map.press('-');
  await map.locator('.country').first().waitFor();
  await eventually(
    async () => {
      await inView.press('Enter');
      return page.url();
    },
    (url) => Number(new URL(url).searchParams.get('west')) < 0,
  );
  await page.getByRole('heading', { name: '1 dataset', exact: true }).waitFor();
  expect(await titlesOf(page)).toEqual(['Towns']);
  // the map stays as it is, and the sides of its view are in their boxes
  expect(await map.locator('.country').count()).toBeGreaterThan(0);
  expect(await page.getByLabel('West', { exact: true }).inputValue()).toBe(
    new URL(page.url()).searchParams.get('west'),
  );
  expect(await violationsOf(page)).toEqual([]);
  expect(opened.errors).toEqual([]);
});

browserTest(
  'on a phone more values of a facet are shown and searched',
  async (open) => {
    const opened = await open();
    const { page } = opened;
    await openSearch(opened, '?q=trees', '1 dataset');
    await page.getByText('Filters').click();
    const kinds = page.getByRole('group', { name: 'Keyword' }).getByRole('checkbox');
    expect(await kinds.count()).toBe(10);
    await page.getByRole('link', { name: 'Show more: Keyword' }).click();
    await page.getByRole('link', { name: 'Show less: Keyword' }).waitFor();
    expect(await kinds.count()).toBe(14);
    await page.getByRole('searchbox', { name: 'Find a value' }).fill('KIND 1');
    await page.keyboard.press('Enter');
    await page.waitForURL('**find=KIND+1');
    await page.getByRole('checkbox', { name: 'kind 3' }).waitFor({ state: 'detached' });
    expect(await kinds.count()).toBe(5);
    expect(await violationsOf(page)).toEqual([]);
    expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true);
    await page.getByRole('link', { name: 'Show less: Keyword' }).click();
    await page.waitForURL('**/?q=trees');
    expect(opened.errors).toEqual([]);
  },
  { viewport: { width: 360, height: 740 } },
);

browserTest(
  'without scripts the same search is a form and links',
  async (open) => {
    const opened = await open();
    const { page } = opened;
    await openSearch(opened, '', '3 datasets');
    await page.getByLabel('From', { exact: true }).fill('2021-06-01');
    await page.getByRole('searchbox', { name: 'Search datasets' }).fill('tress');
    await page.getByRole('button', { name: 'Apply: Period' }).click();
    await page.getByRole('heading', { name: '1 dataset', exact: true }).waitFor();
    expect(await titlesOf(page)).toEqual(['Street trees']);
    await page.getByRole('link', { name: 'trees', exact: true }).click();
    await page.getByRole('heading', { name: '1 dataset', exact: true }).waitFor();
    await page.getByRole('link', { name: 'Show more: Keyword' }).click();
    expect(await page.getByRole('group', { name: 'Keyword' }).getByRole('checkbox').count()).toBe(14);
    await openSearch(opened, '?q=trees&publisher=Canton', '0 datasets');
    await page
      .getByRole('link', { name: 'Without “trees”' })
      .or(page.getByRole('link', { name: 'Without all words' }))
      .first()
      .click();
    await page.getByRole('heading', { name: '1 dataset', exact: true }).waitFor();
    expect(await titlesOf(page)).toEqual(['Air']);
    const feed = await page.request.get(
      `${address}${(await page.getByRole('link', { name: /Feed of this search/ }).getAttribute('href')) ?? ''}`,
    );
    expect([feed.status(), feed.headers()['content-type']]).toEqual([200, expect.stringContaining('atom')]);
    expect(await feed.text()).toContain('Air');
  },
  { javaScriptEnabled: false },
);

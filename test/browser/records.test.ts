import { expect } from '@jest/globals';
import type { Locator, Page } from 'playwright-core';
import { catalogQuery } from '#portal-page/use/graph-queries.ts';
import { zipOf } from '#test/engine/archives/zip-of.ts';
import { publishedTowns } from '../support/datasets/explore.ts';
import { blackPng } from '../support/datasets/images.ts';
import { eventually, runAndFinish } from '../support/datasets/publishing.ts';
import { browserTest, type OpenedPage } from '../support/http/browser.ts';
import { usedRecords } from '../support/portal/used-records.ts';
import { seedDataset } from '../support/seed.ts';
import { violationsOf } from '../support/http/accessibility.ts';

const { app, web, towns, odd } = await usedRecords();
const { service, datasetId } = towns();

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

/** The first cells of the table of records. */
const namesIn = async (page: Page): Promise<string[]> =>
  (await page.locator('table.records tbody th').allInnerTexts()).map((text) => text.replace('⤢', '').trim());

async function expectNames(page: Page, names: readonly string[]): Promise<void> {
  await eventually(
    () => namesIn(page),
    (shown) => shown.join() === names.join(),
  );
}

/** A table that nothing sorts has its records in any order. */
async function expectUnsorted(page: Page, names: readonly string[]): Promise<void> {
  await eventually(
    () => namesIn(page),
    (shown) => [...shown].sort().join() === [...names].sort().join(),
  );
}

const searchOf = (page: Page): string => decodeURIComponent(new URL(page.url()).search);

/** Goes on with the Tab key until an element has the focus. */
async function tabTo(page: Page, target: Locator): Promise<void> {
  for (let presses = 0; presses < 60; presses += 1) {
    await page.keyboard.press('Tab');
    if (await target.evaluate((element) => element === element.ownerDocument.activeElement)) return;
  }
  throw new Error(`The Tab key does not lead to ${String(target)}.`);
}

browserTest('the keyboard searches, filters, sorts and chooses columns; the address keeps all of it', async (open) => {
  const opened = await open();
  const page = await openDataset(opened);
  await page.locator('main:not([aria-busy])').waitFor();
  await expectUnsorted(page, ['Paris', 'Lyon', 'Bern', 'Genève', 'Quito']);
  const table = page.locator('table.records');
  const words = page.getByRole('searchbox', { name: 'Search records' });
  await words.focus();
  await page.keyboard.type('europe');
  await page.keyboard.press('Enter');
  await expectUnsorted(page, ['Paris', 'Lyon', 'Bern', 'Genève']);
  expect(searchOf(page)).toBe('?q=europe');

  await tabTo(page, page.locator('#record-filters > summary'));
  await page.keyboard.press('Enter');
  await tabTo(page, page.getByRole('group', { name: 'tags' }).getByRole('checkbox', { name: 'river' }));
  await page.keyboard.press('Space');
  await expectUnsorted(page, ['Paris', 'Lyon', 'Bern']);
  await tabTo(page, page.getByRole('group', { name: 'population' }).getByLabel('From'));
  await page.keyboard.type('200000');
  await page.keyboard.press('Enter');
  await expectUnsorted(page, ['Paris', 'Lyon']);
  expect(searchOf(page)).toBe('?q=europe&refine.tags=river&from.population=200000');

  await tabTo(page, page.locator('#record-columns > summary'));
  await page.keyboard.press('Enter');
  for (const name of ['country', 'path']) {
    await tabTo(page, page.locator('#record-columns').getByRole('checkbox', { name }));
    await page.keyboard.press('Space');
    await table.getByRole('columnheader', { name }).waitFor({ state: 'detached' });
  }
  const population = table.getByRole('columnheader', { name: 'population' });
  await tabTo(page, population.getByRole('link'));
  await page.keyboard.press('Enter');
  await expectNames(page, ['Lyon', 'Paris']);
  await table.locator('th[aria-sort="ascending"]').getByText('population').waitFor();
  await page.keyboard.press('Enter');
  await expectNames(page, ['Paris', 'Lyon']);
  await table.locator('th[aria-sort="descending"]').getByText('population').waitFor();
  const heads = ['name', 'population ↓', 'area (km²) ↕', 'founded ↕', 'updated ↕', 'tags', 'position'];
  const shownHeads = async () => (await table.getByRole('columnheader').allInnerTexts()).map((text) => text.trim());
  expect(await shownHeads()).toEqual(['name ↕', ...heads.slice(1)]);
  expect(await violationsOf(page)).toEqual([]);

  const kept = page.url();
  await page.reload();
  await page.locator('main:not([aria-busy])').waitFor();
  await expectNames(page, ['Paris', 'Lyon']);
  expect([await words.inputValue(), (await shownHeads()).length]).toEqual(['europe', 7]);
  await page.locator('#record-filters > summary').press('Enter');
  expect(await page.getByRole('checkbox', { name: 'river' }).isChecked()).toBe(true);
  expect(await page.getByRole('group', { name: 'population' }).getByLabel('From').inputValue()).toBe('200000');
  await page.goBack();
  await expectNames(page, ['Lyon', 'Paris']);
  await page.goForward();
  await expectNames(page, ['Paris', 'Lyon']);
  expect(page.url()).toBe(kept);
  await page.getByRole('link', { name: 'Remove tags: river' }).press('Enter');
  await page.getByRole('link', { name: 'Clear filters' }).press('Enter');
  await expectNames(page, ['Paris', 'Lyon', 'Genève', 'Bern', 'Quito']);
  expect(searchOf(page)).not.toMatch(/q=|refine|from/);

  await tabTo(page, page.getByRole('link', { name: 'Open record: Lyon' }));
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { level: 1, name: 'Lyon' }).waitFor();
  await page.goBack();
  await expectNames(page, ['Paris', 'Lyon', 'Genève', 'Bern', 'Quito']);
  expect(opened.errors).toEqual([]);
});

browserTest(
  'on a phone the first column stays, a text shows its links and a file its image, and downloads stand above',
  async (open) => {
    const site = 'https://paris.example/a?b=1';
    const csv = `name,site,note,more,other,last\nParis,see ${site}.,${'long '.repeat(60)},b,c,d\nLyon,lyon@example.org,a,b,c,d\n`;
    const uid = await publishedTowns(app, web, { csv });
    const { catalogDataset: linked } = await app.admin.data(idDocument, { uid });
    const opened = await open();
    const page = await openDataset(opened, linked.datasetId);
    const box = page.locator('#records .scroll');
    const lefts = () =>
      box
        .locator('tbody tr')
        .first()
        .locator('th, td')
        .evaluateAll((cells) => cells.map((cell) => Math.round(cell.getBoundingClientRect().left)));
    await box.locator('tbody th').first().scrollIntoViewIfNeeded();
    const [first, second = 0] = await lefts();
    await box.evaluate((element) => {
      element.scrollLeft = 200;
    });
    await eventually(lefts, ([, moved = 0]) => moved === second - 200);
    expect((await lefts())[0]).toBe(first);
    // what moves below the first column is not seen through it
    const seen = await page.evaluate<string>(`(() => {
      const { left, top } = document.querySelector('table.records tbody th').getBoundingClientRect();
      return document.elementFromPoint(left + 4, top + 4).closest('th, td').textContent;
    })()`);
    expect(seen).toContain('Paris');
    expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true);
    const link = box.getByRole('link', { name: site, exact: true });
    expect([await link.getAttribute('href'), await link.getAttribute('rel')]).toEqual([
      site,
      expect.stringContaining('noopener'),
    ]);
    expect(await box.getByRole('link', { name: 'lyon@example.org' }).getAttribute('href')).toBe(
      'mailto:lyon@example.org',
    );
    await box.locator('details.folded summary').tap();
    expect(await box.locator('details.folded[open]').innerText()).toMatch(/(long ){50}/);
    const top = (part: string) =>
      page
        .locator(part)
        .first()
        .evaluate((element) => element.getBoundingClientRect().top);
    expect(await top('.downloads')).toBeLessThan(await top('#records'));
    expect(await violationsOf(page)).toEqual([]);

    await openDataset(opened, await publishedImages());
    const image = page.locator('#records').getByRole('img', { name: 'oak.png' });
    await eventually(
      () => image.evaluate((element) => 'naturalWidth' in element && element.naturalWidth),
      (width) => width === 64,
    );
    expect(
      await page.locator('#records').getByRole('link', { name: 'oak.txt', exact: true }).getAttribute('href'),
    ).toMatch(/\/files\//);
    expect(await violationsOf(page)).toEqual([]);
    expect(opened.requests.filter((url) => !url.startsWith(service))).toEqual([]);
    expect(opened.errors).toEqual([]);
  },
  { viewport: { width: 390, height: 844 }, hasTouch: true },
);

const idDocument = 'query ($uid: ID!) { catalogDataset(by: { uid: $uid }) { datasetId } }';

/** A published dataset whose records are an image and a text; answers its identifier. */
async function publishedImages(): Promise<string> {
  const uid = await seedDataset(app.admin, { metadata: { default: { title: { value: 'Pictures' } } } });
  const url = web.serve('/pictures.zip', await zipOf({ 'oak.png': blackPng(64, 48), 'oak.txt': 'An oak.' }));
  await app.admin.data(
    'mutation ($input: CreateResourceInput!) { createResource(input: $input) { resource { uid } } }',
    {
      input: {
        datasetUid: uid,
        type: 'file',
        title: 'files',
        params: {},
        datasource: { http: { connection: { url } } },
      },
    },
  );
  const { status, message } = await runAndFinish(app.admin, 'publishDataset', uid);
  if (status !== 'idle') throw new Error(message);
  return (await app.admin.data(idDocument, { uid })).catalogDataset.datasetId;
}

browserTest(
  'without scripts the table is a form and links, with the same addresses',
  async (open) => {
    const opened = await open();
    const page = await openDataset(opened);
    const table = page.locator('table.records');
    await page.getByRole('searchbox', { name: 'Search records' }).fill('europe');
    await page.locator('#record-filters > summary').click();
    await page.getByRole('checkbox', { name: 'river' }).check();
    await page.getByRole('group', { name: 'population' }).getByLabel('From').fill('200000');
    await page.locator('#record-filters').getByRole('button', { name: 'Apply' }).click();
    await expectUnsorted(page, ['Paris', 'Lyon']);
    expect(Object.fromEntries(new URL(page.url()).searchParams)).toMatchObject({
      q: 'europe',
      'refine.tags': 'river',
      'from.population': '200000',
    });
    await table.getByRole('columnheader', { name: 'population' }).getByRole('link').click();
    await expectNames(page, ['Lyon', 'Paris']);
    await page.locator('#record-columns > summary').click();
    for (const name of ['country', 'path'])
      await page.locator('#record-columns').getByRole('checkbox', { name }).uncheck();
    await page.locator('#record-columns').getByRole('button', { name: 'Apply' }).click();
    expect(await table.getByRole('columnheader').count()).toBe(7);
    await expectNames(page, ['Lyon', 'Paris']);
    await page.reload();
    await expectNames(page, ['Lyon', 'Paris']);
    await page.getByRole('link', { name: 'Remove tags: river' }).click();
    await expectNames(page, ['Genève', 'Lyon', 'Paris']);
    await page.getByRole('link', { name: 'Open record: Lyon' }).click();
    await page.getByRole('heading', { level: 1, name: 'Lyon' }).waitFor();
    await page.goBack();
    expect(await table.getByRole('columnheader').count()).toBe(7);
    expect(opened.errors).toEqual([]);
  },
  { javaScriptEnabled: false },
);

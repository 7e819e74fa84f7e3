import { expect } from '@jest/globals';
import type { Page } from 'playwright-core';
import { demoApp } from '../support/demo.ts';
import { seedPublished } from '../support/datasets/catalog.ts';
import { pngOf } from '../support/datasets/images.ts';
import { browserTest, type OpenedPage } from '../support/http/browser.ts';
import { seedForm } from '../support/portal/forms.ts';
import { violationsOf } from '../support/http/accessibility.ts';

const demo = await demoApp();
const { address } = demo;
const key = 'test-administrator-key';

/** Goes to a path of the page, and waits for its heading. */
async function openAt({ page }: OpenedPage, path: string, heading: string): Promise<void> {
  await page.goto(address + path);
  await page.getByRole('heading', { level: 1, name: heading }).waitFor();
}

/** Enters the administrator's key in a view that asks for one. */
async function enterKey(page: Page): Promise<void> {
  await page.getByRole('main').getByRole('button', { name: 'Enter key' }).click();
  await page.getByRole('textbox', { name: 'API key' }).fill(key);
  await page.keyboard.press('Enter');
}

/** The page requested this server only, and nothing failed in it. */
function expectQuiet({ requests, errors }: OpenedPage): void {
  expect(requests.filter((url) => !url.startsWith(address))).toEqual([]);
  expect(errors).toEqual([]);
}

browserTest('a visitor finds a dataset by words and facets, and goes back', async (open) => {
  const opened = await open();
  const { page, requests } = opened;
  await openAt(opened, '/', 'Open data, easy to find');
  expect(requests.filter((url) => /\/graphql|\/land\.|\/places\./.test(url))).toHaveLength(0);
  expect(await violationsOf(page)).toEqual([]);

  await page.getByRole('searchbox', { name: 'Search datasets' }).fill('trees');
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: '1 dataset' }).waitFor();
  expect(new URL(page.url()).search).toBe('?q=trees');
  await page.getByRole('checkbox', { name: 'environment' }).press('Space');
  await page.waitForURL('**/?q=trees&theme=environment');
  await page.getByRole('link', { name: 'Clear filters' }).waitFor();
  // the focus stays on the facet, although the results are new
  await page.locator('input[value="environment"]:focus').waitFor();

  await page.getByRole('link', { name: 'Street trees' }).click();
  await page.getByRole('heading', { level: 1, name: 'Street trees' }).waitFor();
  await page.locator('h1:focus').waitFor();
  expect(await page.title()).toBe('Street trees – Marlhaven Open Data');
  await page.goBack();
  await page.getByRole('heading', { name: '1 dataset' }).waitFor();
  expect(await page.getByRole('checkbox', { name: 'environment' }).isChecked()).toBe(true);
  expectQuiet(opened);
});

browserTest('a dataset shows its records, a chart, a map, its fields, files and lineage', async (open) => {
  const opened = await open();
  const { page } = opened;
  await openAt(opened, '/datasets/air-quality', 'Air quality measurements');
  await page.getByText('1–10 of 54').waitFor();
  await page.getByRole('link', { name: 'Next' }).click();
  await page.getByText('11–20 of 54').waitFor();
  await page.getByRole('img', { name: 'Number of records by Station' }).waitFor();
  await page.getByRole('heading', { name: 'Map' }).scrollIntoViewIfNeeded();
  const map = page.getByRole('application', { name: /Map of 54 records/ });
  await map.locator('.cluster').nth(2).waitFor();
  const before = await map.innerHTML();
  await map.press('ArrowRight');
  expect(await map.innerHTML()).not.toBe(before);
  // the land is too coarse for the streets of a town
  const land = map.locator('.land[d^="M"]');
  await land.waitFor({ state: 'attached' });
  expect(await land.isVisible()).toBe(false);
  expect(await map.locator('.city, .country').count()).toBe(0);
  for (let zoomedOut = 0; zoomedOut < 4; zoomedOut += 1) await map.press('-');
  await map.locator('.city').getByText('Rotterdam').waitFor();
  for (let zoomedOut = 0; zoomedOut < 4; zoomedOut += 1) await map.press('-');
  expect(await land.isVisible()).toBe(true);
  await map.locator('.country').getByText('Germany').waitFor();
  expect(await page.getByRole('rowheader', { name: 'Station' }).isVisible()).toBe(true);
  await page.locator('#related').getByRole('link', { name: 'Street trees' }).waitFor();
  expect(await page.getByRole('link', { name: 'Parquet' }).getAttribute('href')).toMatch(/\/exports\/parquet/);
  await page.getByText('Air quality measurements is used by Map of the stations.').waitFor({ state: 'attached' });
  expect(await violationsOf(page)).toEqual([]);

  await page.emulateMedia({ colorScheme: 'dark' });
  await page.setViewportSize({ width: 360, height: 740 });
  expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true);
  expect(await violationsOf(page)).toEqual([]);
  expectQuiet(opened);
});

browserTest(
  'a visitor finds the forms that take answers by keyboard, on a phone too, and with a key more of them',
  async (open) => {
    const opened = await open();
    const { page, requests } = opened;
    await openAt(opened, '/', 'Open data, easy to find');
    await page.getByRole('link', { name: '4 forms to fill in' }).press('Enter');
    await page.getByRole('heading', { level: 1, name: 'Forms' }).waitFor();
    expect(requests.filter((url) => url.includes('/graphql'))).toHaveLength(1);
    await page.locator('h1:focus').waitFor();
    const listed = page.getByRole('main').getByRole('listitem').getByRole('link');
    const opens = ['Announce an event', 'Report a pothole', 'Report a street lamp', 'Suggest a place for a tree'];
    expect(await listed.allTextContents()).toEqual(opens);
    expect(await page.getByRole('navigation', { name: 'Site' }).locator('[aria-current]').textContent()).toBe('Forms');
    expect(await violationsOf(page)).toEqual([]);
    await page.emulateMedia({ colorScheme: 'dark' });
    await page.setViewportSize({ width: 360, height: 740 });
    expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true);
    expect(await violationsOf(page)).toEqual([]);

    await page.getByRole('button', { name: 'Enter key' }).click();
    await page.getByRole('textbox', { name: 'API key' }).fill(key);
    await page.keyboard.press('Enter');
    await listed.filter({ hasText: 'Request data' }).press('Enter');
    await page.getByRole('heading', { level: 1, name: 'Request data' }).waitFor();
    expectQuiet(opened);
  },
);

browserTest(
  'long words wrap on a phone; beside long details the parts of a dataset keep their heights and follow one another',
  async (open) => {
    const word = 'Donaudampfschifffahrt'.repeat(8);
    await seedPublished(demo, 'long-words', {
      described: {
        title: word,
        description: `<p>${word}</p>`,
        publisher: word,
        keyword: [word, 'short', ...Array.from({ length: 30 }, (_each, index) => `kind ${index}`)],
        references: word,
      },
      themes: [word],
      fields: [{ name: 'a', label: word }, { name: word.toLowerCase() }],
    });
    const opened = await open();
    const { page } = opened;
    const overflows = async () => {
      await page.setViewportSize({ width: 390, height: 844 });
      return page.evaluate(`[...document.querySelectorAll('main *')]
      .filter((element) => element.closest('.scroll') === null && element.getBoundingClientRect().right > innerWidth + 1)
      .map(({ outerHTML }) => outerHTML.slice(0, 200))`);
    };
    await openAt(opened, '/?q=long-words', 'Open data, easy to find');
    await page.getByRole('link', { name: word }).waitFor();
    expect(await overflows()).toEqual([]);
    await openAt(opened, '/datasets/long-words', word);
    expect(await page.getByRole('link', { name: /^kind/ }).count()).toBe(10);
    await page.locator('aside').getByText('More', { exact: true }).press('Enter');
    expect(await page.getByRole('link', { name: /^kind/ }).count()).toBe(30);
    expect(await overflows()).toEqual([]);
    expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true);

    await page.setViewportSize({ width: 1120, height: 800 });
    const heights = await page.evaluate(`(() => {
    document.querySelector('aside').style.minHeight = '3000px';
    return [...document.querySelectorAll('.parts > *')].map((part) => [part.getBoundingClientRect().height, part.scrollHeight]);
  })()`);
    for (const [height = 0] of heights as number[][]) expect(height).toBeLessThan(1_500);
    await openAt(opened, '/datasets/air-quality', 'Air quality measurements');
    const gaps = await page.evaluate<number[]>(`(() => {
    document.querySelector('aside').style.minHeight = '9000px';
    const boxes = [...document.querySelectorAll('.parts > *')].map((part) => part.getBoundingClientRect());
    return boxes.slice(1).map(({ top }, index) => top - boxes[index].bottom);
  })()`);
    expect(gaps.filter((gap) => gap < 0 || gap > 60)).toEqual([]);
    expect(await page.locator('.parts > #lineage').count()).toBe(1);
  },
);

browserTest('a form asks what the answers make necessary, shows what is wrong, and is sent', async (open) => {
  const opened = await open();
  const { page } = opened;
  await openAt(opened, '/forms/suggest-a-tree', 'Suggest a place for a tree');
  await page.getByLabel('Latitude').fill('95');
  await page.getByLabel('Longitude').fill('4.5');
  expect(await page.getByLabel('E-mail address').isVisible()).toBe(false);
  await page.getByRole('checkbox', { name: 'I would like an answer' }).check();
  await page.getByLabel('Last name').fill('Lovelace');
  await page.getByLabel('E-mail address').fill('ada@example.org');
  await page.getByRole('radio', { name: 'Oak' }).check();
  await page.getByRole('button', { name: 'Send' }).click();
  await page
    .getByRole('alert')
    .getByRole('link', { name: /^Where: Give the latitude/ })
    .waitFor();
  expect(await violationsOf(page)).toEqual([]);
  await page.getByLabel('Latitude').fill('51.9');
  await page.getByRole('button', { name: 'Send' }).click();
  await page.getByText('Thank you. We look at every suggestion.').waitFor();
  const { submissions } = await demo.admin.data(
    '{ submissions(formSlug: "suggest-a-tree", filter: { text: "Lovelace" }) { nodes { content } } }',
  );
  expect(submissions.nodes[0]?.content).toMatchObject({ place: { lat: 51.9, lon: 4.5 }, species: ['Oak'] });
  expectQuiet(opened);
});

browserTest('a form with an image is sent without a key', async (open) => {
  const photo = { fieldId: 'photo', type: 'image', label: 'A picture' };
  await seedForm(demo.admin, 'photos', { accessType: 'open', sections: [{ title: '', blocks: [photo] }] });
  const opened = await open();
  const { page } = opened;
  await page.goto(`${address}/forms/photos`);
  await page.locator('fieldset.form:enabled').waitFor();
  const input = page.getByLabel('A picture', { exact: true });
  await input.setInputFiles({ name: 'bench.png', mimeType: 'image/png', buffer: Buffer.from('no image') });
  await page.getByRole('button', { name: 'Send' }).click();
  await page
    .getByRole('alert')
    .getByRole('link', { name: /^A picture: / })
    .waitFor();
  await input.setInputFiles({ name: 'bench.png', mimeType: 'image/png', buffer: pngOf(8, 8) });
  await page.getByRole('button', { name: 'Send' }).click();
  await page.getByRole('heading', { name: 'Thank you' }).waitFor();
  const { submissions } = await demo.admin.data('{ submissions(formSlug: "photos") { nodes { content } } }');
  expect(submissions.nodes).toMatchObject([{ content: { photo: expect.anything() } }]);
  // the preview is read from the file
  expect(opened.requests.filter((url) => !url.startsWith(address) && !url.startsWith('blob:'))).toEqual([]);
});

browserTest(
  'a wrong key is not taken, and a key that was revoked is forgotten: the page goes on for everyone',
  async (open) => {
    const { createApiKey } = await demo.admin.data(
      'mutation ($input: CreateApiKeyInput!) { createApiKey(input: $input) { secret apiKey { uid } } }',
      { input: {} },
    );
    const opened = await open();
    const { page } = opened;
    await openAt(opened, '/forms/suggest-a-tree', 'Suggest a place for a tree');
    const enter = async (text: string) => {
      await page.getByRole('textbox', { name: 'API key' }).fill(text);
      await page.keyboard.press('Enter');
    };
    await page.getByRole('button', { name: 'Enter key' }).click();
    await enter('wrong');
    await page.getByRole('alert').getByText('This is not a valid key').waitFor();
    expect(await violationsOf(page)).toEqual([]);
    expect(await page.evaluate('sessionStorage.length')).toBe(0);
    await enter(createApiKey.secret);
    await page.getByRole('button', { name: 'Key entered' }).waitFor();

    await demo.admin.data('mutation ($input: RevokeApiKeyInput!) { revokeApiKey(input: $input) { apiKey { uid } } }', {
      input: { uid: createApiKey.apiKey.uid },
    });
    // the form is shown again with the key
    await page.locator('main:not([aria-busy])').waitFor();
    await page.getByLabel('Latitude').fill('51.9');
    await page.getByRole('button', { name: 'Send' }).click();
    await page.getByRole('alert').getByText('Your key is no longer valid').first().waitFor();
    expect(await violationsOf(page)).toEqual([]);
    expect(await page.getByLabel('Latitude').inputValue()).toBe('51.9');
    expect(await page.evaluate(`sessionStorage.getItem('catalograph.key')`)).toBe(null);

    await page.evaluate(`sessionStorage.setItem('catalograph.key', ${JSON.stringify(createApiKey.secret)})`);
    await page.goto(`${address}/`);
    await page.getByRole('heading', { level: 1, name: 'Open data, easy to find' }).waitFor();
    await page.getByRole('alert').getByText('Your key is no longer valid').waitFor();
    await page.getByRole('button', { name: 'Enter key' }).waitFor();
  },
);

browserTest('a visitor with a key publishes a dataset and sees it happen; the key stays in the tab', async (open) => {
  const opened = await open();
  const { page, requests } = opened;
  await openAt(opened, '/publications', 'Publications');
  await enterKey(page);
  const item = page.getByRole('listitem').filter({ hasText: 'public-libraries' });
  await item.getByText('not published').waitFor();
  expect(await violationsOf(page)).toEqual([]);
  await item.getByRole('button', { name: 'Publish: public-libraries' }).click();
  await item.locator('.state.idle').getByText('published', { exact: true }).waitFor();
  await openAt(opened, '/datasets/public-libraries', 'Public libraries');
  await page.getByRole('heading', { name: 'Publication' }).waitFor();
  expect(requests.filter((url) => url.includes(key))).toEqual([]);
  expect(await page.evaluate('localStorage.length === 0 || !JSON.stringify(localStorage).includes("key")')).toBe(true);
  expectQuiet(opened);
});

browserTest('what a dataset says is shown, never run', async (open) => {
  const run = 'window.stolen = 1';
  const image = `<img src=x onerror="${run}">`;
  const description = `${image}<script>${run}</script><b>bold</b><a href="javascript:${run}">link</a>`;
  await seedPublished(demo, 'hostile', { described: { title: image, description } });
  const { page, requests, errors } = await open();
  await page.goto(`${address}/?q=img`);
  await page.getByRole('link', { name: image }).click();
  await page.getByRole('heading', { level: 1, name: image }).waitFor();
  expect(await page.locator('.prose').innerHTML()).toBe('<b>bold</b><a>link</a>');
  await page.goto(`${address}/datasets/${encodeURIComponent(image)}`);
  await page.getByRole('heading', { name: 'Nothing is here' }).waitFor();
  expect(await page.evaluate('typeof window.stolen')).toBe('undefined');
  expect(requests.filter((url) => !url.startsWith(address) || url.endsWith('/x'))).toEqual([]);
  // the browser reports handlers in text that is only parsed, and blocks them; and the status of the unknown dataset
  expect(errors.filter((error) => !/Content Security Policy|status of 404/.test(error))).toEqual([]);
});

browserTest('a browser at an unknown address gets a page', async (open) => {
  const { page } = await open();
  const response = await page.goto(`${address}/nowhere`);
  expect(response?.status()).toBe(404);
  await page.getByRole('heading', { name: 'Nothing is here' }).waitFor();
  expect(await violationsOf(page)).toEqual([]);
  await page.getByRole('link', { name: 'All datasets' }).click();
  await page.getByRole('heading', { name: 'Open data, easy to find' }).waitFor();
});

import { readFileSync } from 'node:fs';
import { expect } from '@jest/globals';
import type { Page } from 'playwright-core';
import { testApp } from '../support/app.ts';
import { seedPublished } from '../support/datasets/catalog.ts';
import { browserTest, type OpenedPage } from '../support/http/browser.ts';
import { openPathProxy } from '../support/http/path-proxy.ts';
import { changePortal, uploadPicture } from '../support/portal/settings.ts';
import { violationsOf } from '../support/http/accessibility.ts';

const proxy = await openPathProxy();
const { address } = proxy;
const app = await testApp({ PUBLIC_URL: address });
const { admin } = app;
proxy.serve(new URL(await app.http.listen({ port: 0, host: '127.0.0.1' })));

const logo = readFileSync('src/seed/demo/settings/files/logo.png');
const { sha256 } = (await uploadPicture(app, logo)).data.uploadPortalImage.image;
await changePortal(app, {
  isFeedbackEnabled: true,
  translations: [
    {
      language: 'en',
      name: 'Open <b>Treeville</b>',
      description: 'What the town knows.',
      heroTitle: 'What do you want to know?',
      footerText: 'A service of Treeville.',
      footerLinks: [{ label: 'About us', url: '/pages/about' }],
    },
    { language: 'fr', name: 'Arbreville ouverte' },
  ],
  logo: sha256,
  accentColor: '#7a1f5c',
  languages: ['en', 'fr'],
  contact: { email: 'data@treeville.example' },
  legalPages: [{ kind: 'imprint', url: '/pages/about' }],
  themes: [
    { theme: 'water', pictogram: 'water' },
    { theme: 'Forests', image: sha256 },
  ],
});
const rivers = await seedPublished(app, 'rivers', {
  described: {
    title: 'Rivers',
    description: '<p>Each catchment of a river, and the gauge of the gauges. <a href="/x">The gauge</a></p>',
  },
  themes: ['Water'],
});
await admin.data('mutation ($input: UpdateDatasetInput!) { updateDataset(input: $input) { dataset { uid } } }', {
  input: { uid: rivers, isFeedbackEnabled: true },
});
for (const input of [
  { name: 'Gauge', aliases: [], description: 'Measures the level <b>of water</b>.' },
  { name: 'Catchment', aliases: ['Basin'], description: 'The area that a river drains.' },
  { name: 'Étiage', aliases: [], description: 'The lowest level of a year.' },
])
  await admin.data('mutation ($input: CreateGlossaryTermInput!) { createGlossaryTerm(input: $input) { __typename } }', {
    input,
  });
const page = await admin.data(
  'mutation ($input: CreateCodeEditorPageInput!) { createCodeEditorPage(input: $input) { configuration { uid } } }',
  {
    input: {
      slug: 'about',
      translations: [
        {
          language: 'en',
          title: 'About us',
          html: '<h1>About us</h1><p>We are <a href="/datasets/rivers">rivers</a>.</p><ods-map context="c" c-dataset="rivers"></ods-map>',
        },
      ],
    },
  },
);
await admin.data('mutation ($uid: ID!) { publishPage(input: { uid: $uid }) { __typename } }', {
  uid: page.createCodeEditorPage.configuration.uid,
});

const heading = (of: Page, name: string) => of.getByRole('heading', { level: 1, name }).waitFor();
function expectQuiet({ requests, errors }: OpenedPage): void {
  expect(requests.filter((url) => !url.startsWith(`${address}/`) && !/^(?:data|blob):/.test(url))).toEqual([]);
  expect(errors).toEqual([]);
}
const colorOf = (of: Page, selector: string, property: string): Promise<string> =>
  of.evaluate(`getComputedStyle(document.querySelector('${selector}')).${property}`);

browserTest('the portal has the name, logo, colors, themes and footer of its settings, below a path', async (open) => {
  const opened = await open();
  const { page: shown } = opened;
  await shown.goto(`${address}/`);
  await heading(shown, 'What do you want to know?');
  expect(await shown.title()).toBe('Open <b>Treeville</b>');
  expect(await shown.locator('.brand').textContent()).toBe('Open <b>Treeville</b>');
  expect(await shown.evaluate(`document.querySelector('.brand img').naturalWidth`)).toBe(128);
  expect(await colorOf(shown, 'button.primary', 'backgroundColor')).toBe('rgb(122, 31, 92)');
  expect(await shown.locator('a.theme').allInnerTexts()).toEqual(['Water\n1 dataset']);
  // a pictogram that did not load has no size
  expect(await shown.evaluate(`document.querySelector('a.theme use').getBoundingClientRect().width > 10`)).toBe(true);
  expect(await shown.locator('.languages a').allTextContents()).toEqual(['English', 'français']);
  expect(await violationsOf(shown)).toEqual([]);
  const footer = shown.getByRole('navigation', { name: 'More about this portal' });
  expect(await footer.getByRole('link', { name: 'Contact' }).getAttribute('href')).toBe(
    'mailto:data@treeville.example',
  );
  await shown.locator('a.theme').click();
  await shown.waitForURL(`${address}/?theme=Water`);
  await footer.getByRole('link', { name: 'Imprint' }).click();
  await heading(shown, 'About us');
  expect(shown.url()).toBe(`${address}/pages/about`);
  expect(await shown.title()).toBe('About us – Open <b>Treeville</b>');
  expect(await shown.getByRole('heading', { name: 'About us' }).count()).toBe(1);
  await shown.getByRole('link', { name: 'See the dataset rivers' }).click();
  await heading(shown, 'Rivers');
  await shown.goto(`${address}/?lang=fr`);
  expect(await shown.locator('.brand').textContent()).toBe('Arbreville ouverte');
  expectQuiet(opened);
});

browserTest('a term in a description shows its definition by the keyboard, and leads to the glossary', async (open) => {
  const opened = await open();
  const { page: shown } = opened;
  await shown.goto(`${address}/datasets/rivers`);
  await heading(shown, 'Rivers');
  // each term once, as a whole word, and not within a link
  expect(await shown.locator('button.term').allTextContents()).toEqual(['catchment', 'gauge']);
  await shown.locator('button.term').first().focus();
  await shown.keyboard.press('Enter');
  const definition = shown.locator('.definition:popover-open');
  await definition.waitFor();
  expect(await definition.innerText()).toContain('The area that a river drains.');
  expect(await violationsOf(shown)).toEqual([]);
  await shown.keyboard.press('Escape');
  expect(await definition.count()).toBe(0);
  await shown.locator('button.term').last().click();
  expect(await definition.innerText()).toContain('Measures the level <b>of water</b>.');
  await definition.getByRole('link').click();
  await heading(shown, 'Glossary');
  expect(await shown.locator(':target dt').textContent()).toBe('Gauge');
  expect(await shown.locator('.letters a').allTextContents()).toEqual(['C', 'E', 'G']);
  expect(await violationsOf(shown)).toEqual([]);
  await shown.getByRole('searchbox', { name: 'Search terms' }).fill('etiage');
  await shown.keyboard.press('Enter');
  await shown.waitForURL(`${address}/glossary?q=etiage`);
  await shown.getByText('Measures the level').waitFor({ state: 'detached' });
  expect(await shown.locator('dt').allTextContents()).toEqual(['Étiage']);
  expectQuiet(opened);
});

browserTest('feedback is sent with a key; without one the page says what it needs, and whom to write', async (open) => {
  const { page: shown } = await open();
  await shown.goto(`${address}/datasets/rivers`);
  const panel = shown.getByRole('region', { name: 'Feedback' });
  await panel.getByText('Feedback needs a key or a sign-in').waitFor();
  expect(await panel.getByRole('link').getAttribute('href')).toBe('mailto:data@treeville.example');
  expect(await panel.getByText('Give feedback').count()).toBe(0);
  expect(await violationsOf(shown)).toEqual([]);
  await panel.getByRole('button', { name: 'Enter key' }).click();
  await shown.getByRole('textbox', { name: 'API key' }).fill('test-administrator-key');
  await shown.keyboard.press('Enter');
  await shown.getByRole('button', { name: 'Key entered' }).waitFor();
  await panel.getByText('Give feedback').click();
  expect(await panel.getByText('Feedback needs a key').count()).toBe(0);
  await panel.getByLabel('What is wrong or missing?').fill('The Nile is missing <script>');
  expect(await violationsOf(shown)).toEqual([]);
  await panel.getByRole('button', { name: 'Send' }).click();
  await panel.getByText('Thank you. Your feedback was sent.').waitFor();
  const { dataset } = await admin.data(
    'query ($uid: ID!) { dataset(by: { uid: $uid }) { feedback { nodes { comment } } } }',
    { uid: rivers },
  );
  expect(dataset.feedback.nodes).toEqual([{ comment: 'The Nile is missing <script>' }]);
});

browserTest('all of it can be read on a phone, in the dark, without scripts', async (open) => {
  const { page: first } = await open();
  const context = await first
    .context()
    .browser()
    ?.newContext({
      javaScriptEnabled: false,
      viewport: { width: 360, height: 780 },
      colorScheme: 'dark',
    });
  if (!context) throw new Error('The browser is closed.');
  const shown = await context.newPage();
  for (const [path, title, text] of [
    ['/', 'What do you want to know?', 'What the town knows.'],
    ['/pages/about', 'About us', 'A part of this page is not shown here.'],
    ['/glossary', 'Glossary', 'The area that a river drains.'],
    ['/glossary?q=basin', 'Glossary', 'Also: Basin'],
    ['/datasets/rivers', 'Rivers', 'Write to data@treeville.example'],
  ] as const) {
    await shown.goto(address + path);
    await heading(shown, title);
    expect([path, await shown.getByText(text).first().isVisible()]).toEqual([path, true]);
    // a picture of the whole page is as wide as its content
    const width = await shown
      .locator('html')
      .evaluate((element) => element.scrollWidth)
      .catch(() => 360);
    expect([path, width]).toEqual([path, 360]);
  }
  await shown.goto(`${address}/datasets/rivers`);
  await shown.locator('button.term').first().click();
  expect(await shown.locator('.definition:popover-open').isVisible()).toBe(true);
  await context.close();
});

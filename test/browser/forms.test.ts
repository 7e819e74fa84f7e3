import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { once } from 'node:events';
import { afterAll, expect } from '@jest/globals';
import type { Page } from 'playwright-core';
import { testApp } from '../support/app.ts';
import { eventually } from '../support/datasets/publishing.ts';
import { browserTest, type OpenedPage } from '../support/http/browser.ts';
import { images } from '../support/http/multipart.ts';
import { changeForm, seedForm } from '../support/portal/forms.ts';
import { violationsOf } from '../support/http/accessibility.ts';

/** A server with the interface of Nominatim, which knows one street. */
const nominatim = createServer(({ url = '' }, response) => {
  const place = {
    display_name: 'Oak Street, Town',
    lat: '51.5',
    lon: '-0.12',
    licence: '© OpenStreetMap contributors',
  };
  response.end(JSON.stringify(url.includes('/reverse') ? place : url.includes('q=oak') ? [place] : []));
});
await once(nominatim.listen(0, '127.0.0.1'), 'listening');
afterAll(() => {
  nominatim.closeAllConnections();
  nominatim.close();
});
const host = `127.0.0.1:${String((nominatim.address() as AddressInfo).port)}`;

const app = await testApp({ WORKER: 'off', FORM_RATE_LIMIT: '20', GEOCODER_URL: `http://${host}`, FETCH_ALLOW: host });
const { admin } = app;
const address = await app.http.listen({ port: 0, host: '127.0.0.1' });

const block = (fieldId: string, type: string, label: string, more: object = {}) => ({ fieldId, type, label, ...more });
const reporter = {
  subFields: [
    { name: 'first_name', isRequired: false },
    { name: 'email', isRequired: true },
  ],
};
const sections = [
  {
    title: 'The pothole',
    blocks: [
      block('title', 'text', 'What is it?', { isRequired: true, isUnique: true, helpText: 'In a few words.' }),
      block('depth', 'number', 'How deep is it?', { number: { isInteger: true, min: 1, max: 200 } }),
      block('place', 'location_search', 'Where is it?'),
      block('photo', 'image', 'A picture'),
    ],
  },
  {
    title: 'You',
    blocks: [
      block('answer', 'boolean', 'I would like an answer'),
      block('who', 'contact', 'Who are you?', {
        contact: reporter,
        conditions: [{ fieldId: 'answer', operator: 'equals', value: true }],
      }),
      block('terms', 'legal', 'I agree that my report is published', { isRequired: true }),
    ],
  },
];
const open = { accessType: 'open', isModerated: false, sections };
await seedForm(admin, 'potholes', { ...open, title: 'Report a pothole', ending: { message: 'We repair it.\nSoon.' } });
await seedForm(admin, 'members', { ...open, title: 'For members', accessType: 'authenticated' });
await seedForm(admin, 'full', { ...open, title: 'Full', submissionsQuota: 0 });

async function openForm({ page }: OpenedPage, path: string, title: string): Promise<void> {
  await page.goto(address + path);
  await page.getByRole('heading', { level: 1, name: title }).waitFor();
  await page.locator('form:not([inert]) fieldset.form:enabled').waitFor();
}

const contentsOf = async (slug: string): Promise<unknown[]> =>
  (await admin.data(`{ submissions(formSlug: "${slug}") { nodes { content } } }`)).submissions.nodes.map(
    ({ content }: { content: unknown }) => content,
  );
const focused = (page: Page) => page.evaluate('document.activeElement.id');

browserTest('a visitor reports a pothole with its picture and place, and is told what is wrong', async (openPage) => {
  const opened = await openPage();
  const { page } = opened;
  await openForm(opened, '/forms/potholes', 'Report a pothole');
  expect(await page.getByText('From 1 to 200').isVisible()).toBe(true);
  expect(await page.getByText('at most 10 MiB').isVisible()).toBe(true);
  expect(await page.getByRole('group', { name: 'Who are you?' }).isVisible()).toBe(false);
  expect(await violationsOf(page, ['dark', 'light'])).toEqual([]);

  // a text that is no number has no value for the browser, and is not left out in silence
  await page.getByLabel('How deep is it?').pressSequentially('2e');
  await page.getByRole('button', { name: 'Send' }).click();
  await page.getByRole('alert').getByRole('link', { name: 'How deep is it?: Give a number.' }).waitFor();
  await page.getByLabel('How deep is it?').fill('201');
  await page.getByRole('checkbox', { name: 'I would like an answer' }).check();
  await page.getByLabel('First name').fill('Ada');
  await page.getByRole('button', { name: 'Send' }).click();
  const alert = page.getByRole('alert');
  await alert.getByRole('link', { name: 'How deep is it?: Give 200 or less.' }).waitFor();
  expect(await alert.getByRole('link').allTextContents()).toEqual([
    'What is it?: Answer this question.',
    'How deep is it?: Give 200 or less.',
    'Who are you?: E-mail address is missing.',
    'I agree that my report is published: You must agree to send this form.',
  ]);
  expect(await violationsOf(page, ['dark', 'light'])).toEqual([]);
  await alert.getByRole('link', { name: 'Who are you?' }).click();
  await page.locator('#answer-who-email:focus').waitFor();
  expect(await page.getByLabel('E-mail address').getAttribute('aria-invalid')).toBe('true');
  await page.getByLabel('E-mail address').fill('ada@example.org');
  await alert.getByRole('link', { name: 'How deep is it?' }).click();
  await page.locator('#answer-depth:focus').waitFor();
  await page.getByLabel('How deep is it?').fill('20');
  await page.getByLabel('What is it?').fill('Deep hole');
  await page.getByRole('checkbox', { name: 'I agree' }).check();

  const picture = page.getByLabel('A picture', { exact: true });
  const named = (buffer: Buffer) => ({ name: 'hole.png', mimeType: 'image/png', buffer });
  await picture.setInputFiles(named(Buffer.alloc(10 * 2 ** 20 + 1)));
  await page.getByText('Choose a picture of at most 10 MiB.').first().waitFor();
  await picture.setInputFiles(named(Buffer.from('no image')));
  await page.getByRole('button', { name: 'Send' }).click();
  await alert.getByRole('link', { name: 'A picture: Choose a picture: PNG, JPEG, GIF or WebP.' }).waitFor();
  await picture.setInputFiles(named(images.png));
  await page.locator('.preview img').waitFor();
  expect(await violationsOf(page, ['dark', 'light'])).toEqual([]);

  await page.getByRole('searchbox', { name: 'Search a place' }).fill('oak');
  await page.keyboard.press('Enter');
  await page.getByText('1 place. Choose it.').waitFor();
  expect(await page.getByText('© OpenStreetMap contributors').isVisible()).toBe(true);
  await page.getByRole('button', { name: 'Oak Street, Town' }).click();
  expect(await page.getByLabel('Latitude').inputValue()).toBe('51.5');
  expect(await page.getByLabel('Place or address', { exact: true }).inputValue()).toBe('Oak Street, Town');
  await page.getByRole('button', { name: 'Send' }).click();
  await page.getByRole('heading', { name: 'Thank you' }).waitFor();
  expect(await page.getByText('We repair it.').isVisible()).toBe(true);
  expect(await contentsOf('potholes')).toEqual([
    {
      title: 'Deep hole',
      depth: 20,
      place: { lat: 51.5, lon: -0.12, name: 'Oak Street, Town' },
      photo: { id: expect.any(String), filename: 'hole.png' },
      answer: true,
      who: { first_name: 'Ada', email: 'ada@example.org' },
      terms: true,
    },
  ]);
  expect(await violationsOf(page, ['dark', 'light'])).toEqual([]);
  expect(await page.evaluate('sessionStorage.length')).toBe(0);

  await page.getByRole('button', { name: 'Fill in again' }).click();
  await page.getByLabel('What is it?').fill('Deep hole');
  await page.getByRole('checkbox', { name: 'I agree' }).check();
  await page.getByRole('button', { name: 'Send' }).click();
  await alert.getByRole('link', { name: 'What is it?: Somebody has sent this answer already.' }).waitFor();
  expect(opened.requests.filter((url) => !url.startsWith(address) && !url.startsWith('blob:'))).toEqual([]);
  expect(opened.errors).toEqual([]);
});

browserTest('a place is tapped on a map, or is where the device is', async (openPage) => {
  const opened = await openPage();
  const { page } = opened;
  await page.context().grantPermissions(['geolocation']);
  await page.context().setGeolocation({ latitude: 52.25, longitude: 4.5 });
  await openForm(opened, '/forms/potholes', 'Report a pothole');
  const map = page.getByRole('application');
  await map.scrollIntoViewIfNeeded();
  await map.click({ position: { x: 200, y: 100 } });
  const tapped = await page.getByLabel('Latitude').inputValue();
  expect(Math.abs(Number(tapped))).toBeLessThan(85);
  await page.locator('.marker').waitFor();
  // the geocoder knows what is there
  await expectValue(page, 'Place or address', 'Oak Street, Town');
  // a drag moves the map, and takes no place
  await map.hover({ position: { x: 100, y: 100 } });
  await page.mouse.down();
  await map.hover({ position: { x: 160, y: 130 } });
  await page.mouse.up();
  expect(await page.getByLabel('Latitude').inputValue()).toBe(tapped);

  // by keyboard: to the south-east, and the middle of the map
  const before = { lat: Number(tapped), lon: Number(await page.getByLabel('Longitude').inputValue()) };
  for (let presses = 0; presses < 8; presses += 1) for (const key of ['ArrowRight', 'ArrowDown']) await map.press(key);
  await map.press('Enter');
  expect(Number(await page.getByLabel('Longitude').inputValue())).toBeGreaterThan(before.lon);
  expect(Number(await page.getByLabel('Latitude').inputValue())).toBeLessThan(before.lat);

  await page.getByRole('button', { name: 'Use my position' }).click();
  await expectValue(page, 'Latitude', '52.25');
  expect(await page.getByLabel('Longitude').inputValue()).toBe('4.5');
  expect(await violationsOf(page, ['dark', 'light'])).toEqual([]);
  expect(opened.errors).toEqual([]);
});

/** Waits until an input has a value. */
const expectValue = (page: Page, label: string, value: string): Promise<unknown> =>
  eventually(
    () => page.getByLabel(label, { exact: true }).inputValue(),
    (found) => found === value,
  );

browserTest('what is entered survives a reload, except pictures, until it is discarded', async (openPage) => {
  const opened = await openPage();
  const { page } = opened;
  await openForm(opened, '/forms/potholes', 'Report a pothole');
  await page.getByLabel('What is it?').fill('A draft');
  await page.getByRole('checkbox', { name: 'I would like an answer' }).check();
  await page.getByLabel('E-mail address').fill('ada@example.org');
  await page.reload();
  await page.getByText('What you entered before is here again. Choose pictures again').waitFor();
  expect(await page.getByLabel('What is it?').inputValue()).toBe('A draft');
  expect(await page.getByLabel('E-mail address').inputValue()).toBe('ada@example.org');
  expect(await violationsOf(page, ['dark', 'light'])).toEqual([]);
  await page.getByRole('button', { name: 'Discard draft' }).click();
  expect(await page.getByLabel('What is it?').inputValue()).toBe('');
  expect(await page.evaluate('sessionStorage.length')).toBe(0);
  await page.reload();
  await page.locator('fieldset.form:enabled').waitFor();
  expect(await page.getByText('What you entered before').isVisible()).toBe(false);

  // a new version asks other questions
  await page.getByLabel('What is it?').fill('For the first version');
  await changeForm(admin, 'updateForm', { slug: 'potholes', description: 'New' });
  await changeForm(admin, 'publishForm', { slug: 'potholes' });
  await page.reload();
  await page.locator('fieldset.form:enabled').waitFor();
  expect(await page.getByLabel('What is it?').inputValue()).toBe('');
});

browserTest('a form is filled in by keyboard on a phone, in French', async (openPage) => {
  const opened = await openPage();
  const { page } = opened;
  await page.setViewportSize({ width: 390, height: 844 });
  await openForm(opened, '/forms/potholes?lang=fr', 'Report a pothole');
  expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true);
  expect(await violationsOf(page, ['dark', 'light'])).toEqual([]);
  const tabTo = async (id: string) => {
    for (let presses = 0; presses < 40 && (await focused(page)) !== id; presses += 1) await page.keyboard.press('Tab');
    expect(await focused(page)).toBe(id);
  };
  await tabTo('answer-terms');
  await page.keyboard.press('Space');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await page.getByRole('alert').getByText('Répondez à cette question.').waitFor();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await page.locator('#answer-title:focus').waitFor();
  await page.keyboard.type('Nid de poule');
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Merci' }).waitFor();
  await page.locator('h2:focus').waitFor();
  expect(opened.errors).toEqual([]);
});

browserTest(
  'without scripts the questions can be read, and the page says that sending needs them',
  async (openPage) => {
    const { page } = await openPage();
    const context = await page.context().browser()?.newContext({ javaScriptEnabled: false });
    const plain = await context?.newPage();
    await plain?.goto(`${address}/forms/potholes`);
    const text = await plain?.getByRole('main').innerText();
    for (const said of ['What is it?', 'From 1 to 200', 'I agree that my report is published', 'needs JavaScript'])
      expect(text).toContain(said);
    await context?.close();
  },
);

browserTest(
  'a form that cannot be sent says so before anything is filled in, or how long to wait',
  async (openPage) => {
    const opened = await openPage();
    const { page } = opened;
    await page.goto(`${address}/forms/members`);
    await page.getByText('This form takes answers only from people who have signed in or have an API key.').waitFor();
    expect(await page.getByLabel('What is it?').isDisabled()).toBe(true);
    await page.getByRole('application').click();
    expect(await page.locator('.marker').isVisible()).toBe(false);
    expect(await violationsOf(page, ['dark', 'light'])).toEqual([]);
    await page.getByRole('main').getByRole('button', { name: 'Enter key' }).click();
    await page.getByRole('textbox', { name: 'API key' }).fill('test-administrator-key');
    await page.keyboard.press('Enter');
    await page.locator('fieldset.form:enabled').waitFor();

    await page.goto(`${address}/forms/full`);
    await page.getByText('This form takes no more answers.').waitFor();
    expect(await page.getByRole('main').getByRole('link', { name: 'Other forms' }).isVisible()).toBe(true);

    await seedForm(admin, 'busy', { ...open, title: 'Busy' });
    const visitor = await openPage();
    await visitor.page.evaluate('sessionStorage.clear()').catch(() => undefined);
    await openForm(visitor, '/forms/busy', 'Busy');
    for (let sent = 0; sent < 20; sent += 1)
      await fetch(`${address}/graphql`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({
          query: 'mutation { submitForm(input: {formSlug: "busy", data: {}}) { isValid } }',
        }),
      });
    await visitor.page.getByLabel('What is it?').fill('Too many');
    await visitor.page.getByRole('button', { name: 'Send' }).click();
    await visitor.page
      .getByRole('alert')
      .getByText(/\d+ seconds?.*What you entered stays on this page\./)
      .waitFor();
    await changeForm(admin, 'unpublishForm', { slug: 'busy' });
    await visitor.page.getByRole('button', { name: 'Send' }).click();
    await visitor.page.getByRole('alert').getByText('This form takes no answers any more.').waitFor();
    expect(await visitor.page.getByLabel('What is it?').inputValue()).toBe('Too many');
  },
);

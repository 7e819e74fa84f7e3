import { expect } from '@jest/globals';
import { demoApp } from '../support/demo.ts';
import { browserTest } from '../support/http/browser.ts';
import { violationsOf } from '../support/http/accessibility.ts';

const demo = await demoApp();
const { address } = demo;

const treesPage = await demo.http.inject({ url: '/datasets/street-trees', headers: { accept: 'text/html' } });
const recordPath = /href="(\/datasets\/street-trees\/records\/[^"?]+)/.exec(treesPage.body)?.[1] ?? '';

/** Each view, and what it shows without scripts too. */
const views: readonly (readonly [path: string, heading: string | RegExp, text: string])[] = [
  ['/', /./, 'Air quality measurements'],
  ['/?q=trees', /./, 'Street trees'],
  ['/?q=nothing-has-this-word', /./, '0 datasets'],
  ['/datasets/air-quality', 'Air quality measurements', 'calibrated'],
  ['/datasets/street-trees', 'Street trees', 'Quercus robur'],
  ['/forms', 'Forms', 'Report a pothole'],
  ['/forms/suggest-a-tree', 'Suggest a place for a tree', 'Suggest a place for a tree'],
  ['/publications', 'Publications', 'API key'],
  [recordPath, /./, 'Identifier'],
  ['/pages/about', 'About this portal', 'Marlhaven'],
  ['/pages/mobility', 'Getting around', 'Map: Street trees'],
  ['/glossary', 'Glossary', 'Air quality index'],
  ['/sign-in', 'Sign in', 'Sign in as staff'],
  [`/invitation?code=${'a'.repeat(43)}`, 'Your invitation', 'Accept the invitation'],
  ['/embed/datasets/street-trees/chart', /./, 'Number of records by species'],
  ['/embed/datasets/air-quality/map', /./, 'Air quality measurements'],
  ['/datasets/nowhere', 'Nothing is here', 'All datasets'],
];

const widths = { desktop: { width: 1280, height: 900 }, phone: { width: 390, height: 844 } };

/** Counts how far what is shown moves without the visitor doing anything (Cumulative Layout Shift). */
const countShifts = `window.shifts = 0;
new PerformanceObserver((list) => { for (const entry of list.getEntries()) if (!entry.hadRecentInput) window.shifts += entry.value; }).observe({ type: 'layout-shift', buffered: true });`;

// a color does not depend on the width, so that each view is tried once in each scheme
for (const [name, colorScheme] of [
  ['desktop', 'light'],
  ['phone', 'dark'],
] as const)
  browserTest(`each view is accessible, fits and stays in its place, on a ${name}, ${colorScheme}`, async (open) => {
    const { page, requests, errors } = await open();
    await page.setViewportSize(widths[name]);
    await page.emulateMedia({ colorScheme });
    await page.addInitScript(countShifts);
    for (const [path, heading] of views) {
      await page.goto(address + path);
      await page.getByRole('heading', { level: 1, name: heading }).first().waitFor();
      await page.waitForLoadState('networkidle');
      const found = await violationsOf(page);
      expect([path, found]).toEqual([path, []]);
      expect([path, await page.evaluate('document.documentElement.scrollWidth <= innerWidth')]).toEqual([path, true]);
      expect([path, Math.round(Number(await page.evaluate('window.shifts')) * 10)]).toEqual([path, 0]);
    }
    expect(requests.filter((url) => !url.startsWith(address))).toEqual([]);
    expect(errors.filter((error) => !error.includes('404'))).toEqual([]);
  });

/** Notes what the keyboard reaches, and what does not show that it has the focus. */
const noteFocus = `window.reached = new Set(); window.unseen = [];
addEventListener('focusin', ({ target }) => {
  window.reached.add(target);
  const { outlineStyle, boxShadow } = getComputedStyle(target);
  if (outlineStyle === 'none' && boxShadow === 'none') window.unseen.push(target.outerHTML.slice(0, 200));
});`;

/** What is shown and can be pressed or filled in, but the keyboard did not reach. The arrows choose among radio buttons. */
const unreached = `[...document.querySelectorAll('a[href], button, input, select, textarea, summary, [tabindex="0"]')]
  .filter((each) => !each.disabled && each.type !== 'radio' && each.checkVisibility({ visibilityProperty: true }) && !window.reached.has(each))
  .map((each) => each.outerHTML.slice(0, 200))`;

/** More than the elements of any view: the keyboard is caught in a view with more. */
const maxStops = 400;

browserTest('the keyboard reaches all of each view, on a phone, sees where it is, and leaves it', async (open) => {
  const { page } = await open();
  await page.setViewportSize(widths.phone);
  await page.addInitScript(noteFocus);
  for (const [path, heading] of views) {
    await page.goto(address + path);
    await page.getByRole('heading', { level: 1, name: heading }).first().waitFor();
    // a map is read when it is near to what is seen
    if (path.includes('air-quality')) {
      await page.locator('#map, main.embedded').scrollIntoViewIfNeeded();
      await page.locator('.cluster').nth(2).waitFor();
    }
    let stops = 0;
    do await page.keyboard.press('Tab');
    while ((stops += 1) < maxStops && (await page.evaluate('document.activeElement !== document.body')));
    expect([path, stops < maxStops]).toEqual([path, true]);
    expect([path, await page.evaluate(unreached), await page.evaluate('window.unseen')]).toEqual([path, [], []]);
  }
});

browserTest(
  'each view says without scripts what is there',
  async (open) => {
    const { page } = await open();
    for (const [path, heading, text] of views) {
      await page.goto(address + path);
      await page.getByRole('heading', { level: 1, name: heading }).first().waitFor();
      expect([path, await page.getByText(text).first().isVisible()]).toEqual([path, true]);
    }
    await page.goto(address);
    await page.getByRole('searchbox').first().fill('trees');
    await page.keyboard.press('Enter');
    await page.getByRole('link', { name: 'Street trees' }).first().click();
    await page.getByRole('heading', { level: 1, name: 'Street trees' }).waitFor();
  },
  { javaScriptEnabled: false },
);

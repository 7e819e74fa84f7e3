import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { expect } from '@jest/globals';
import { seedCatalog } from '#seed/seed-catalog.ts';
import { testApp } from '../support/app.ts';
import { eventually, statusOf } from '../support/datasets/publishing.ts';
import { browserTest } from '../support/http/browser.ts';

const demo = await testApp({ SEED: 'demo' });
await seedCatalog(demo);
const address = await demo.http.listen({ port: 0, host: '127.0.0.1' });
const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

for (const datasetId of ['air-quality', 'street-trees']) {
  const { uid } = (await demo.admin.data(`{ dataset(by: { datasetId: "${datasetId}" }) { uid } }`)).dataset;
  await eventually(
    () => statusOf(demo.admin, uid),
    ({ status }) => status === 'idle',
  );
}

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
  ['/datasets/nowhere', 'Nothing is here', 'All datasets'],
];

const widths = { desktop: { width: 1280, height: 900 }, phone: { width: 390, height: 844 } };

/** Counts how far what is shown moves without the visitor doing anything (Cumulative Layout Shift). */
const countShifts = `window.shifts = 0;
new PerformanceObserver((list) => { for (const entry of list.getEntries()) if (!entry.hadRecentInput) window.shifts += entry.value; }).observe({ type: 'layout-shift', buffered: true });`;

browserTest(
  'each view is accessible, fits and stays in its place, on a desktop and a phone, light and dark',
  async (open) => {
    for (const [name, size] of Object.entries(widths)) {
      const { page, requests, errors } = await open();
      await page.setViewportSize(size);
      await page.addInitScript(countShifts);
      for (const [path, heading] of views) {
        await page.emulateMedia({ colorScheme: 'light' });
        await page.goto(address + path);
        await page.getByRole('heading', { level: 1, name: heading }).first().waitFor();
        await page.waitForLoadState('networkidle');
        const found = [];
        for (const colorScheme of ['light', 'dark'] as const) {
          await page.emulateMedia({ colorScheme });
          await page.evaluate(axe);
          found.push(
            await page.evaluate(
              `axe.run().then(({ violations }) => violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => id + ': ' + html)))`,
            ),
          );
        }
        expect([name, path, ...found]).toEqual([name, path, [], []]);
        expect([name, path, await page.evaluate('document.documentElement.scrollWidth <= innerWidth')]).toEqual([
          name,
          path,
          true,
        ]);
        expect([name, path, Math.round(Number(await page.evaluate('window.shifts')) * 10)]).toEqual([name, path, 0]);
      }
      expect(requests.filter((url) => !url.startsWith(address))).toEqual([]);
      expect(errors.filter((error) => !error.includes('404'))).toEqual([]);
    }
  },
);

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

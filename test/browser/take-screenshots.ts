import { chromium } from 'playwright-core';

/**
 * Writes the screenshots of docs/images from a service with the demo that runs at an address:
 * `npm start`, then `npm run screenshots -- http://localhost:4000`.
 */
const [, , address = 'http://localhost:4000'] = process.argv;

const shots = [
  { name: 'search', path: '/', width: 1120, height: 700, colorScheme: 'light' },
  { name: 'dataset', path: '/datasets/air-quality', width: 1120, height: 1180, colorScheme: 'light' },
  { name: 'dataset-dark', path: '/datasets/air-quality', width: 1120, height: 1180, colorScheme: 'dark' },
  { name: 'phone', path: '/datasets/street-trees', width: 360, height: 780, colorScheme: 'light' },
] as const;

const browser = await chromium.launch({
  executablePath: process.env['CHROMIUM'] ?? '/usr/bin/chromium',
  args: ['--no-sandbox', '--disable-gpu'],
});
for (const { name, path, width, height, colorScheme } of shots) {
  const context = await browser.newContext({ viewport: { width, height }, colorScheme });
  const page = await context.newPage();
  await page.goto(address + path, { waitUntil: 'networkidle' });
  await page.screenshot({ path: `docs/images/${name}.png` });
  await context.close();
}
await browser.close();

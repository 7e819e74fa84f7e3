import { chromium } from 'playwright-core';

/**
 * Writes the screenshots of docs/images from a service with the demo that runs at an address:
 * `npm start`, then `npm run screenshots -- http://localhost:4000`, with the names of some to write these alone.
 */
const [, , address = 'http://localhost:4000', ...names] = process.argv;

interface Shot {
  readonly name: string;
  readonly path: string;
  readonly width: number;
  readonly height: number;
  readonly colorScheme: 'light' | 'dark';
  /** The part of the page. Default: what the window shows. */
  readonly part?: string;
}

const shots: readonly Shot[] = [
  { name: 'search', path: '/', width: 1120, height: 700, colorScheme: 'light' },
  { name: 'dataset', path: '/datasets/air-quality', width: 1120, height: 1180, colorScheme: 'light' },
  { name: 'dataset-dark', path: '/datasets/air-quality', width: 1120, height: 1180, colorScheme: 'dark' },
  { name: 'phone', path: '/datasets/street-trees', width: 360, height: 780, colorScheme: 'light' },
  {
    ...{ name: 'use', path: '/datasets/street-trees?refine.species=Oak&desc=height_m', part: '#use' },
    ...{ width: 1120, height: 1180, colorScheme: 'light' },
  },
];

const browser = await chromium.launch({
  executablePath: process.env['CHROMIUM'] ?? '/usr/bin/chromium',
  args: ['--no-sandbox', '--disable-gpu'],
});
for (const { name, path, width, height, colorScheme, part } of shots) {
  if (names.length > 0 && !names.includes(name)) continue;
  const context = await browser.newContext({ viewport: { width, height }, colorScheme });
  const page = await context.newPage();
  await page.goto(address + path, { waitUntil: 'networkidle' });
  const place = { path: `docs/images/${name}.png` };
  await (part === undefined ? page.screenshot(place) : page.locator(part).screenshot(place));
  await context.close();
}
await browser.close();

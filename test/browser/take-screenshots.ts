import { chromium } from 'playwright-core';

/**
 * Writes the screenshots of docs/images from a service with the demo that runs at an address:
 * `npm start`, then `npm run screenshots -- http://localhost:4000`, with the names of some to write these alone. Those of the screens for stewards need
 * the administrator's key in KEY.
 */
const [, , address = 'http://localhost:4000', ...names] = process.argv;

interface Shot {
  readonly path: string;
  readonly width: number;
  readonly height: number;
  readonly colorScheme?: 'dark';
  /** The part of the page. Default: what the window shows. */
  readonly part?: string;
  /** What is pressed before. */
  readonly pressed?: string;
  /** What is given to a file input before. */
  readonly file?: { readonly input: string; readonly name: string; readonly text: string };
  /** What must be there. */
  readonly shown?: string;
}

/** The uid of a dataset of the demo. */
async function readUid(datasetId: string): Promise<string> {
  const response = await fetch(`${address}/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ query: `{ catalogDataset(by: { datasetId: "${datasetId}" }) { uid } }` }),
  });
  const { data } = (await response.json()) as { readonly data: { readonly catalogDataset: { readonly uid: string } } };
  return data.catalogDataset.uid;
}

const desktop = { width: 1000, height: 640 };
const phone = { width: 360, height: 780 };

const airQuality = `/admin/datasets/${await readUid('air-quality')}`;

const shots: Readonly<Record<string, Shot>> = {
  search: { path: '/', ...desktop },
  results: { path: '/?q=tress', ...desktop },
  dataset: { path: '/datasets/air-quality', width: 1000, height: 760 },
  'dataset-dark': { path: '/datasets/air-quality', width: 1000, height: 760, colorScheme: 'dark' },
  phone: { path: '/datasets/street-trees', ...phone },
  records: { path: '/datasets/street-trees?sort=height_m&desc=height_m', part: '#records', ...desktop },
  record: { path: '/datasets/air-quality', pressed: '#records tbody a[href*="/records/"]', ...desktop },
  map: { path: '/datasets/air-quality', part: '#map', ...desktop },
  chart: { path: '/datasets/street-trees', part: '#chart', ...desktop },
  use: { path: '/datasets/street-trees?refine.species=Oak&desc=height_m', part: '#use', ...desktop },
  lineage: { path: '/datasets/air-quality', part: '#lineage', ...desktop },
  forms: { path: '/forms', ...desktop },
  form: { path: '/forms/report-a-pothole', ...desktop },
  'form-phone': { path: '/forms/report-a-pothole', ...phone },
  page: { path: '/pages/about', ...desktop },
  glossary: { path: '/glossary', ...desktop },
  'sign-in': { path: '/sign-in', ...desktop },
  arabic: { path: '/?lang=ar', ...desktop },
  'steward-new': {
    path: '/admin/datasets/new',
    file: {
      input: 'input[type=file]',
      name: 'visitors.csv',
      text: 'museum;day;visitors\nHarbour;31.12.2024;1.234,50\nTown;02.01.2025;812,00\n',
    },
    shown: '.draft tbody td',
    ...desktop,
  },
  'steward-datasets': { path: '/admin/datasets', shown: '.list tbody td', ...desktop },
  'steward-sources': {
    path: `${airQuality}/sources`,
    pressed: '.sortable summary',
    shown: '.record-preview td',
    ...desktop,
  },
  'steward-processors': {
    path: `${airQuality}/processors`,
    pressed: '.sortable summary',
    shown: '.record-preview td',
    ...desktop,
  },
  'steward-fields': { path: `${airQuality}/fields`, shown: '.record-preview td', width: 1280, height: 640 },
  'steward-page': { path: '/admin/pages', pressed: '.list th a', shown: '.page-preview', ...desktop },
};

const key = process.env['KEY'];
const browser = await chromium.launch({
  executablePath: process.env['CHROMIUM'] ?? '/usr/bin/chromium',
  args: ['--no-sandbox', '--disable-gpu'],
});
for (const [name, shot] of Object.entries(shots)) {
  const { path, width, height, colorScheme = 'light', part, pressed, file, shown } = shot;
  if (names.length > 0 && !names.includes(name)) continue;
  const context = await browser.newContext({ viewport: { width, height }, colorScheme });
  const page = await context.newPage();
  if (key !== undefined && path.startsWith('/admin'))
    await page.addInitScript(`sessionStorage.setItem('catalograph.key', ${JSON.stringify(key)})`);
  await page.goto(address + path, { waitUntil: shown === undefined ? 'networkidle' : 'load' });
  if (pressed !== undefined) {
    // a screen for stewards listens to changes, so that the network is never idle
    await page.locator(pressed).first().click();
    if (shown === undefined) await page.waitForLoadState('networkidle');
  }
  if (file !== undefined)
    await page.setInputFiles(file.input, { name: file.name, mimeType: 'text/csv', buffer: Buffer.from(file.text) });
  if (shown !== undefined) await page.locator(shown).first().waitFor();
  await page.locator('main:not([aria-busy])').waitFor();
  if (part !== undefined) await page.locator(part).scrollIntoViewIfNeeded();
  // what is read when it is near to what is seen, and what moves
  await page.waitForTimeout(2_000);
  const place = { path: `docs/images/${name}.png` };
  await (part === undefined ? page.screenshot(place) : page.locator(part).screenshot(place));
  await context.close();
}
await browser.close();

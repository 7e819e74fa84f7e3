import { readFileSync } from 'node:fs';
import { expect } from '@jest/globals';
import type { Page } from 'playwright-core';
import { demoApp } from '../support/demo.ts';
import { publishedFeatures } from '../support/datasets/features.ts';
import { eventually } from '../support/datasets/publishing.ts';
import { browserTest, type OpenedPage } from '../support/http/browser.ts';
import { sourceServer } from '../support/sources/source-server.ts';
import { violationsOf } from '../support/http/accessibility.ts';

const web = await sourceServer();
const demo = await demoApp({ FETCH_ALLOW: web.host });
const { address } = demo;
const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };

const hostile = '"><img src=x onerror="window.stolen = 1"></title><script>window.stolen = 1</script>';

/** A ring of positions around a place. */
function circle(lon: number, lat: number, radius: number, count: number): [number, number][] {
  const positions = Array.from({ length: count }, (_each, index): [number, number] => {
    const angle = (2 * Math.PI * index) / count;
    return [lon + radius * Math.cos(angle), lat + radius * Math.sin(angle)];
  });
  const [first = [lon, lat]] = positions;
  return [...positions, first];
}

async function openAt({ page }: OpenedPage, path: string): Promise<Page> {
  await page.goto(address + path);
  await page.getByRole('heading', { level: 1 }).waitFor();
  return page;
}

const overflows = (page: Page) => page.evaluate('document.documentElement.scrollWidth > innerWidth');

browserTest(
  'a chart counts the values of a facet at first; its controls change the address and keep the focus',
  async (open) => {
    const opened = await open();
    const page = await openAt(opened, '/datasets/street-trees');
    const chart = page.locator('#chart');
    await chart.getByRole('img', { name: 'Number of records by species' }).waitFor();
    expect(await chart.locator('.bar title').first().textContent()).toBe('Oak: 9');
    // the button appears once scripts run
    await chart.getByRole('button', { name: 'Save as SVG' }).waitFor();
    await chart.getByLabel('Measure').focus();
    await chart.getByLabel('Measure').selectOption('Average');
    await chart.getByRole('img', { name: 'Average of house_no by species' }).waitFor();
    await page.locator('[name="measure"]:focus').waitFor();
    await chart.getByLabel('Of', { exact: true }).selectOption('height_m');
    await chart.getByRole('img', { name: 'Average of height_m by species' }).waitFor();
    await chart.getByLabel('Series').selectOption('street');
    await chart.getByRole('img', { name: 'Average of height_m by species, one series per value of street' }).waitFor();
    await chart.getByLabel('Group by').selectOption('planted');
    await chart.getByRole('img', { name: 'Average of height_m by year, one series per value of street' }).waitFor();
    await chart.locator('path.line').first().waitFor();
    await chart.getByLabel('Drawn as').selectOption('Bars');
    await chart.locator('rect.bar title').first().waitFor({ state: 'attached' });
    const shown = Object.fromEntries(new URL(page.url()).searchParams);
    expect(shown).toMatchObject({ by: 'planted', split: 'street', measure: 'avg', of: 'height_m', chart: 'bars' });
    const drawn = await chart.locator('svg').innerHTML();
    await page.reload();
    await chart.getByRole('button', { name: 'Save as SVG' }).waitFor();
    expect(await chart.locator('svg').innerHTML()).toBe(drawn);
    await page.goBack();
    await chart.locator('path.line').first().waitFor();
    await chart.getByText('Show as table').click();
    expect(await chart.getByRole('table').getByRole('columnheader').count()).toBeGreaterThan(2);
    expect(await violationsOf(page, ['dark', 'light'])).toEqual([]);
    expect(opened.errors).toEqual([]);
  },
);

browserTest('a chart is saved as SVG and as PNG, with the look that it has', async (open) => {
  const opened = await open();
  const page = await openAt(opened, '/datasets/air-quality?by=station');
  const chart = page.locator('#chart');
  const saved = async (name: string): Promise<Buffer> => {
    const [download] = await Promise.all([page.waitForEvent('download'), chart.getByRole('button', { name }).click()]);
    expect(download.suggestedFilename()).toBe(`air-quality.${name.slice(-3).toLowerCase()}`);
    return readFileSync(await download.path());
  };
  const svg = (await saved('Save as SVG')).toString();
  expect(svg).toMatch(/<title>Number of records by Station<\/title>/);
  const look = await page.evaluate<string>("getComputedStyle(document.querySelector('#chart rect.bar')).fill");
  expect(look).toMatch(/^rgb/);
  expect(svg).toContain(` height="17" fill="${look}"`);
  expect(svg).not.toMatch(/class=|style=/);
  const png = await saved('Save as PNG');
  expect([...png.subarray(1, 4)].map((byte) => String.fromCharCode(byte)).join('')).toBe('PNG');
  // a picture of one colour compresses to almost nothing
  expect(png.length).toBeGreaterThan(4_000);
  expect(opened.errors).toEqual([]);
});

browserTest(
  'a chart is read without scripts, and a button shows what is chosen',
  async (open) => {
    const opened = await open();
    const page = await openAt(opened, '/datasets/street-trees?q=&split=street');
    const chart = page.locator('#chart');
    await chart.getByRole('img', { name: 'Number of records by species, one series per value of street' }).waitFor();
    await chart.getByLabel('Group by').selectOption('street');
    await chart.getByLabel('Drawn as').selectOption('Lines');
    await chart.getByRole('button', { name: 'Show' }).click();
    await chart.getByRole('img', { name: 'Number of records by street' }).waitFor();
    expect(await chart.locator('path.line').count()).toBe(1);
    await chart.getByText('Show as table').click();
    expect(await chart.getByRole('rowheader').count()).toBeGreaterThan(3);
    expect(await chart.getByRole('button', { name: 'Save as SVG' }).count()).toBe(0);
    await openAt(opened, '/datasets/air-quality');
    await page.getByText('The map needs JavaScript; the table has all records.').waitFor();
  },
  { javaScriptEnabled: false },
);

browserTest('the keyboard zooms into clusters, opens the records of a place, and closes them again', async (open) => {
  const opened = await open();
  const page = await openAt(opened, '/datasets/air-quality');
  await page.getByRole('heading', { name: 'Map' }).scrollIntoViewIfNeeded();
  const map = page.getByRole('application', { name: /^Map of 54 records/ });
  const clusters = map.getByRole('button', { name: /^18 records/ });
  await clusters.nth(2).waitFor();
  await map.focus();
  await page.keyboard.press('Tab');
  const labelOfFocus = 'document.activeElement.getAttribute("aria-label")';
  expect(await page.evaluate(labelOfFocus)).toMatch(/^18 records, 51\.9/);
  // each step into a cluster shows less of the world, until its records are at one place
  for (let steps = 0; steps < 4 && (await page.locator('.record-panel').count()) === 0; steps += 1) {
    const before = await map.locator('.tick').allTextContents();
    await page.keyboard.press('Enter');
    await eventually(
      async () =>
        (await page.locator('.record-panel').count()) > 0 ||
        (await map.locator('.tick').allTextContents()).join() !== before.join(),
      (isDone) => isDone,
    );
  }
  const panel = page.getByRole('region', { name: 'Records at this place' });
  await panel.getByText('1–5 of 18').waitFor();
  expect(await page.evaluate(labelOfFocus)).toBe('Records at this place');
  const link = panel.getByRole('link', { name: 'Open the record' }).first();
  expect(await link.getAttribute('href')).toMatch(/^\/datasets\/air-quality\/records\/[0-9a-f]{40}$/);
  expect(await violationsOf(page, ['dark', 'light'])).toEqual([]);
  await page.keyboard.press('Escape');
  await panel.waitFor({ state: 'detached' });
  expect(await page.evaluate(labelOfFocus)).toMatch(/^Map of 54 records/);
  await page.getByRole('link', { name: 'Show these records in the table' }).click();
  await page.waitForURL(/where=in_bbox/);
  // the map goes on beyond what the table shows
  await page.keyboard.press('0');
  expect(opened.errors).toEqual([]);
});

browserTest(
  'on a phone, a map lets the page scroll, two fingers zoom it, and nothing is wider than the screen',
  async (open) => {
    const opened = await open();
    const page = await openAt(opened, '/datasets/air-quality?split=remark');
    await page.getByRole('heading', { name: 'Map' }).scrollIntoViewIfNeeded();
    const map = page.getByRole('application', { name: /^Map of 54 records/ });
    await map.locator('.cluster').nth(2).waitFor();
    expect(await overflows(page)).toBe(false);
    const { x, y } = await map.boundingBox().then((box) => box ?? { x: 0, y: 0 });
    const client = await page.context().newCDPSession(page);
    const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', points: readonly (readonly [number, number])[]) =>
      client.send('Input.dispatchTouchEvent', {
        type,
        touchPoints: points.map(([left, top], id) => ({ x: x + left, y: y + top, id })),
      });
    const scrolled = () => page.evaluate<number>('scrollY');
    const before = { top: await scrolled(), ticks: await map.locator('.tick').allTextContents() };
    await touch('touchStart', [
      [150, 150],
      [180, 150],
    ]);
    for (const apart of [40, 80, 120])
      await touch('touchMove', [
        [165 - apart, 150],
        [165 + apart, 150],
      ]);
    await touch('touchEnd', []);
    await eventually(
      () => map.locator('.tick').allTextContents(),
      (ticks) => ticks.join() !== before.ticks.join(),
    );
    expect(await scrolled()).toBe(before.top);
    await touch('touchStart', [[150, 250]]);
    for (const top of [230, 200, 150, 100]) await touch('touchMove', [[150, top]]);
    await touch('touchEnd', []);
    await eventually(scrolled, (top) => top > before.top);
    expect(await violationsOf(page, ['dark', 'light'])).toEqual([]);
    expect(opened.errors).toEqual([]);
  },
  phone,
);

const shapes = [
  {
    type: 'Feature' as const,
    properties: { name: 'Park' },
    geometry: { type: 'Polygon' as const, coordinates: [circle(4.9, 52.37, 0.01, 5_000)] },
  },
  {
    type: 'Feature' as const,
    properties: { name: hostile },
    geometry: {
      type: 'LineString' as const,
      coordinates: [
        [4.85, 52.36],
        [4.95, 52.38],
      ],
    },
  },
];

browserTest(
  'shapes are drawn with as many positions as can be seen; what they say is shown, never run',
  async (open) => {
    const uid = await publishedFeatures(demo, web, shapes);
    const { dataset } = await demo.admin.data(`{ dataset(by: { uid: "${uid}" }) { datasetId } }`);
    const opened = await open();
    const page = await openAt(opened, `/datasets/${dataset.datasetId}?by=name`);
    await page.getByRole('heading', { name: 'Map' }).scrollIntoViewIfNeeded();
    const map = page.getByRole('application');
    const park = map.getByRole('button', { name: 'Park' });
    await park.waitFor();
    const path = (await park.getAttribute('d')) ?? '';
    expect(path.split('L').length).toBeGreaterThan(30);
    expect(path.split('L').length).toBeLessThan(1_500);
    await map.getByRole('button', { name: hostile }).press('Enter');
    await page.getByRole('region', { name: 'Records at this place' }).getByText(hostile, { exact: true }).waitFor();
    await page.locator('#chart').getByText('Show as table').click();
    await page.locator('#chart').getByRole('rowheader', { name: hostile }).waitFor();
    expect(await page.evaluate('typeof window.stolen')).toBe('undefined');
    expect(opened.requests.filter((url) => !url.startsWith(address))).toEqual([]);
    expect(opened.errors).toEqual([]);
  },
);

browserTest('one line shows a chart or a map in the page of another; nothing else is shown in frames', async (open) => {
  const opened = await open();
  const page = await openAt(opened, '/datasets/air-quality?by=station');
  const lines: string[] = [];
  for (const part of ['chart', 'map']) {
    await page.getByText(`Embed this ${part}`, { exact: true }).first().click();
    lines.push((await page.locator(`#${part} .embedding pre`).textContent()) ?? '');
  }
  expect(lines.map((line) => /<iframe src="([^"]*)"/.exec(line)?.[1])).toEqual([
    expect.stringMatching(/\/embed\/datasets\/air-quality\/chart\?.*by=station/),
    expect.stringMatching(/\/embed\/datasets\/air-quality\/map$/),
  ]);
  const other = (await open()).page;
  const body = `${lines.join('')}<iframe src="${address}/datasets/air-quality"></iframe>`;
  await other.goto(web.answer('/other.html', (response) => response.setHeader('content-type', 'text/html').end(body)));
  const [chart, map, refused] = [0, 1, 2].map((index) => other.locator('iframe').nth(index).contentFrame());
  await chart?.getByRole('img', { name: 'Number of records by Station' }).waitFor();
  await map?.getByRole('application').waitFor();
  expect(await chart?.getByRole('link', { name: 'Air quality measurements' }).getAttribute('href')).toBe(
    '/datasets/air-quality',
  );
  expect(await chart?.getByRole('navigation').count()).toBe(0);
  expect(await refused?.getByRole('heading').count()).toBe(0);
});

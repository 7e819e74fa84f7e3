import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, test } from '@jest/globals';
import { demoApp } from '../support/demo.ts';
import { browserTest } from '../support/http/browser.ts';
import { blocksOf, expectPrintedAnswers, forService } from './printed-page.ts';

const { address: origin } = await demoApp();
const service = { origin, key: 'test-administrator-key' };

const frontEnd = 'docs/tutorials/build-a-front-end.md';
const publisher = 'docs/tutorials/publish-a-file.md';

test('the commands of the tutorial for front-ends print what it shows', () => expectPrintedAnswers(frontEnd, service));

browserTest(
  'the page of the tutorial for front-ends shows records, narrows them by a facet and reads more',
  async (open) => {
    const html = blocksOf(frontEnd).find(({ file }) => file === 'trees.html');
    const folder = await mkdtemp(join(tmpdir(), 'catalograph-tutorial-'));
    await writeFile(join(folder, 'trees.html'), forService(html?.text ?? '', service));
    const { page, errors } = await open();
    await page.goto(pathToFileURL(join(folder, 'trees.html')).href);
    await page.getByRole('heading', { name: 'Street trees (40)' }).waitFor();
    expect(await page.locator('#about').textContent()).toContain('The air we breathe');
    expect(await page.locator('tr').count()).toBe(10);
    await page.getByRole('button', { name: 'More' }).click();
    await page.locator('tr').nth(19).waitFor();
    await page.getByRole('button', { name: 'Oak (' }).click();
    await page.getByRole('heading', { name: /^Street trees \(\d\)$/ }).waitFor();
    expect(new Set(await page.locator('tr td:first-child').allTextContents())).toEqual(new Set(['Oak']));
    expect(errors).toEqual([]);
    await rm(folder, { recursive: true });
  },
);

test('the commands of the tutorial for publishers print what it shows', () => expectPrintedAnswers(publisher, service));

browserTest('the dataset of the tutorial for publishers has a map', async (open) => {
  const { page } = await open();
  await page.goto(`${origin}/datasets/bathing-waters`);
  await page.getByRole('heading', { level: 1, name: 'Bathing waters' }).waitFor();
  await page.getByRole('heading', { name: 'Map' }).waitFor();
});

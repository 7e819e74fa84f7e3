import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';
import { eventually } from '../datasets/publishing.ts';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

type Scheme = 'light' | 'dark';

/**
 * The rules of accessibility that a page violates (WCAG 2.2 A and AA, and best practices), in the scheme that it has or in those given. While a view is
 * read the one before is pale, so the page is judged once it has come alive.
 */
export async function violationsOf(
  page: Page,
  schemes: readonly (Scheme | undefined)[] = [undefined],
): Promise<string[]> {
  await page.locator('main:not([aria-busy])').waitFor();
  const opacity = () => page.evaluate<string>('getComputedStyle(document.querySelector("main")).opacity');
  await eventually(opacity, (value) => value === '1');
  // its half megabyte stays in a page that shows one view after another
  if (!(await page.evaluate<boolean>('"axe" in window'))) await page.evaluate(axe);
  const found: string[] = [];
  for (const colorScheme of schemes) {
    if (colorScheme) await page.emulateMedia({ colorScheme });
    const violations: string[] = await page.evaluate(
      `axe.run({ reporter: 'no-passes' }).then(({ violations }) => violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => id + ': ' + html)))`,
    );
    found.push(...violations);
  }
  return found;
}

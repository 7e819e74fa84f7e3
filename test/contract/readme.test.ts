import { readFileSync } from 'node:fs';
import { expect, test } from '@jest/globals';
import { settings } from '../../src/platform/config.ts';

const readme = readFileSync(new URL('../../README.md', import.meta.url), 'utf8').replaceAll('`', '');

test('README lists every setting with its default and its meaning', () => {
  const rows = settings.map(({ name, fallback, about }) => `| ${name} | ${fallback || 'none'} | ${about} |`.replaceAll('`', ''));
  expect(rows.filter((row) => !readme.includes(row))).toEqual([]);
});

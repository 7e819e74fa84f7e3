import { expect, test } from '@jest/globals';
import { settings } from '../../src/platform/config.ts';
import { textOf } from './sources.ts';

const readme = textOf('README.md');

test('README lists every setting as the service describes it', () => {
  const lines = settings.map(({ name, fallback, about }) => `| \`${name}\` | ${fallback} | ${about} |`);
  expect(lines.filter((line) => !readme.includes(line))).toEqual([]);
});

test('the two commands stand in its first screen', () => {
  const screen = readme.split('\n').slice(0, 20).join('\n');
  expect(screen).toContain('npm start');
  expect(screen).toContain('npm test');
});

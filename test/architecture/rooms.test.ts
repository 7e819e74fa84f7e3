import { readdirSync } from 'node:fs';
import { expect, test } from '@jest/globals';
import { filesBelow, textOf } from './sources.ts';

/** The rooms of the first level. */
const rooms = readdirSync('src', { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => name);

/** The lines of a screen. */
const screen = 40;

/** The names that a room exports. */
const exportsOf = (room: string): Set<string> =>
  new Set(
    filesBelow(`src/${room}`).flatMap((file) =>
      [...textOf(file).matchAll(/^export (?:async |abstract )*(?:const|function|class|interface|type) (\w+)/gm)].map(
        ([, name = '']) => name,
      ),
    ),
  );

/** The names in the table of a README. */
const namesIn = (readme: string): string[] => [...readme.matchAll(/^\| `(\w+)` \|/gm)].map(([, name = '']) => name);

test.each(rooms)('the README of %s names five things that the room exports, on one screen', (room) => {
  const readme = textOf(`src/${room}/README.md`);
  const names = namesIn(readme);
  const exported = exportsOf(room);
  expect(names.filter((name) => !exported.has(name))).toEqual([]);
  expect(names).toHaveLength(5);
  expect(readme.split('\n').length).toBeLessThanOrEqual(screen);
  expect(readme).toContain('Test it alone: ');
});

test.each(['architecture', 'records', 'search', 'transactions'])(
  'docs/%s.md names things that the sources have',
  (name) => {
    const words = new Set(filesBelow('src').flatMap((file) => textOf(file).match(/\w+/g) ?? []));
    const page = textOf(`docs/${name}.md`).replaceAll(/\]\([^)]*\)/g, '');
    const names = page.match(/\b[a-z]+[A-Z]\w+\b/g) ?? [];
    expect([...new Set(names)].filter((name) => !words.has(name))).toEqual([]);
  },
);

test('docs/architecture.md stays a guide: details of one subject stand in its own page', () => {
  expect(textOf('docs/architecture.md').length).toBeLessThanOrEqual(30_000);
});

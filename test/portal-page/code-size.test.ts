import { readdirSync, readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { expect, test } from '@jest/globals';

const folder = 'dist/portal-page';
const matches = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map(([, name = '']) => name);
const files = new Map(
  readdirSync(folder)
    .filter((name) => name.endsWith('.js'))
    .map((name) => {
      const text = readFileSync(`${folder}/${name}`, 'utf8');
      const imports = matches(text, /(?:from|import)"\.\/([^"]+)"/g);
      return [
        name,
        { bytes: gzipSync(text).length, imports, later: matches(text, /import\("\.\/([^"]+)"\)/g) },
      ] as const;
    }),
);

/** The files that are loaded with these. */
function loadedWith(names: readonly string[]): Set<string> {
  const loaded = new Set<string>();
  const pending = [...names];
  for (let name = pending.pop(); name !== undefined; name = pending.pop()) {
    const file = files.get(name);
    if (!file || loaded.has(name)) continue;
    loaded.add(name);
    pending.push(...file.imports);
  }
  return loaded;
}
const laterThan = (names: Iterable<string>) => [...names].flatMap((name) => files.get(name)?.later ?? []);
const bytesOf = (names: Iterable<string>) => [...names].reduce((sum, name) => sum + (files.get(name)?.bytes ?? 0), 0);

test('the code of a view, and of a screen for stewards, is below 200 kB', () => {
  const sizes: number[] = [];
  for (const start of [...files.keys()].filter((name) => name.startsWith('page.')))
    for (const view of new Set(laterThan(loadedWith([start])))) {
      const shown = [start, view];
      // a screen for stewards is a part of their view
      for (const part of laterThan(loadedWith(shown))) sizes.push(bytesOf(loadedWith([...shown, part])));
    }
  expect(sizes.length).toBeGreaterThan(100);
  expect(Math.max(...sizes)).toBeLessThan(200_000);
});

import { readFileSync } from 'node:fs';
import { brotliCompressSync } from 'node:zlib';
import { expect, test } from '@jest/globals';
import { landOutline } from '#tools/write-land-outline.ts';

const outline = readFileSync('src/portal-page/land.svg', 'utf8');

test('the land of maps is what its tool makes of world-atlas, below 12 kB compressed', async () => {
  expect(outline).toBe(await landOutline());
  expect(brotliCompressSync(outline).length).toBeLessThan(12_000);
});

test('coasts that cross the meridian of 180° are cut there, and the land is within the world', () => {
  const rings = [...outline.matchAll(/M([^z]+)z/g)].map(([, path = '']) => {
    let [x, y] = [0, 0];
    const numbers = [...path.matchAll(/-?\d+/g)].map(Number);
    return numbers.flatMap((right, index) => {
      if (index % 2 === 1) return [];
      const down = numbers[index + 1] ?? 0;
      [x, y] = [x + right, y + down];
      return [{ x, y, right: index === 0 ? 0 : right }];
    });
  });
  const points = rings.flat();
  expect(points.filter(({ x, y }) => Math.abs(x) > 4096 || Math.abs(y) > 4096)).toEqual([]);
  // only the south pole, where Mercator ends, is a line across the map
  expect(points.filter(({ y, right }) => Math.abs(right) > 500 && y < 4090)).toEqual([]);
});

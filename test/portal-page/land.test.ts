import { readFileSync } from 'node:fs';
import { brotliCompressSync } from 'node:zlib';
import { expect, test } from '@jest/globals';
import { readPlaces, shownPlaces } from '#portal-page/map/places.ts';
import { landOutline } from '#tools/write-land-outline.ts';
import { placesOfWorld } from '#tools/write-places.ts';

const outline = readFileSync('src/portal-page/land.svg', 'utf8');
const places = readFileSync('src/portal-page/places.json', 'utf8');

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

test('the names of maps are what their tool makes of Natural Earth, below 25 kB compressed', async () => {
  expect(places).toBe(await placesOfWorld());
  expect(brotliCompressSync(places).length).toBeLessThan(25_000);
});

const size = { width: 720, height: 360 };
const french = new Intl.DisplayNames('fr', { type: 'region' });
const namesAt = (lat: number, lon: number, zoom: number) =>
  shownPlaces(readPlaces(places) ?? { countries: [], cities: [] }, { center: { lat, lon }, zoom }, size, (code) =>
    french.of(code),
  );

test.each([
  [1, 48, 9, ['Russie', 'Canada', 'États-Unis'], ['Spain', 'Paris']],
  [4, 48, 5, ['France', 'Espagne', 'Paris'], ['Luxembourg']],
  [6, 47, 8, ['Suisse', 'Milan', 'Lyon'], ['Allemagne']],
  [9, 47, 8, ['Bern'], ['Suisse', 'Paris']],
  [12, 46.95, 7.44, [], ['Bern', 'Suisse']],
])('at zoom %s around %s° N %s° E a map names what fits', (zoom, lat, lon, shown, hidden) => {
  const names = namesAt(lat, lon, zoom).map(({ name }) => name);
  expect(names).toEqual(expect.arrayContaining(shown));
  expect(names.filter((name) => hidden.includes(name))).toEqual([]);
});

test('names are on the map, few, and do not cover one another', () => {
  for (let zoom = 0; zoom <= 10; zoom += 0.5)
    for (const [lat, lon] of [
      [50, 10],
      [35, 139],
      [39, -95],
      [65, 179],
    ] as const) {
      const shown = namesAt(lat, lon, zoom);
      expect(shown.length).toBeLessThanOrEqual(80);
      const boxes = shown.map(({ kind, name, pixel: [x, y] }) => {
        expect([x >= 0 && x <= size.width, y >= 0 && y <= size.height]).toEqual([true, true]);
        const width = name.length * 6;
        return { left: kind === 'city' ? x + 5 : x - width / 2, right: kind === 'city' ? x + width : x + width / 2, y };
      });
      const covered = boxes.flatMap((one, index) =>
        boxes
          .slice(0, index)
          .filter((other) => one.left < other.right && other.left < one.right && Math.abs(one.y - other.y) < 10),
      );
      expect([zoom, lat, lon, covered]).toEqual([zoom, lat, lon, []]);
    }
});

import { describe, expect, test } from '@jest/globals';
import { isWithin, withBounds, withoutBounds } from '#portal-page/map/read-map.ts';
import { shapePath, verticesIn } from '#portal-page/map/shapes.ts';
import { tilesOf } from '#portal-page/map/tiles.ts';

describe('a shape on a map', () => {
  const at = { zoom: 10, origin: [128, 128] as const };
  const ring = Array.from({ length: 10_000 }, (_each, index) => {
    const angle = (2 * Math.PI * index) / 10_000;
    return [Math.cos(angle) / 10, Math.sin(angle) / 10];
  });
  const countOf = (path: string): number => path.split('L').length;

  test('has as many positions as pixels can show, and never more than it may', () => {
    const area = { type: 'Polygon', coordinates: [ring] };
    expect(verticesIn(area)).toBe(10_000);
    const path = shapePath(area, at, 5_000);
    expect(path.isArea).toBe(true);
    expect(countOf(path.d)).toBeGreaterThan(100);
    expect(countOf(path.d)).toBeLessThan(600);
    expect(countOf(shapePath(area, { ...at, zoom: 16 }, 700).d)).toBe(700);
  });

  test('that is smaller than a pixel is a dot', () => {
    expect(shapePath({ type: 'Polygon', coordinates: [ring] }, { ...at, zoom: 0 }, 100).d).toMatch(/a3,3/);
    expect(shapePath({ type: 'Point', coordinates: [0, 0] }, at, 100).d).toMatch(/a3,3/);
  });

  test('is of any kind, and nothing where it is none', () => {
    const line = [
      [0, 0],
      [1, 1],
    ];
    const collection = {
      type: 'Feature',
      geometry: { type: 'GeometryCollection', geometries: [{ type: 'MultiLineString', coordinates: [line, line] }] },
    };
    expect(verticesIn(collection)).toBe(4);
    const drawn = shapePath(collection, at, 100);
    expect(drawn.d.split('M')).toHaveLength(3);
    expect(drawn.isArea).toBe(false);
    for (const none of [null, 'x', {}, { type: 'Polygon' }, { type: 'LineString', coordinates: [['a', null]] }])
      expect(shapePath(none, at, 100)).toEqual({ d: '', isArea: false });
  });
});

describe('the rectangle of a map', () => {
  const bounds = { south: 51.5, west: -4.25, north: 52, east: 5 };

  test('is added to a condition, in place of the one before', () => {
    const within = 'in_bbox(place, 51.5000000, -4.2500000, 52.0000000, 5.0000000)';
    expect(isWithin('place', bounds)).toBe(within);
    expect(withBounds('', 'place', bounds)).toBe(within);
    const both = withBounds("kind = 'a' or kind = 'b'", 'place', bounds);
    expect(both).toBe(`(kind = 'a' or kind = 'b') and ${within}`);
    const moved = { ...bounds, north: 53 };
    expect(withBounds(both, 'place', moved)).toBe(`(kind = 'a' or kind = 'b') and ${isWithin('place', moved)}`);
    expect(withBounds(within, 'order by', moved)).toBe(isWithin('order by', moved));
  });

  test('is taken away where it stands at the end, and nothing else is', () => {
    expect(withoutBounds(withBounds('a > 1', 'by', bounds))).toBe('a > 1');
    expect(withoutBounds('a > 1 and b < 2')).toBe('a > 1 and b < 2');
  });
});

describe('the tiles of a base map', () => {
  const template = 'https://tiles.example/{z}/{x}/{y}.png';

  test('cover what is shown, from the west of the world on', () => {
    const size = { width: 512, height: 512 };
    const tiles = tilesOf(template, { center: { lat: 0, lon: 0 }, zoom: 1 }, size);
    const urls = tiles.map(({ url }) => url.replace('https://tiles.example/', ''));
    expect(urls).toEqual(expect.arrayContaining(['1/0/0.png', '1/1/0.png', '1/0/1.png', '1/1/1.png']));
    expect(tiles.find(({ left, top }) => left === 0 && top === 0)?.url).toMatch(/1\/0\/0/);
    expect(new Set(tiles.map(({ side }) => side))).toEqual(new Set([256]));
    const across = tilesOf(template, { center: { lat: 0, lon: 179 }, zoom: 3 }, size).map(({ url }) => url);
    expect(across.some((url) => url.includes('/3/0/')) && across.some((url) => url.includes('/3/7/'))).toBe(true);
  });

  test('are few, however large a map is', () => {
    const tiles = tilesOf(template, { center: { lat: 50, lon: 4 }, zoom: 12.5 }, { width: 20_000, height: 20_000 });
    expect(tiles.length).toBeLessThanOrEqual(120);
  });
});

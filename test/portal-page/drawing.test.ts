import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { roundTicks } from '#portal-page/chart/scales.ts';
import { layoutLineage } from '#portal-page/drawing/geometry.ts';
import {
  boundsOf,
  boundsOfShape,
  moved,
  pixelOf,
  placeAt,
  viewOf,
  zoomed,
  zoomedAt,
} from '#portal-page/map/geometry.ts';

const finite = fc.double({ min: -1e6, max: 1e6, noNaN: true });
const size = { width: 360, height: 360 };

describe('the axis of a chart', () => {
  test('encloses its values by few round numbers', () => {
    fc.assert(
      fc.property(finite, fc.double({ min: 1, max: 1e6, noNaN: true }), (low, span) => {
        const ticks = roundTicks(low, low + span, 4);
        expect(ticks.length).toBeLessThanOrEqual(12);
        expect(ticks[0]).toBeLessThanOrEqual(low + span * 1e-6);
        expect(ticks.at(-1)).toBeGreaterThanOrEqual(low + span * (1 - 1e-6));
      }),
    );
    expect(roundTicks(0, 54, 4)).toEqual([0, 20, 40, 60]);
  });

  test('has one number where all values are equal', () => {
    expect(roundTicks(5, 5, 4)).toEqual([5]);
  });
});

describe('a map', () => {
  const place = fc.record({
    lat: fc.double({ min: -80, max: 80, noNaN: true }),
    lon: fc.double({ min: -180, max: 180, noNaN: true }),
  });
  const view = fc.record({ center: place, zoom: fc.double({ min: 0, max: 18, noNaN: true }) });

  test('finds the place of a pixel again', () => {
    fc.assert(
      fc.property(view, (each) => {
        const pixel = pixelOf(each, size, each.center);
        expect(pixel[0]).toBeCloseTo(180, 5);
        const found = placeAt(each, size, pixel);
        expect(found.lat).toBeCloseTo(each.center.lat, 6);
        expect(found.lon).toBeCloseTo(each.center.lon, 6);
      }),
    );
  });

  test('shows all of a rectangle at first', () => {
    const bounds = { south: 51.9, west: 4.46, north: 51.95, east: 4.49 };
    const shown = boundsOf(viewOf(bounds, size), size);
    expect(shown.south).toBeLessThan(bounds.south);
    expect(shown.north).toBeGreaterThan(bounds.north);
    expect(shown.west).toBeLessThan(bounds.west);
    expect(shown.east).toBeGreaterThan(bounds.east);
  });

  test('stays on the earth, however far it is moved and zoomed', () => {
    fc.assert(
      fc.property(view, fc.tuple(finite, finite), fc.integer({ min: -50, max: 50 }), (each, by, zoom) => {
        const { center, zoom: zoomNow } = zoomed(moved(each, size, by), zoom);
        expect(Math.abs(center.lat)).toBeLessThanOrEqual(90);
        expect(zoomNow).toBeGreaterThanOrEqual(0);
        expect(zoomNow).toBeLessThanOrEqual(18);
      }),
    );
  });

  test('keeps the place below the fingers that zoom it', () => {
    const inside = fc.record({
      lat: fc.double({ min: -60, max: 60, noNaN: true }),
      lon: fc.double({ min: -170, max: 170, noNaN: true }),
    });
    const near = fc.tuple(fc.integer({ min: 0, max: 360 }), fc.integer({ min: 0, max: 360 }));
    fc.assert(
      fc.property(inside, near, fc.double({ min: 4, max: 17, noNaN: true }), (center, pixel, zoom) => {
        const before = { center, zoom };
        const place = placeAt(before, size, pixel);
        const [x, y] = pixelOf(zoomedAt(before, size, pixel, 0.7), size, place);
        expect(x).toBeCloseTo(pixel[0], 3);
        expect(y).toBeCloseTo(pixel[1], 3);
      }),
    );
  });

  test('reads the bounds of a shape, and none from anything else', () => {
    const ring = [
      [4, 51],
      [5, 51],
      [5, 52],
      [4, 51],
    ];
    const geometry = { type: 'Polygon', coordinates: [ring] };
    expect(boundsOfShape({ type: 'Feature', geometry })).toEqual({ south: 51, west: 4, north: 52, east: 5 });
    expect([null, 'x', {}, { coordinates: [] }].map(boundsOfShape)).toEqual([
      undefined,
      undefined,
      undefined,
      undefined,
    ]);
  });
});

test('a lineage has the dataset between its sources and its uses, each drawn once on its side', () => {
  const hop = (uid: string, viaUid: string, depth: number) => ({ uid, viaUid, depth });
  const { columns, edges } = layoutLineage(
    'root',
    [hop('a', 'root', 1), hop('b', 'a', 2)],
    [hop('c', 'root', 1), hop('a', 'c', 2), hop('root', 'a', 3)],
  );
  expect(columns.map((column) => column.map(({ uid }) => uid))).toEqual([
    ['-1:b'],
    ['-1:a'],
    ['root'],
    ['1:c'],
    ['1:a'],
  ]);
  expect(edges).toContainEqual({ from: '-1:b', to: '-1:a' });
  expect(edges).toContainEqual({ from: '1:a', to: 'root' });
});

import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { distanceBetween } from '#engine/geo/sphere.ts';
import type { DataRecord, Value } from '#engine/records/record.ts';
import { faultsWith, treat } from './apply-processor.ts';

/** What becomes of the value of the field `f`. */
const convert = (type: string, params: Record<string, string | number | boolean>, value: Value) => {
  const { result, problems } = treat(type, { field: 'f', ...params }, { f: value });
  return problems.length > 0 ? problems.map(({ field }) => `problem at ${String(field)}`) : (result as DataRecord)['f'];
};

describe('create_geopoint', () => {
  const create = (row: DataRecord, params: object = {}) =>
    treat('create_geopoint', { latitude: 'y', longitude: 'x', output_field: 'p', ...params }, row);

  test('makes a point of texts and numbers', () => {
    expect(create({ y: '46.951', x: 7.4386 }).result).toEqual({
      y: '46.951',
      x: 7.4386,
      p: { lat: 46.951, lon: 7.4386 },
    });
    expect(create({ y: ' -90 ', x: '1.8e2' }).result).toMatchObject({ p: { lat: -90, lon: 180 } });
  });

  test('makes a point of coordinates in another system', () => {
    const { result } = create({ y: 1200000, x: 2600000 }, { source_epsg: 'EPSG:2056' });
    const { p } = result as { p: { lat: number; lon: number } };
    expect(p.lat).toBeCloseTo(46.95108, 4);
    expect(p.lon).toBeCloseTo(7.43864, 4);
  });

  test('leaves null where a coordinate is empty, and reports the one that is none or is off the earth', () => {
    expect(create({ y: '', x: '1' })).toEqual({ result: { y: '', x: '1', p: null }, problems: [] });
    expect(create({ x: '1' })).toEqual({ result: { x: '1', p: null }, problems: [] });
    expect(create({ y: 'north', x: '1' })).toEqual({
      result: { y: 'north', x: '1', p: null },
      problems: [{ field: 'y', message: '"north" is not a coordinate.' }],
    });
    expect(create({ y: 1, x: [1] }).problems).toMatchObject([{ field: 'x' }]);
    expect(create({ y: 91, x: 0 })).toMatchObject({ result: { p: null }, problems: [{ field: 'p' }] });
    expect(create({ y: '1'.repeat(100_000), x: 0 }).problems).toMatchObject([{ field: 'y' }]);
  });

  test.each(['', 'WGS84', '999999', 'EPSG:', '__proto__', '29701', '2154; DROP', '4978x'])(
    'refuses the system "%s" on save',
    (code) => {
      expect(
        faultsWith('create_geopoint', { latitude: 'y', longitude: 'x', output_field: 'p', source_epsg: code }),
      ).toEqual(['source_epsg']);
    },
  );
});

describe('transform_coordinates', () => {
  test.each([
    // the origin of Lambert-93
    ['2154', '6600000, 700000', 46.5, 3, 6],
    // the water tower at Caister, as the Ordnance Survey publishes it in both systems; without the grid within five metres
    ['EPSG:27700', '313177.270,651409.903', 52.658008, 1.716074, 4],
    ['epsg:32632', '0 500000', 0, 9, 9],
    ['EPSG::3857', { lat: 0, lon: 20037508.342789244 }, 0, 180, 9],
    ['4326', '46.5;3', 46.5, 3, 9],
    // a system whose grid of corrections nobody has here
    ['27200', '6023150,2510000', -41, 173, 2],
  ])('transform_coordinates: %s: %j', (code, value, lat, lon, digits) => {
    const point = convert('transform_coordinates', { source_epsg: code }, value) as { lat: number; lon: number };
    expect(point.lat).toBeCloseTo(lat, digits);
    expect(point.lon).toBeCloseTo(lon, digits);
  });

  test('transforms shapes, as objects and as texts, and keeps heights', () => {
    const line = {
      type: 'LineString',
      coordinates: [
        [700000, 6600000, 12],
        [700000, 6700000],
      ],
    };
    const expected = {
      type: 'LineString',
      coordinates: [
        [3, 46.5, 12],
        [3, expect.closeTo(47.4, 1)],
      ],
    };
    expect(convert('transform_coordinates', { source_epsg: '2154' }, line)).toEqual(expected);
    expect(convert('transform_coordinates', { source_epsg: '2154' }, JSON.stringify(line))).toEqual(expected);
  });

  test('reports what has no place and leaves null', () => {
    for (const value of [
      'Paris',
      '1',
      [1, 2],
      { lat: 'a', lon: 'b' },
      true,
      { type: 'Point', coordinates: ['1', '2'] },
    ]) {
      expect(convert('transform_coordinates', { source_epsg: '2154' }, value)).toEqual(['problem at f']);
    }
    expect(convert('transform_coordinates', { source_epsg: '4326' }, '91,0')).toEqual(['problem at f']);
    expect(convert('transform_coordinates', { source_epsg: '2154' }, '1e300,1e300')).toEqual(['problem at f']);
    expect(convert('transform_coordinates', { source_epsg: '2154' }, '')).toBeNull();
  });

  test('any text and any numbers end in a point or in a problem', () => {
    fc.assert(
      fc.property(
        fc.constantFrom('2154', '27700', '3857', '4326', '3035', '5514', '28992'),
        fc.oneof(fc.string(), fc.tuple(fc.double(), fc.double()).map(String)),
        (code, text) => {
          const point = convert('transform_coordinates', { source_epsg: code }, text);
          expect(
            point === null ||
              Array.isArray(point) ||
              (typeof point === 'object' && 'lat' in point && Number.isFinite(point['lat'])),
          ).toBe(true);
        },
      ),
    );
  });
});

describe('geo_distance', () => {
  const distance = (a: Value, b: Value) =>
    treat('geo_distance', { coordinates_a: 'a', coordinates_b: 'b', output_field: 'd' }, { a, b });

  test.each<[string, Value, Value, number]>([
    ['Paris and London', { lat: 48.8566, lon: 2.3522 }, '51.5074,-0.1278', 343_556],
    ['a degree on the equator', '0,0', '0,1', 111_195],
    ['the poles', '90,0', '-90,50', 20_015_115],
    ['a point and itself', '47,8', { type: 'Point', coordinates: [8, 47] }, 0],
    ['over the antimeridian', '0,179.5', '0,-179.5', 111_195],
  ])('is the way between %s in metres', (_name, a, b, metres) => {
    const { d } = distance(a, b).result as { d: number };
    expect(Math.abs(d - metres)).toBeLessThan(1);
  });

  test('is null where a point is missing, and reports what is none', () => {
    expect(distance(null, '0,0')).toEqual({ result: { a: null, b: '0,0', d: null }, problems: [] });
    expect(distance('0,0', 'far')).toMatchObject({
      result: { d: null },
      problems: [{ field: 'b', message: '"far" is not a point.' }],
    });
    expect(distance('0,181', '1,2').problems).toMatchObject([{ field: 'a' }]);
  });
});

describe('geomasking', () => {
  const point = fc.record({
    lat: fc.double({ min: -89, max: 89, noNaN: true }),
    lon: fc.double({ min: -180, max: 180, noNaN: true }),
  });

  test('moves a point by a distance within the bounds, onto the earth', () => {
    fc.assert(
      fc.property(point, fc.string(), (from, key) => {
        const to = convert('geomasking', { minimum_distance: 100, maximum_distance: 200, key }, from) as {
          lat: number;
          lon: number;
        };
        expect(distanceBetween(from, to)).toBeGreaterThan(98);
        expect(distanceBetween(from, to)).toBeLessThan(202);
        expect(Math.abs(to.lon)).toBeLessThanOrEqual(180);
      }),
    );
  });

  test('moves it to the same place with the same key, to others without one', () => {
    const masked = (key: string) => convert('geomasking', { key }, '47,8');
    expect(masked('a')).toEqual(masked('a'));
    expect(masked('a')).not.toEqual(masked('b'));
    expect(masked('')).not.toEqual(masked(''));
    expect(convert('geomasking', {}, 'home')).toEqual(['problem at f']);
  });

  test('takes distances in order', () => {
    expect(faultsWith('geomasking', { field: 'f', minimum_distance: -1 })).toEqual(['minimum_distance']);
    expect(faultsWith('geomasking', { field: 'f', minimum_distance: 5000 })).toEqual(['maximum_distance']);
    expect(faultsWith('geomasking', { field: 'f', maximum_distance: 1e9 })).toEqual(['maximum_distance']);
  });
});

describe('simplify_geo_shape', () => {
  test('leaves out points beside a straight line', () => {
    const line = {
      type: 'LineString',
      coordinates: [
        [0, 0],
        [1, 0.0001],
        [2, 0],
      ],
    };
    expect(convert('simplify_geo_shape', { tolerance: 0.01 }, line)).toEqual({
      type: 'LineString',
      coordinates: [
        [0, 0],
        [2, 0],
      ],
    });
    expect(convert('simplify_geo_shape', { tolerance: '0.00001' }, line)).toEqual(line);
    const area = {
      type: 'Polygon',
      coordinates: [
        [
          [0, 0],
          [5, 0.001],
          [10, 0],
          [10, 10],
          [0, 0],
        ],
      ],
    };
    expect(convert('simplify_geo_shape', { tolerance: 0.01 }, area)).toEqual({
      type: 'Polygon',
      coordinates: [
        [
          [0, 0],
          [10, 0],
          [10, 10],
          [0, 0],
        ],
      ],
    });
  });

  test('ends with areas that are a point or a line', () => {
    for (const ring of [
      [
        [1, 1],
        [1, 1],
        [1, 1],
        [1, 1],
      ],
      [
        [0, 0],
        [1, 1],
        [2, 2],
        [0, 0],
      ],
    ]) {
      expect(convert('simplify_geo_shape', { tolerance: 10 }, { type: 'Polygon', coordinates: [ring] })).toMatchObject({
        type: 'Polygon',
      });
    }
  });

  test('refuses an invalid tolerance, and reports values that are not shapes', () => {
    for (const tolerance of [0, -1, 1000])
      expect(faultsWith('simplify_geo_shape', { field: 'f', tolerance })).toEqual(['tolerance']);
    for (const value of [
      'shape',
      1,
      {
        type: 'Polygon',
        coordinates: [
          [
            [0, 0],
            [1, 1],
            [2, 0],
          ],
        ],
      },
      { type: 'Circle' },
      { type: 'Point', coordinates: [null, 1] },
    ]) {
      expect(convert('simplify_geo_shape', { tolerance: 1 }, value)).toEqual(['problem at f']);
    }
  });
});

test('shapes nested beyond sense are no shapes', () => {
  const nested = (depth: number) =>
    `${'{"type":"GeometryCollection","geometries":['.repeat(depth)}${']}'.repeat(depth)}`;
  expect(convert('simplify_geo_shape', { tolerance: 1 }, nested(10))).toMatchObject({ type: 'GeometryCollection' });
  for (const text of [
    nested(50_000),
    '['.repeat(1_000_000),
    `{"type":"Point","coordinates":${'['.repeat(50_000)}${']'.repeat(50_000)}}`,
  ]) {
    expect(convert('simplify_geo_shape', { tolerance: 1 }, text)).toEqual(['problem at f']);
  }
});

describe('geohash_to_geojson', () => {
  test('makes the cell of a geohash', () => {
    expect(convert('geohash_to_geojson', {}, 'S')).toEqual({
      type: 'Polygon',
      coordinates: [
        [
          [0, 0],
          [45, 0],
          [45, 45],
          [0, 45],
          [0, 0],
        ],
      ],
    });
    expect(treat('geohash_to_geojson', { field: 'f', output_field: 'cell' }, { f: 'u09tunquc' }).result).toMatchObject({
      f: 'u09tunquc',
      cell: { coordinates: [[[expect.closeTo(2.294, 2), expect.closeTo(48.858, 2)], {}, {}, {}, {}]] },
    });
  });

  test.each(['a', 'abc', '', 'u09tunqucu09t', 'u0 9', 12])('geohash_to_geojson finds no geohash in %j', (value) => {
    expect(convert('geohash_to_geojson', {}, value)).toEqual(value === '' ? null : ['problem at f']);
  });
});

describe('polygon_filter', () => {
  const square = 'POLYGON ((0 0, 10 0, 10 10, 0 10, 0 0), (4 4, 6 4, 6 6, 4 6, 4 4))';
  const keeps = (value: Value, params: object = {}) =>
    treat('polygon_filter', { field: 'p', polygon: square, ...params }, { p: value }).result !== null;

  test('keeps what lies inside or on the border, not in a hole', () => {
    expect([keeps('1,1'), keeps({ lat: 0, lon: 5 }), keeps('5,5'), keeps('11,1'), keeps(''), keeps('here')]).toEqual([
      true,
      true,
      false,
      false,
      false,
      false,
    ]);
    expect([keeps('1,1', { exclude: true }), keeps('11,1', { exclude: true }), keeps(null, { exclude: true })]).toEqual(
      [false, true, true],
    );
    expect(keeps('1,1', { polygon: '{"type":"MultiPolygon","coordinates":[[[[0,0],[2,0],[2,2],[0,0]]]]}' })).toBe(true);
  });

  test.each(['', 'POINT (1 2)', '{"type":"Polygon"}', 'POLYGON ((0 0, 1 1, 2 2))', '[]', 'null'])(
    'refuses "%s" for a polygon',
    (polygon) => {
      expect(faultsWith('polygon_filter', { field: 'p', polygon })).toEqual(['polygon']);
    },
  );
});

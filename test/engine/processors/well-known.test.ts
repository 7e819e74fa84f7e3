import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import wkx from 'wkx';
import { parseGeometry, parseWkb, parseWkt } from '#engine/geo/parse-geometry.ts';
import { treat } from './apply-processor.ts';

const geometryOf = (text: string) => parseWkt(text)?.geometry;

describe('well-known text', () => {
  test.each([
    ['POINT (30 10)', { type: 'Point', coordinates: [30, 10] }],
    ['point(-1.5e1 .5)', { type: 'Point', coordinates: [-15, 0.5] }],
    ['POINT Z (1 2 3)', { type: 'Point', coordinates: [1, 2, 3] }],
    ['POINTZM (1 2 3 4)', { type: 'Point', coordinates: [1, 2, 3] }],
    ['POINT M (1 2 3)', { type: 'Point', coordinates: [1, 2] }],
    [
      ' LINESTRING\n(30 10,\t10 30) ',
      {
        type: 'LineString',
        coordinates: [
          [30, 10],
          [10, 30],
        ],
      },
    ],
    [
      'POLYGON ((0 0, 4 0, 4 4, 0 0), (1 1, 2 1, 2 2, 1 1))',
      {
        type: 'Polygon',
        coordinates: [
          [
            [0, 0],
            [4, 0],
            [4, 4],
            [0, 0],
          ],
          [
            [1, 1],
            [2, 1],
            [2, 2],
            [1, 1],
          ],
        ],
      },
    ],
    [
      'MULTIPOINT (1 2, 3 4)',
      {
        type: 'MultiPoint',
        coordinates: [
          [1, 2],
          [3, 4],
        ],
      },
    ],
    [
      'MULTIPOINT ((1 2), (3 4))',
      {
        type: 'MultiPoint',
        coordinates: [
          [1, 2],
          [3, 4],
        ],
      },
    ],
    [
      'MULTILINESTRING ((1 2, 3 4), (5 6, 7 8))',
      {
        type: 'MultiLineString',
        coordinates: [
          [
            [1, 2],
            [3, 4],
          ],
          [
            [5, 6],
            [7, 8],
          ],
        ],
      },
    ],
    [
      'MULTIPOLYGON (((0 0, 4 0, 4 4, 0 0)))',
      {
        type: 'MultiPolygon',
        coordinates: [
          [
            [
              [0, 0],
              [4, 0],
              [4, 4],
              [0, 0],
            ],
          ],
        ],
      },
    ],
    ['MULTIPOLYGON EMPTY', { type: 'MultiPolygon', coordinates: [] }],
    [
      'GEOMETRYCOLLECTION (POINT (1 2), GEOMETRYCOLLECTION EMPTY)',
      {
        type: 'GeometryCollection',
        geometries: [
          { type: 'Point', coordinates: [1, 2] },
          { type: 'GeometryCollection', geometries: [] },
        ],
      },
    ],
  ])('well-known text: %s', (text, geometry) => expect(geometryOf(text)).toEqual(geometry));

  test.each([
    '',
    'POINT',
    'POINT (1)',
    'POINT (1 2',
    'POINT (1 2))',
    'POINT (1 2) x',
    'POINT EMPTY',
    'POINT ((1 2))',
    'POINT (1,2)',
    'POINT (a b)',
    'POINT (1e999 2)',
    'POINT (0x1 2)',
    'CIRCLE (1 2)',
    'LINESTRING (1 2)',
    'LINESTRING (1 2,)',
    'POLYGON ((0 0, 1 1, 2 2))',
    'POLYGON (0 0, 1 1, 2 2, 0 0)',
    'constructor (1 2)',
    `${'GEOMETRYCOLLECTION ('.repeat(50_000)}POINT (1 2)`,
    '('.repeat(100_000),
    `POLYGON ${'('.repeat(100_000)}`,
    'POINT (1 2)\0',
  ])('%#: not a geometry', (text) => expect(geometryOf(text)).toBeUndefined());

  test('a long line is read in no time', () => {
    const positions = Array.from({ length: 200_000 }, (_, index) => `${index % 180} ${index % 90}.5`);
    expect(geometryOf(`LINESTRING (${positions.join(', ')})`)).toMatchObject({ type: 'LineString' });
    expect(geometryOf(' '.repeat(1_000_000))).toBeUndefined();
  });

  test('any text ends in a geometry or in nothing', () => {
    fc.assert(
      fc.property(
        fc.array(
          fc.constantFrom(
            'POINT',
            'POLYGON',
            'MULTIPOINT',
            'GEOMETRYCOLLECTION',
            'Z',
            'EMPTY',
            '(',
            ')',
            ',',
            ' 1',
            ' -2.5',
            'SRID=2154;',
            'x',
          ),
        ),
        (pieces) => {
          expect([undefined, 'Point', 'Polygon', 'MultiPoint', 'GeometryCollection']).toContain(
            geometryOf(pieces.join(''))?.type,
          );
        },
      ),
      { numRuns: 500 },
    );
  });
});

const ordinate = fc.double({ min: -180, max: 180, noNaN: true }).map((number) => Math.round(number * 1e6) / 1e6 + 0);
const position = fc.tuple(ordinate, ordinate);
const line = fc.array(position, { minLength: 2, maxLength: 5 });
const ring = fc
  .array(position, { minLength: 3, maxLength: 5 })
  .map((positions) => [...positions, positions[0] ?? [0, 0]]);
const geometry = fc.oneof(
  fc.record({ type: fc.constant('Point'), coordinates: position }),
  fc.record({ type: fc.constant('LineString'), coordinates: line }),
  fc.record({ type: fc.constant('MultiPoint'), coordinates: fc.array(position, { minLength: 1, maxLength: 4 }) }),
  fc.record({ type: fc.constant('MultiLineString'), coordinates: fc.array(line, { minLength: 1, maxLength: 3 }) }),
  fc.record({ type: fc.constant('Polygon'), coordinates: fc.array(ring, { minLength: 1, maxLength: 3 }) }),
  fc.record({
    type: fc.constant('MultiPolygon'),
    coordinates: fc.array(fc.array(ring, { minLength: 1, maxLength: 2 }), { minLength: 1, maxLength: 2 }),
  }),
);

describe('a geometry written by another program', () => {
  test('is read as the same one, from text and from bytes', () => {
    fc.assert(
      fc.property(geometry, (value) => {
        const written = wkx.Geometry.parseGeoJSON(value);
        expect(parseGeometry(value)).toEqual(value);
        expect(geometryOf(written.toWkt())).toEqual(value);
        expect(parseWkb(written.toWkb().toString('hex'))?.geometry).toEqual(value);
        expect(parseWkb(written.toWkb().toString('base64'))?.geometry).toEqual(value);
      }),
    );
  });
});

describe('well-known binary', () => {
  const point = '0101000020E6100000000000000000F03F0000000000000040';

  test('is read with its reference system', () => {
    expect(parseWkb(point)).toEqual({ geometry: { type: 'Point', coordinates: [1, 2] }, srid: 4326 });
    expect(parseWkb(`\\x${point}`)?.geometry).toEqual({ type: 'Point', coordinates: [1, 2] });
    expect(parseWkb('000000000140000000000000004010000000000000')).toEqual({
      geometry: { type: 'Point', coordinates: [2, 4] },
      srid: undefined,
    });
  });

  test('well-known binary that is cut off, of no type, promises too much or nests without end is nothing', () => {
    for (const text of [
      point.slice(0, 30),
      '0163000000',
      '0102000000FFFFFFFF',
      '0103000000FFFFFFFF00000000',
      '0107000000'.repeat(200_000),
      'POINT (1 2)',
      '',
      'zz',
      `01${'0'.repeat(1_000_000)}`,
    ]) {
      expect(parseWkb(text)).toBeUndefined();
    }
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 60 }), (bytes) => {
        const read = parseWkb(Buffer.from(bytes).toString('hex'));
        expect(read === undefined || parseGeometry(read.geometry) !== undefined).toBe(true);
      }),
    );
  });
});

describe('wkt_to_geojson and wkb_to_geojson', () => {
  test('wkt_to_geojson and wkb_to_geojson put the geometry into the same field or another, in WGS 84', () => {
    expect(treat('wkt_to_geojson', { field: 'w' }, { w: 'POINT (1 2)' })).toEqual({
      result: { w: { type: 'Point', coordinates: [1, 2] } },
      problems: [],
    });
    expect(
      treat('wkt_to_geojson', { field: 'w', output_field: 'g' }, { w: 'SRID=2154; POINT (700000 6600000)' }).result,
    ).toEqual({ w: 'SRID=2154; POINT (700000 6600000)', g: { type: 'Point', coordinates: [3, 46.5] } });
    expect(
      treat('wkb_to_geojson', { field: 'w' }, { w: '0101000020E6100000000000000000F03F0000000000000040' }).result,
    ).toEqual({ w: { type: 'Point', coordinates: [1, 2] } });
  });

  test('report values that are not geometries', () => {
    for (const type of ['wkt_to_geojson', 'wkb_to_geojson']) {
      for (const value of ['x', 5, ['POINT (1 2)'], 'SRID=999999;POINT (1 2)']) {
        expect(treat(type, { field: 'w' }, { w: value })).toMatchObject({
          result: { w: null },
          problems: [{ field: 'w' }],
        });
      }
      expect(treat(type, { field: 'w' }, {})).toEqual({ result: { w: null }, problems: [] });
    }
  });
});

import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import type { DataRecord } from '#engine/records/record.ts';
import { extracted, run, survivesMutations } from '../extracted.ts';

const point = (lon: unknown, lat: unknown) => ({ type: 'Point', coordinates: [lon, lat] });
const feature = (geometry: unknown, properties: unknown = {}) => ({ type: 'Feature', properties, geometry });
const collection = (...features: unknown[]) => ({ type: 'FeatureCollection', features });
const json = JSON.stringify;

describe('a GeoJSON file', () => {
  test('has a record for every feature: a point, a shape, the id and the properties', async () => {
    const shape = {
      type: 'Polygon',
      coordinates: [
        [
          [0, 0],
          [4, 0],
          [4, 2],
          [0, 2],
          [0, 0],
        ],
      ],
    };
    const { rows } = await extracted(
      'geojsonfile',
      json(
        collection(
          { ...feature(point(2.35, 48.85), { 'Beak Length': 1, tags: ['a'] }), id: 'x7' },
          feature(shape, null),
        ),
      ),
    );
    expect(rows).toEqual([
      { geo_point_2d: { lat: 48.85, lon: 2.35 }, geo_shape: point(2.35, 48.85), id: 'x7', beak_length: 1, tags: ['a'] },
      { geo_point_2d: { lat: 1, lon: 2 }, geo_shape: shape },
    ]);
  });

  test.each([
    ['a feature', json(feature(point(1, 2), { a: 1 })), 1],
    ['a geometry', json(point(1, 2)), 1],
    ['a collection of geometries', json({ type: 'GeometryCollection', geometries: [point(1, 2)] }), 1],
    ['features line by line', [1, 2, 3].map((n) => json(feature(point(1, 2), { n }))).join('\n'), 3],
    ['a sequence with record separators', [1, 2].map((n) => `\x1e${json(feature(point(1, 2), { n }))}\n`).join(''), 2],
    [
      'collections one after another',
      `${json(collection(feature(point(1, 2))))}\n${json(collection(feature(point(1, 2)), feature(point(1, 2))))}`,
      3,
    ],
    ['an array of features', json([feature(point(1, 2)), collection(feature(point(1, 2)))]), 2],
  ])('a GeoJSON file is %s', async (_what, content, count) => {
    const { rows, faults } = await extracted('geojsonfile', content);
    expect(rows).toHaveLength(count);
    for (const row of rows) expect(row['geo_point_2d']).toEqual({ lat: 2, lon: 1 });
    expect(faults).toEqual([]);
  });

  test('keeps properties called like fields of its own', async () => {
    const { rows } = await extracted(
      'geojsonfile',
      json({ ...feature(point(1, 2), { id: 'a', geo_shape: 'b', 'Geo Shape': 'c', geo_point_2d: 'd' }), id: 7 }),
    );
    expect(rows).toEqual([
      {
        geo_point_2d: { lat: 2, lon: 1 },
        geo_shape: point(1, 2),
        id: 7,
        id_2: 'a',
        geo_shape_2: 'b',
        geo_shape_3: 'c',
        geo_point_2d_2: 'd',
      },
    ]);
  });

  test('may have no geometry, or an empty one', async () => {
    const { rows, faults } = await extracted(
      'geojsonfile',
      json(
        collection(
          feature(null),
          feature({ type: 'Point', coordinates: [] }),
          feature({ type: 'MultiPolygon', coordinates: [[]] }),
        ),
      ),
    );
    expect(rows).toEqual(Array(3).fill({ geo_point_2d: null, geo_shape: null }));
    expect(faults).toEqual([]);
  });

  test('has fields of geographic types, and errors of records that do not cost the others', async () => {
    const { rows, types, errors } = await run(
      'geojsonfile',
      json(collection(feature(point(1, 2)), feature(point('1', 2), { a: 1 }), feature(point(200, 2)), 'oops')),
    );
    expect(types).toEqual({ geo_point_2d: 'geo_point_2d', geo_shape: 'geo_shape', a: 'int' });
    expect(rows[1]).toEqual({ geo_point_2d: null, geo_shape: null, a: 1 });
    expect(errors.map(({ record, field }) => [record, field])).toEqual([
      [1, 'geo_shape'],
      [2, 'geo_shape'],
      [3, 'geo_shape'],
    ]);
    expect(errors[1]?.message).toMatch(/the position 200, 2 is not a longitude and latitude/);
  });

  test('is projected to WGS 84 from the system that its crs member names, or the parameter', async () => {
    const lambert = collection(feature(point(652_469.02, 6_862_035.26)));
    const crs = { type: 'name', properties: { name: 'urn:ogc:def:crs:EPSG::2154' } };
    for (const [content, params] of [
      [{ type: 'FeatureCollection', crs, features: lambert.features }, {}],
      [lambert, { crs: 'EPSG:2154' }],
    ] as const) {
      const [row] = (await extracted('geojsonfile', json(content), params)).rows as {
        geo_point_2d: { lat: number; lon: number };
      }[];
      expect(row?.geo_point_2d.lat).toBeCloseTo(48.8566, 6);
      expect(row?.geo_point_2d.lon).toBeCloseTo(2.3522, 6);
    }
  });

  const member = (name: string) => ({ type: 'name', properties: { name } });
  const lambertPoint = feature(point(652_469.02, 6_862_035.26));

  test('is of the system that its crs member names where that follows the features, in whatever pieces it comes', async () => {
    const files = [
      { ...collection(lambertPoint), crs: member('urn:ogc:def:crs:EPSG::2154') },
      {
        ...collection(...Array.from({ length: 2_000 }, () => lambertPoint)),
        name: 'x',
        crs: member('EPSG:2154'),
        more: { crs: null },
      },
      { ...lambertPoint, crs: member('EPSG:2154') },
    ];
    for (const chunkSize of [7, 65_536]) {
      for (const file of files) {
        const { rows, faults } = await extracted('geojsonfile', json(file), {}, chunkSize);
        expect(faults).toEqual([]);
        for (const { geo_point_2d: place } of rows)
          expect(place).toEqual({ lat: expect.closeTo(48.8566, 6), lon: expect.closeTo(2.3522, 6) });
      }
    }
  });

  test('a GeoJSON file with the name of a crs among its properties, or with one that says nothing new, is what it was', async () => {
    const named = collection(...[1, 2].map((n) => feature(point(n, 2), { crs: member('EPSG:2154') })));
    for (const file of [named, { ...named, crs: member('urn:ogc:def:crs:OGC:1.3:CRS84') }, { ...named, crs: null }]) {
      expect((await extracted('geojsonfile', json(file))).rows.map(({ geo_shape }) => geo_shape)).toEqual([
        point(1, 2),
        point(2, 2),
      ]);
    }
  });

  test('whose crs cannot count for all features is refused, and read with the parameter', async () => {
    const documents = [collection(lambertPoint), { ...collection(lambertPoint), crs: member('EPSG:2154') }]
      .map((value) => json(value))
      .join('\n');
    const far = json({ ...collection(lambertPoint), crs: member('EPSG:2154'), remark: 'x'.repeat(100_000) });
    for (const content of [documents, far]) {
      await expect(extracted('geojsonfile', content)).rejects.toThrow(/a crs member follows features/);
      expect((await extracted('geojsonfile', content, { crs: '2154' })).faults).toEqual([]);
    }
  });

  test.each([
    ['urn:ogc:def:crs:EPSG::99999', /EPSG:99999 is not known/],
    ['my own', /names no EPSG code/],
    ['__proto__', /names no EPSG code/],
  ])('a GeoJSON file of the system %s fails with a reason', async (name, message) => {
    await expect(
      extracted('geojsonfile', json({ crs: { properties: { name } }, ...feature(point(1, 2)) })),
    ).rejects.toThrow(message);
  });

  const positions = fc
    .tuple(fc.double({ min: -180, max: 180, noNaN: true }), fc.double({ min: -90, max: 90, noNaN: true }))
    .map(([lon, lat]) => [lon + 0, lat + 0]);
  const lines = fc.array(positions, { minLength: 2, maxLength: 6 });
  const geometries = fc.oneof(
    positions.map((coordinates) => ({ type: 'Point', coordinates })),
    lines.map((coordinates) => ({ type: 'LineString', coordinates })),
    fc.array(lines, { minLength: 1, maxLength: 3 }).map((coordinates) => ({ type: 'Polygon', coordinates })),
    fc
      .array(fc.array(lines, { minLength: 1, maxLength: 2 }), { minLength: 1, maxLength: 2 })
      .map((coordinates) => ({ type: 'MultiPolygon', coordinates })),
  );

  test('gives back every geometry and property as it was written, whatever the pieces it comes in', async () => {
    const features = fc.array(
      fc.record({ geometry: geometries, a: fc.oneof(fc.string(), fc.integer(), fc.constant(null)) }),
      { maxLength: 8 },
    );
    await fc.assert(
      fc.asyncProperty(features, fc.integer({ min: 1, max: 50 }), fc.boolean(), async (given, chunkSize, isFirst) => {
        const list = given.map(({ geometry, a }) => feature(geometry, { a }));
        const content = json(
          isFirst
            ? { features: list, type: 'FeatureCollection', more: [{}] }
            : { type: 'FeatureCollection', more: { features: [1] }, features: list },
        );
        const { rows, faults } = await extracted('geojsonfile', content, {}, chunkSize);
        expect(faults).toEqual([]);
        expect(json(rows.map(({ geo_shape, a }) => ({ geometry: geo_shape, a })))).toBe(json(given));
        for (const { geo_point_2d } of rows as { geo_point_2d: DataRecord }[]) {
          expect(Math.abs(Number(geo_point_2d['lat']))).toBeLessThanOrEqual(90);
          expect(Math.abs(Number(geo_point_2d['lon']))).toBeLessThanOrEqual(180);
        }
      }),
      { numRuns: 100 },
    );
  });
});

describe('a hostile GeoJSON file', () => {
  test.each([
    ['that is cut', '{"type":"FeatureCollection","features":[{"type":"Feature"'],
    ['that is empty', ''],
    ['of something else', '[{"a":1}]'],
    ['with two lists', '{"features":[],"features":[]}'],
    ['of deep collections', '{"type":"GeometryCollection","geometries":['.repeat(10_000)],
    ['of deep features', '{"features":['.repeat(10_000)],
    ['without features', '{"type":"FeatureCollection","features":{}}'],
    ['of endless coordinates', `{"type":"LineString","coordinates":[${'[0,0],'.repeat(500_000)}`],
    ['with an endless remark', `{"type":"FeatureCollection","remark":"${'x'.repeat(9_000_000)}`],
  ])('%s fails with a reason', async (_what, content) => {
    await expect(extracted('geojsonfile', content)).rejects.toMatchObject({ code: 'EXTRACTION_FAILED' });
  });

  test.each([
    [{ type: 'Point', coordinates: [[1, 2]] }],
    [{ type: 'Polygon', coordinates: [1, 2] }],
    [{ type: 'LineString', coordinates: { a: 1 } }],
    [{ type: 'GeometryCollection' }],
    [{ type: 'GeometryCollection', geometries: [7] }],
    [{ type: '__proto__', coordinates: [1, 2] }],
    [7],
    [[1, 2]],
    [{}],
    [point(1e300, 0)],
    [point(0, 91)],
    [point(null, 0)],
    [{ type: 'Point', coordinates: [1] }],
  ])('has a fault where the geometry is %j', async (geometry) => {
    const { rows, faults } = await extracted('geojsonfile', json(collection(feature(geometry, { a: 1 }))));
    expect(rows).toEqual([{ geo_point_2d: null, geo_shape: null, a: 1 }]);
    expect(faults).toEqual([expect.stringMatching(/^geo_shape: The geometry is left out: /)]);
  });

  test('survives any change of its bytes', async () => {
    await survivesMutations(
      'geojsonfile',
      Buffer.from(
        json({
          type: 'FeatureCollection',
          crs: { type: 'name', properties: { name: 'EPSG:3857' } },
          features: [
            feature(point(1, 2), { a: 1 }),
            feature({
              type: 'Polygon',
              coordinates: [
                [
                  [0, 0],
                  [1, 0],
                  [1, 1],
                  [0, 0],
                ],
              ],
            }),
          ],
        }),
      ),
    );
  });
});

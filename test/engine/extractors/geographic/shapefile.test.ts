import { describe, expect, test } from '@jest/globals';
import iconv from 'iconv-lite';
import { read } from 'shapefile';
import { guessExtractors, guessParams } from '#engine/extractors/guess.ts';
import { sampleOf } from '#test/engine/source-of.ts';
import { extracted, run, survivesMutations } from '../extracted.ts';
import { dbfOf, nullRecord, partsRecord, pointRecord, shpOf } from './shapefile-of.ts';
import { zipOf } from '#test/engine/archives/zip-of.ts';

const clockwise = (west: number, south: number, size: number) =>
  [
    [west, south],
    [west, south + size],
    [west + size, south + size],
    [west + size, south],
    [west, south],
  ] as [number, number][];
const lambert =
  'PROJCS["RGF_1993_Lambert_93",GEOGCS["GCS_RGF_1993",DATUM["D_RGF_1993",SPHEROID["GRS_1980",6378137.0,298.257222101]],PRIMEM["Greenwich",0.0],UNIT["Degree",0.0174532925199433]],PROJECTION["Lambert_Conformal_Conic"],PARAMETER["False_Easting",700000.0],PARAMETER["False_Northing",6600000.0],PARAMETER["Central_Meridian",3.0],PARAMETER["Standard_Parallel_1",44.0],PARAMETER["Standard_Parallel_2",49.0],PARAMETER["Latitude_Of_Origin",46.5],UNIT["Meter",1.0]]';
const wgs84 =
  'GEOGCS["GCS_WGS_1984",DATUM["D_WGS_1984",SPHEROID["WGS_1984",6378137.0,298.257223563]],PRIMEM["Greenwich",0.0],UNIT["Degree",0.0174532925199433]]';
const points = shpOf(1, [pointRecord(2.123456789012345, 48.1), pointRecord(-70.5, -33.4), nullRecord()]);
const table = dbfOf(
  [
    ['name', 'C', 10],
    ['n', 'N', 20],
    ['day', 'D', 8],
    ['yes', 'L', 1],
    ['x', 'F', 12],
    ['memo', 'M', 10],
  ],
  [
    ['Ada', '42', '20200131', 'T', '1.5e3', '1'],
    ['', '', '        ', '?', '****'],
    ['  é', '12345678901234567890', '00000000', 'n', '-0.25'],
  ],
);

describe('a Shapefile', () => {
  test('has a record for every shape, with its attributes as what they are', async () => {
    const { rows, faults } = await extracted(
      'shapefile',
      await zipOf({ 'a/Towns.shp': points, 'a/TOWNS.DBF': table, 'a/Towns.prj': wgs84, 'a/Towns.shx': 'x' }),
    );
    expect(rows).toEqual([
      {
        geo_point_2d: { lat: 48.1, lon: 2.123456789012345 },
        geo_shape: { type: 'Point', coordinates: [2.123456789012345, 48.1] },
        name: 'Ada',
        n: 42,
        day: '2020-01-31',
        yes: true,
        x: 1500,
      },
      {
        geo_point_2d: { lat: -33.4, lon: -70.5 },
        geo_shape: { type: 'Point', coordinates: [-70.5, -33.4] },
        name: null,
        n: null,
        day: null,
        yes: null,
        x: null,
      },
      { geo_point_2d: null, geo_shape: null, name: '  é', n: '12345678901234567890', day: null, yes: false, x: -0.25 },
    ]);
    expect(faults).toEqual([]);
  });

  test('may lack attributes or shapes; what was deleted is left out', async () => {
    expect((await extracted('shapefile', await zipOf({ 'a.shp': points }))).rows).toHaveLength(3);
    const dbf = dbfOf(
      [
        ['a', 'C', 2],
        ['a', 'C', 2],
      ],
      [
        ['x', 'y'],
        ['x', 'y', 'deleted'],
        ['z', ''],
        ['w', ''],
      ],
    );
    const { rows } = await extracted('shapefile', await zipOf({ 'a.shp': points, 'a.dbf': dbf }));
    expect(rows.map(({ a, a_2, geo_shape }) => [a, a_2, geo_shape !== null])).toEqual([
      ['x', 'y', true],
      ['z', null, false],
      ['w', null, false],
    ]);
  });

  test.each([
    ['utf-8', 'UTF-8', 0],
    ['windows-1252', '1252', 0],
    ['iso-8859-15', 'ISO 8859-15', 0],
    ['windows-1251', undefined, 0xc9],
    ['utf-8', undefined, 0x57],
  ])('is read in %s as its files say', async (encoding, cpg, language) => {
    const text = encoding === 'windows-1251' ? 'Москва' : 'Orléans';
    const dbf = dbfOf([['name', 'C', 20]], [[iconv.encode(text, encoding)]], language);
    const { rows } = await extracted(
      'shapefile',
      await zipOf({ 'a.shp': points, 'a.dbf': dbf, ...(cpg !== undefined && { 'a.cpg': cpg }) }),
    );
    expect(rows[0]?.['name']).toBe(text);
  });

  test('is projected as its .prj file says, or the parameter', async () => {
    const shp = shpOf(1, [pointRecord(652_469.02, 6_862_035.26)]);
    for (const [files, params] of [
      [{ 'a.prj': lambert }, {}],
      [{}, { crs: '2154' }],
    ] as const) {
      const { rows } = await extracted('shapefile', await zipOf({ 'a.shp': shp, ...files }), params);
      expect(rows[0]?.['geo_point_2d']).toEqual({ lat: expect.closeTo(48.8566, 6), lon: expect.closeTo(2.3522, 6) });
    }
    // the origin of the map grid of New Zealand, 41° S 173° E before the datum's shift, whose grid nobody has here
    const origin = await extracted(
      'shapefile',
      await zipOf({ 'a.shp': shpOf(1, [pointRecord(2_510_000, 6_023_150)]) }),
      { crs: '27200' },
    );
    expect(origin.rows[0]?.['geo_point_2d']).toEqual({ lat: expect.closeTo(-41, 2), lon: expect.closeTo(173, 2) });
    expect((await extracted('shapefile', await zipOf({ 'a.shp': shp }))).faults[0]).toMatch(/check the parameter crs/);
    await expect(extracted('shapefile', await zipOf({ 'a.shp': shp, 'a.prj': 'nonsense' }))).rejects.toThrow(
      /give its EPSG code in the parameter crs/,
    );
  });

  test('has the layer that is asked for', async () => {
    const zip = await zipOf({ 'x/one.shp': points, 'x/two.shp': shpOf(1, [pointRecord(1, 2)]) });
    expect((await extracted('shapefile', zip)).rows).toHaveLength(3);
    expect((await extracted('shapefile', zip, { layer: 'two' })).rows).toHaveLength(1);
    await expect(extracted('shapefile', zip, { layer: 'three' })).rejects.toThrow(
      /no layer three; it has x\/one, x\/two/,
    );
  });

  test('has lines and polygons with holes and islands, and altitudes; another reader reads the same', async () => {
    const rings = [
      clockwise(0, 0, 9),
      clockwise(1, 1, 7).toReversed(),
      clockwise(2, 2, 5),
      clockwise(3, 3, 1).toReversed(),
      clockwise(20, 20, 1),
    ];
    const shp = shpOf(5, [partsRecord(5, rings), partsRecord(5, [clockwise(0, 0, 1)])]);
    const { rows } = await extracted('shapefile', await zipOf({ 'a.shp': shp }));
    const ring = (index: number) => rings[index]?.toReversed();
    expect(rows.map(({ geo_shape }) => geo_shape)).toEqual([
      { type: 'MultiPolygon', coordinates: [[ring(0), ring(1)], [ring(2), ring(3)], [ring(4)]] },
      { type: 'Polygon', coordinates: [clockwise(0, 0, 1).toReversed()] },
    ]);
    const lines = shpOf(3, [
      partsRecord(3, [
        [
          [0, 0],
          [1, 1],
        ],
      ]),
      partsRecord(3, [
        [
          [0, 0],
          [1, 1],
        ],
        [
          [2, 2],
          [3, 3],
        ],
      ]),
    ]);
    const [ours, theirs] = [await extracted('shapefile', await zipOf({ 'a.shp': lines })), await read(lines)];
    expect(ours.rows.map(({ geo_shape }) => geo_shape)).toEqual(theirs.features.map(({ geometry }) => geometry));
    const high = await extracted(
      'shapefile',
      await zipOf({
        'a.shp': shpOf(13, [
          partsRecord(
            13,
            [
              [
                [0, 0],
                [1, 1],
              ],
            ],
            7,
          ),
        ]),
      }),
    );
    expect(high.rows[0]?.['geo_shape']).toEqual({
      type: 'LineString',
      coordinates: [
        [0, 0, 7],
        [1, 1, 7],
      ],
    });
  });

  test('is recognized by the beginning of the archive', async () => {
    const zip = await zipOf({ 'readme.txt': 'x', 'a.shp': points, 'a.dbf': table });
    expect((await guessExtractors(sampleOf(zip.subarray(0, 300), 'download', true)))[0]?.type).toBe('shapefile');
    const { rows, types } = await run('shapefile', zip, await guessParams('shapefile', sampleOf(zip, 'a.zip')));
    expect(rows).toHaveLength(3);
    expect(types).toMatchObject({
      geo_point_2d: 'geo_point_2d',
      geo_shape: 'geo_shape',
      day: 'date',
      name: 'text',
      x: 'double',
    });
  });
});

describe('a hostile Shapefile', () => {
  const shape = (...changes: [at: number, value: number][]): Buffer => {
    const record = partsRecord(5, [clockwise(0, 0, 1)]);
    for (const [offset, value] of changes) record.writeInt32LE(value, offset);
    return record;
  };

  test.each([
    ['with parts beyond the end', shape([36, 2_000_000_000])],
    ['with negative parts', shape([36, -1])],
    ['with positions beyond the end', shape([40, 6])],
    ['with a part beyond its positions', shape([44, 6])],
    ['with a negative part', shape([44, -6])],
    ['of surfaces', shape([0, 31])],
    ['of an unknown type', shape([0, 7])],
    ['of a negative type', shape([0, -5])],
    ['that is not a number', pointRecord(NaN, 1)],
    ['that ends early', pointRecord(1, 1).subarray(0, 12)],
  ])('%s has a fault there and goes on', async (_what, record) => {
    const { rows, faults } = await extracted(
      'shapefile',
      await zipOf({ 'a.shp': shpOf(5, [record, partsRecord(5, [clockwise(0, 0, 1)])]) }),
    );
    expect(rows.map(({ geo_shape }) => geo_shape !== null)).toEqual([false, true]);
    expect(faults).toHaveLength(1);
  });

  test('a hostile Shapefile with thousands of rings in rings ends soon', async () => {
    const rings = Array.from({ length: 12_000 }, (_, index) =>
      index % 2 === 0
        ? clockwise(0, 0, 9)
        : clockwise(20, 20, 1)
            .toReversed()
            .map(([x]) => [x - 12, 8.999] as [number, number]),
    );
    const { rows } = await extracted('shapefile', await zipOf({ 'a.shp': shpOf(5, [partsRecord(5, rings)]) }));
    expect(rows).toHaveLength(1);
  });

  const badLength = (words: number): Buffer => {
    const shp = Buffer.from(points);
    shp.writeInt32BE(words, 104);
    return shp;
  };

  test.each([
    ['that is cut', { 'a.shp': points.subarray(0, 150) }],
    ['that is empty', { 'a.shp': '' }],
    ['of something else', { 'a.shp': 'x'.repeat(200) }],
    ['with a record of two gigabytes', { 'a.shp': badLength(1_000_000_000) }],
    ['with a record of nothing', { 'a.shp': badLength(0) }],
    ['with a negative record', { 'a.shp': badLength(-4) }],
    ['with a cut table', { 'a.shp': points, 'a.dbf': table.subarray(0, 300) }],
    ['with an empty table', { 'a.shp': points, 'a.dbf': '' }],
    ['with a table of nothing', { 'a.shp': points, 'a.dbf': Buffer.alloc(400) }],
    ['without a .shp', { 'a.dbf': table }],
  ])('%s fails with a reason', async (_what, files: Record<string, string | Buffer>) => {
    await expect(extracted('shapefile', await zipOf(files))).rejects.toMatchObject({ code: 'EXTRACTION_FAILED' });
  });

  test('a hostile Shapefile that is no archive fails with a reason', async () => {
    await expect(extracted('shapefile', points)).rejects.toThrow(/a Shapefile is a zip archive/);
    await expect(extracted('shapefile', (await zipOf({ 'a.shp': points })).subarray(0, 100))).rejects.toMatchObject({
      code: 'EXTRACTION_FAILED',
    });
  });

  test('survives any change of its bytes, packed or before', async () => {
    const prj = lambert;
    await survivesMutations(
      'shapefile',
      await zipOf({ 'a.shp': points, 'a.dbf': table, 'a.prj': prj, 'a.cpg': 'UTF-8' }),
    );
    const polygons = shpOf(5, [partsRecord(5, [clockwise(0, 0, 9), clockwise(1, 1, 7).toReversed()])]);
    await survivesMutations('shapefile', Buffer.concat([polygons, table]), 100, (bytes) =>
      zipOf({ 'a.shp': bytes.subarray(0, polygons.length), 'a.dbf': bytes.subarray(polygons.length) }),
    );
    await survivesMutations('shapefile', Buffer.from(prj), 100, (bytes) => zipOf({ 'a.shp': points, 'a.prj': bytes }));
  });
});

import { describe, expect, test } from '@jest/globals';
import { parquetWriteBuffer } from 'hyparquet-writer';
import wkx from 'wkx';
import { extracted } from '../extracted.ts';

const wkb = (x: number, y: number): Uint8Array => Uint8Array.from(new wkx.Point(x, y).toWkb());

/** A GeoParquet file of points; `crs` is left out where it is undefined, as for WGS 84. */
function geoParquetOf(positions: readonly (readonly [number, number])[], crs?: unknown): Buffer {
  const geo = {
    version: '1.1.0',
    primary_column: 'geometry',
    columns: { geometry: { encoding: 'WKB', geometry_types: ['Point'], ...(crs !== undefined && { crs }) } },
  };
  return Buffer.from(
    parquetWriteBuffer({
      columnData: [
        { name: 'n', data: positions.map((_position, n) => n), type: 'INT32' },
        { name: 'geometry', data: positions.map(([x, y]) => wkb(x, y)), type: 'BYTE_ARRAY' },
      ],
      kvMetadata: [{ key: 'geo', value: JSON.stringify(geo) }],
    }),
  );
}

const degreeAxes = {
  subtype: 'ellipsoidal',
  axis: [
    { name: 'Geodetic latitude', direction: 'north', unit: 'degree' },
    { name: 'Geodetic longitude', direction: 'east', unit: 'degree' },
  ],
};
const amersfoort = {
  type: 'ProjectedCRS',
  name: 'Amersfoort / RD New',
  base_crs: {
    name: 'Amersfoort',
    datum: {
      type: 'GeodeticReferenceFrame',
      name: 'Amersfoort',
      ellipsoid: { name: 'Bessel 1841', semi_major_axis: 6377397.155, inverse_flattening: 299.1528128 },
    },
    coordinate_system: degreeAxes,
  },
  conversion: {
    name: 'RD New',
    method: { name: 'Oblique Stereographic' },
    parameters: [
      { name: 'Latitude of natural origin', value: 52.1561605555556, unit: 'degree' },
      { name: 'Longitude of natural origin', value: 5.38763888888889, unit: 'degree' },
      { name: 'Scale factor at natural origin', value: 0.9999079, unit: 'unity' },
      { name: 'False easting', value: 155_000, unit: 'metre' },
      { name: 'False northing', value: 463_000, unit: 'metre' },
    ],
  },
  coordinate_system: {
    subtype: 'Cartesian',
    axis: [
      { name: 'Easting', direction: 'east', unit: 'metre' },
      { name: 'Northing', direction: 'north', unit: 'metre' },
    ],
  },
};

describe('the geometries of a Parquet file', () => {
  test.each([
    ['described in full', amersfoort],
    ['with its number', { ...amersfoort, id: { authority: 'EPSG', code: 28992 } }],
    [
      'with heights',
      { type: 'CompoundCRS', name: 'RD and NAP', components: [amersfoort, { type: 'VerticalCRS', name: 'NAP' }] },
    ],
    [
      'whose method is not known but its number',
      { ...amersfoort, conversion: { method: { name: 'x' }, parameters: [] }, id: { authority: 'EPSG', code: 28992 } },
    ],
  ])('are projected to WGS 84 from a system %s', async (_what, crs) => {
    const { rows, faults } = await extracted(
      'parquetfile',
      geoParquetOf(
        [
          [155_000, 463_000],
          [NaN, 1],
        ],
        crs,
      ),
    );
    // the tower of Our Lady, by the Dutch Kadaster
    expect(rows).toEqual([
      { n: 0, geometry: { type: 'Point', coordinates: [expect.closeTo(5.3872, 4), expect.closeTo(52.15517, 4)] } },
      { n: 1, geometry: null },
    ]);
    expect(faults).toEqual([
      expect.stringMatching(/^geometry: The geometry is left out: a coordinate is not a number/),
    ]);
  });

  test('are as they are in WGS 84, or in what the parameter says', async () => {
    for (const crs of [
      undefined,
      null,
      {
        type: 'GeographicCRS',
        name: 'WGS 84 (CRS84)',
        datum: {
          name: 'World Geodetic System 1984',
          ellipsoid: { semi_major_axis: 6378137, inverse_flattening: 298.257223563 },
        },
        coordinate_system: degreeAxes,
      },
    ]) {
      expect((await extracted('parquetfile', geoParquetOf([[5.5, 52.25]], crs))).rows).toEqual([
        { n: 0, geometry: { type: 'Point', coordinates: [5.5, 52.25] } },
      ]);
    }
    const [row] = (await extracted('parquetfile', geoParquetOf([[155_000, 463_000]]), { crs: 'EPSG:28992' })).rows;
    expect(row?.['geometry']).toEqual({
      type: 'Point',
      coordinates: [expect.closeTo(5.3872, 4), expect.closeTo(52.15517, 4)],
    });
  });

  test('the geometries of a Parquet file without a position are null, and those with an infinite or missing coordinate are reported', async () => {
    const positions = [
      [NaN, NaN],
      [Infinity, 1],
      [NaN, 1],
      [1, 2],
    ] as const;
    const { rows, faults } = await extracted('parquetfile', geoParquetOf(positions));
    expect(rows.map(({ geometry }) => geometry)).toEqual([null, null, null, { type: 'Point', coordinates: [1, 2] }]);
    expect(faults).toEqual(Array(2).fill('geometry: The geometry is left out: a coordinate is not a number.'));
  });

  test.each([['EPSG:28992'], ['srid:28992'], [JSON.stringify(amersfoort)]])(
    'are of the system that the column itself names: %s',
    async (crs) => {
      const file = parquetWriteBuffer({
        columnData: [{ name: 'place', data: [{ type: 'Point', coordinates: [155_000, 463_000] }] }],
        schema: [
          { name: 'root', num_children: 1 },
          { name: 'place', type: 'BYTE_ARRAY', repetition_type: 'OPTIONAL', logical_type: { type: 'GEOMETRY', crs } },
        ],
      });
      expect((await extracted('parquetfile', Buffer.from(file))).rows).toEqual([
        { place: { type: 'Point', coordinates: [expect.closeTo(5.3872, 4), expect.closeTo(52.15517, 4)] } },
      ]);
    },
  );

  test('the geometries of a Parquet file in an unknown coordinate system are refused with a request for its code', async () => {
    const unknown = {
      ...amersfoort,
      base_crs: { ...amersfoort.base_crs, name: 'mine', datum: { ...amersfoort.base_crs.datum, name: 'mine' } },
    };
    for (const crs of [unknown, {}, { type: 'EngineeringCRS' }, 'x', 7]) {
      await expect(extracted('parquetfile', geoParquetOf([[1, 2]], crs))).rejects.toThrow(/parameter crs/);
      expect((await extracted('parquetfile', geoParquetOf([[1, 2]], crs), { crs: '4326' })).rows).toHaveLength(1);
    }
  });
});

import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { deserialize } from 'flatgeobuf/lib/mjs/geojson.js';
import { DiskBudget } from '#platform/storage/disk-storage.ts';
import type { ExportFormat } from '#engine/exports/export-format.ts';
import { fgbExport } from '#engine/exports/geographic/fgb-export.ts';
import { gpxPartsOf } from '#engine/exports/geographic/gpx-export.ts';
import type { Geometry } from '#engine/geo/parse-geometry.ts';
import { wgs84System } from '#engine/geo/coordinate-systems.ts';

const coordinate = (limit: number) => fc.double({ min: -limit, max: limit, noNaN: true }).map((value) => value + 0);
const position = fc.tuple(coordinate(180), coordinate(90)).map((pair): number[] => pair);
const line = fc.array(position, { minLength: 2, maxLength: 6 });
const ring = fc.array(position, { minLength: 3, maxLength: 6 }).map((open) => [...open, open[0] ?? []]);
const area = fc.array(ring, { minLength: 1, maxLength: 3 });
const several = <T>(each: fc.Arbitrary<T>) => fc.array(each, { minLength: 1, maxLength: 4 });
const simple: fc.Arbitrary<Geometry> = fc.oneof(
  position.map((coordinates) => ({ type: 'Point' as const, coordinates })),
  several(position).map((coordinates) => ({ type: 'MultiPoint' as const, coordinates })),
  line.map((coordinates) => ({ type: 'LineString' as const, coordinates })),
  several(line).map((coordinates) => ({ type: 'MultiLineString' as const, coordinates })),
  area.map((coordinates) => ({ type: 'Polygon' as const, coordinates })),
  several(area).map((coordinates) => ({ type: 'MultiPolygon' as const, coordinates })),
);
const anyGeometry = fc.oneof(
  simple,
  several(simple).map((geometries): Geometry => ({ type: 'GeometryCollection', geometries })),
);
const anyRow = fc.record({
  geometry: fc.option(anyGeometry),
  text: fc.option(fc.string({ unit: 'grapheme' })),
  int: fc.option(fc.maxSafeInteger()),
  double: fc.option(coordinate(1e300)),
  tags: fc.option(fc.array(fc.string(), { maxLength: 3 })),
});

const columns = [
  { name: 'shape', label: 'Shape', type: 'geo_shape', isMultivalued: false },
  { name: 'text', label: 'Text', type: 'text', isMultivalued: false },
  { name: 'int', label: 'Int', type: 'int', isMultivalued: false },
  { name: 'double', label: 'Double', type: 'double', isMultivalued: false },
  { name: 'tags', label: 'Tags', type: 'text', isMultivalued: true },
] as const;
const options = {
  ...{
    delimiter: ';',
    listSeparator: ',',
    isQuoted: false,
    hasEscapedFormulas: false,
    hasByteOrderMark: false,
    hasLabels: false,
  },
  ...{ system: wgs84System, nameField: null, descriptionFields: [], hasExtensions: true },
  parquetCompression: 'snappy' as const,
};

/** The bytes that a format writes of the rows. */
async function write(format: ExportFormat, rows: readonly object[]): Promise<Uint8Array> {
  async function* batches() {
    yield await Promise.resolve(rows.map((row) => JSON.stringify(row)));
  }
  const source = {
    dataset: { address: '' },
    columns,
    options,
    disk: new DiskBudget(2 ** 30),
    rows: batches(),
  };
  const chunks = [];
  for await (const chunk of format.write(source)) chunks.push(Buffer.from(chunk));
  return new Uint8Array(Buffer.concat(chunks));
}

test('the reader of FlatGeobuf reads back every geometry and value', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(anyRow, { maxLength: 5 }), async (rows) => {
      const bytes = await write(
        fgbExport,
        rows.map(({ geometry, ...values }) => ({ ...values, shape: geometry && { type: 'Feature', geometry } })),
      );
      const features = [];
      for await (const { geometry, properties } of deserialize(bytes)) features.push({ geometry, properties });
      expect(features).toEqual(
        rows.map(({ geometry, ...values }) => ({
          geometry: geometry ?? { type: 'GeometryCollection', geometries: [] },
          properties: Object.fromEntries(Object.entries(values).filter(([, value]) => value !== null)),
        })),
      );
    }),
    { numRuns: 200 },
  );
});

test('the header of a FlatGeobuf tells how many geometries lose their heights because some positions have none', async () => {
  const rows = [
    [
      [1, 2, 3],
      [4, 5],
    ],
    [
      [1, 2, 3],
      [4, 5, 6],
    ],
    [
      [1, 2],
      [4, 5],
    ],
  ].map((coordinates) => ({
    shape: { type: 'Feature', geometry: { type: 'LineString', coordinates } },
  }));
  const headers: { description?: string | null }[] = [];
  const bytes = await write(fgbExport, rows);
  const read = [];
  for await (const { geometry } of deserialize(bytes, { headerMetaFn: (header: object) => headers.push(header) }))
    read.push(geometry);
  expect(read).toHaveLength(3);
  expect(headers[0]?.description).toBe('Geometries without their heights, because some positions have none: 1.');
});

test('GPX has every position of a geometry', () => {
  const positionsIn = (value: unknown): number =>
    Array.isArray(value)
      ? typeof value[0] === 'number'
        ? 1
        : value.reduce((sum: number, part: unknown) => sum + positionsIn(part), 0)
      : 0;
  const positionsOf = (geometry: Geometry): number =>
    geometry.type === 'GeometryCollection'
      ? geometry.geometries.reduce((sum, part) => sum + positionsOf(part), 0)
      : positionsIn(geometry.coordinates);
  fc.assert(
    fc.property(anyGeometry, (geometry) => {
      const { points, segments } = gpxPartsOf(geometry);
      expect(points.length + segments.flat().length).toBe(positionsOf(geometry));
    }),
  );
});

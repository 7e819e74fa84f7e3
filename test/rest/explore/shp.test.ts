import { existsSync, readdirSync, readlinkSync } from 'node:fs';
import { buffer } from 'node:stream/consumers';
import { expect, test } from '@jest/globals';
import { read } from 'shapefile';
import { fromBuffer } from 'yauzl';
import { DiskBudget } from '#platform/storage/disk-storage.ts';
import { createShapefileExport } from '#engine/exports/geographic/shapefile-export.ts';
import { wgs84System } from '#engine/geo/coordinate-systems.ts';
import { testApp } from '#test/support/app.ts';
import { geometries, publishedFeatures, sampleFeatures } from '#test/support/datasets/features.ts';
import { sourceServer } from '#test/support/sources/source-server.ts';

const web = await sourceServer();
const app = await testApp({ FETCH_ALLOW: web.host });
const long = 'é'.repeat(200);
const uid = await publishedFeatures(app, web, [
  ...sampleFeatures,
  {
    type: 'Feature',
    geometry: null,
    properties: { name: 'long', note: long, number_of_things: 1, number_of_others: 2 },
  },
]);
const exported = (query = '') =>
  app.http.inject(`/api/explore/v2.1/catalog/datasets/${uid}/exports/shp${query && `?${query}`}`);

/** The files of a zip, by name. */
async function filesOf(zip: Buffer): Promise<Map<string, Buffer>> {
  const files = new Map<string, Buffer>();
  await new Promise<void>((resolve, reject) =>
    fromBuffer(zip, { lazyEntries: true }, (error, archive) => {
      if (error) return reject(error);
      archive.on('entry', (entry: { fileName: string }) =>
        archive.openReadStream(entry as never, (failure, stream) => {
          if (failure) return reject(failure);
          void buffer(stream).then((bytes) => {
            files.set(entry.fileName, bytes);
            archive.readEntry();
          }, reject);
        }),
      );
      archive.on('end', resolve);
      archive.readEntry();
    }),
  );
  return files;
}
async function layerOf(files: ReadonlyMap<string, Buffer>, name: string) {
  const file = (extension: string) => Uint8Array.from(files.get(`${name}.${extension}`) ?? []);
  return (await read(file('shp').buffer, file('dbf').buffer, { encoding: 'utf-8' })).features;
}

test('a zip has a Shapefile for each type of geometry, which readers read back', async () => {
  const { headers, rawPayload } = await exported();
  expect(headers).toMatchObject({
    'content-type': 'application/zip',
    'content-disposition': expect.stringContaining('.zip"'),
  });
  const files = await filesOf(rawPayload);
  expect([...files.keys()].filter((name) => name.endsWith('.shp')).toSorted()).toEqual([
    'lines.shp',
    'multipoints.shp',
    'points.shp',
    'points_z.shp',
    'polygons.shp',
  ]);
  const points = await layerOf(files, 'points');
  expect(points.map(({ geometry, properties }) => [geometry, properties?.['name']])).toEqual([
    [geometries['point'], 'point'],
    [{ type: 'Point', coordinates: [7, 8] }, 'collection'],
  ]);
  expect((await layerOf(files, 'multipoints')).map(({ geometry }) => geometry)).toEqual([geometries['points']]);
  const lines = await layerOf(files, 'lines');
  expect(lines.map(({ geometry }) => geometry).slice(0, 2)).toEqual([
    geometries['line'],
    geometries['lines across the antimeridian'],
  ]);
  expect(lines[0]?.properties).toMatchObject({ name: 'line', note: null, size: 3.5, number: 3 });
  expect(lines[0]?.properties?.['day']).toEqual(new Date(2024, 1, 13));
  expect(lines[0]?.properties?.['moment']).toBe('2024-01-31T23:30:13+00:00');
});

test('areas keep their holes, in the direction that Shapefile wants', async () => {
  const polygons = await layerOf(await filesOf((await exported()).rawPayload), 'polygons');
  const [withHoles, areas] = polygons.map(({ geometry }) => geometry as { type: string; coordinates: number[][][] });
  const sorted = (rings: readonly number[][][] | undefined) => rings?.map((ring) => ring.map(String).toSorted());
  const expected = geometries['area with holes'] as { coordinates: number[][][] };
  expect(sorted(withHoles?.coordinates)).toEqual(sorted(expected.coordinates));
  expect(areas).toMatchObject({ type: 'MultiPolygon', coordinates: { length: 2 } });
});

test('heights have a layer of their own, with its range in the header', async () => {
  const files = await filesOf((await exported()).rawPayload);
  const shp = files.get('points_z.shp') ?? Buffer.alloc(0);
  expect([shp.readInt32BE(24) * 2, shp.readInt32LE(32), shp.readDoubleLE(68), shp.readDoubleLE(108 + 20)]).toEqual([
    ...[shp.length, 11, 4805.6, 4805.6],
  ]);
});

test('records without a geometry have a table, and a text tells what was cut', async () => {
  const files = await filesOf((await exported()).rawPayload);
  const readme = String(files.get('README.txt'));
  expect(readme).toContain('no_geometry: 3 records');
  expect(readme).toContain('Texts of note cut to 254 bytes: 1.');
  expect(readme).toContain('Collections written as a record for each of their parts: 1.');
  expect(readme).toContain('number_of_things → number_of_\nnumber_of_others → number_o_2');
  const dbf = String(files.get('no_geometry.dbf'));
  expect(dbf).toContain(`${'é'.repeat(127)} `);
  expect(dbf).not.toContain('é'.repeat(128));
  expect(String(files.get('points.cpg'))).toBe('UTF-8');
  expect(files.has('no_geometry.prj')).toBe(false);
});

test('epsg writes the shapes in another system, which the .prj describes', async () => {
  const files = await filesOf((await exported('epsg=2154&limit=1')).rawPayload);
  expect(String(files.get('points.prj'))).toMatch(/^PROJCS\["RGF_1993_Lambert_93"/);
  const [point] = await layerOf(files, 'points');
  const [x = NaN, y = NaN] = (point?.geometry as { coordinates: number[] }).coordinates;
  expect(Math.hypot(x - 652_469.02, y - 6_862_035.26)).toBeLessThan(0.1);
});

test('no record gives a table without records', async () => {
  const files = await filesOf((await exported('where=number%3C0')).rawPayload);
  expect([...files.keys()]).toEqual(['README.txt', 'no_geometry.dbf', 'no_geometry.cpg']);
});

/** Writes 200 points with a limit on the size of files. */
function written(limit: number, disk = new DiskBudget(2 ** 30)) {
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
  async function* rows() {
    for (let batch = 0; batch < 100; batch += 1)
      yield await Promise.resolve(['{"p":{"lon":1,"lat":2}}', '{"p":{"lon":3,"lat":4}}']);
  }
  const columns = [{ name: 'p', label: 'p', type: 'geo_point_2d', isMultivalued: false }] as const;
  const source = {
    dataset: { address: '' },
    columns,
    options,
    disk,
    rows: rows(),
  };
  return createShapefileExport(limit).write(source);
}

/** The temporary files that this process holds open, where the system tells. */
const temporaryFiles = () =>
  existsSync('/proc/self/fd')
    ? readdirSync('/proc/self/fd').filter((fd) => {
        try {
          return readlinkSync(`/proc/self/fd/${fd}`).includes('/catalograph-');
        } catch {
          return false;
        }
      })
    : [];

test('beyond the size that readers know, the export ends with an error before its first byte', async () => {
  const before = temporaryFiles();
  await expect(written(1_000).next()).rejects.toMatchObject({ code: 'EXPORT_NOT_POSSIBLE' });
  expect(temporaryFiles()).toEqual(before);
});

test('beyond the disk space of all exports together, the export is refused for now and returns its space', async () => {
  const disk = new DiskBudget(1_000);
  await expect(written(2 ** 30, disk).next()).rejects.toMatchObject({ code: 'TOO_MANY_EXPORTS' });
  expect(disk.takenBytes).toBe(0);
});

test('a reader that stops early closes the temporary files', async () => {
  const before = temporaryFiles();
  const chunks = written(1_000_000);
  expect((await chunks.next()).done).toBe(false);
  expect(temporaryFiles()).toHaveLength(process.platform === 'linux' ? before.length + 3 : 0);
  await chunks.return(undefined);
  expect(temporaryFiles()).toEqual(before);
});

test('an export that fails before its first byte is answered by an error, without the headers of a file', async () => {
  const properties = Object.fromEntries(
    Array.from({ length: 300 }, (_value, index) => [`field_${String(index)}`, index]),
  );
  const wide = await publishedFeatures(app, web, [
    { type: 'Feature', geometry: geometries['point'] ?? null, properties },
  ]);
  const { statusCode, headers, json } = await app.http.inject(`/api/explore/v2.1/catalog/datasets/${wide}/exports/shp`);
  expect([statusCode, json().message]).toEqual([400, expect.stringContaining('at most 255 fields')]);
  expect([headers['content-type'], headers['content-disposition'], headers.etag]).toEqual([
    'application/json; charset=utf-8',
    undefined,
    undefined,
  ]);
});

import { readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, test } from '@jest/globals';
import { serialize } from 'flatgeobuf/lib/mjs/geojson.js';
import wkx from 'wkx';
import { guessExtractors, guessParams } from '#engine/extractors/guess.ts';
import { sampleOf } from '#test/engine/source-of.ts';
import { extracted, run, survivesMutations } from '../extracted.ts';

const features = [
  { properties: { code: '007', km: 1.5, ok: true }, geometry: { type: 'Point', coordinates: [7.4, 46.9] } },
  {
    properties: { code: 'Zoë', km: 2, ok: false },
    geometry: {
      type: 'Polygon',
      coordinates: [
        [
          [0, 0],
          [1, 0],
          [1, 1],
          [0, 0],
        ],
      ],
    },
  },
] as const;
const collection = (crsCode = 0): Buffer =>
  Buffer.from(
    serialize(
      {
        type: 'FeatureCollection',
        features: features.map((feature) => ({ type: 'Feature' as const, ...structuredClone(feature) })),
      } as unknown as Parameters<typeof serialize>[0],
      crsCode,
    ),
  );

const records = features.map(({ properties, geometry }) => ({
  ...properties,
  ok: String(properties.ok),
  geo_shape: geometry,
}));

/** A geometry as a GeoPackage stores it. */
const blobOf = (geometry: object, header = '475000010000000000'.slice(0, 16)): Uint8Array =>
  Buffer.concat([Buffer.from(header, 'hex'), wkx.Geometry.parseGeoJSON(geometry).toWkb()]);

let count = 0;
/** A GeoPackage with the tables of the format, and those that the statements add. */
function packageOf(fill: (database: DatabaseSync) => void): Buffer {
  const path = join(tmpdir(), `test-${process.pid}-${count++}.gpkg`);
  const database = new DatabaseSync(path);
  database.exec(`pragma application_id = 1196444487;
    create table gpkg_spatial_ref_sys (srs_name text, srs_id integer primary key, organization text, organization_coordsys_id integer, definition text);
    create table gpkg_contents (table_name text primary key, data_type text);
    create table gpkg_geometry_columns (table_name text, column_name text, geometry_type_name text, srs_id integer);
    insert into gpkg_spatial_ref_sys values ('WGS 84', 4326, 'EPSG', 4326, ''), ('unknown', 0, 'NONE', 0, 'undefined'), ('L93', 2154, 'EPSG', 2154, '')`);
  fill(database);
  database.close();
  const bytes = readFileSync(path);
  rmSync(path);
  return bytes;
}

function addPlaces(database: DatabaseSync, name = 'places', srs = 4326): void {
  database.exec(`create table "${name}" (fid integer primary key, geom blob, code text, km double, ok boolean, raw blob, longer text generated always as (code || code) virtual);
    insert into gpkg_contents values ('${name}', 'features');
    insert into gpkg_geometry_columns values ('${name}', 'geom', 'GEOMETRY', ${srs})`);
  const insert = database.prepare(`insert into "${name}" (geom, code, km, ok, raw) values (?, ?, ?, ?, ?)`);
  for (const { properties, geometry } of features)
    insert.run(blobOf(geometry), properties.code, properties.km, properties.ok ? 1 : 0, new Uint8Array([1]));
}

const places = () => packageOf(addPlaces);

describe('a FlatGeobuf file', () => {
  test('is guessed, and read with its types', async () => {
    const content = collection();
    expect((await guessExtractors(sampleOf(content, 'a.bin')))[0]).toMatchObject({ type: 'flatgeobuf' });
    expect(await guessParams('flatgeobuf', sampleOf(content, 'a.fgb'))).toMatchObject({ crs: '' });
    const { rows, types } = await run('flatgeobuf', content);
    expect(rows).toMatchObject(records);
    expect(types).toMatchObject({ geo_shape: 'geo_shape', code: 'text', km: 'double', geo_point_2d: 'geo_point_2d' });
  });

  test('is projected from the system that it states, or that is given', async () => {
    const [stated] = (await extracted('flatgeobuf', collection(3857))).rows;
    expect(stated).toMatchObject({ geo_point_2d: { lon: expect.closeTo(0.0000665, 5) } });
    const [given] = (await extracted('flatgeobuf', collection(3857), { crs: 'EPSG:4326' })).rows;
    expect(given).toMatchObject({ geo_point_2d: { lon: 7.4, lat: 46.9 } });
  });

  test('a FlatGeobuf file that is damaged at random is read, or fails with a reason', async () => {
    await survivesMutations('flatgeobuf', collection(), 12);
  });
});

describe('a GeoPackage', () => {
  test('is guessed, and read by its stored columns', async () => {
    const content = places();
    expect((await guessExtractors(sampleOf(content, 'a.bin')))[0]).toMatchObject({ type: 'geopackage' });
    const { rows, types } = await run('geopackage', content);
    expect(rows).toMatchObject(records);
    expect(Object.keys(rows[0] ?? {}).toSorted()).toEqual(
      ['code', 'fid', 'geo_point_2d', 'geo_shape', 'km', 'ok', 'raw'].toSorted(),
    );
    expect(types).toMatchObject({ fid: 'int', code: 'text', km: 'double' });
  });

  test('a GeoPackage of several layers names them, and is read by the name of one, projected by its system', async () => {
    const content = packageOf((database) => {
      addPlaces(database);
      addPlaces(database, 'far away', 2154);
      database.exec(
        "create table notes (n int); insert into notes values (9007199254740993); insert into gpkg_contents values ('notes', 'attributes')",
      );
    });
    await expect(extracted('geopackage', content)).rejects.toThrow(
      /it has several layers; choose one of them by layer: places, far away, notes/,
    );
    await expect(extracted('geopackage', content, { layer: 'gone' })).rejects.toThrow(
      /there is no layer gone; the layers are places/,
    );
    expect((await extracted('geopackage', content, { layer: 'notes' })).rows).toEqual([
      { geo_point_2d: null, geo_shape: null, n: '9007199254740993' },
    ]);
    const [far] = (await extracted('geopackage', content, { layer: 'far away' })).rows;
    expect(far).toMatchObject({ geo_point_2d: { lon: expect.closeTo(-1.36, 1), lat: expect.closeTo(-5.98, 1) } });
  });

  test('leaves geometries out that cannot be read, and says so', async () => {
    const content = packageOf((database) => {
      addPlaces(database);
      database.prepare('update places set geom = ? where fid = 1').run(Buffer.from('GP\0\x01\0\0\0\0\x01', 'latin1'));
      database.prepare('update places set geom = ? where fid = 2').run(Buffer.from('no geometry'));
    });
    const { rows, faults } = await extracted('geopackage', content);
    expect(rows.map(({ geo_shape: shape }) => shape)).toEqual([null, null]);
    expect(faults).toEqual([
      expect.stringContaining('its well-known binary is damaged'),
      expect.stringContaining('its header is not one of a GeoPackage'),
    ]);
  });

  test('runs no views, and leaves no file behind', async () => {
    const endless = 'with recursive r(n) as (select 1 union all select n + 1 from r) select n from r';
    const layer = packageOf((database) =>
      database.exec(`create view places as ${endless}; insert into gpkg_contents values ('places', 'features')`),
    );
    await expect(extracted('geopackage', layer)).rejects.toThrow(/it has no layers/);
    const contents = packageOf((database) =>
      database.exec(`drop table gpkg_contents; create view gpkg_contents as ${endless}`),
    );
    await expect(extracted('geopackage', contents)).rejects.toThrow(/the table gpkg_contents is missing/);
    expect(readdirSync(tmpdir()).filter((name) => /^catalograph-.*\.gpkg/.test(name))).toEqual([]);
  });

  test('a GeoPackage that is damaged at random is read, or fails with a reason', async () => {
    await survivesMutations('geopackage', places(), 12);
  });
});

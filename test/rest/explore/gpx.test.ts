import { expect, test } from '@jest/globals';
import { gpx } from '@tmcw/togeojson';
import { DOMParser } from '@xmldom/xmldom';
import { SaxesParser } from 'saxes';
import { testApp } from '#test/support/app.ts';
import { geometries, publishedFeatures, sampleFeatures } from '#test/support/datasets/features.ts';
import { sourceServer } from '#test/support/sources/source-server.ts';

const web = await sourceServer();
const app = await testApp({ FETCH_ALLOW: web.host });
const uid = await publishedFeatures(app, web, sampleFeatures);
const exported = (query = '') =>
  app.http.inject(`/api/explore/v2.1/catalog/datasets/${uid}/exports/gpx${query && `?${query}`}`);

/** The features of a document that is well-formed and has its elements in the order of the schema of GPX. */
function featuresOf(document: string) {
  new SaxesParser({ xmlns: true }).write(document).close();
  if (document.includes('<trk>')) expect(document.lastIndexOf('<wpt')).toBeLessThan(document.indexOf('<trk>'));
  return gpx(new DOMParser({ onError: () => undefined }).parseFromString(document, 'text/xml')).features;
}
const named = async (name: string, query = '') =>
  featuresOf((await exported(query)).body).filter(({ properties }) => properties?.['ogr_name'] === name);
const geometriesOf = async (name: string) => (await named(name)).map(({ geometry }) => geometry);

test('points are waypoints, lines are tracks, with their values in extensions', async () => {
  expect((await exported()).headers['content-type']).toBe('application/gpx+xml');
  expect(await named('point with a height')).toEqual([
    {
      type: 'Feature',
      geometry: geometries['point with a height'],
      properties: expect.objectContaining({
        ...{ ogr_size: '1.5', ogr_number: '1', ogr_day: '2024-02-11', ogr_moment: '2024-01-31T23:30:11+00:00' },
      }),
    },
  ]);
  const [line] = await named('line');
  expect(line).toMatchObject({ geometry: geometries['line'], properties: { _gpxType: 'trk', ogr_size: '3.5' } });
  expect(line?.properties).not.toHaveProperty('ogr_note');
});

test('every point of several is a waypoint, and every border of an area is a segment', async () => {
  expect(await geometriesOf('points')).toEqual([
    { type: 'Point', coordinates: [1, 2] },
    { type: 'Point', coordinates: [3, 4] },
  ]);
  expect(await geometriesOf('lines across the antimeridian')).toEqual([geometries['lines across the antimeridian']]);
  const area = geometries['area with holes'] as { coordinates: number[][][] };
  expect(await geometriesOf('area with holes')).toEqual([{ ...area, type: 'MultiLineString' }]);
  expect((await geometriesOf('areas'))[0]).toMatchObject({ coordinates: { length: 3 } });
  expect((await geometriesOf('collection')).map((geometry) => geometry.type).toSorted()).toEqual([
    'MultiLineString',
    'Point',
  ]);
});

test('comments at the end count the records without a geometry and the replaced characters', async () => {
  const { body } = await exported();
  expect(body).toContain('<!-- Records left out because they have no geometry: 2. -->');
  expect(body).toContain('<!-- Characters that XML does not allow, replaced by U+FFFD: 1. -->');
  expect((await named('point'))[0]?.properties?.['ogr_note']).toBe('Genève & <Zürich> "日本" 😀\r\n\tend\uFFFD');
});

test('name_field, description_field_list and use_extension choose where values are', async () => {
  const of = async (query: string) => (await named('line', query))[0]?.properties;
  expect(await of('')).not.toHaveProperty('name');
  expect(await of('name_field=name&description_field_list=number,day')).toMatchObject({
    name: 'line',
    desc: 'number: 3\nday: 2024-02-13',
    ogr_number: '3',
  });
  const { body } = await exported('name_field=name&use_extension=false&select=name,number,note,geo_shape&limit=2');
  expect(body).not.toContain('<extensions>');
  expect(featuresOf(body)[1]?.properties).toEqual({
    name: 'point with a height',
    desc: 'name: point with a height\nnumber: 1',
  });
  const described = await exported('use_extension=FALSE&description_field_list=number,%20day&limit=1');
  expect(featuresOf(described.body)[0]?.properties?.['desc']).toBe('number: 0\nday: 2024-02-10');
});

test.each(['name_field=nope', 'description_field_list=name,nope', 'use_extension=perhaps'])(
  '%s is an error',
  async (query) => {
    const { statusCode, body } = await exported(query);
    expect([statusCode, JSON.parse(body).error_code]).toEqual([400, 'InvalidRESTParameterError']);
    expect(JSON.parse(body).message).toContain(query.split('=')[0]);
  },
);

test('aliases become names that XML allows, each its own', async () => {
  const { body } = await exported(
    `select=${encodeURIComponent('number as `1 a`, number as `_1*a`, number as été, geo_shape')}&limit=1`,
  );
  expect(featuresOf(body)[0]?.properties).toEqual({ ogr__1_a: '0', ogr__1_a_2: '0', ogr_été: '0' });
});

test('no record gives a document without waypoints', async () => {
  expect(featuresOf((await exported('where=number%3C0')).body)).toEqual([]);
});

test.each(['gpx', 'fgb', 'shp'])(
  'an export as %s beyond the space for temporary files is refused before its first byte',
  async (format) => {
    const { exportDisk } = app.services;
    const rest = 16 * 2 ** 30 - exportDisk.takenBytes - 100;
    expect(exportDisk.take(rest)).toBe(true);
    const { statusCode, headers } = await app.http.inject(
      `/api/explore/v2.1/catalog/datasets/${uid}/exports/${format}`,
    );
    exportDisk.free(rest);
    expect(statusCode).toBe(429);
    expect(headers).toHaveProperty('retry-after');
    expect(exportDisk.takenBytes).toBe(0);
  },
);

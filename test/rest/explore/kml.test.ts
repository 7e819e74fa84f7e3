import { expect, test } from '@jest/globals';
import { kml } from '@tmcw/togeojson';
import { DOMParser } from '@xmldom/xmldom';
import { SaxesParser } from 'saxes';
import { testApp } from '#test/support/app.ts';
import { failureOf } from '#test/support/http/rest-errors.ts';
import { publishedTowns } from '#test/support/datasets/explore.ts';
import { geometries, publishedFeatures, sampleFeatures } from '#test/support/datasets/features.ts';
import { seedRuleset, seedUser } from '#test/support/seed.ts';
import { sourceServer } from '#test/support/sources/source-server.ts';

const web = await sourceServer();
const app = await testApp({ FETCH_ALLOW: web.host });
const uid = await publishedFeatures(app, web, sampleFeatures);
const at = (path: string) => `/api/explore/v2.1/catalog/datasets/${path}`;
const exported = (query = '', of = uid) => app.http.inject(at(`${of}/exports/kml${query}`));

/** The features of a document that is well-formed. */
function featuresOf(document: string) {
  new SaxesParser({ xmlns: true }).write(document).close();
  return kml(new DOMParser({ onError: () => undefined }).parseFromString(document, 'text/xml')).features;
}

test('a kml has a placemark for each record, with its geometry and its typed values', async () => {
  const { headers, body } = await exported();
  expect(headers).toMatchObject({
    'content-type': 'application/vnd.google-earth.kml+xml',
    'content-disposition': expect.stringContaining('.kml"'),
  });
  const features = featuresOf(body);
  expect(features.map(({ properties }) => properties?.['name'])).toEqual(Object.keys(geometries));
  expect(features[3]).toMatchObject({
    geometry: geometries['line'],
    properties: {
      size: 3.5,
      number: 3,
      day: '2024-02-13',
      moment: '2024-01-31T23:30:13+00:00',
      geo_point_2d: expect.any(String),
    },
  });
  expect(features[5]).toMatchObject({ geometry: geometries['area with holes'] });
  expect(features[5]?.properties).not.toHaveProperty('size');
});

test('geometries of several parts become a MultiGeometry, and records without positions have none', async () => {
  const features = featuresOf((await exported()).body);
  const partsOf = (name: string) => {
    const geometry = features[Object.keys(geometries).indexOf(name)]?.geometry;
    return geometry?.type === 'GeometryCollection' ? geometry.geometries : geometry;
  };
  expect(partsOf('collection')).toEqual((geometries['collection'] as { geometries: object[] }).geometries);
  expect(partsOf('points')).toEqual([
    { type: 'Point', coordinates: [1, 2] },
    { type: 'Point', coordinates: [3, 4] },
  ]);
  expect(partsOf('areas')).toHaveLength(2);
  expect(partsOf('point with a height')).toEqual(geometries['point with a height']);
  expect([partsOf('nothing'), partsOf('empty collection')]).toEqual([null, null]);
});

test('texts keep their characters, and a comment counts those that XML cannot hold', async () => {
  const { body } = await exported();
  expect(featuresOf(body)[0]?.properties?.['note']).toBe('Genève & <Zürich> "日本" 😀\r\n\tend\uFFFD');
  expect(body).toMatch(/<!-- Characters that XML does not allow, replaced by U\+FFFD: 1\. -->\n$/);
  expect((await exported('?limit=2&select=name,geo_shape')).body).not.toContain('<!--');
});

test('without a selected geometry a placemark has data only, and epsg does not change WGS 84', async () => {
  const [feature] = featuresOf((await exported('?select=name,number&limit=1')).body);
  expect(feature).toMatchObject({ geometry: null, properties: { name: 'point', number: 0 } });
  expect(featuresOf((await exported('?epsg=3857')).body)[0]?.geometry).toEqual(geometries['point']);
});

test('an alias may have any characters', async () => {
  const [feature] = featuresOf((await exported('?select=number%20as%20%60a%3C%22%26b%60&limit=1')).body);
  expect(feature?.properties).toMatchObject({ 'a<"&b': 0 });
});

test('a dataset is offered as kml when the caller sees a geographic field', async () => {
  const formats = async (client = app.unauthenticated, of = uid): Promise<string[]> => {
    const { body } = await client.restAt('/api/explore/v2.1')('GET', `/catalog/datasets/${of}/exports`);
    return body.links.map(({ rel }: { rel: string }) => rel);
  };
  expect(await formats()).toContain('kml');
  const ada = await seedUser(app, 'ada');
  const hidden = await publishedTowns(app, web, { isRestricted: true });
  await seedRuleset(app, hidden, { user: 'ada', security: { visibleFields: ['name'] } });
  expect(await formats(ada, hidden)).not.toContain('kml');
  expect(await ada.restAt('/api/explore/v2.1')('GET', `/catalog/datasets/${hidden}/exports/kml`)).toMatchObject({
    ...failureOf('RESOURCE_NOT_FOUND', { resource: 'format', name: 'kml' }),
  });
  expect(await formats(app.admin, hidden)).toContain('kml');
});

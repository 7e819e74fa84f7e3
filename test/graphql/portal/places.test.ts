import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeEach, expect, test } from '@jest/globals';
import { testApp } from '#test/support/app.ts';
import { seedUser } from '#test/support/seed.ts';

/** A server with the interface of Nominatim, which knows one tree, and is broken at times. */
const asked: { readonly path: string; readonly headers: IncomingHttpHeaders }[] = [];
let says: unknown;
const oak = {
  display_name: 'Oak, Town',
  lat: '48.25',
  lon: '-1.5',
  licence: '© OpenStreetMap',
  type: 'tree',
  more: [],
};
const nominatim = createServer(({ url = '', headers }, response) => {
  asked.push({ path: url, headers });
  response.setHeader('content-type', 'application/json');
  const { pathname, searchParams } = new URL(url, 'http://localhost');
  const found = searchParams.get('q')?.startsWith('oak') ? [oak] : [];
  response.end(JSON.stringify(says ?? (pathname.endsWith('/search') ? found : oak)));
});
await once(nominatim.listen(0, '127.0.0.1'), 'listening');
afterAll(() => {
  nominatim.closeAllConnections();
  nominatim.close();
});
const host = `127.0.0.1:${String((nominatim.address() as AddressInfo).port)}`;

const app = await testApp({
  WORKER: 'off',
  PUBLIC_URL: 'https://data.example.org',
  GEOCODER_URL: `http://${host}/nominatim/`,
  FETCH_ALLOW: host,
});
const without = await testApp({ WORKER: 'off' });
const blocked = await testApp({ WORKER: 'off', GEOCODER_URL: `http://${host}` });
const { unauthenticated: visitor } = app;
const found = { name: 'Oak, Town', lat: 48.25, lon: -1.5, attribution: '© OpenStreetMap' };
const places = (search: string, client = visitor, language = 'en') =>
  client.graph(
    'query ($search: String!, $language: String!) { places(search: $search, language: $language) { name lat lon attribution } }',
    { search, language },
  );
const nearestPlace = (lat: number, lon: number) =>
  visitor.graph(`{ nearestPlace(lat: ${lat}, lon: ${lon}) { name lat lon attribution } }`);
const codesOf = ({ errors }: Awaited<ReturnType<typeof places>>) => errors?.map(({ extensions: { code } }) => code);

beforeEach(() => {
  asked.length = 0;
  says = undefined;
});

test('a visitor finds places by their names, and the name of a place; an answer is remembered', async () => {
  expect((await places(' oak \n street ')).data).toEqual({ places: [found] });
  expect((await places('oak street')).data).toEqual({ places: [found] });
  expect((await places('oak street', visitor, 'fr')).data).toEqual({ places: [found] });
  expect((await places('nowhere')).data).toEqual({ places: [] });
  expect((await nearestPlace(48.2500001, -1.5)).data).toEqual({ nearestPlace: found });
  expect(asked.map(({ path }) => path)).toEqual([
    '/nominatim/search?format=jsonv2&accept-language=en&q=oak+street&limit=8',
    '/nominatim/search?format=jsonv2&accept-language=fr&q=oak+street&limit=8',
    '/nominatim/search?format=jsonv2&accept-language=en&q=nowhere&limit=8',
    '/nominatim/reverse?format=jsonv2&accept-language=en&lat=48.25000&lon=-1.50000',
  ]);
  expect(asked[0]?.headers['user-agent']).toBe('Catalograph (https://data.example.org)');
});

test('the settings of the portal tell whether places can be searched', async () => {
  const isEnabled = async (client: typeof visitor) =>
    (await client.data('{ portalSettings { defaultLanguage isPlaceSearchEnabled } }')).portalSettings;
  expect(await isEnabled(visitor)).toEqual({ defaultLanguage: 'en', isPlaceSearchEnabled: true });
  expect(await isEnabled(without.unauthenticated)).toEqual({ defaultLanguage: 'en', isPlaceSearchEnabled: false });
  expect(codesOf(await places('oak', without.unauthenticated))).toEqual(['GEOCODER_UNAVAILABLE']);
});

test.each([[''], ['  '], ['x'.repeat(201)], ['a\0']])(
  'a search for %j is refused before the geocoder is asked',
  async (search) => {
    expect(codesOf(await places(search))).toEqual(['INVALID_INPUT']);
    expect(asked).toEqual([]);
  },
);

test('wrong degrees and languages are refused', async () => {
  expect(codesOf(await nearestPlace(91, 0))).toEqual(['INVALID_INPUT']);
  expect(codesOf(await nearestPlace(0, -181))).toEqual(['INVALID_INPUT']);
  expect(codesOf(await places('oak', visitor, 'en&q=x'))).toEqual(['INVALID_INPUT']);
  expect(asked).toEqual([]);
});

test.each([
  ['no list', { a: 1 }],
  ['another form', [{ ...oak, lat: {} }]],
  ['too much', [{ ...oak, display_name: 'x'.repeat(300_000) }]],
])('a geocoder that answers %s is reported, and its answer is not kept', async (name, answer) => {
  says = answer;
  expect(codesOf(await places(`oak ${name}`))).toEqual(['GEOCODER_UNAVAILABLE']);
  says = undefined;
  expect((await places(`oak ${name}`)).data).toEqual({ places: [found] });
});

test('a geocoder at a private address is asked only where the administrator allows it', async () => {
  expect(codesOf(await places('oak', blocked.unauthenticated))).toEqual(['GEOCODER_UNAVAILABLE']);
  expect(asked).toEqual([]);
});

test('places without a name or beyond the earth are left out, texts are cut, and at most 8 are returned', async () => {
  says = [
    { ...oak, display_name: ' ' },
    { ...oak, lat: '91' },
    { ...oak, lat: 'north' },
    ...Array.from({ length: 20 }, () => ({ ...oak, display_name: 'x'.repeat(1_000), licence: undefined })),
  ];
  const { data } = await places('oak many');
  expect(data?.places).toHaveLength(8);
  expect(data?.places[0]).toEqual({ ...found, name: expect.stringMatching(/^x{200,299}…?$/), attribution: null });
  says = { error: 'Unable to geocode' };
  expect((await nearestPlace(1, 1)).data).toEqual({ nearestPlace: null });
});

test('the questions of each caller to the geocoder are limited; remembered answers are not', async () => {
  const ada = await seedUser(app, 'ada');
  for (let number = 0; number < 30; number += 1)
    expect((await places(`oak ${number}`, ada)).data).toEqual({ places: [found] });
  expect(await places('oak 30', ada)).toMatchObject({
    errors: [{ extensions: { code: 'RATE_LIMIT_EXCEEDED', limit: 30, seconds: expect.any(Number) } }],
  });
  expect((await places('oak 29', ada)).data).toEqual({ places: [found] });
  expect((await places('oak 30')).data).toEqual({ places: [found] });
  expect(asked).toHaveLength(31);
});

import { describe, expect, test } from '@jest/globals';
import { gbfsClient } from '#platform/datasources/mobility.ts';
import { serve } from '#test/platform/fetcher/web.ts';
import { json, linesOf, open, provider, type Provider } from '../provider.ts';

/** A system with these feeds, `{origin}` in the discovery file being its own address. */
const system = (files: Readonly<Record<string, unknown>>, others: readonly string[] = []): Promise<Provider> =>
  provider(({ path, headers }, response) => {
    const file = files[path.slice(1)];
    if (file === undefined) json(response, {}, 404);
    else response.end(JSON.stringify(file).replaceAll('{origin}', `http://${String(headers.host)}`));
  }, others);

const feedsOf = (...names: string[]): object[] => names.map((name) => ({ name, url: `{origin}/${name}` }));
const read = async (bikes: Provider): Promise<unknown[]> =>
  linesOf(await open(gbfsClient, bikes, { type: 'gbfs', url: `${bikes.origin}/gbfs.json` }));
const feed = (version: string, data: object): object => ({ last_updated: 1_609_866_247, ttl: 0, version, data });

describe('a bike-share system', () => {
  test.each(['1.1', '2.3'])('a bike-share system of version %s has its stations with their state', async (version) => {
    const bikes = await system({
      'gbfs.json': feed(version, {
        fr: { feeds: feedsOf('system_information', 'station_information', 'station_status') },
        en: { feeds: [] },
      }),
      station_information: feed(version, {
        stations: [
          { station_id: '7', name: 'Gare', lat: 48.85, lon: 2.35, capacity: 20, rental_methods: ['key'] },
          { station_id: 8, name: 'Port', lat: 1, lon: 2 },
        ],
      }),
      station_status: feed(version, {
        stations: [
          { station_id: '8', num_bikes_available: 0, is_renting: false, last_reported: 0 },
          { station_id: '7', num_bikes_available: 3, is_renting: true, last_reported: 1_609_866_204 },
          { station_id: '9', num_bikes_available: 1 },
        ],
      }),
    });
    expect(await read(bikes)).toEqual([
      {
        station_id: '7',
        name: 'Gare',
        lat: 48.85,
        lon: 2.35,
        capacity: 20,
        rental_methods: ['key'],
        num_bikes_available: 3,
        is_renting: true,
        last_reported: '2021-01-05T17:03:24.000Z',
        position: { lat: 48.85, lon: 2.35 },
      },
      {
        station_id: '8',
        name: 'Port',
        lat: 1,
        lon: 2,
        num_bikes_available: 0,
        is_renting: false,
        last_reported: '1970-01-01T00:00:00.000Z',
        position: { lat: 1, lon: 2 },
      },
    ]);
  });

  test('a bike-share system of version 3 has one list of feeds, texts in languages and vehicles', async () => {
    const bikes = await system({
      'gbfs.json': feed('3.0', { feeds: feedsOf('station_information', 'station_status', 'vehicle_status') }),
      station_information: feed('3.0', {
        stations: [
          {
            station_id: 'a',
            name: [
              { text: 'Gare', language: 'fr' },
              { text: 'Station', language: 'en' },
            ],
            lat: 1,
            lon: 2,
          },
        ],
      }),
      station_status: feed('3.0', {
        stations: [{ station_id: 'a', num_vehicles_available: 4, last_reported: '2023-07-17T13:34:13+02:00' }],
      }),
    });
    expect(await read(bikes)).toEqual([
      {
        station_id: 'a',
        name: 'Gare',
        lat: 1,
        lon: 2,
        num_vehicles_available: 4,
        last_reported: '2023-07-17T13:34:13+02:00',
        position: { lat: 1, lon: 2 },
      },
    ]);
    expect(bikes.asked.map(({ path }) => path)).toEqual(['/gbfs.json', '/station_information', '/station_status']);
  });

  test.each([
    ['2.3', 'free_bike_status', { bikes: [{ bike_id: 'x', lat: 1, lon: 2, is_reserved: false }, { bike_id: 'y' }] }],
    ['3.0', 'vehicle_status', { vehicles: [{ bike_id: 'x', lat: 1, lon: 2, is_reserved: false }, { bike_id: 'y' }] }],
  ])('a bike-share system of version %s without stations has its vehicles', async (version, name, vehicles) => {
    const bikes = await system({
      'gbfs.json': feed(version, { feeds: feedsOf('station_information', name) }),
      station_information: feed(version, { stations: [] }),
      [name]: feed(version, vehicles),
    });
    expect(await read(bikes)).toEqual([
      { bike_id: 'x', lat: 1, lon: 2, is_reserved: false, position: { lat: 1, lon: 2 } },
      { bike_id: 'y' },
    ]);
  });

  test('may have its feeds on another host, which gets no headers', async () => {
    const headers: unknown[] = [];
    const other = await serve((request, response) => {
      headers.push(request.headers.authorization);
      json(response, feed('2.3', { stations: [{ station_id: 1, lat: '1' }] }));
    });
    const bikes = await system(
      { 'gbfs.json': feed('2.3', { en: { feeds: [{ name: 'station_information', url: `http://${other}/s` }] } }) },
      [other],
    );
    const opened = await open(gbfsClient, bikes, { type: 'gbfs', url: `http://ada:hush@${bikes.host}/gbfs.json` });
    expect(await linesOf(opened)).toEqual([{ station_id: 1, lat: '1' }]);
    expect(headers).toEqual([undefined]);
  });

  test('does not make this service reach a private address', async () => {
    const bikes = await system({
      'gbfs.json': feed('2.3', { en: { feeds: [{ name: 'station_information', url: 'http://127.0.0.1:1/s' }] } }),
    });
    await expect(read(bikes)).rejects.toMatchObject({ code: 'SOURCE_REFUSED' });
  });

  test('keeps inherited names such as __proto__', async () => {
    const bikes = await system({
      'gbfs.json': feed('2.3', { feeds: feedsOf('station_information', 'station_status') }),
      station_information: feed('2.3', { stations: [{ station_id: '__proto__' }] }),
      station_status: feed('2.3', {
        stations: [JSON.parse('{"station_id": "__proto__", "__proto__": 1, "constructor": 2}')],
      }),
    });
    const [line] = await read(bikes);
    expect(Object.entries(Object(line))).toEqual([
      ['station_id', '__proto__'],
      ['__proto__', 1],
      ['constructor', 2],
    ]);
  });

  test.each<[string, unknown]>([
    ['without feeds', feed('2.3', { en: { feeds: [] } })],
    ['with other feeds only', feed('2.3', { feeds: feedsOf('system_information') })],
    ['that is a feed itself', feed('2.3', { stations: [] })],
    ['without data', {}],
    ['that is no object', 'hello'],
    ['with an address that is none', feed('2.3', { feeds: [{ name: 'station_information', url: 'http://[' }] })],
    ['whose feed is missing', feed('2.3', { feeds: feedsOf('station_information') })],
  ])('fails with a discovery file %s', async (_what, discovery) => {
    await expect(read(await system({ 'gbfs.json': discovery }))).rejects.toMatchObject({ code: 'SOURCE_FAILED' });
  });

  test.each<[string, string]>([
    ['is cut', '{"data":{"stations":[{"station'],
    ['holds no objects', '{"data":{"stations":[1]}}'],
    ['is no UTF-8', '{"data":"\xff"}'],
    ['is too large', ' '.repeat(17 * 2 ** 20)],
  ])('fails with a feed that %s', async (_what, content) => {
    const bikes = await provider(({ path, headers }, response) => {
      if (path !== '/gbfs.json') response.end(Buffer.from(content, 'latin1'));
      else
        response.end(
          JSON.stringify(feed('2.3', { feeds: feedsOf('station_information') })).replaceAll(
            '{origin}',
            `http://${String(headers.host)}`,
          ),
        );
    });
    await expect(read(bikes)).rejects.toMatchObject({ code: 'SOURCE_FAILED' });
  });
});

import { describe, expect, test } from '@jest/globals';
import { extractorOf } from '#engine/extractors/registry.ts';
import { runAll, sampleOf, sourceOf, typesOf } from '#test/engine/source-of.ts';

const station = {
  number: 2010,
  contract_name: 'lyon',
  name: '2010 - CONFLUENCE',
  address: 'Cours Charlemagne',
  position: { lat: 45.743317, lng: 4.815747 },
  banking: true,
  bonus: false,
  bike_stands: 22,
  available_bike_stands: 15,
  available_bikes: 7,
  status: 'OPEN',
  last_update: 1_609_866_204_000,
};

const run = (type: string, params: Record<string, string>, content: string): ReturnType<typeof runAll> =>
  runAll({ resources: [{ source: sourceOf(content), type, params }], processors: [] });

describe('the stations of the bike-share provider', () => {
  test('have numbers, a point and the time of their last change', async () => {
    const { rows, pipeline } = await run('jcdecaux', { api_key: 'k' }, JSON.stringify([station]));
    expect(typesOf(pipeline)).toEqual({
      number: 'int',
      contract_name: 'text',
      name: 'text',
      address: 'text',
      position: 'geo_point_2d',
      banking: 'text',
      bonus: 'text',
      bike_stands: 'int',
      available_bike_stands: 'int',
      available_bikes: 'int',
      status: 'text',
      last_update: 'datetime',
    });
    expect(rows).toEqual([
      {
        ...station,
        banking: 'true',
        bonus: 'false',
        position: { lat: 45.743317, lon: 4.815747 },
        last_update: '2021-01-05T17:03:24Z',
      },
    ]);
  });

  test('the stations of the third version of the bike-share API have the same fields', async () => {
    const { rows, pipeline } = await run(
      'jcdecaux',
      { api_key: 'k' },
      JSON.stringify([{ number: 1, position: { latitude: 1.5, longitude: 2 }, lastUpdate: '2019-04-08T12:23:34Z' }]),
    );
    expect(typesOf(pipeline)).toEqual({ number: 'int', position: 'geo_point_2d', lastupdate: 'datetime' });
    expect(rows).toEqual([{ number: 1, position: { lat: 1.5, lon: 2 }, lastupdate: '2019-04-08T12:23:34Z' }]);
  });

  test('keep values that are neither points nor times', async () => {
    const { rows } = await run(
      'jcdecaux',
      { api_key: 'k' },
      '[{"position": null, "last_update": null}, {"position": {"x": 1}, "last_update": 1e300}, {"last_update": "now"}]',
    );
    expect(rows).toEqual([
      { position: null, last_update: null },
      { position: '{"x":1}', last_update: null },
      { last_update: 'now' },
    ]);
  });
});

test('the lines of a bike-share system have points and times', async () => {
  const { pipeline } = await run(
    'gbfs',
    { url: 'https://bikes.example/gbfs.json' },
    '{"station_id": "7", "lat": 1, "lon": 2.5, "last_reported": "2021-01-05T17:03:24.000Z", "position": {"lat": 1, "lon": 2.5}}\n',
  );
  expect(typesOf(pipeline)).toEqual({
    station_id: 'text',
    lat: 'int',
    lon: 'double',
    last_reported: 'datetime',
    position: 'geo_point_2d',
  });
});

test('the formats of feeds must be chosen, and are never guessed from a file', async () => {
  expect(await extractorOf('jcdecaux').confidence(sampleOf(JSON.stringify([station]), 'stations.json'))).toBe(0);
  expect(await extractorOf('gbfs').confidence(sampleOf('{"position": {"lat": 1, "lon": 2}}\n', 'gbfs.jsonl'))).toBe(0);
  expect(extractorOf('jcdecaux').check({})).toEqual({ api_key: ['This parameter is required.'] });
  expect(extractorOf('gbfs').check({ url: ' ' })).toEqual({ url: ['This parameter is required.'] });
  expect(extractorOf('jcdecaux').check({ api_key: 'k' })).toEqual({});
});

test('a dataset of another catalog is read as its export sends it', async () => {
  const { rows } = await run('federated', {}, '{"name": "Aare", "length": 288}\n{"name": "Reuss"}\n');
  expect(rows).toMatchObject([{ name: 'Aare', length: 288 }, { name: 'Reuss' }]);
});

import { describe, expect, test } from '@jest/globals';
import { sql } from '#kernel/sql.ts';
import { testApp } from '#test/support/app.ts';
import {
  appendProcessor,
  joinParams,
  publishedCities,
  errorCodesAndFields,
  seedTrips,
} from '#test/support/datasets/joins.ts';
import { runAndFinish, recordsOf, seedCsvDataset } from '#test/support/datasets/publishing.ts';
import { seedDataset, seedRuleset, seedUser } from '#test/support/seed.ts';
import { sourceServer } from '#test/support/sources/source-server.ts';

const web = await sourceServer();
const app = await testApp({ FETCH_ALLOW: web.host });
const { admin } = app;

const mutate = (client: typeof admin, name: string, type: string, input: object) =>
  client.graph(`mutation ($input: ${type}!) { ${name}(input: $input) { dataset { uid } } }`, { input });
const restrict = (uid: string) => app.services.db.rows(sql`update dataset set is_restricted = true where uid = ${uid}`);
const invalid = (field = 'dataset') => [['INVALID_INPUT', field]];

/** Somebody who may create datasets, and what they see of the cities. */
async function joiner(username: string, cities: string, security: object = {}) {
  const client = await seedUser(app, username, { permissions: ['create_dataset'] });
  await seedRuleset(app, cities, { user: username, security });
  return client;
}

describe('a join', () => {
  test('adds fields of the other dataset to the records, in previews too', async () => {
    const cities = await publishedCities(app, web);
    const trips = await seedTrips(admin, web);
    expect((await appendProcessor(admin, trips, joinParams(cities))).errors).toBeUndefined();
    const expected = [
      { trip: 1, canton: 'GE', name: 'Genève', people: 203_000 },
      { trip: 2, canton: 'BE', name: 'Bern', people: 134_000 },
      { trip: 3, canton: 'VS', name: null, people: null },
      { trip: 4, canton: 'ZH', name: 'Zürich', people: 421_000 },
    ];
    const { dataset } = await admin.data(
      'query ($uid: ID!) { dataset(by: { uid: $uid }) { resources { nodes { preview { records fields { name type } } } } } }',
      { uid: trips },
    );
    expect(dataset.resources.nodes[0].preview.records).toEqual(expected);
    expect(await runAndFinish(admin, 'publishDataset', trips)).toMatchObject({
      status: 'idle',
      message: null,
      recordsErrors: [],
    });
    expect(await recordsOf(app, trips)).toEqual(expected);
  });

  test('a join of points with areas finds the area of each point, and reports values that are not points', async () => {
    const shape = (west: number) =>
      JSON.stringify({
        type: 'Polygon',
        coordinates: [
          [
            [west, 46],
            [west + 1, 46],
            [west + 1, 47],
            [west, 47],
            [west, 46],
          ],
        ],
      }).replaceAll('"', '""');
    const regions = await publishedCities(app, web, {}, `region,shape\nWest,"${shape(6)}"\nEast,"${shape(9)}"\n`);
    const places = await seedCsvDataset(
      admin,
      web.serve('/places.csv', 'place,lat,lon,at\nA,46.5,6.5,\nB,46.5,9.5,\nC,40,0,\nD,north,1,\n'),
    );
    for (const [type, params] of [
      ['create_geopoint', { latitude: 'lat', longitude: 'lon', output_field: 'at' }],
      ['geojoin', { dataset: regions, field: 'at', remote_field: 'shape', output_fields: ['region'] }],
    ] as const)
      expect((await appendProcessor(admin, places, params, type)).errors).toBeUndefined();
    expect(await runAndFinish(admin, 'publishDataset', places)).toMatchObject({
      status: 'idle',
      recordsErrors: [{ recordId: '3', fieldUid: 'lat', message: '"north" is not a coordinate.' }],
    });
    expect(await recordsOf(app, places)).toMatchObject([
      { place: 'A', at: { lat: 46.5, lon: 6.5 }, region: 'West' },
      { place: 'B', region: 'East' },
      { place: 'C', region: null },
      { place: 'D', at: null, region: null },
    ]);
  });

  test('a join with itself takes the records that are published, and ends', async () => {
    const cities = await publishedCities(app, web);
    expect(
      (
        await appendProcessor(admin, cities, {
          dataset: cities,
          local_key: 'code',
          remote_key: 'code',
          output_fields: 'name',
        })
      ).errors,
    ).toBeUndefined();
    for (let time = 0; time < 2; time += 1)
      expect(await runAndFinish(admin, 'publishDataset', cities)).toMatchObject({ status: 'idle' });
    expect(await recordsOf(app, cities)).toMatchObject([{ name: 'Bern', [`${cities}_name`]: 'Bern' }, {}, {}]);
  });
});

describe('A user who saves a join', () => {
  test('must see the other dataset, and gets the same error for a hidden dataset as for a missing one', async () => {
    const cities = await publishedCities(app, web);
    await restrict(cities);
    const stranger = await seedUser(app, 'stranger', { permissions: ['create_dataset'] });
    const trips = await seedTrips(stranger, web);
    const [hidden, unknown] = [
      await appendProcessor(stranger, trips, joinParams(cities)),
      await appendProcessor(stranger, trips, joinParams('nothing-here')),
    ];
    expect(errorCodesAndFields(hidden)).toEqual(invalid());
    expect(hidden.errors?.[0]?.message).toBe(unknown.errors?.[0]?.message);
    expect(
      errorCodesAndFields(
        await appendProcessor(admin, await seedTrips(admin, web), joinParams(await seedDataset(admin))),
      ),
    ).toEqual(invalid());
    expect(
      (await appendProcessor(await joiner('guest', cities), await seedTrips(admin, web), joinParams(cities))).errors,
    ).toMatchObject([{ extensions: { code: 'NOT_FOUND' } }]);
  });

  test('has to see its data and every field that is named', async () => {
    const cities = await publishedCities(app, web, { visibleFields: ['code', 'name'] });
    const reader = await seedUser(app, 'reader', { permissions: ['create_dataset'] });
    const trips = await seedTrips(reader, web);
    expect(errorCodesAndFields(await appendProcessor(reader, trips, joinParams(cities)))).toEqual(invalid());
    expect(
      errorCodesAndFields(await appendProcessor(reader, trips, joinParams(cities, { output_fields: ['name'] }))),
    ).toBeUndefined();
    const blind = await joiner('blind', cities, { isDataVisible: false });
    expect(
      errorCodesAndFields(
        await appendProcessor(blind, await seedTrips(blind, web), joinParams(cities, { output_fields: ['name'] })),
      ),
    ).toEqual(invalid());
    expect(
      errorCodesAndFields(
        await appendProcessor(admin, await seedTrips(admin, web), joinParams(cities, { output_fields: ['mayor'] })),
      ),
    ).toEqual(invalid());
  });

  test('must see it for every way of saving, except for a join that does not change', async () => {
    const cities = await publishedCities(app, web);
    await restrict(cities);
    const trips = await seedTrips(admin, web);
    const uid = (await appendProcessor(admin, trips, joinParams(cities))).data.appendProcessor.processor.uid;
    const editor = await seedUser(app, 'editor', { permissions: ['create_dataset'] });
    await seedRuleset(app, trips, {
      user: 'editor',
      permissions: ['edit_dataset', 'publish_dataset', 'manage_dataset'],
    });
    const update = (input: object) =>
      mutate(editor, 'updateProcessor', 'UpdateProcessorInput', { datasetUid: trips, uid, ...input });
    const apply = (processors: object[], isDryRun = false) =>
      editor.graph('mutation ($input: ApplyDatasetInput!) { applyDataset(input: $input) { dataset { uid } } }', {
        input: { datasetUid: trips, isDryRun, processors },
      });
    expect(errorCodesAndFields(await update({ label: 'With cities', params: joinParams(cities) }))).toBeUndefined();
    expect(errorCodesAndFields(await update({ params: joinParams(cities, { one_line: false }) }))).toEqual(invalid());
    const join = { uid, type: 'join_datasets', params: joinParams(cities) };
    expect(
      errorCodesAndFields(
        await apply([
          { type: 'split', params: { field: 'trip', separator: ',', index: 1, output_field: 'first' } },
          { ...join, label: 'Second' },
        ]),
      ),
    ).toBeUndefined();
    for (const isDryRun of [true, false]) {
      expect(
        errorCodesAndFields(
          await apply([{ ...join, params: joinParams(cities, { output_fields: 'code' }) }], isDryRun),
        ),
      ).toEqual(invalid('processors.0.params.dataset'));
    }
    expect(errorCodesAndFields(await mutate(editor, 'copyDataset', 'DatasetActionInput', { uid: trips }))).toEqual(
      invalid('processors.1.params.dataset'),
    );
    const { dataset } = await editor.data(
      'query ($uid: ID!) { dataset(by: { uid: $uid }) { versions { nodes { uid } } } }',
      {
        uid: trips,
      },
    );
    expect(
      errorCodesAndFields(await mutate(editor, 'deleteProcessor', 'DeleteProcessorInput', { datasetUid: trips, uid })),
    ).toEqual(undefined);
    expect(
      errorCodesAndFields(
        await mutate(editor, 'restoreVersion', 'RestoreVersionInput', {
          datasetUid: trips,
          uid: dataset.versions.nodes[0].uid,
        }),
      ),
    ).toEqual(invalid('processors.1.params.dataset'));
  });
});

describe('a join that runs', () => {
  const byRun = [
    { trip: 1, canton: 'GE', name: null },
    { trip: 2, canton: 'BE', name: 'Bern' },
    { trip: 3, canton: 'VS', name: null },
    { trip: 4, canton: 'ZH', name: 'Zürich' },
  ];

  test('uses only the records and fields that its definer sees, whoever publishes', async () => {
    const cities = await publishedCities(app, web);
    const limited = await joiner('limited', cities, { filterQuery: 'code = "BE"', visibleFields: ['code', 'name'] });
    await seedUser(app, 'friend', { groups: ['friends'] });
    await seedRuleset(app, cities, {
      group: 'friends',
      security: { filterQuery: 'people > 400000', visibleFields: ['code', 'people'] },
    });
    await app.services.db.rows(sql`insert into membership (username, group_uid) values ('limited', 'friends')`);
    const trips = await seedTrips(limited, web);
    expect(
      errorCodesAndFields(await appendProcessor(limited, trips, joinParams(cities, { output_fields: 'founded' }))),
    ).toEqual(invalid());
    expect(
      errorCodesAndFields(await appendProcessor(limited, trips, joinParams(cities, { output_fields: 'name' }))),
    ).toBeUndefined();
    expect(await runAndFinish(admin, 'publishDataset', trips)).toMatchObject({ status: 'idle' });
    expect(await recordsOf(app, trips)).toEqual(byRun);
    await app.services.db.rows(sql`delete from membership where username = 'limited'`);
    expect(await runAndFinish(admin, 'publishDataset', trips)).toMatchObject({ status: 'idle' });
    expect(await recordsOf(app, trips)).toEqual(
      byRun.map((record) => (record.name === 'Zürich' ? { ...record, name: null } : record)),
    );
  });

  test('joins all fields that its definer sees, when it retrieves all fields', async () => {
    const cities = await publishedCities(app, web, { visibleFields: ['people', 'code'] });
    const client = await seedUser(app, 'taker', { permissions: ['create_dataset'] });
    const trips = await seedTrips(client, web);
    expect(
      errorCodesAndFields(
        await appendProcessor(client, trips, joinParams(cities, { output_fields: [], retrieve_all_fields: true })),
      ),
    ).toBeUndefined();
    expect(await runAndFinish(client, 'publishDataset', trips)).toMatchObject({ status: 'idle' });
    expect((await recordsOf(app, trips))[0]).toEqual({ trip: 1, canton: 'GE', people: 203_000 });
  });

  test.each([
    [
      'the right to see the data is taken away',
      (cities: string) =>
        sql`update ruleset set security = security || '{"isDataVisible": false}' where dataset_uid = ${cities}`,
    ],
    [
      'a field is hidden',
      (cities: string) =>
        sql`update ruleset set security = security || '{"visibleFields": ["code"]}' where dataset_uid = ${cities}`,
    ],
    [
      'the dataset is no longer published',
      (cities: string) => sql`update dataset set is_published = false where uid = ${cities}`,
    ],
    ['the user is inactive', () => sql`update user_account set is_active = false where username like 'loser-%'`],
    [
      'the user is gone',
      (_cities: string, trips: string) => sql`update processor set definer = null where dataset_uid = ${trips}`,
    ],
  ])('fails with a clear message when %s, and the published records stay', async (_why, loss) => {
    const cities = await publishedCities(app, web);
    const loser = await joiner(`loser-${cities.replace('da_', '')}`, cities);
    const trips = await seedTrips(loser, web);
    expect(
      errorCodesAndFields(await appendProcessor(loser, trips, joinParams(cities, { output_fields: 'name' }))),
    ).toBeUndefined();
    expect(await runAndFinish(admin, 'publishDataset', trips)).toMatchObject({ status: 'idle' });
    const before = await recordsOf(app, trips);
    await app.services.db.rows(loss(cities, trips));
    expect(await runAndFinish(admin, 'publishDataset', trips)).toMatchObject({
      status: 'error',
      message: expect.stringContaining(`joins the dataset ${cities}`),
    });
    expect(await recordsOf(app, trips)).toEqual(before);
    const resources = await admin.graph(
      'query ($uid: ID!) { dataset(by: { uid: $uid }) { resources { nodes { preview { records } } } } }',
      { uid: trips },
    );
    expect(resources.errors).toMatchObject([{ extensions: { code: 'EXTRACTION_FAILED' } }]);
  });

  test('sees no more than the key that it was saved with', async () => {
    const cities = await publishedCities(app, web);
    await restrict(cities);
    const narrow = await seedUser(app, 'narrow', {
      permissions: ['create_dataset', 'explore_restricted_dataset'],
      key: ['create_dataset', 'edit_dataset'],
    });
    const trips = await seedTrips(narrow, web);
    expect(errorCodesAndFields(await appendProcessor(narrow, trips, joinParams(cities)))).toEqual(invalid());
  });
});

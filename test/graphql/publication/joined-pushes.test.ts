import { expect, test } from '@jest/globals';
import { type OpenedReference, PreparedJoins } from '#engine/pipeline/dataset-reference.ts';
import type { DataRecord } from '#engine/records/record.ts';
import { sql } from '#kernel/sql.ts';
import { testApp } from '#test/support/app.ts';
import { appendProcessor, joinParams, publishedCities } from '#test/support/datasets/joins.ts';
import { recordsOf, runAndFinish } from '#test/support/datasets/publishing.ts';
import { push, seedRealtime, type RealtimeResource } from '#test/support/datasets/realtime.ts';
import { sourceServer } from '#test/support/sources/source-server.ts';

/** Counts the records of joined datasets that pushes read. */
let recordsRead = 0;

async function* counted(batches: AsyncIterable<readonly DataRecord[]>): AsyncGenerator<readonly DataRecord[]> {
  for await (const batch of batches) {
    recordsRead += batch.length;
    yield batch;
  }
}

class WatchedJoins extends PreparedJoins {
  override prepare(...[join, opened, bounds]: Parameters<PreparedJoins['prepare']>) {
    const { sequence, records } = opened;
    const watched: OpenedReference = {
      ...opened,
      records: counted(records),
      sequence: sequence && { ...sequence, readSince: (length) => counted(sequence.readSince(length)) },
    };
    return super.prepare(join, watched, bounds);
  }
}

const server = await sourceServer();
const app = await testApp({ WORKER: 'inline', FETCH_ALLOW: server.host });
const { admin, services } = app;
Object.assign(services, { preparedJoins: new WatchedJoins() });

/** A published realtime dataset that is joined with a dataset of cities. */
async function seedJoined(dataset: string): Promise<RealtimeResource> {
  const resource = await seedRealtime(app);
  await appendProcessor(admin, resource.datasetUid, joinParams(dataset, { output_fields: 'name' }));
  await runAndFinish(admin, 'publishDataset', resource.datasetUid);
  return resource;
}

/** Pushes a record of a canton; returns the joined name and the number of joined records that were read. */
async function pushCanton({ datasetUid, url }: RealtimeResource, canton: string) {
  recordsRead = 0;
  expect((await push(app, url, { canton })).status).toBe(200);
  return [(await recordsOf(app, datasetUid)).at(-1)?.['name'], recordsRead];
}

test('only the first push reads the joined dataset', async () => {
  const trips = await seedJoined(await publishedCities(app, server));
  expect(await pushCanton(trips, 'GE')).toEqual(['Genève', 3]);
  expect(await pushCanton(trips, 'BE')).toEqual(['Bern', 0]);
  expect(await pushCanton(trips, 'VS')).toEqual([null, 0]);
});

test('a joined dataset that is published again is read again, once', async () => {
  const cities = await publishedCities(app, server);
  const trips = await seedJoined(cities);
  expect(await pushCanton(trips, 'GE')).toEqual(['Genève', 3]);
  await appendProcessor(admin, cities, { field: 'name', old: 'è', new: 'e' }, 'string_replace');
  await runAndFinish(admin, 'publishDataset', cities);
  expect(await pushCanton(trips, 'GE')).toEqual(['Geneve', 3]);
  expect(await pushCanton(trips, 'GE')).toEqual(['Geneve', 0]);
});

test('of a joined dataset that receives pushes, only the records pushed since are read', async () => {
  const cities = await seedRealtime(app);
  await push(app, cities.url, [
    { code: 'GE', name: 'Genève' },
    { code: 'ZH', name: 'Zürich' },
  ]);
  await runAndFinish(admin, 'publishDataset', cities.datasetUid);
  const trips = await seedJoined(cities.datasetUid);
  expect(await pushCanton(trips, 'GE')).toEqual(['Genève', 2]);
  await push(app, cities.url, [{ code: 'BE', name: 'Bern' }]);
  expect(await pushCanton(trips, 'BE')).toEqual(['Bern', 1]);
  expect(await pushCanton(trips, 'GE')).toEqual(['Genève', 0]);
});

test('a joined dataset that the definer may no longer read is not read from memory either', async () => {
  const cities = await publishedCities(app, server);
  const trips = await seedJoined(cities);
  expect(await pushCanton(trips, 'GE')).toEqual(['Genève', 3]);
  await services.db.rows(sql`update dataset set is_published = false where uid = ${cities}`);
  await push(app, trips.url, { canton: 'BE' });
  expect(await recordsOf(app, trips.datasetUid)).toHaveLength(1);
});

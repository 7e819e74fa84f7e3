import { setTimeout as pause } from 'node:timers/promises';
import { afterEach, expect, test } from '@jest/globals';
import { sql } from '#kernel/sql.ts';
import { testApp } from '../support/app.ts';
import { CatalogError } from '#kernel/fail.ts';
import { requestRun, statusOf, recordsOf } from '../support/datasets/publishing.ts';
import { seedDataset } from '../support/seed.ts';
import { peakOf, startBuiltWorker } from './built-process.ts';
import { generatedContent } from './generated-content.ts';

const web = await generatedContent();
const app = await testApp({ FETCH_ALLOW: web.host, WORKER: 'off' });
const maxRecords = 12_000_000;
const worker = await startBuiltWorker(app, { MAX_RECORDS: String(maxRecords) });
const hour = 3_600_000;

/** A dataset of one resource on the web with three processors. */
async function seed(type: string, path: string): Promise<string> {
  const uid = await seedDataset(app.admin);
  await app.admin.rest('POST', `/datasets/${uid}/resources/`, {
    type,
    title: 'data',
    datasource: { type: 'http', connection: { url: web.origin + path } },
  });
  const processors =
    type !== 'csvfile'
      ? []
      : [
          { type: 'string_replace', field: 'state', old: '_', new: ' ' },
          { type: 'concat', left_value: 'station', right_value: 'state', separator: ' ', output_field: 'place' },
          { type: 'date_normalizer', field: 'read_at', date_format: '%d/%m/%Y %H:%M' },
        ];
  for (const processor of processors) await app.admin.rest('POST', `/datasets/${uid}/processors/`, processor);
  return uid;
}

async function publish(uid: string): Promise<ReturnType<typeof JSON.parse>> {
  await requestRun(app.admin, 'publishDataset', uid);
  for (;;) {
    await pause(1_000);
    const status = await statusOf(app.admin, uid);
    if (['idle', 'error', 'limit_reached'].includes(status.status)) return status;
  }
}

const published = async (uid: string) => {
  const [generation] = await app.services.db.rows<{ count: number }>(sql`
    select g.record_count::int as count from dataset d join generation g on g.id = d.generation where d.uid = ${uid}`);
  const count = generation?.count ?? 0;
  // the first read of ten million records times out while their native file is made
  return { count, last: (await whenReady(() => recordsOf(app, uid, count - 1))).at(0) };
};

async function whenReady<T>(read: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await read();
    } catch (error) {
      if (!(error instanceof CatalogError && error.code === 'TIMED_OUT' && attempt < 10)) throw error;
    }
  }
}

afterEach(() => {
  const peak = peakOf(worker);
  process.stdout.write(`the worker has held ${peak.toFixed(0)} MB at most\n`);
  if (!Number.isNaN(peak)) expect(peak).toBeLessThan(300);
});

test(
  'ten million rows are published in bounded memory',
  async () => {
    const uid = await seed('csvfile', '/csv?rows=10000000');
    expect(await publish(uid)).toMatchObject({ status: 'idle', recordsErrors: [] });
    expect(await published(uid)).toMatchObject({
      count: 10_000_000,
      last: { n: 10_000_000, place: 'station-000000000 in service', read_at: '2026-11-21T16:30:00Z' },
    });
  },
  hour,
);

test(
  'so is a gigabyte of JSON without a line end',
  async () => {
    const uid = await seed('jsonfile', '/json?rows=1000000');
    expect(await publish(uid)).toMatchObject({ status: 'idle', recordsErrors: [] });
    expect(await published(uid)).toMatchObject({ count: 1_000_000, last: { n: 1_000_000 } });
  },
  hour,
);

test.each([
  [3_200, 1_000],
  [65, 50_000],
])(
  'and 65 MB of GeoJSON in %i features of %i positions',
  async (features, positions) => {
    const uid = await seed('geojsonfile', `/geojson?rows=${features}&positions=${positions}`);
    expect(await publish(uid)).toMatchObject({ status: 'idle', recordsErrors: [] });
    expect(await published(uid)).toMatchObject({ count: features, last: { n: features } });
  },
  hour,
);

test(
  'and a table that is sent packed',
  async () => {
    const uid = await seed('csvfile', '/csv?rows=3000000&gzip=1');
    expect(await publish(uid)).toMatchObject({ status: 'idle' });
    expect(await published(uid)).toMatchObject({ count: 3_000_000 });
  },
  hour,
);

test(
  'a source that never ends is published up to the limit of records',
  async () => {
    const uid = await seed('csvfile', '/csv');
    expect(await publish(uid)).toMatchObject({
      status: 'limit_reached',
      isPublished: true,
      params: { error: { limit_type: 'records', limit: maxRecords } },
    });
    expect(await published(uid)).toMatchObject({ count: maxRecords });
  },
  hour,
);

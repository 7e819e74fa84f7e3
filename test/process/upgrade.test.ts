import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, expect, test } from '@jest/globals';
import pg from 'pg';
import { answersOf, release, releasedAnswers, restoreRelease } from '../support/database/released-catalog.ts';
import { builtProcesses, patience } from './built-process.ts';

const { newFolder, start } = builtProcesses();

// the tests follow one catalog through its upgrade
const dataDir = await newFolder();
const database = await restoreRelease(dataDir);
const settings = { DATABASE_URL: database.url, SECRETS_KEY: release.secretsKey, DATA_DIR: dataDir };
afterAll(() => database.drop());

const newKey = '1'.repeat(64);
const withBothKeys = { ...settings, SECRETS_KEY: `${newKey},${release.secretsKey}` };

/** Runs a statement on the jobs that wait. */
async function changeJobs(change: string): Promise<void> {
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  await client.query(`update pgboss.job set ${change} where state < 'active'`);
  await client.end();
}

const administrator = { headers: { authorization: `Apikey ${release.adminApiKey}` } };

interface DatasetStatus {
  readonly status: string;
  readonly is_published: boolean;
}

async function statusOf(url: string, uid: string): Promise<DatasetStatus> {
  const path = `/api/automation/v1.0/datasets/${uid}/status/`;
  return (await answersOf(url, [path]))[path] as DatasetStatus;
}

/** The answers without the metadata of pages, which this version lists on request only (docs/contract/explore.md 8). */
const withoutAppMetas = (answers: object): object =>
  JSON.parse(
    JSON.stringify(answers, (name, value: unknown) =>
      name === 'asset_content_configuration' || name === 'visualization' ? undefined : value,
    ),
  ) as object;

const ofRecords = /\/street-trees\/(?:records|facets|exports)/;

test(
  'this version answers what the release before did, from the catalog that the release left: records as soon as a worker has moved them',
  async () => {
    const before = withoutAppMetas(await releasedAnswers());
    const paths = Object.keys(before);
    const gateway = await start({ ...settings, WORKER: 'off' });
    const ofCatalog = paths.filter((path) => !ofRecords.test(path));
    expect({ ...before, ...(await answersOf(gateway.url, ofCatalog)) }).toMatchObject(before);
    const records = paths.filter((path) => ofRecords.test(path));
    for (const path of records) expect((await fetch(gateway.url + path, administrator)).status).toBe(503);
    expect(await gateway.end('SIGTERM')).toBe(0);

    // the queued publications would change the answers
    await changeJobs("start_after = now() + interval '1 hour'");
    const worker = await start(withBothKeys);
    const isMoved = async () => (await fetch(worker.url + (records[0] ?? ''), administrator)).status === 200;
    while (!(await isMoved())) await wait(50);
    expect(await answersOf(worker.url, paths)).toMatchObject(before);
    expect(await worker.end('SIGTERM')).toBe(0);
  },
  patience,
);

test(
  'this version runs the publications that the release before queued, with the secrets that it encrypted with a new key',
  async () => {
    await changeJobs('start_after = now()');
    const gateway = await start({ ...settings, SECRETS_KEY: newKey });
    for (const uid of ['da_librar', 'da_airqua']) {
      while ((await statusOf(gateway.url, uid)).status !== 'idle') await wait(50);
      expect(await statusOf(gateway.url, uid)).toMatchObject({ is_published: true });
    }
    expect(gateway.said()).not.toContain('"level":"error"');
    expect(await gateway.end('SIGTERM')).toBe(0);
  },
  patience,
);

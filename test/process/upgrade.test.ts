import { setTimeout as wait } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import type { TestDatabase } from '../support/database/database.ts';
import { answersOf, release, releasedAnswers, restoreRelease } from '../support/database/released-catalog.ts';
import { builtProcesses, patience } from './built-process.ts';

const { newFolder, start } = builtProcesses();

let database: TestDatabase;
let settings: Record<string, string>;
beforeEach(async () => {
  const dataDir = await newFolder();
  database = await restoreRelease(dataDir);
  settings = { DATABASE_URL: database.url, SECRETS_KEY: release.secretsKey, DATA_DIR: dataDir };
}, patience);
afterEach(() => database.drop());

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

test(
  'this version answers what the release before did, from the catalog that the release left',
  async () => {
    const gateway = await start({ ...settings, WORKER: 'off' });
    const before = await releasedAnswers();
    expect(await answersOf(gateway.url, Object.keys(before))).toMatchObject(withoutAppMetas(before));
    expect(await gateway.end('SIGTERM')).toBe(0);
  },
  patience,
);

test(
  'this version runs the publications that the release before queued',
  async () => {
    const gateway = await start(settings);
    for (const uid of ['da_librar', 'da_airqua']) {
      while ((await statusOf(gateway.url, uid)).status !== 'idle') await wait(50);
      expect(await statusOf(gateway.url, uid)).toMatchObject({ is_published: true });
    }
    expect(gateway.said()).not.toContain('"level":"error"');
    expect(await gateway.end('SIGTERM')).toBe(0);
  },
  patience,
);

test(
  'this version decrypts the secrets that the release before stored, and encrypts them with a new key',
  async () => {
    const newKey = '1'.repeat(64);
    const both = await start({ ...settings, SECRETS_KEY: `${newKey},${release.secretsKey}` });
    expect(await both.end('SIGTERM')).toBe(0);
    const withoutOld = await start({ ...settings, SECRETS_KEY: newKey });
    expect(withoutOld.url).toContain('http');
    expect(await withoutOld.end('SIGTERM')).toBe(0);
  },
  patience,
);

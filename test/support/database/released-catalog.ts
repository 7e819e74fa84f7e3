import { cp, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gunzipSync } from 'node:zlib';
import pg from 'pg';
import { emptyDatabase, type TestDatabase } from './database.ts';

/** The release whose catalog the fixtures hold; test/fixtures/upgrade/README.md says how they were made. */
export const release = {
  version: '0.1.0',
  commit: 'bf488a20459be262d594c882fa09cba07ba404f1',
  adminApiKey: 'upgrade-fixture-administrator',
  secretsKey: '0'.repeat(64),
} as const;

const fixture = (name: string): string =>
  fileURLToPath(new URL(`../../fixtures/upgrade/${release.version}${name}`, import.meta.url));

/** Restores the dump of the release, with its stored files, into a new database and a folder of data. */
export async function restoreRelease(dataDir: string): Promise<TestDatabase> {
  await cp(fixture('-files'), join(dataDir, 'files'), { recursive: true });
  const database = await emptyDatabase();
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  await client.query(gunzipSync(await readFile(fixture('.sql.gz'))).toString());
  // the queue drops jobs that wait for two weeks, and this dump is older
  await client.query("update pgboss.job set keep_until = now() + interval '1 day'");
  await client.end();
  return database;
}

/** What the release answered to its administrator, by the path of the request. Links have the origin `https://catalog.example.org`. */
export const releasedAnswers = async (): Promise<Readonly<Record<string, unknown>>> =>
  JSON.parse(await readFile(fixture('-answers.json'), 'utf8')) as Record<string, unknown>;

/** What a gateway answers to the administrator of the release at the paths, in the same form. */
export async function answersOf(url: string, paths: readonly string[]): Promise<Record<string, unknown>> {
  const answers: Record<string, unknown> = {};
  for (const path of paths) {
    const answer = await fetch(url + path, { headers: { authorization: `Apikey ${release.adminApiKey}` } });
    const text = (await answer.text()).replaceAll(url, 'https://catalog.example.org');
    answers[path] = answer.headers.get('content-type')?.includes('json') ? JSON.parse(text) : text;
  }
  return answers;
}

import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, expect, test } from '@jest/globals';
import { createApp } from '#processes/app.ts';
import type { DatabaseClient } from '#platform/database/database-client.ts';
import { readConfig } from '#platform/config.ts';
import { createLog } from '#platform/log.ts';
import { startPostgres } from '#platform/postgres/start-postgres.ts';
import { seedAdministrator } from '#seed/seed-administrator.ts';
import { neverOverloaded } from '#test/support/app.ts';
import { clientOf } from '#test/support/client.ts';
import { eventually } from '#test/support/datasets/publishing.ts';

const folder = await mkdtemp(join(tmpdir(), 'catalograph-health-'));
// the server may run as another user, who has to pass through
await chmod(folder, 0o711);
const log = createLog({ level: 'silent' });
const server = await startPostgres({ dataDir: folder, log });
const config = readConfig({
  LOG_LEVEL: 'silent',
  SEED: 'none',
  DATA_DIR: folder,
  ADMIN_API_KEY: 'test-administrator-key',
});
const app = await createApp({ ...config, databaseUrl: server.url }, { log, load: neverOverloaded });
await seedAdministrator(app.services);
const admin = clientOf(app, 'test-administrator-key');
afterAll(async () => {
  await app.close();
  await server.stop();
  await rm(folder, { recursive: true, force: true });
});

const ask = (path: string) => app.http.inject(path);
const create = (datasetId: string) =>
  app.http.inject({
    method: 'POST',
    url: '/graphql',
    headers: { authorization: 'Apikey test-administrator-key' },
    payload: {
      query: `mutation { createDataset(input: { datasetId: "${datasetId}", metadata: {} }) { dataset { uid } } }`,
    },
  });

test('a process that responds is live, and is ready when its database is available and migrated and queues jobs', async () => {
  expect((await ask('/livez')).statusCode).toBe(200);
  const ready = await ask('/readyz');
  expect([ready.statusCode, ready.json()]).toEqual([
    200,
    { status: 'ok', checks: { database: true, migrations: true, queue: true, files: true } },
  ]);
});

test('many probes cost the database one check a second, also when it fails', async () => {
  // a look asks the database three times, whatever it finds
  let looks = 0;
  const reserve: DatabaseClient = {
    ...app.services.reserveDb,
    rows: (statement, run) => {
      looks += 1;
      return looks > 3 ? Promise.reject(new Error('gone')) : app.services.reserveDb.rows(statement, run);
    },
  };
  const probed = await createApp({ ...config, databaseUrl: server.url, worker: 'off' }, { log, reserveDb: reserve });
  const flood = () =>
    Promise.all(Array.from({ length: 200 }, async () => (await probed.http.inject('/readyz')).statusCode));
  try {
    const first = performance.now();
    const answers = [await flood(), await flood()];
    // a machine so busy that this takes longer looks again
    if (performance.now() - first < 1_000) expect([looks, new Set(answers.flat())]).toEqual([3, new Set([200])]);
    await wait(1_100);
    looks = 3;
    const second = performance.now();
    const failed = [await flood(), await flood()];
    if (performance.now() - second < 1_000) expect([looks, new Set(failed.flat())]).toEqual([6, new Set([503])]);
    expect(looks).toBeGreaterThan(3);
  } finally {
    await probed.close();
  }
});

test('a restart of the database under load causes some 503 and loses no acknowledged write', async () => {
  const acknowledged: string[] = [];
  const refused: { status: number; retryAfter: unknown; code: unknown }[] = [];
  let isOver = false;
  const writer = async (name: number) => {
    for (let count = 0; !isOver; count += 1) {
      const datasetId = `under-load-${String(name)}-${String(count)}`;
      const answer = await create(datasetId);
      const { data, errors } = answer.json<{
        data?: { createDataset: unknown };
        errors?: { extensions: { code: string } }[];
      }>();
      if (answer.statusCode === 200 && data?.createDataset) acknowledged.push(datasetId);
      else
        refused.push({
          status: answer.statusCode,
          retryAfter: answer.headers['retry-after'],
          code: errors?.[0]?.extensions.code,
        });
      if (answer.statusCode !== 200) await wait(20);
    }
  };
  const writers = Array.from({ length: 6 }, (_none, name) => writer(name));
  const acknowledgedMore = async () => {
    const before = acknowledged.length;
    await eventually(
      async () => acknowledged.length,
      (count) => count > before + 5,
    );
  };
  await acknowledgedMore();
  await server.restart();
  const live = await ask('/livez');
  await acknowledgedMore();
  isOver = true;
  await Promise.all(writers);

  expect(live.statusCode).toBe(200);
  for (const answer of refused) expect(answer).toEqual({ status: 503, retryAfter: '1', code: 'UNAVAILABLE' });
  const stored = await app.services.orm.em
    .fork()
    .getConnection()
    .execute<{ dataset_id: string }[]>('select dataset_id from dataset');
  const ids = new Set(stored.map(({ dataset_id }) => dataset_id));
  expect(acknowledged.filter((datasetId) => !ids.has(datasetId))).toEqual([]);
  expect((await admin.graph('{ datasets { totalCount } }')).status).toBe(200);
  expect((await ask('/readyz')).statusCode).toBe(200);
});

test('while the database is unavailable no process is ready, and callers get 503 with Retry-After', async () => {
  await server.stop();
  // what was found before holds for a second
  await wait(1_100);
  const ready = await ask('/readyz');
  const { checks, missing } = ready.json<{ checks: object; missing: string[] }>();
  expect([ready.statusCode, checks]).toEqual([503, { database: false, migrations: false, queue: false, files: false }]);
  // the other checks fail only because the database is missing
  expect(missing).toEqual([expect.stringMatching(/^The database does not respond\. /)]);
  expect((await ask('/livez')).statusCode).toBe(200);
  const graph = await create('nowhere');
  const rest = await admin.rest('GET', '/datasets/');
  expect([graph.statusCode, graph.headers['retry-after']]).toEqual([503, '1']);
  expect([rest.status, rest.headers['retry-after']]).toEqual([503, '1']);
});

import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, expect, test } from '@jest/globals';
import pg from 'pg';
import { createApp } from '#processes/app.ts';
import { sql } from '#kernel/sql.ts';
import { readConfig } from '#platform/config.ts';
import { seedAdministrator } from '#seed/seed-administrator.ts';
import { neverOverloaded } from '../support/app.ts';
import { clientOf } from '../support/client.ts';
import { testDatabase } from '../support/database/database.ts';
import { faultProxy } from '../support/database/fault-proxy.ts';
import { untilLockWaits } from '../support/database/table-locks.ts';
import { eventually } from '../support/datasets/publishing.ts';
import { seedDataset } from '../support/seed.ts';

const database = await testDatabase();
const proxy = await faultProxy(database.url);
const folder = await mkdtemp(join(tmpdir(), 'catalograph-faults-'));
const open = (statementTimeout: string) => {
  const config = readConfig({
    LOG_LEVEL: 'silent',
    SEED: 'none',
    DATA_DIR: folder,
    ADMIN_API_KEY: 'test-administrator-key',
    STATEMENT_TIMEOUT: statementTimeout,
    WORKER: 'off',
  });
  return createApp({ ...config, databaseUrl: proxy.url }, { load: neverOverloaded });
};
const app = await open('3');
await seedAdministrator(app.services);
const admin = clientOf(app, 'test-administrator-key');
/** A second gateway with the shortest time limit, for the requests that reach it. */
const impatient = await open('1');
const impatientAdmin = clientOf(impatient, 'test-administrator-key');
/** A connection to the database next to those of the service. */
const direct = new pg.Client({ connectionString: database.url });
await direct.connect();
afterAll(async () => {
  proxy.restore();
  await Promise.all([app.close(), impatient.close()]);
  await proxy.close();
  await direct.end();
  await database.drop();
  await rm(folder, { recursive: true, force: true });
});

const ask = (path: string, { http } = app) => http.inject(path);
/** What needs the database for its key alone. */
const checkKey = (client = admin) => client.graph('{ __typename }');
const retitle = (uid: string, title: string) =>
  admin.rest('PUT', `/datasets/${uid}/metadata/default/title/`, { value: title });
const appendSchedule = (uid: string, client = admin) =>
  client.rest('POST', `/datasets/${uid}/schedules/`, { cron_schedule: '0 0 * * *' });
const titleOf = async (uid: string) => (await admin.rest('GET', `/datasets/${uid}/metadata/default/title/`)).body.value;

/** Runs work while another connection holds the locks of the statement. */
async function during<T>(statement: string, work: () => Promise<T>): Promise<T> {
  await direct.query('begin');
  await direct.query(statement);
  try {
    return await work();
  } finally {
    await direct.query('rollback');
  }
}
const lockOf = (uid: string) => `select 1 from dataset where uid = '${uid}' for update`;

test('a statement that takes too long is TIMED_OUT, and not repeated', async () => {
  const uid = await seedDataset(admin);
  const [graph, rest] = await during('lock table dataset in access exclusive mode', () =>
    Promise.all([
      impatientAdmin.graph('{ datasets { nodes { uid } } }'),
      impatientAdmin.rest('GET', `/datasets/${uid}/`),
    ]),
  );
  expect([graph.status, graph.data, graph.errors?.map(({ extensions: { code } }) => code)]).toEqual([
    200,
    null,
    ['TIMED_OUT'],
  ]);
  expect([rest.status, rest.headers['retry-after'], rest.body]).toEqual([
    504,
    undefined,
    {
      error_code: 'timed_out',
      message:
        'The database did not finish within its time limit. Ask for less: a smaller page, fewer fields or a narrower filter.',
    },
  ]);
});

test('while all connections are busy, keys are found and the process is ready; waiting requests fail and change nothing', async () => {
  const uid = await seedDataset(admin);
  const blocked = await during(lockOf(uid), async () => {
    const changes = Array.from({ length: 25 }, () => appendSchedule(uid, impatientAdmin));
    await untilLockWaits(app);
    expect((await checkKey(impatientAdmin)).status).toBe(200);
    expect((await ask('/readyz', impatient)).json()).toMatchObject({ checks: { database: true } });
    return Promise.all(changes);
  });
  // those that had a connection waited for the lock, the others for a connection
  expect(new Set(blocked.map(({ status, body }) => `${String(status)} ${body.error_code}`))).toEqual(
    new Set(['503 unavailable', '504 timed_out']),
  );
  expect((await admin.rest('GET', `/datasets/${uid}/schedules/`)).body.total_count).toBe(0);
  expect((await appendSchedule(uid)).status).toBe(201);
});

test('connections that break during changes leave no partial change', async () => {
  const uid = await seedDataset(admin);
  const broken = await during(lockOf(uid), async () => {
    const changes = Array.from({ length: 5 }, () => appendSchedule(uid));
    await untilLockWaits(app, 5);
    proxy.cut();
    return Promise.all(changes);
  });
  expect(broken.map(({ status }) => status)).toEqual(Array(5).fill(503));
  const { total_count } = (await admin.rest('GET', `/datasets/${uid}/schedules/`)).body;
  const versions = (await admin.rest('GET', `/datasets/${uid}/versions/`)).body.total_count;
  expect([total_count, versions]).toEqual([0, 1]);
});

test('during a failover changes are 503 while the server is read-only, and succeed afterwards', async () => {
  const uid = await seedDataset(admin);
  await direct.query(`alter database ${direct.database} set default_transaction_read_only = on`);
  proxy.cut();
  const [read, written, locked] = [await titleOf(uid), await retitle(uid, 'Refused'), await appendSchedule(uid)];
  await direct.query(`alter database ${direct.database} reset default_transaction_read_only`);
  expect([read, written.status, written.body.error_code, locked.status]).toEqual([undefined, 503, 'unavailable', 503]);
  expect([(await retitle(uid, 'Accepted')).status, (await appendSchedule(uid)).status]).toEqual([200, 201]);
  expect(await titleOf(uid)).toBe('Accepted');
});

test('requests succeed again after the database has refused connections for a moment', async () => {
  const uid = await seedDataset(admin);
  proxy.refuse();
  // what was found before holds for a second
  await wait(1_100);
  const refused = await Promise.all([checkKey(), retitle(uid, 'Refused'), ask('/readyz')]);
  expect(refused.map((answer) => ('status' in answer ? answer.status : answer.statusCode))).toEqual([503, 503, 503]);
  proxy.restore();
  expect((await retitle(uid, 'Accepted')).status).toBe(200);
  await wait(1_100);
  expect((await ask('/readyz')).statusCode).toBe(200);
});

test.each(['computes', 'has sent what its reader does not take'])(
  'the database ends the copy of a gateway that is gone while it %s',
  async (moment) => {
    const statement =
      moment === 'computes'
        ? sql`select case n when 1 then repeat('x', 100000) else pg_sleep(600)::text end from generate_series(1, 2) n`
        : sql`select repeat('x', 100000) from generate_series(1, 10000)`;
    const rows = app.services.streamTexts(statement, {});
    await rows.next();
    const copies = async () => {
      const { rows: found } = await direct.query(
        "select from pg_stat_activity where datname = current_database() and query like 'set local %copy (%' and state = 'active'",
      );
      return found.length;
    };
    expect(await copies()).toBe(1);
    // The process of the gateway cannot cancel its query: nothing reaches the database any more.
    proxy.refuse();
    await eventually(copies, (count) => count === 0);
    proxy.restore();
    // Batches that had arrived before come first.
    await expect(Array.fromAsync(rows)).rejects.toThrow();
  },
);

test('a connection that is lost silently delays only the key that is looked up on it, for a limited time', async () => {
  // Lookups one after another open one connection, which is the only one that falls silent.
  proxy.cut();
  await eventually(
    () => checkKey(impatientAdmin),
    ({ status }) => status === 200,
  );
  proxy.silence();
  const ended: string[] = [];
  const first = checkKey(impatientAdmin).finally(() => {
    ended.push('first');
  });
  await wait(20);
  const second = await checkKey(impatientAdmin).finally(() => {
    ended.push('second');
  });
  const { status, errors } = await first;
  proxy.cut();
  expect([second.status, status, errors?.[0]?.extensions.code]).toEqual([200, 503, 'UNAVAILABLE']);
  expect(ended).toEqual(['second', 'first']);
});

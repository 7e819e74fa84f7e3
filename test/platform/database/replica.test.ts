import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { Pool } from 'pg';
import { sqlText } from '#kernel/sql.ts';
import { createPoolClient } from '#platform/database/pool-client.ts';
import { releaseLostClients } from '#platform/database/open-pool.ts';
import { ReplicationStatus } from '#platform/database/replica.ts';
import { routeReads } from '#platform/database/route-reads.ts';
import { testApp, type TestApp } from '#test/support/app.ts';
import { faultProxy } from '#test/support/database/fault-proxy.ts';
import { replicatedServer } from '#test/support/database/replica.ts';
import { clientOf, type Client } from '#test/support/client.ts';
import { publishedTowns } from '#test/support/datasets/explore.ts';
import {
  eventually,
  finishedStatus,
  requestRun,
  runAndFinish,
  seedCsvDataset,
  statusReached,
} from '#test/support/datasets/publishing.ts';
import { nameBlock, seedForm } from '#test/support/portal/forms.ts';
import { seedRuleset, seedUser } from '#test/support/seed.ts';
import { sourceServer } from '#test/support/sources/source-server.ts';
import { scrape } from '#test/server/observability/scrape.ts';

const web = await sourceServer();
const servers = await replicatedServer();
// the gateways of one installation share the key of secrets and the storage
const DATA_DIR = await mkdtemp(join(tmpdir(), 'catalograph-gateways-'));
const settings = { DATABASE_REPLICA_URL: servers.replicaUrl, FETCH_ALLOW: web.host, DATA_DIR };
const [gateway, other, strict] = [
  await testApp({ ...settings, REPLICA_MAX_LAG: '300', METRICS_PORT: '0' }, { databaseUrl: servers.url }),
  await testApp({ ...settings, REPLICA_MAX_LAG: '300' }, { databaseUrl: servers.url }),
  await testApp({ ...settings, REPLICA_MAX_LAG: '1' }, { databaseUrl: servers.url }),
];
afterAll(async () => {
  await servers.stop();
  await rm(DATA_DIR, { recursive: true, force: true });
});
const reader = await seedUser(other, 'reader', { permissions: ['edit_dataset'] });

const replicaOf = ({ services: { replica } }: TestApp) => {
  if (!replica) throw new Error('The application has no replica.');
  return replica;
};
/** Waits until an application uses the replica. */
const replicaIsUsed = (app: TestApp) => eventually(async () => replicaOf(app).hasReplayed(undefined), Boolean);
const titleOf = async (client: Client, uid: string): Promise<string> =>
  (await client.rest('GET', `/datasets/${uid}/metadata/default/title/`)).body.value;
const rename = async (client: Client, uid: string, value: string) => {
  const { status } = await client.rest('PUT', `/datasets/${uid}/metadata/default/title/`, { value });
  expect(status).toBe(200);
};

let uid: string;
beforeAll(async () => {
  uid = await publishedTowns(gateway, web);
});
beforeEach(async () => {
  await rename(gateway.admin, uid, 'Before');
  await servers.catchUp();
  await replicaIsUsed(gateway);
  await replicaIsUsed(other);
});
afterEach(() => servers.resume());

describe('while the replica lags', () => {
  beforeEach(async () => {
    await servers.pause();
    await rename(gateway.admin, uid, 'After');
  });

  test('a caller reads their own change on any gateway, and others what the replica has', async () => {
    expect(await titleOf(other.admin, uid)).toBe('After');
    expect(await titleOf(gateway.admin, uid)).toBe('After');
    await eventually(
      () => titleOf(reader, uid),
      (title) => title === 'Before',
    );
    expect(await titleOf(other.admin, uid)).toBe('After');
    await servers.resume();
    await eventually(
      () => titleOf(reader, uid),
      (title) => title === 'After',
    );
  });

  test('a replica whose data are older than the maximum serves no reads', async () => {
    const strictReader = await seedUser(strict, `reader-${crypto.randomUUID()}`, { permissions: ['edit_dataset'] });
    await eventually(
      () => titleOf(strictReader, uid),
      (title) => title === 'After',
    );
    await servers.resume();
    await replicaIsUsed(strict);
  });

  test('the metrics show how old the data of the replica are', async () => {
    const lagSeconds = async () => (await scrape(gateway)).value('catalograph_replica_lag_seconds', {}) ?? NaN;
    expect(await lagSeconds()).toBeGreaterThanOrEqual(1);
    await servers.resume();
    await eventually(lagSeconds, (seconds) => seconds < 1);
  });

  test('a revoked key is refused at once', async () => {
    const { createApiKey } = await gateway.admin.data(
      'mutation { createApiKey(input: { label: "short" }) { secret apiKey { uid } } }',
    );
    await gateway.admin.data('mutation ($uid: ID!) { revokeApiKey(input: { uid: $uid }) { apiKey { uid } } }', {
      uid: createApiKey.apiKey.uid,
    });
    expect((await clientOf(other, createApiKey.secret).rest('GET', '/users/')).status).toBe(401);
  });

  test('a right that was granted a moment ago admits an upload', async () => {
    const username = `owner-${crypto.randomUUID()}`;
    const owner = await seedUser(gateway, username);
    await seedRuleset(gateway, uid, { user: username, permissions: ['edit_dataset'] });
    await eventually(
      () => owner.rest('GET', `/datasets/${uid}/`),
      ({ status }) => status !== 200,
    );
    expect(await owner.upload(`/datasets/${uid}/attachments/`, 'about.txt', 'about')).toMatchObject({ status: 201 });
  });

  test('a change that fails does not send the reads of its caller to the primary', async () => {
    const username = `failing-${crypto.randomUUID()}`;
    const failing = await seedUser(gateway, username);
    expect((await failing.rest('DELETE', `/datasets/${uid}/`)).status).toBe(404);
    expect(await servers.ask('primary', `select from caller_write where username = '${username}'`)).toEqual([]);
  });

  test('a caller without a key carries the position of their last change in a cookie', async () => {
    await seedForm(gateway.admin, 'guests', { accessType: 'open', sections: [{ title: '', blocks: [nameBlock] }] });
    await runAndFinish(gateway.admin, 'publishDatasetMetadata', uid);
    const titleFor = async (cookies: Record<string, string>) => {
      const { payload } = await other.http.inject({ url: '/api/explore/v2.1/catalog/datasets/towns', cookies });
      return JSON.parse(payload).metas.default.title;
    };
    await eventually(
      () => titleFor({}),
      (title) => title !== 'After',
    );
    const send = async (query: string) =>
      (await gateway.http.inject({ method: 'POST', url: '/graphql', payload: { query } })).cookies;
    expect(await send('mutation { publishDataset(input: { uid: "da_000000" }) { dataset { uid } } }')).toEqual([]);
    const cookies = await send(
      'mutation { submitForm(input: { formSlug: "guests", data: { name: "Ada" } }) { submission { uid } } }',
    );
    expect(cookies).toMatchObject([{ name: 'catalog_position', httpOnly: true, maxAge: 301 }]);
    const carried = { catalog_position: cookies[0]?.value ?? '' };
    expect(await titleFor(carried)).toBe('After');
    const { headers } = await other.http.inject({ url: '/api/portal/v1.0/glossary/', cookies: carried });
    expect(headers).toMatchObject({ 'cache-control': 'private, no-cache', vary: expect.stringContaining('cookie') });
    expect(await titleFor({ catalog_position: 'nonsense' })).not.toBe('After');
  });
});

test('who requested a publication reads its result as soon as it has finished', async () => {
  const source = web.stream('/late.csv');
  const published = await seedCsvDataset(gateway.admin, source.url);
  await requestRun(gateway.admin, 'publishDataset', published);
  await statusReached(gateway.admin, published, 'processing');
  await servers.catchUp();
  await replicaIsUsed(other);
  await servers.pause();
  source.send('n\n1\n2\n');
  source.close();
  expect(await finishedStatus(other.admin, published)).toMatchObject({ status: 'idle' });
  const { catalogDataset } = await other.admin.data(
    'query ($uid: ID!) { catalogDataset(by: { uid: $uid }) { recordCount } }',
    {
      uid: published,
    },
  );
  expect(catalogDataset).toEqual({ recordCount: 2 });
});

test('no read fails while the replica goes away, and it is used again when it is back', async () => {
  const reads = async () => {
    expect(await titleOf(reader, uid)).toBe('Before');
    const exported = await other.unauthenticated.restAt('/api/explore/v2.1')(
      'GET',
      '/catalog/datasets/towns/exports/csv',
    );
    expect(exported.status).toBe(200);
  };
  await Promise.all(Array.from({ length: 8 }, reads));
  servers.disconnect();
  await Promise.all(Array.from({ length: 8 }, reads));
  servers.reconnect();
  await replicaIsUsed(other);
  // connections that respond no more, as those to a host that lost its power
  servers.silence();
  await Promise.all(Array.from({ length: 8 }, reads));
  await replicaIsUsed(other);
});

test('a read that the replica cancels for its replay runs again on the primary', async () => {
  await servers.ask('primary', 'create table if not exists probe as select 1 as n');
  await servers.catchUp();
  const { db } = routeReads(other.services, replicaOf(other), {
    onlyReads: () => true,
    noteWrite: () => undefined,
    position: undefined,
  });
  const reading = db.rows(
    sqlText(`select pg_is_in_recovery() as "isReplica",
    case when pg_is_in_recovery() then pg_sleep(60) end::text as slept from probe`),
  );
  const running =
    "select from pg_stat_activity where query like '%as slept from probe%' and pid <> pg_backend_pid() and state = 'active'";
  await eventually(
    () => servers.ask('replica', running),
    ({ length }) => length > 0,
  );
  await servers.ask('primary', 'alter table probe add column m int');
  expect(await reading).toMatchObject([{ isReplica: false }]);
});

test('a replica serves reads while the primary does not respond, until its data may be too old', async () => {
  const proxy = await faultProxy(servers.url);
  const failures: string[] = [];
  const pools = [proxy.url, servers.replicaUrl].map((connectionString) => new Pool({ connectionString, max: 1 }));
  for (const pool of pools) {
    pool.on('error', () => undefined);
    releaseLostClients(pool);
  }
  const [primary, replica] = pools.map((pool) => createPoolClient(pool));
  if (!primary || !replica) throw new Error('Two servers have two pools.');
  const servingFor = (maxLagMs: number) =>
    new ReplicationStatus({ primary, replica, maxLagMs, onFailure: (reason) => failures.push(reason) });
  const [status, strictStatus] = [servingFor(300_000), servingFor(1)];
  const isFresh = async () => {
    await status.check();
    return status.hasReplayed(undefined);
  };
  await eventually(isFresh, Boolean);
  await strictStatus.check();
  proxy.refuse();
  expect(await isFresh()).toBe(true);
  await strictStatus.check();
  expect(strictStatus.hasReplayed(undefined)).toBe(false);
  expect(failures).toEqual([]);
  await Promise.all(pools.map((pool) => pool.end()));
  await proxy.close();
});

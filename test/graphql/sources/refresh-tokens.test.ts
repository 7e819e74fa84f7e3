import { text } from 'node:stream/consumers';
import { createServer } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { afterAll, expect, test } from '@jest/globals';
import { anonymous } from '#api/session.ts';
import { sql } from '#kernel/sql.ts';
import { deleteUnusedConnections } from '#connections/connections.job.ts';
import { createRefreshTokens, getAccessToken } from '#platform/datasources/access-token.ts';
import { createFetcher } from '#platform/fetcher/create-fetcher.ts';
import { createGuard } from '#platform/fetcher/guard.ts';
import { createContext } from '#server/create-context.ts';
import { testApp } from '#test/support/app.ts';
import { runAndFinish, recordsOf } from '#test/support/datasets/publishing.ts';
import { draftOf } from '#test/support/sources/federation.ts';
import { seedDataset } from '#test/support/seed.ts';
import { newestVersion, restore, versionsOf } from '#test/support/datasets/versions.ts';

/** The refresh tokens that are still good, each once. */
const good = new Set<string>();
let given = 0;
const fresh = (): string => {
  const token = `refresh-${String((given += 1))}`;
  good.add(token);
  return token;
};

/** Serves data, and tokens that are good for a moment, each with another refresh token. */
const web = createServer((request, response) => {
  void text(request).then((form) => {
    if (request.url !== '/token') return response.setHeader('content-type', 'text/csv').end('n\n1\n');
    const used = good.delete(new URLSearchParams(form).get('refresh_token') ?? '');
    return used
      ? response.end(JSON.stringify({ access_token: 't', expires_in: 60, refresh_token: fresh() }))
      : response.writeHead(400).end('{"error":"invalid_grant"}');
  });
});
await once(web.listen(0, '127.0.0.1'), 'listening');
afterAll(() => {
  web.closeAllConnections();
  web.close();
});
const host = `127.0.0.1:${String((web.address() as AddressInfo).port)}`;

const app = await testApp({ DELETED_RETENTION_DAYS: '0', FETCH_ALLOW: host });
const { admin, services } = app;

const auth = (refreshToken: string | null) => ({
  oidc: { tokenUrl: `http://${host}/token`, clientId: 'catalog', clientSecret: 'hush', refreshToken },
});
const inline = (refreshToken: string | null, headers: object[] = []) => ({
  http: { connection: { url: `http://${host}/data.csv`, headers, auth: auth(refreshToken) } },
});
const create = async (datasetUid: string, datasource: object): Promise<string> =>
  (
    await admin.data('mutation ($input: CreateResourceInput!) { createResource(input: $input) { resource { uid } } }', {
      input: { datasetUid, type: 'csvfile', title: 'data', datasource },
    })
  ).createResource.resource.uid;
const update = (datasetUid: string, uid: string, datasource: object) =>
  admin.data('mutation ($input: UpdateResourceInput!) { updateResource(input: $input) { resource { uid } } }', {
    input: { datasetUid, uid, datasource },
  });
const publish = (uid: string) => runAndFinish(admin, 'publishDataset', uid);
const isRead = { status: 'idle', message: null };

test('a source uses the last refresh token of its provider, without a new revision or version', async () => {
  const uid = await seedDataset(admin);
  await create(uid, inline(fresh()));
  const { revision } = await draftOf(admin, uid);
  const versions = await versionsOf(admin, uid);
  for (let times = 0; times < 3; times++) {
    const { data } = await admin.graph(
      'query ($uid: ID!) { dataset(by: { uid: $uid }) { resources { nodes { preview { records } } } } }',
      { uid },
    );
    expect(data.dataset.resources.nodes[0].preview.records).toEqual([{ n: 1 }]);
  }
  expect([(await draftOf(admin, uid)).revision, await versionsOf(admin, uid)]).toEqual([revision, versions]);
  expect([await publish(uid), await publish(uid)]).toMatchObject([isRead, isRead]);
  expect(await recordsOf(app, uid)).toEqual([{ n: 1 }]);
});

test('a refresh token from the provider is stored encrypted', async () => {
  const rows = await services.db.rows<{ sealed: string }>(sql`select * from refresh_token`);
  expect(rows.length).toBeGreaterThan(0);
  expect(JSON.stringify(rows)).not.toMatch(/refresh-|hush/);
});

test('a source that was guessed before it was saved keeps its refresh token', async () => {
  const [uid, datasource] = [await seedDataset(admin), inline(fresh())];
  await admin.data('query ($input: GuessExtractorsInput!) { guessExtractors(input: $input) { type } }', {
    input: { datasetUid: uid, datasource },
  });
  await create(uid, datasource);
  expect(await publish(uid)).toMatchObject(isRead);
});

test('a changed or restored connection keeps the refresh token', async () => {
  const uid = await seedDataset(admin);
  const resource = await create(uid, inline(fresh()));
  const { uid: before } = await newestVersion(admin, uid);
  await publish(uid);
  await update(uid, resource, inline(null, [{ name: 'accept', value: 'text/csv' }]));
  expect(await publish(uid)).toMatchObject(isRead);
  expect((await restore(admin, uid, before)).errors).toBeUndefined();
  expect(await publish(uid)).toMatchObject(isRead);
});

test('a newly configured refresh token replaces an expired one and all tokens derived from it', async () => {
  const uid = await seedDataset(admin);
  const resource = await create(uid, inline(fresh()));
  await publish(uid);
  good.clear();
  expect(await publish(uid)).toMatchObject({
    status: 'error',
    message: expect.stringContaining('The refresh token is no longer valid; get a new one.'),
  });
  await update(uid, resource, inline(fresh()));
  expect([await publish(uid), await publish(uid)]).toMatchObject([isRead, isRead]);
});

test('datasets that use a saved connection at the same time share it', async () => {
  const {
    createDatasourceConnection: { connection },
  } = await admin.data(
    'mutation ($input: CreateDatasourceConnectionInput!) { createDatasourceConnection(input: $input) { connection { uid } } }',
    { input: { settings: { http: { url: `http://${host}/`, auth: auth(fresh()) } } } },
  );
  const uids = await Promise.all(
    Array.from({ length: 4 }, async () => {
      const uid = await seedDataset(admin);
      await create(uid, { http: { connection: { uid: connection.uid }, relativeUrl: 'data.csv' } });
      return uid;
    }),
  );
  for (let times = 0; times < 2; times++)
    expect(await Promise.all(uids.map(publish))).toMatchObject(uids.map(() => isRead));
});

test('processes that use it at the same time lose none', async () => {
  const configured = {
    type: 'oidc',
    ...auth(fresh()).oidc,
    refreshToken: `refresh-${String(given)}`,
    owner: 'ds_000000',
  } as const;
  const processes = Array.from({ length: 3 }, () => ({
    fetcher: createFetcher(createGuard({ allow: [host] })),
    refreshTokens: createRefreshTokens(services),
  }));
  const { signal } = new AbortController();
  for (let times = 0; times < 5; times++)
    expect(await Promise.all(processes.map((ports) => getAccessToken(configured, ports, signal)))).toEqual([
      't',
      't',
      't',
    ]);
  await Promise.all(processes.map(({ fetcher }) => fetcher.close()));
});

test('no refresh token is lost when a caller stops waiting for the provider', async () => {
  const configured = { type: 'oidc', ...auth(null).oidc, refreshToken: fresh(), owner: 'ds_000000' } as const;
  const ports = {
    fetcher: createFetcher(createGuard({ allow: [host] })),
    refreshTokens: createRefreshTokens(services),
  };
  const impatient = new AbortController();
  const broken = getAccessToken(configured, ports, impatient.signal);
  impatient.abort(new Error('enough'));
  await expect(broken).rejects.toThrow('enough');
  expect(await getAccessToken(configured, ports, new AbortController().signal)).toBe('t');
  await ports.fetcher.close();
});

test('one that is known elsewhere is of no use there, and one of a dataset goes with it', async () => {
  const [uid, other] = [await seedDataset(admin), await seedDataset(admin)];
  const configured = fresh();
  await create(uid, inline(configured));
  await create(other, inline(configured));
  expect(await publish(uid)).toMatchObject(isRead);
  expect(await publish(other)).toMatchObject({ status: 'error' });
  const kept = async () => (await services.db.rows(sql`select 1 from refresh_token where owner = ${uid}`)).length;
  const collect = () =>
    deleteUnusedConnections(createContext(services, anonymous, 'test'), AbortSignal.timeout(60_000));
  await collect();
  expect(await kept()).toBe(1);
  await admin.data('mutation ($input: DatasetActionInput!) { deleteDataset(input: $input) { uid } }', {
    input: { uid },
  });
  await collect();
  expect(await kept()).toBe(0);
});

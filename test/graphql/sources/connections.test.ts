import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from '@jest/globals';
import { catalogModules } from '#modules/catalog-modules.ts';
import { createServices } from '#processes/services.ts';
import { sql } from '#kernel/sql.ts';
import { deleteUnusedConnections } from '#connections/connections.job.ts';
import { readOrCreateKey } from '#platform/secrets.ts';
import { createEncryption, UnknownKey } from '#platform/encryption.ts';
import { createContext } from '#server/create-context.ts';
import { anonymous } from '#api/session.ts';
import { testApp } from '#test/support/app.ts';
import type { Client } from '#test/support/client.ts';
import { seedDataset, seedRuleset, seedUser, type SeededUser } from '#test/support/seed.ts';
import { newestVersion, restore, snapshotsOf, storedSecrets, versionsOf } from '#test/support/datasets/versions.ts';

const folder = await mkdtemp(join(tmpdir(), 'catalograph-key-'));
afterAll(() => rm(folder, { recursive: true, force: true }));

const app = await testApp({ WORKER: 'off', DELETED_RETENTION_DAYS: '0' });
const { admin, services } = app;

const web = {
  settings: {
    http: { url: 'https://data.example/', auth: { basicAuth: { username: 'ada', password: 's3cret' } } },
  },
};
const inline = (url: string, password: string | null = 's3cret') => ({
  http: { connection: { url, auth: { basicAuth: { username: 'ada', password } } } },
});
/** The input types that are not named after their mutations. */
const inputs: Readonly<Record<string, string>> = {
  unshareDatasourceConnection: 'ShareDatasourceConnectionInput',
  copyDataset: 'DatasetActionInput',
};
const inputOf = (name: string) => inputs[name] ?? `${name[0]?.toUpperCase() ?? ''}${name.slice(1)}Input`;
const call = async (client: Client, name: string, input: object, selection: string) => {
  const { data, errors } = await client.graph(
    `mutation ($input: ${inputOf(name)}!) { ${name}(input: $input) { ${selection} } }`,
    { input },
  );
  return { ...data?.[name], code: errors?.[0]?.extensions.code };
};
const save = async (input: object = web, client = admin): Promise<string> =>
  (await call(client, 'createDatasourceConnection', input, 'connection { uid }')).connection.uid;
const share = (client: Client, uid: string, holders: object) =>
  call(client, 'shareDatasourceConnection', { uid, ...holders }, 'connection { userCount groupCount }');
const addResource = (client: Client, datasetUid: string, datasource: object) =>
  call(
    client,
    'createResource',
    { datasetUid, type: 'csvfile', title: 'Cities', datasource },
    'resource { uid connection { uid ... on HttpConnectionSettings { url } } }',
  );
const through = (uid: string) => ({ http: { connection: { uid } } });
const rightsOn = async (client: Client, uid: string) => {
  const { datasourceConnection: found } = await client.data(
    'query ($uid: ID!) { datasourceConnection(uid: $uid) { canReuse canManage } }',
    { uid },
  );
  return found === null ? 'hidden' : [found.canReuse ? 'reuse' : '', found.canManage ? 'manage' : ''].join('');
};
const collect = () => deleteUnusedConnections(createContext(services, anonymous, 'test'), AbortSignal.timeout(60_000));
const stored = async (datasetUid: string) =>
  (await services.db.rows(sql`select uid from connection where dataset_uid = ${datasetUid}`)).length;

describe('Who may do what with a connection', () => {
  interface Caller {
    readonly name: string;
    readonly holds?: SeededUser;
    readonly sharedWith?: object;
    readonly expected: 'reusemanage' | 'reuse' | 'hidden';
  }

  test.each<Caller>([
    { name: 'who administers', holds: { permissions: ['administer'] }, expected: 'reusemanage' },
    { name: 'who manages connections', holds: { permissions: ['manage_connection'] }, expected: 'reusemanage' },
    { name: 'whom it is shared with', sharedWith: { usernames: ['whom it is shared with'] }, expected: 'reuse' },
    {
      name: 'whose group it is shared with',
      holds: { groups: ['sharers'] },
      sharedWith: { groupUids: ['sharers'] },
      expected: 'reuse',
    },
    { name: 'who edits every dataset', holds: { permissions: ['edit_dataset', 'manage_dataset'] }, expected: 'hidden' },
    {
      name: 'whose key manages none',
      holds: { permissions: ['manage_connection'], key: ['edit_dataset'] },
      expected: 'hidden',
    },
  ])('Who may do what with a connection: $name', async ({ name, holds = {}, sharedWith = {}, expected }) => {
    const client = await seedUser(app, name, holds);
    const [usable, retired] = [await save(), await save({ ...web, isReusable: false })];
    for (const uid of [usable, retired]) await share(admin, uid, sharedWith);
    expect(await rightsOn(client, usable)).toBe(expected);
    expect(await rightsOn(client, retired)).toBe(expected === 'reusemanage' ? 'manage' : 'hidden');
  });

  test('Who may do what with a connection: its creator may go on using it', async () => {
    const creator = await seedUser(app, 'creator', { permissions: ['manage_connection'] });
    const uid = await save(web, creator);
    await services.db.rows(sql`update user_account set permissions = '{}' where username = 'creator'`);
    expect(await rightsOn(creator, uid)).toBe('reuse');
    expect(
      await call(
        creator,
        'updateDatasourceConnection',
        { uid, settings: { http: { url: 'https://data.example/x' } } },
        'connection { uid }',
      ),
    ).toMatchObject({ code: 'PERMISSION_DENIED' });
    expect(await share(creator, uid, { usernames: ['creator'] })).toMatchObject({ code: 'PERMISSION_DENIED' });
  });

  test('Who may do what with a connection: it is shared and no longer shared, and changed', async () => {
    const reader = await seedUser(app, 'shared-reader', { groups: ['shared-group'] });
    const uid = await save();
    expect(
      await share(admin, uid, { usernames: ['shared-reader', 'shared-reader'], groupUids: ['shared-group'] }),
    ).toMatchObject({ connection: { userCount: 1, groupCount: 1 } });
    expect(await share(admin, uid, { usernames: ['nobody'] })).toMatchObject({ code: 'INVALID_INPUT' });
    expect(await rightsOn(reader, uid)).toBe('reuse');
    await call(
      admin,
      'unshareDatasourceConnection',
      { uid, usernames: ['shared-reader'], groupUids: ['shared-group'] },
      'connection { uid }',
    );
    expect(await rightsOn(reader, uid)).toBe('hidden');
    expect(await share(reader, uid, { usernames: ['shared-reader'] })).toMatchObject({ code: 'NOT_FOUND' });
    const update = (changes: object) =>
      call(
        admin,
        'updateDatasourceConnection',
        { uid, ...changes },
        'connection { isReusable ... on HttpConnectionSettings { url auth { type } } }',
      );
    const http = { url: 'https://data.example/y', auth: { basicAuth: { username: 'ada' } } };
    const moved = { url: http.url, auth: { type: 'basic_auth' } };
    expect((await update({ settings: { http } })).connection).toEqual({ isReusable: true, ...moved });
    expect((await update({ isReusable: false })).connection).toEqual({ isReusable: false, ...moved });
    const [row] = await services.db.rows<{ secrets: string }>(sql`select secrets from connection where uid = ${uid}`);
    expect(services.secrets.decrypt(row?.secrets ?? '', { table: 'connection', uid })).toMatchObject({
      'auth.password': { value: 's3cret' },
    });
  });
});

describe('A dataset', () => {
  test('is copied, restored and applied only by callers who may use its saved connections', async () => {
    const uid = await save();
    const dataset = await seedDataset(admin);
    const editor = await seedUser(app, 'editor', { permissions: ['create_dataset', 'edit_dataset'] });
    const resource = (await addResource(admin, dataset, through(uid))).resource.uid;
    const before = await snapshotsOf(app, dataset);
    const version = await newestVersion(admin, dataset);
    expect(await call(editor, 'copyDataset', { uid: dataset }, 'dataset { uid }')).toMatchObject({
      code: 'PERMISSION_DENIED',
    });
    // what the dataset uses already may stay
    expect(
      await call(
        editor,
        'updateResource',
        { datasetUid: dataset, uid: resource, datasource: { http: { connection: { uid }, relativeUrl: 'x' } } },
        'resource { uid }',
      ),
    ).toMatchObject({ resource: { uid: resource } });
    await admin.rest('DELETE', `/datasets/${dataset}/resources/${resource}/`);
    const without = await snapshotsOf(app, dataset);
    expect((await restore(editor, dataset, version.uid)).errors?.[0]?.extensions.code).toBe('PERMISSION_DENIED');
    const desired = {
      datasetUid: dataset,
      resources: [{ type: 'csvfile', title: 'Cities', datasource: through(uid) }],
    };
    for (const isDryRun of [true, false])
      expect(await call(editor, 'applyDataset', { ...desired, isDryRun }, 'changes { path }')).toMatchObject({
        code: 'PERMISSION_DENIED',
      });
    expect(await snapshotsOf(app, dataset)).toEqual(without);
    await share(admin, uid, { usernames: ['editor'] });
    expect((await restore(editor, dataset, version.uid)).errors).toBeUndefined();
    expect(await snapshotsOf(app, dataset)).toEqual(before);
    expect(await call(editor, 'copyDataset', { uid: dataset }, 'dataset { uid }')).toMatchObject({
      dataset: { uid: expect.any(String) },
    });
  });

  test('cannot be restored when a connection of the version was deleted', async () => {
    const uid = await save();
    const dataset = await seedDataset(admin);
    const { resource } = await addResource(admin, dataset, through(uid));
    const version = await newestVersion(admin, dataset);
    await admin.rest('DELETE', `/datasets/${dataset}/resources/${resource.uid}/`);
    expect(await call(admin, 'deleteDatasourceConnection', { uid }, 'uid')).toMatchObject({ uid });
    expect((await versionsOf(admin, dataset)).find((candidate) => candidate.uid === version.uid)).toMatchObject({
      cannotRestoreReason: 'A connection that a resource has in this version was deleted.',
    });
    expect(await admin.rest('POST', `/datasets/${dataset}/versions/${version.uid}/restore/`)).toMatchObject({
      status: 400,
      body: { error_code: 'validation_error' },
    });
  });

  test('keeps inline connections while a version names them; a copy gets its own, without secrets', async () => {
    const dataset = await seedDataset(admin);
    const {
      resource: { uid, connection },
    } = await addResource(admin, dataset, inline('https://a.example/'));
    const update = (datasource: object) =>
      call(admin, 'updateResource', { datasetUid: dataset, uid, datasource }, 'resource { connection { uid } }');
    expect((await update(inline('https://a.example/', null))).resource.connection.uid).toBe(connection.uid);
    expect((await update(inline('https://a.example/', 'another'))).resource.connection.uid).toBe(connection.uid);
    const version = await newestVersion(admin, dataset);
    const moved = (await update(inline('https://a.example/b', null))).resource.connection.uid;
    expect(moved).not.toBe(connection.uid);
    expect((await storedSecrets(app, dataset))[uid]).toEqual({ 'connection.auth.password': 'another' });
    expect(await update(inline('https://b.example/', null))).toMatchObject({ code: 'INVALID_INPUT' });
    await collect();
    expect(await stored(dataset)).toBe(2);
    await restore(admin, dataset, version.uid);
    expect((await storedSecrets(app, dataset))[uid]).toEqual({ 'connection.auth.password': 'another' });
    const { dataset: copy } = await call(
      admin,
      'copyDataset',
      { uid: dataset },
      'dataset { uid resources { nodes { connection { uid ... on HttpConnectionSettings { url } } } } }',
    );
    expect(copy.resources.nodes).toEqual([
      { connection: { uid: expect.not.stringContaining(connection.uid), url: 'https://a.example/' } },
    ]);
    expect(Object.values(await storedSecrets(app, copy.uid))).toEqual([null]);
    await services.db.rows(sql`delete from section_snapshot where dataset_uid = ${dataset}`);
    await collect();
    expect(await stored(dataset)).toBe(1);
    await admin.rest('DELETE', `/datasets/${dataset}/`);
    expect(await stored(dataset)).toBe(0);
  });

  test('shows the connections of its resources, without secrets, to callers who may read it', async () => {
    const dataset = await seedDataset(admin);
    await addResource(admin, dataset, through(await save()));
    const publisher = await seedUser(app, 'publisher');
    await seedRuleset(app, dataset, { user: 'publisher', permissions: ['publish_dataset'] });
    const { body } = await publisher.rest('GET', `/datasets/${dataset}/resources/?expand=datasource.connection`);
    expect(body.results[0].datasource.connection).toMatchObject({
      url: web.settings.http.url,
      can_reuse: false,
      can_manage: false,
      auth: { username: 'ada', password: null },
    });
  });
});

test('callers who may only read a dataset cannot use its connections, whatever they edit elsewhere', async () => {
  const dataset = await seedDataset(admin);
  const saved = await save();
  const { resource } = await addResource(admin, dataset, inline('https://a.example/'));
  await addResource(admin, dataset, through(saved));
  const publisher = await seedUser(app, 'curious', { permissions: ['create_dataset'] });
  await seedRuleset(app, dataset, { user: 'curious', permissions: ['publish_dataset'] });
  for (const uid of [saved, String(resource.connection.uid)]) {
    const input = { datasetUid: dataset, datasource: { http: { connection: { uid }, relativeUrl: 'other.csv' } } };
    const { errors } = await publisher.graph(
      'query ($input: GuessExtractorsInput!) { guessExtractors(input: $input) { type } }',
      { input },
    );
    expect(errors?.[0]?.extensions.code).toBe('PERMISSION_DENIED');
  }
});

test('secrets that a migration left in clear are encrypted at the start, which another key prevents', async () => {
  const uid = await save();
  await services.db.rows(
    sql`update connection set secrets = '{"auth.password": {"audience": "https://data.example", "value": "clear"}}' where uid = ${uid}`,
  );
  const config = { ...services.config, databaseUrl: app.databaseUrl };
  const again = await createServices(config, catalogModules);
  await again.orm.close();
  const [row] = await services.db.rows<{ secrets: string }>(sql`select secrets from connection where uid = ${uid}`);
  expect(row?.secrets).not.toContain('clear');
  expect(services.secrets.decrypt(row?.secrets ?? '', { table: 'connection', uid })).toMatchObject({
    'auth.password': { value: 'clear' },
  });
  await expect(createServices({ ...config, dataDir: folder }, catalogModules)).rejects.toThrow(
    /encrypted with another key.*SECRETS_KEY/,
  );
});

test('a new key in front of the earlier one encrypts all secrets again, after which the earlier one may go', async () => {
  const uid = await save();
  const { config, secrets, db } = services;
  const sealed = async () =>
    (await db.rows<{ secrets: string }>(sql`select secrets from connection where uid = ${uid}`))[0]?.secrets ?? '';
  const plain = secrets.decrypt(await sealed(), { table: 'connection', uid });
  const [earlier, next] = [await readOrCreateKey(config.dataDir), randomBytes(32)];
  const start = async (...secretsKeys: Uint8Array[]) => {
    const started = await createServices({ ...config, secretsKeys, databaseUrl: app.databaseUrl }, catalogModules);
    await started.closeDatabase();
    return started.secrets;
  };

  expect(secrets.fingerprint('a')).toMatch(/^[\da-f]{64}$/);
  expect(secrets.fingerprint('b')).not.toBe(secrets.fingerprint('a'));
  const ring = await start(next, earlier);
  const again = await sealed();
  expect(() => secrets.decrypt(again, { table: 'connection', uid })).toThrow(UnknownKey);
  expect(ring.decrypt(again, { table: 'connection', uid })).toEqual(plain);
  expect(ring.fingerprint('a')).toBe(secrets.fingerprint('a'));
  expect(ring.deriveKey('a')).toEqual(secrets.deriveKey('a'));

  const alone = await start(next);
  expect(alone.decrypt(await sealed(), { table: 'connection', uid })).toEqual(plain);
  expect(alone.fingerprint('a')).toBe(secrets.fingerprint('a'));
  expect(alone.deriveKey('a')).toEqual(secrets.deriveKey('a'));
  await expect(start(earlier)).rejects.toThrow(/encrypted with another key.*SECRETS_KEY/);

  // a process that still had the earlier key in front
  await db.rows(
    sql`update connection set secrets = ${createEncryption([earlier, next]).encrypt(plain, { table: 'connection', uid })} where uid = ${uid}`,
  );
  await expect(start(next)).rejects.toThrow(/the table connection .* SECRETS_KEY no longer has. Add it again/);
  await start(next, earlier);
  await start(next);
});

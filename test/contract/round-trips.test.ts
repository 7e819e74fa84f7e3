import { expect, test } from '@jest/globals';
import type { JsonObject } from '../../src/kernel/json.ts';
import { testApp } from '../support/app.ts';
import { ask } from './ask.ts';
import { answered, parametersOf, readerOf, type Operation } from './operations.ts';
import { bodiesOf } from './samples.ts';
import { settings, worldOf } from './world.ts';

const app = await testApp(settings);
const world = await worldOf(app, 'a');
const bodies = bodiesOf(world.names);

/** The operations that replace something, each with the one that reads the same. */
const replacing = answered.flatMap((put) => {
  const get = answered.find(({ method, path }) => method === 'GET' && path === put.path);
  return put.method === 'PUT' && get ? [{ name: put.name, put, get }] : [];
});

/** What an operation reads of everything that a creation makes of its samples; without a creation, of what there is. */
async function worldsFor(get: Operation): Promise<readonly (typeof world)[]> {
  const create = answered.find((operation) => readerOf(operation) === get);
  const parameter = parametersOf(get.path).at(-1) ?? '';
  if (!create || ['dataset_uid', 'username', 'group_uid'].includes(parameter)) return [world];
  const made = [];
  for (const body of bodies[create.name] ?? [])
    made.push((await ask(app.admin, create, world, { body })).body.uid as string);
  return made.map((uid) => ({ ...world, values: { ...world.values, [parameter]: uid } }));
}

const withoutTime = ({ updated_at: _time, ...body }: JsonObject): JsonObject => body;

test.each(replacing)('$name takes what was read, and leaves it so', async ({ put, get }) => {
  for (const each of await worldsFor(get)) {
    for (const query of ['', '?expand=datasource.connection,datasource.dataset']) {
      const read = (await ask(app.admin, get, each, { query })).body;
      const answer = await ask(app.admin, put, each, { body: read });
      expect([read, answer.status, answer.body]).toEqual([read, 200, expect.anything()]);
      expect(withoutTime((await ask(app.admin, get, each, { query })).body)).toEqual(withoutTime(read));
    }
  }
});

/** The samples of connections that a resource may have one of its own of. */
const connections = bodies['Create connection']?.map((sample) => [sample['type'], sample] as const) ?? [];
const elsewhere: Readonly<Record<string, JsonObject>> = {
  amazon_s3: { url: 's3://bucket/a.csv' },
  azure_blob_storage: { url: 'https://account.blob.core.windows.net/c/a.csv' },
  google_drive: { file_id: 'f' },
  snowflake_odbc: { query: 'select 1' },
};

test.each(connections)(
  'a resource gets a connection of its own as a %s connection was answered',
  async (type, sample) => {
    const uid = world.values['dataset_uid'] ?? '';
    const { body: saved } = await app.admin.rest('POST', '/datasource_connections/', sample);
    const connection = { ...saved, ...sample, uid: null };
    const { status, body } = await app.admin.rest('POST', `/datasets/${uid}/resources/`, {
      type: 'csvfile',
      title: 'Its own',
      datasource: { type, ...(typeof type === 'string' && elsewhere[type]), connection },
    });
    expect([status, body.datasource?.connection?.uid]).toEqual([201, expect.stringMatching(/^co_/)]);
    const { body: expanded } = await app.admin.rest(
      'GET',
      `/datasets/${uid}/resources/${body.uid}/?expand=datasource.connection`,
    );
    expect(expanded.datasource.connection).toEqual({
      ...saved,
      uid: body.datasource.connection.uid,
      is_reusable: false,
      can_reuse: false,
      can_manage: false,
      dataset_count: 1,
      created_at: expect.any(String),
      updated_at: expect.any(String),
    });
  },
);

test('a file, a user and a group are named by all that is known of them', async () => {
  const uid = world.values['dataset_uid'] ?? '';
  const file = (await app.admin.upload(`/datasets/${uid}/resources/files/`, 'b.csv', 'name,height\nNice,3\n')).body;
  expect(
    await app.admin.rest('POST', `/datasets/${uid}/resources/`, {
      type: 'csvfile',
      title: 'B',
      datasource: { type: 'uploaded_file', file },
    }),
  ).toMatchObject({ status: 201, body: { datasource: { file: { uid: 'b.csv' } } } });
  const user = { username: world.names.user, email: 'ada@example.org', first_name: 'Ada', groups: [{ uid: 'x' }] };
  expect(
    await app.admin.rest('PUT', `/datasets/${uid}/security/users/${world.names.user}/`, { user, permissions: [] }),
  ).toMatchObject({ status: 200, body: { user: { username: user.username } } });
  const group = { uid: world.names.group, title: 'Designers', user_count: 3 };
  expect(
    await app.admin.rest('PUT', `/datasets/${uid}/security/groups/${world.names.group}/`, { group, permissions: [] }),
  ).toMatchObject({ status: 200, body: { group: { uid: group.uid } } });
});

test('a token client may name its server as other catalogs do', async () => {
  const auth = {
    type: 'oauth2',
    token_endpoint: 'https://login.example.org/token',
    grant_type: 'client_credentials',
    client_id: 'catalog',
    client_secret: 'secret',
  };
  expect(
    await app.admin.rest('POST', '/datasource_connections/', { type: 'http', url: 'https://example.org/', auth }),
  ).toMatchObject({ status: 201, body: { auth: { token_url: auth.token_endpoint } } });
});

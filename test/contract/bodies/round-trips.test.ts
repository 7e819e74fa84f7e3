import { expect, test } from '@jest/globals';
import type { JsonObject } from '#kernel/json.ts';
import { testApp } from '#test/support/app.ts';
import { request } from '../requests/request.ts';
import { routedOperations, parametersOf, readerOf, type Operation } from '../requests/operations.ts';
import { bodiesOf } from '../fixture/samples.ts';
import { settings, createFixture } from '../fixture/fixture.ts';

const app = await testApp(settings);
const fixture = await createFixture(app, 'a');
const bodies = bodiesOf(fixture.names);

/** The PUT operations, each with the GET of the same path. */
const replacing = routedOperations.flatMap((put) => {
  const get = routedOperations.find(({ method, path }) => method === 'GET' && path === put.path);
  return put.method === 'PUT' && get ? [{ name: put.name, put, get }] : [];
});

/** The parameters whose samples name what the fixture has already. */
const namedParameters = ['dataset_uid', 'username', 'group_uid', 'page_slug', 'studio_page_uid'];

/** A fixture for each sample of the creation that the GET reads; without a creation the fixture itself. */
async function fixturesFor(get: Operation): Promise<readonly (typeof fixture)[]> {
  const create = routedOperations.find((operation) => readerOf(operation) === get);
  const parameter = parametersOf(get.path).at(-1) ?? '';
  if (!create || namedParameters.includes(parameter)) return [fixture];
  const { custom_template_name = '' } = fixture.values;
  if (parameter === 'template_name')
    return [{ ...fixture, values: { ...fixture.values, template_name: custom_template_name } }];
  const made = [];
  for (const body of bodies[create.name] ?? [])
    made.push((await request(app.admin, create, fixture, { body })).body.uid as string);
  return made.map((uid) => ({ ...fixture, values: { ...fixture.values, [parameter]: uid } }));
}

const withoutTime = ({ updated_at: _time, updated_by: _author, ...body }: JsonObject): JsonObject => body;

test.each(replacing)('$name accepts what was read and leaves it unchanged', async ({ put, get }) => {
  for (const fixture of await fixturesFor(get)) {
    for (const query of ['', '?expand=datasource.connection,datasource.dataset']) {
      const read = (await request(app.admin, get, fixture, { query })).body;
      const answer = await request(app.admin, put, fixture, { body: read });
      expect([read, answer.status, answer.body]).toEqual([read, 200, expect.anything()]);
      expect(withoutTime((await request(app.admin, get, fixture, { query })).body)).toEqual(withoutTime(read));
    }
  }
});

/** The samples of connections that a resource can have inline. */
const connections = bodies['Create connection']?.map((sample) => [sample['type'], sample] as const) ?? [];
const elsewhere: Readonly<Record<string, JsonObject>> = {
  amazon_s3: { url: 's3://bucket/a.csv' },
  azure_blob_storage: { url: 'https://account.blob.core.windows.net/c/a.csv' },
  google_drive: { file_id: 'f' },
  snowflake_odbc: { query: 'select 1' },
};

test.each(connections)('a resource accepts a %s connection inline, in the form of its answer', async (type, sample) => {
  const uid = fixture.values['dataset_uid'] ?? '';
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
});

test('a file, a user and a group are accepted with all properties of their answers', async () => {
  const uid = fixture.values['dataset_uid'] ?? '';
  const file = (await app.admin.upload(`/datasets/${uid}/resources/files/`, 'b.csv', 'name,height\nNice,3\n')).body;
  expect(
    await app.admin.rest('POST', `/datasets/${uid}/resources/`, {
      type: 'csvfile',
      title: 'B',
      datasource: { type: 'uploaded_file', file },
    }),
  ).toMatchObject({ status: 201, body: { datasource: { file: { uid: 'b.csv' } } } });
  const user = { username: fixture.names.user, email: 'ada@example.org', first_name: 'Ada', groups: [{ uid: 'x' }] };
  expect(
    await app.admin.rest('PUT', `/datasets/${uid}/security/users/${fixture.names.user}/`, { user, permissions: [] }),
  ).toMatchObject({ status: 200, body: { user: { username: user.username } } });
  const group = { uid: fixture.names.group, title: 'Designers', user_count: 3 };
  expect(
    await app.admin.rest('PUT', `/datasets/${uid}/security/groups/${fixture.names.group}/`, { group, permissions: [] }),
  ).toMatchObject({ status: 200, body: { group: { uid: group.uid } } });
});

test('a token client accepts the property names of the public API', async () => {
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

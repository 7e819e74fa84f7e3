import { describe, expect, test } from '@jest/globals';
import { sql } from '#kernel/sql.ts';
import { testApp } from '#test/support/app.ts';
import { seedDataset, seedRuleset, seedUser } from '#test/support/seed.ts';
import { invalid } from '#test/support/http/rest-errors.ts';
import { oidc, webConnection as web } from '#test/support/sources/connections.ts';

const app = await testApp({ WORKER: 'off' });
const manager = await seedUser(app, 'manager', { permissions: ['manage_connection'] });
const stranger = await seedUser(app, 'stranger', { permissions: ['create_dataset', 'edit_dataset'] });

const path = '/datasource_connections';
const instant = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/);
const create = async (body: object) => (await manager.rest('POST', `${path}/`, body)).body.uid as string;

describe('A connection', () => {
  test('is created, retrieved, listed, replaced and deleted; its secrets are null', async () => {
    const created = await manager.rest('POST', `${path}/`, web);
    expect(created.status).toBe(201);
    expect(created.body).toEqual({
      uid: expect.stringMatching(/^co_[0-9a-z]{6}$/),
      is_reusable: true,
      can_reuse: true,
      can_manage: true,
      dataset_count: 0,
      user_count: 0,
      group_count: 0,
      created_at: instant,
      updated_at: instant,
      ...web,
      headers: [{ name: 'x-api-key', value: null }],
      auth: { ...web.auth, password: null },
    });
    const one = `${path}/${created.body.uid}/`;
    expect(await manager.rest('GET', one)).toMatchObject({ status: 200, body: created.body });
    expect(await manager.rest('GET', `${path}/`)).toMatchObject({
      status: 200,
      body: { total_count: 1, next: null, results: [created.body] },
    });
    // clients send back what they read
    expect((await manager.rest('PUT', one, created.body)).body).toEqual({ ...created.body, updated_at: instant });
    expect(await manager.rest('PUT', one, { type: 'http', url: 'https://data.example/' })).toMatchObject({
      status: 200,
      body: { url: 'https://data.example/', headers: [], auth: null, is_reusable: true },
    });
    expect(await manager.rest('DELETE', one)).toMatchObject({ status: 204, body: null });
    expect(await manager.rest('GET', one)).toMatchObject({ status: 404 });
  });

  test.each([
    [
      {
        type: 'ftp',
        url: 'sftp://files.example/out',
        auth: { type: 'basic_auth', username: 'ada', password: 's3cret' },
      },
    ],
    [
      {
        type: 'amazon_s3',
        auth: { type: 'aws_signature_v4', access_key_id: 'AK', secret_access_key: 's3cret', region: 'eu-west-1' },
      },
    ],
    [{ type: 'azure_blob_storage', auth: { type: 'shared_key', account_name: 'account', shared_key: 's3cretA=' } }],
    [{ type: 'sharepoint', auth: oidc }],
    [{ type: 'google_drive', auth: oidc }],
    [
      {
        ...web,
        headers: [],
        auth: {
          type: 'oauth2',
          token_url: 'https://login.example/token',
          client_id: 'catalog',
          client_secret: 's3cret',
          scope: 'read',
        },
      },
    ],
    [{ ...web, headers: [], auth: oidc }],
  ])('A connection may be %j', async (sent) => {
    const { body } = await manager.rest('POST', `${path}/`, sent);
    const auth = Object.fromEntries(
      Object.entries(sent.auth).map(([name, value]) => [name, value.startsWith('s3cret') ? null : value]),
    );
    expect(body).toMatchObject({ ...sent, auth });
    const stored = await app.services.db.rows(sql`select * from connection where uid = ${body.uid}`);
    expect(JSON.stringify([body, stored])).not.toContain('s3cret');
  });

  test('A connection to Snowflake shows its connection string without the secret parts, and keeps them', async () => {
    const { body } = await manager.rest('POST', `${path}/`, {
      type: 'snowflake_odbc',
      connection_string: 'Server=A.snowflakecomputing.com;pwd={s3;cr}}et};Database=sales;PRIV_KEY_BASE64=s3cret',
    });
    expect(body.connection_string).toBe('Server=A.snowflakecomputing.com;Database=sales');
    expect(
      await manager.rest('PUT', `${path}/${body.uid}/`, {
        ...body,
        connection_string: `${body.connection_string};Warehouse=small`,
      }),
    ).toMatchObject({ status: 200 });
    const [row] = await app.services.db.rows<{ secrets: string }>(
      sql`select secrets from connection where uid = ${body.uid}`,
    );
    expect(app.services.secrets.decrypt(row?.secrets ?? '', { table: 'connection', uid: body.uid })).toMatchObject({
      'connectionString.PWD': { value: 's3;cr}et' },
      'connectionString.PRIV_KEY_BASE64': { value: 's3cret' },
    });
    expect(
      await manager.rest('PUT', `${path}/${body.uid}/`, {
        type: 'snowflake_odbc',
        connection_string: 'Server=b.snowflakecomputing.com',
      }),
    ).toMatchObject(invalid('connection_string'));
  });

  test.each([
    [{}, ['type']],
    [{ type: 'pigeon' }, ['type']],
    [{ type: 'http' }, ['url']],
    [{ ...web, url: 'https://ada:pw@host/' }, ['url']],
    [{ type: 'ftp', url: 'https://host/' }, ['url']],
    [{ ...web, auth: { type: 'shared_key', account_name: 'a', shared_key: 'b' } }, ['auth.type']],
    [{ ...web, auth: { type: 'basic_auth', username: 'ada' } }, ['auth.password']],
    [{ ...web, basic_auth: { username: 'ada', password: 'x' } }, ['basic_auth']],
    [{ ...web, username: 'ada', password: 'x' }, ['password', 'username']],
    [{ type: 'sharepoint' }, ['auth']],
    [{ type: 'sharepoint', auth: { ...oidc, token_url: 'x' } }, ['auth.token_url']],
    [{ type: 'amazon_s3', auth: { type: 'iam_role' } }, ['auth.type']],
    [{ type: 'snowflake_odbc', connection_string: 'Database=a' }, ['connection_string']],
    [{ type: 'snowflake_odbc', connection_string: '{' }, ['connection_string']],
    [{ type: 'snowflake_odbc', connection_string: 'Server=a;SERVER=b' }, ['connection_string']],
  ])('is refused when it is invalid: %j', async (sent, fields) => {
    expect(await manager.rest('POST', `${path}/`, sent)).toMatchObject(invalid(...fields));
  });

  test('keeps the secrets that an update leaves out, unless the host of the address or of the token URL changes', async () => {
    const uid = await create(web);
    const sent = {
      ...web,
      headers: [{ name: 'X-API-KEY' }],
      auth: { type: 'basic_auth', username: 'grace', password: null },
    };
    expect(await manager.rest('PUT', `${path}/${uid}/`, { ...sent, url: 'https://data.example/other' })).toMatchObject({
      status: 200,
    });
    expect(await manager.rest('PUT', `${path}/${uid}/`, { ...sent, url: 'https://other.example/' })).toMatchObject(
      invalid('headers.0.value'),
    );
    expect(
      await manager.rest('PUT', `${path}/${uid}/`, { ...sent, headers: [], url: 'http://data.example/' }),
    ).toMatchObject(invalid('auth.password'));
    const drive = await create({ type: 'google_drive', auth: oidc });
    const read = { ...oidc, client_secret: null, refresh_token: null };
    expect(await manager.rest('PUT', `${path}/${drive}/`, { type: 'google_drive', auth: read })).toMatchObject({
      status: 200,
    });
    expect(
      await manager.rest('PUT', `${path}/${drive}/`, {
        type: 'google_drive',
        auth: { ...read, token_url: 'https://evil.example/' },
      }),
    ).toMatchObject(invalid('auth.client_secret'));
    expect(await manager.rest('PUT', `${path}/${drive}/`, { ...web })).toMatchObject(invalid('type'));
  });

  test('A connection without a secret is refused; the message asks for a new secret, or for the stored one where the host changed', async () => {
    const sent = { ...web, headers: [], auth: { type: 'basic_auth', username: 'grace', password: null } };
    const refused = (message: string) => ({
      status: 400,
      body: { detail: { 'auth.password': [expect.stringContaining(message)] } },
    });
    expect(await manager.rest('POST', `${path}/`, sent)).toMatchObject(refused('none is stored yet'));
    const uid = await create(web);
    expect(await manager.rest('PUT', `${path}/${uid}/`, { ...sent, url: 'https://other.example/' })).toMatchObject(
      refused('another host'),
    );
  });

  test('Connections that may be reused are listed in the order that `sort` names, ties by uid', async () => {
    const before = await app.services.db.rows<{ uid: string }>(sql`select uid from connection`);
    for (const { uid } of before) await manager.rest('DELETE', `${path}/${uid}/`);
    const drive = await create({ type: 'google_drive', auth: oidc });
    const page = await create(web);
    const files = await create({ type: 'ftp', url: 'ftp://files.example/' });
    await create({ ...web, is_reusable: false });
    const dataset = await seedDataset(app.admin);
    const resource = { type: 'csvfile', title: 'Cities', datasource: { type: 'http', connection: { uid: page } } };
    expect((await app.admin.rest('POST', `/datasets/${dataset}/resources/`, resource)).status).toBe(201);
    await manager.rest('PUT', `${path}/${drive}/`, { type: 'google_drive', auth: oidc });
    await app.services.db.rows(
      sql`update connection set created_at = '2026-01-01', updated_at = make_date(2026, 1, case uid when ${drive} then 3 when ${page} then 2 else 1 end)`,
    );
    const listed = async (sort: string) =>
      (await manager.rest('GET', `${path}/${sort}`)).body.results.map(({ uid }: { uid: string }) => uid);
    const byUid = [drive, page, files].toSorted();
    expect(await listed('')).toEqual(byUid);
    expect(await listed('?sort=-created_at')).toEqual(byUid.toReversed());
    expect(await listed('?sort=updated_at')).toEqual([files, page, drive]);
    expect(await listed('?sort=-type')).toEqual([page, drive, files]);
    expect(await listed('?sort=-dataset_count&limit=1')).toEqual([page]);
    expect(await listed('?sort=dataset_count&limit=1&offset=2')).toEqual([page]);
  });

  describe('has rulesets', () => {
    const member = (name: string, groups: string[] = []) => seedUser(app, name, { groups });
    const ofUsers = (uid: string, username = '') => `${path}/${uid}/security/users/${username && `${username}/`}`;
    const ofGroups = (uid: string, group = '') => `${path}/${uid}/security/groups/${group && `${group}/`}`;
    const rightsOf = async (client: typeof manager, uid: string) => {
      const { status, body } = await client.rest('GET', `${path}/${uid}/`);
      return status === 200 ? [body.can_reuse, body.can_manage] : status;
    };

    test('of users and groups, which are created, listed by name, replaced and deleted', async () => {
      await member('zoe', ['painters']);
      await member('ann', ['masons']);
      const uid = await create(web);
      for (const [folder, first, second] of [
        [ofUsers, { user: { username: 'zoe' } }, { user: { username: 'ann' } }],
        [ofGroups, { group: { uid: 'painters' } }, { group: { uid: 'masons' } }],
      ] as const) {
        const key = 'user' in first ? first.user.username : first.group.uid;
        const granted = { ...first, permissions: ['manage_connection'] };
        const repeated = { ...first, permissions: ['manage_connection', 'manage_connection'] };
        expect(await manager.rest('POST', folder(uid), repeated)).toMatchObject({ status: 200, body: granted });
        expect(await manager.rest('POST', folder(uid), second)).toEqual(
          expect.objectContaining({ status: 200, body: { ...second, permissions: [] } }),
        );
        expect((await manager.rest('GET', folder(uid))).body).toMatchObject({
          total_count: 2,
          results: [{ ...second, permissions: [] }, granted],
        });
        // the grantee of the path counts, whatever the body says
        expect(await manager.rest('PUT', folder(uid, key), second)).toMatchObject({
          status: 200,
          body: { ...first, permissions: [] },
        });
        expect(await manager.rest('PUT', folder(uid, key), granted)).toMatchObject({ status: 200, body: granted });
        expect((await manager.rest('GET', folder(uid, key))).body).toEqual(granted);
        expect((await manager.rest('DELETE', folder(uid, key))).status).toBe(204);
        for (const method of ['GET', 'PUT', 'DELETE'] as const)
          expect((await manager.rest(method, folder(uid, key), method === 'PUT' ? granted : undefined)).status).toBe(
            404,
          );
      }
      expect((await manager.rest('GET', `${path}/${uid}/`)).body).toMatchObject({ user_count: 1, group_count: 1 });
      await app.services.db.rows(sql`delete from user_account where username = 'ann'`);
      await app.services.db.rows(sql`delete from user_group where uid = 'masons'`);
      expect((await manager.rest('GET', `${path}/${uid}/`)).body).toMatchObject({ user_count: 0, group_count: 0 });
    });

    test.each([
      ['users', {}, ['user']],
      ['users', { user: {} }, ['user.username']],
      ['users', { user: { username: 'nobody' } }, ['user.username']],
      ['users', { user: { username: 'stranger' }, permissions: ['edit_dataset'] }, ['permissions.0']],
      ['users', { user: { username: 'manager' } }, ['user.username']],
      ['groups', { user: { username: 'manager' } }, ['group']],
      ['groups', { group: { uid: 'none' }, permissions: ['manage_connection'] }, ['group.uid']],
    ])('that are refused when they are invalid: %s %j', async (folder, sent, fields) => {
      const uid = await create(web);
      await manager.rest('POST', ofUsers(uid), { user: { username: 'manager' } });
      expect(await manager.rest('POST', `${path}/${uid}/security/${folder}/`, sent)).toMatchObject(invalid(...fields));
    });

    test('that take effect at once: they let use the connection, and with `manage_connection` manage it', async () => {
      const user = await member('user', ['users-of-data']);
      const leader = await member('leader', ['leaders']);
      const uid = await create(web);
      expect([await rightsOf(user, uid), await rightsOf(leader, uid)]).toEqual([404, 404]);
      await manager.rest('POST', ofGroups(uid), { group: { uid: 'users-of-data' } });
      await manager.rest('POST', ofGroups(uid), { group: { uid: 'leaders' }, permissions: ['manage_connection'] });
      expect(await rightsOf(user, uid)).toEqual([true, false]);
      expect(await rightsOf(leader, uid)).toEqual([true, true]);
      expect((await leader.rest('GET', `${path}/`)).body.total_count).toBe(1);

      // who may only use it reads it, and neither its rulesets nor changes anything
      const refused = { status: 403, body: { error_code: 'permission_denied' } };
      expect(await user.rest('PUT', `${path}/${uid}/`, web)).toMatchObject(refused);
      expect(await user.rest('DELETE', `${path}/${uid}/`)).toMatchObject(refused);
      expect(await user.rest('GET', `${ofUsers(uid)}?limit=x`)).toMatchObject(refused);
      expect(await user.rest('POST', ofUsers(uid), {})).toMatchObject(refused);
      expect(await user.rest('GET', ofGroups(uid, 'leaders'))).toMatchObject(refused);
      expect(await user.rest('DELETE', ofGroups(uid, 'leaders'))).toMatchObject(refused);

      // who may manage it changes and shares it, and creates none
      expect(await leader.rest('POST', `${path}/`, web)).toMatchObject(refused);
      const retired = { ...web, is_reusable: false };
      expect((await leader.rest('PUT', `${path}/${uid}/`, retired)).body).toMatchObject({ can_reuse: false });
      expect([await rightsOf(user, uid), await rightsOf(leader, uid)]).toEqual([404, [false, true]]);
      await leader.rest('PUT', `${path}/${uid}/`, web);
      const shared = await leader.rest('POST', ofUsers(uid), { user: { username: 'user' } });
      expect(shared.status).toBe(200);
      const dataset = await seedDataset(app.admin);
      await seedRuleset(app, dataset, { user: 'leader', permissions: ['edit_dataset'] });
      const resource = { type: 'csvfile', title: 'Cities', datasource: { type: 'http', connection: { uid } } };
      expect((await leader.rest('POST', `/datasets/${dataset}/resources/`, resource)).status).toBe(201);
      expect(await leader.rest('DELETE', `${path}/${uid}/`)).toMatchObject(invalid('uid'));
      // a deleted dataset may be restored
      expect((await app.admin.rest('DELETE', `/datasets/${dataset}/`)).status).toBe(204);
      expect((await leader.rest('GET', `${path}/${uid}/`)).body.dataset_count).toBe(0);
      expect(await leader.rest('DELETE', `${path}/${uid}/`)).toMatchObject(invalid('uid'));

      // the answer to the change by which a caller gives up a right shows the change
      expect(await leader.rest('PUT', ofGroups(uid, 'leaders'), { permissions: [] })).toMatchObject({
        status: 200,
        body: { group: { uid: 'leaders' }, permissions: [] },
      });
      expect(await rightsOf(leader, uid)).toEqual([true, false]);
      expect(await leader.rest('PUT', ofGroups(uid, 'leaders'), { permissions: ['manage_connection'] })).toMatchObject(
        refused,
      );
    });

    test('that no key grants beyond its scopes', async () => {
      const uid = await create(web);
      const narrow = await seedUser(app, 'narrow', { key: ['edit_dataset'] });
      await manager.rest('POST', ofUsers(uid), { user: { username: 'narrow' }, permissions: ['manage_connection'] });
      expect(await rightsOf(narrow, uid)).toEqual([true, false]);
    });
  });

  test('is visible only to callers who may use or manage it', async () => {
    const uid = await create(web);
    expect(await stranger.rest('GET', `${path}/`)).toMatchObject({ status: 200, body: { total_count: 0 } });
    expect(await stranger.rest('GET', `${path}/${uid}/`)).toMatchObject({ status: 404 });
    expect(await stranger.rest('PUT', `${path}/${uid}/`, web)).toMatchObject({ status: 404 });
    expect(await stranger.rest('DELETE', `${path}/${uid}/`)).toMatchObject({ status: 404 });
    expect(await stranger.rest('POST', `${path}/`, web)).toMatchObject({ status: 403 });
    expect(await app.unauthenticated.rest('GET', `${path}/`)).toMatchObject({ status: 401 });
  });
});

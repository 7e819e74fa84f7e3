import { describe, expect, test } from '@jest/globals';
import { sql } from '../../src/kernel/sql.ts';
import { testApp } from '../support/app.ts';
import { seedDataset, seedRuleset, seedUser } from '../support/seed.ts';

const app = await testApp({ WORKER: 'off' });
const { admin } = app;
const manager = await seedUser(app, 'manager', { permissions: ['manage_connection'] });
const stranger = await seedUser(app, 'stranger', { permissions: ['create_dataset', 'edit_dataset'] });

const path = '/datasource_connections';
const web = { type: 'http', url: 'https://data.example/api', headers: [{ name: 'x-api-key', value: 'k3y' }], auth: { type: 'basic_auth', username: 'ada', password: 's3cret' } };
const oidc = { type: 'oidc', token_url: 'https://login.example/token', client_id: 'catalog', client_secret: 's3cret', refresh_token: 's3cret' };
const instant = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/);
const invalid = (...fields: string[]) => ({ status: 400, body: { error_code: 'validation_error', detail: Object.fromEntries(fields.map((field) => [field, [expect.any(String)]])) } });
const create = async (body: object) => (await manager.rest('POST', `${path}/`, body)).body.uid as string;

describe('A connection', () => {
  test('is created, retrieved, listed, replaced and deleted; its secrets are null', async () => {
    const created = await manager.rest('POST', `${path}/`, web);
    expect(created.status).toBe(201);
    expect(created.body).toEqual({
      uid: expect.stringMatching(/^co_[0-9a-z]{6}$/), is_reusable: true, can_reuse: true, can_manage: true, dataset_count: 0, user_count: 0, group_count: 0,
      created_at: instant, updated_at: instant, ...web, headers: [{ name: 'x-api-key', value: null }], auth: { ...web.auth, password: null },
    });
    const one = `${path}/${created.body.uid}/`;
    expect(await manager.rest('GET', one)).toMatchObject({ status: 200, body: created.body });
    expect(await manager.rest('GET', `${path}/`)).toMatchObject({ status: 200, body: { total_count: 1, next: null, results: [created.body] } });
    // clients send back what they read
    expect((await manager.rest('PUT', one, created.body)).body).toEqual({ ...created.body, updated_at: instant });
    expect(await manager.rest('PUT', one, { type: 'http', url: 'https://data.example/' })).toMatchObject({ status: 200, body: { url: 'https://data.example/', headers: [], auth: null, is_reusable: true } });
    expect(await manager.rest('DELETE', one)).toMatchObject({ status: 204, body: null });
    expect(await manager.rest('GET', one)).toMatchObject({ status: 404 });
  });

  test.each([
    [{ type: 'ftp', url: 'sftp://files.example/out', auth: { type: 'basic_auth', username: 'ada', password: 's3cret' } }],
    [{ type: 'amazon_s3', auth: { type: 'aws_signature_v4', access_key_id: 'AK', secret_access_key: 's3cret', region: 'eu-west-1' } }],
    [{ type: 'azure_blob_storage', auth: { type: 'shared_key', account_name: 'account', shared_key: 's3cretA=' } }],
    [{ type: 'sharepoint', auth: oidc }],
    [{ type: 'google_drive', auth: oidc }],
    [{ ...web, headers: [], auth: { type: 'oauth2', token_url: 'https://login.example/token', client_id: 'catalog', client_secret: 's3cret', scope: 'read' } }],
    [{ ...web, headers: [], auth: oidc }],
  ])('may be %j', async (sent) => {
    const { body } = await manager.rest('POST', `${path}/`, sent);
    const auth = Object.fromEntries(Object.entries(sent.auth).map(([name, value]) => [name, value.startsWith('s3cret') ? null : value]));
    expect(body).toMatchObject({ ...sent, auth });
    const stored = await app.services.db.rows(sql`select * from connection where uid = ${body.uid}`);
    expect(JSON.stringify([body, stored])).not.toContain('s3cret');
  });

  test('to the warehouse shows its string without the secret parts, and keeps them', async () => {
    const { body } = await manager.rest('POST', `${path}/`, { type: 'snowflake_odbc', connection_string: 'Server=A.snowflakecomputing.com;pwd={s3;cr}}et};Database=sales;PRIV_KEY_BASE64=s3cret' });
    expect(body.connection_string).toBe('Server=A.snowflakecomputing.com;Database=sales');
    expect(await manager.rest('PUT', `${path}/${body.uid}/`, { ...body, connection_string: `${body.connection_string};Warehouse=small` })).toMatchObject({ status: 200 });
    const [row] = await app.services.db.rows<{ secrets: string }>(sql`select secrets from connection where uid = ${body.uid}`);
    expect(app.services.secrets.open(row?.secrets ?? '', { table: 'connection', uid: body.uid })).toMatchObject({ 'connectionString.PWD': { value: 's3;cr}et' }, 'connectionString.PRIV_KEY_BASE64': { value: 's3cret' } });
    expect(await manager.rest('PUT', `${path}/${body.uid}/`, { type: 'snowflake_odbc', connection_string: 'Server=b.snowflakecomputing.com' })).toMatchObject(invalid('connection_string'));
  });

  test.each([
    [{}, ['type']], [{ type: 'pigeon' }, ['type']], [{ type: 'http' }, ['url']], [{ ...web, url: 'https://ada:pw@host/' }, ['url']], [{ type: 'ftp', url: 'https://host/' }, ['url']],
    [{ ...web, auth: { type: 'shared_key', account_name: 'a', shared_key: 'b' } }, ['auth.type']], [{ ...web, auth: { type: 'basic_auth', username: 'ada' } }, ['auth.password']],
    [{ type: 'sharepoint' }, ['auth']], [{ type: 'sharepoint', auth: { ...oidc, token_url: 'x' } }, ['auth.token_url']], [{ type: 'amazon_s3', auth: { type: 'iam_role' } }, ['auth.type']],
    [{ type: 'snowflake_odbc', connection_string: 'Database=a' }, ['connection_string']], [{ type: 'snowflake_odbc', connection_string: '{' }, ['connection_string']],
    [{ type: 'snowflake_odbc', connection_string: 'Server=a;SERVER=b' }, ['connection_string']],
  ])('is refused when it is wrong: %j', async (sent, fields) => {
    expect(await manager.rest('POST', `${path}/`, sent)).toMatchObject(invalid(...fields));
  });

  test('keeps the secrets that an update leaves out, unless the host changes: that of the address, or that of the tokens', async () => {
    const uid = await create(web);
    const sent = { ...web, headers: [{ name: 'X-API-KEY' }], auth: { type: 'basic_auth', username: 'grace', password: null } };
    expect(await manager.rest('PUT', `${path}/${uid}/`, { ...sent, url: 'https://data.example/other' })).toMatchObject({ status: 200 });
    expect(await manager.rest('PUT', `${path}/${uid}/`, { ...sent, url: 'https://other.example/' })).toMatchObject(invalid('headers.0.value'));
    expect(await manager.rest('PUT', `${path}/${uid}/`, { ...sent, headers: [], url: 'http://data.example/' })).toMatchObject(invalid('auth.password'));
    const drive = await create({ type: 'google_drive', auth: oidc });
    const read = { ...oidc, client_secret: null, refresh_token: null };
    expect(await manager.rest('PUT', `${path}/${drive}/`, { type: 'google_drive', auth: read })).toMatchObject({ status: 200 });
    expect(await manager.rest('PUT', `${path}/${drive}/`, { type: 'google_drive', auth: { ...read, token_url: 'https://evil.example/' } })).toMatchObject(invalid('auth.client_secret'));
    expect(await manager.rest('PUT', `${path}/${drive}/`, { ...web })).toMatchObject(invalid('type'));
  });

  test('without a secret is refused with what to send: a new one where nothing is kept, the same again where it is kept for another host', async () => {
    const sent = { ...web, headers: [], auth: { type: 'basic_auth', username: 'grace', password: null } };
    const refused = (message: string) => ({ status: 400, body: { detail: { 'auth.password': [expect.stringContaining(message)] } } });
    expect(await manager.rest('POST', `${path}/`, sent)).toMatchObject(refused('nothing is kept of it yet'));
    const uid = await create(web);
    expect(await manager.rest('PUT', `${path}/${uid}/`, { ...sent, url: 'https://other.example/' })).toMatchObject(refused('another host'));
  });

  test('is there for those who may use or manage it, and for nobody else', async () => {
    const uid = await create(web);
    expect(await stranger.rest('GET', `${path}/`)).toMatchObject({ status: 200, body: { total_count: 0 } });
    expect(await stranger.rest('GET', `${path}/${uid}/`)).toMatchObject({ status: 404 });
    expect(await stranger.rest('PUT', `${path}/${uid}/`, web)).toMatchObject({ status: 404 });
    expect(await stranger.rest('DELETE', `${path}/${uid}/`)).toMatchObject({ status: 404 });
    expect(await stranger.rest('POST', `${path}/`, web)).toMatchObject({ status: 403 });
    expect(await app.anybody.rest('GET', `${path}/`)).toMatchObject({ status: 401 });
  });
});

describe('A resource', () => {
  const resource = (uid: string, more: object = {}) => ({ type: 'csvfile', title: 'Cities', datasource: { type: 'http', connection: { uid }, relative_url: 'a.csv', ...more } });

  test('uses a saved connection, which cannot be deleted then', async () => {
    const uid = await create(web);
    const dataset = await seedDataset(admin);
    const { status, body } = await admin.rest('POST', `/datasets/${dataset}/resources/`, resource(uid));
    expect([status, body.display_name, body.datasource]).toEqual([201, 'https://data.example/api/a.csv', { type: 'http', connection: { uid }, relative_url: 'a.csv', headers: [] }]);
    expect(await admin.rest('GET', `/datasets/${dataset}/resources/?expand=datasource.connection`)).toMatchObject({ body: { results: [{ datasource: { connection: { uid, url: web.url, dataset_count: 1 } } }] } });
    expect(await manager.rest('DELETE', `${path}/${uid}/`)).toMatchObject(invalid('uid'));
    expect(await admin.rest('DELETE', `/datasets/${dataset}/resources/${body.uid}/`)).toMatchObject({ status: 204 });
    expect(await manager.rest('DELETE', `${path}/${uid}/`)).toMatchObject({ status: 204 });
  });

  test('cannot use one that its editor may not use, that is of another kind or another dataset\'s, or that is none', async () => {
    const [uid, retired, drive] = [await create(web), await create({ ...web, is_reusable: false }), await create({ type: 'google_drive', auth: oidc })];
    const dataset = await seedDataset(admin);
    const inline = await admin.rest('POST', `/datasets/${dataset}/resources/`, { ...resource(''), datasource: { type: 'http', connection: { url: 'https://a.example/' } } });
    await seedRuleset(app, dataset, { user: 'stranger', permissions: ['edit_dataset'] });
    expect(await stranger.rest('POST', `/datasets/${dataset}/resources/`, resource(uid))).toMatchObject({ status: 403, body: { error_code: 'permission_denied' } });
    expect(await admin.rest('POST', `/datasets/${dataset}/resources/`, resource(retired))).toMatchObject({ status: 403 });
    const field = invalid('datasource.connection.uid');
    expect(await admin.rest('POST', `/datasets/${dataset}/resources/`, resource(drive))).toMatchObject(field);
    expect(await admin.rest('POST', `/datasets/${dataset}/resources/`, resource('co_none00'))).toMatchObject(field);
    expect(await admin.rest('POST', `/datasets/${await seedDataset(admin)}/resources/`, resource(inline.body.datasource.connection.uid))).toMatchObject(field);
    expect(await admin.rest('POST', `/datasets/${dataset}/resources/`, resource(inline.body.datasource.connection.uid))).toMatchObject({ status: 201 });
  });

  test.each([
    [{ type: 'ftp', connection: { url: 'sftp://files.example/out' }, relative_url: 'a.csv' }, 'sftp://files.example/out/a.csv', 'FTP'],
    [{ type: 'amazon_s3', connection: {}, url: 's3://bucket/a.csv', headers: [{ name: 'x-token', value: 's3cret' }] }, 's3://bucket/a.csv', 'Amazon S3'],
    [{ type: 'azure_blob_storage', connection: {}, url: 'https://account.blob.core.windows.net/c/a.csv', headers: [] }, 'https://account.blob.core.windows.net/c/a.csv', 'Azure Blob Storage'],
    [{ type: 'sharepoint', connection: { auth: oidc }, drive_id: 'd', file_id: 'f' }, 'f', 'SharePoint'],
    [{ type: 'google_drive', connection: { auth: oidc }, file_id: 'f' }, 'f', 'Google Drive'],
    [{ type: 'federated', domain: { domain_id: 'data.example.org' }, dataset: { dataset_id: 'cities' }, parameters: { apikey: 's3cret', group_by: 'city' } }, 'https://data.example.org/cities', 'Federated dataset'],
    [{ type: 'snowflake_odbc', connection: { connection_string: 'Server=a.example;Pwd=s3cret' }, query: 'select 1', preview_query: null, incremental_query: null, incremental_field: null }, 'Cities', 'Snowflake'],
  ])('keeps a datasource as it was sent, secrets apart: %j', async (datasource, name, label) => {
    const dataset = await seedDataset(admin);
    const sent = datasource.type === 'federated' ? { ...datasource, impersonate_permissions: true } : datasource;
    const { status, body } = await admin.rest('POST', `/datasets/${dataset}/resources/`, { type: 'csvfile', title: 'Cities', datasource: sent });
    expect([status, body.display_name, body.origin.label]).toEqual([201, name, label]);
    const told = JSON.parse(JSON.stringify(datasource).replace(/"s3cret"/g, 'null'));
    expect(body.datasource).toMatchObject({ ...told, ...'connection' in datasource && { connection: { uid: expect.stringMatching(/^co_/) } }, ...datasource.type === 'federated' && { permissions_user: { username: 'admin' } } });
    const { permissions_user: _readOnly, ...back } = datasource.type === 'federated' ? { ...body.datasource, impersonate_permissions: true } : body.datasource;
    expect(await admin.rest('PUT', `/datasets/${dataset}/resources/${body.uid}/`, { type: 'csvfile', title: 'Cities', datasource: back })).toMatchObject({ status: 200, body: { datasource: body.datasource } });
  });

  test('of a bike-share system has no datasource, and keeps its key apart', async () => {
    const dataset = await seedDataset(admin);
    const sent = { type: 'jcdecaux', title: 'Bikes', params: { contract: 'lyon', api_key: 's3cret' } };
    const { status, body } = await admin.rest('POST', `/datasets/${dataset}/resources/`, sent);
    expect([status, body.params, body.origin.type, body.datasource]).toEqual([201, { contract: 'lyon' }, 'jcdecaux', undefined]);
    const put = (params: object) => admin.rest('PUT', `/datasets/${dataset}/resources/${body.uid}/`, { ...sent, params });
    expect(await put({ contract: 'paris' })).toMatchObject({ status: 200, body: { params: { contract: 'paris' } } });
    expect(await put({ contract: 'paris', url: 'https://evil.example/' })).toMatchObject(invalid('params.api_key'));
    expect(await admin.rest('POST', `/datasets/${dataset}/resources/`, { ...sent, params: {} })).toMatchObject(invalid('params.api_key'));
    const rows = await app.services.db.rows(sql`select to_jsonb(r) from resource r where r.dataset_uid = ${dataset} union all select content from section_snapshot where dataset_uid = ${dataset}`);
    expect(JSON.stringify(rows)).not.toContain('s3cret');
  });

  test.each([
    [{ type: 'ftp', connection: { url: 'sftp://a.example/' }, relative_url: 'sftp://b.example/x' }, 'relative_url'], [{ type: 'ftp', connection: { url: 'ftp://a.example/' }, relative_url: '//b.example/x' }, 'relative_url'],
    [{ type: 'http', connection: { url: 'https://a.example/b/' }, relative_url: '../c' }, 'relative_url'], [{ type: 'ftp', connection: { url: 'ftp://a.example/b/' }, relative_url: '%2e%2e\\c' }, 'relative_url'],
    [{ type: 'ftp', connection: { url: 'sftp://a.example/' }, relative_url: 'a?host_key=SHA256:x' }, 'relative_url'],
    [{ type: 'amazon_s3', connection: {}, url: 'ftp://bucket/a' }, 'url'], [{ type: 'azure_blob_storage', connection: {} }, 'url'], [{ type: 'google_drive', connection: { auth: oidc } }, 'file_id'],
    [{ type: 'sharepoint', connection: { auth: oidc }, file_id: 'f' }, 'drive_id'], [{ type: 'snowflake_odbc', connection: { connection_string: 'Server=a' } }, 'query'],
    [{ type: 'federated', dataset: { dataset_id: 'a' }, impersonate_permissions: true }, 'domain'], [{ type: 'federated', domain: { domain_id: 'a' }, dataset: { dataset_id: 'a' } }, 'impersonate_permissions'],
    [{ type: 'federated', domain: { domain_id: 'a/b' }, dataset: { dataset_id: 'a' }, impersonate_permissions: true }, 'domain.domain_id'],
    [{ type: 'federated', domain: { domain_id: 'https:a' }, dataset: { dataset_id: 'a' }, impersonate_permissions: true }, 'domain.domain_id'],
    [{ type: 'federated', domain: { domain_id: 'a' }, dataset: { dataset_id: '../a' }, impersonate_permissions: true }, 'dataset.dataset_id'],
    [{ type: 'federated', domain: { domain_id: 'a' }, dataset: { dataset_id: 'a' }, impersonate_permissions: true, parameters: { group_by: 5 } }, 'parameters.group_by'],
  ])('is refused when its datasource is wrong: %j', async (datasource, field) => {
    expect(await admin.rest('POST', `/datasets/${await seedDataset(admin)}/resources/`, { type: 'csvfile', title: 'Cities', datasource })).toMatchObject(invalid(`datasource.${field}`));
  });
});

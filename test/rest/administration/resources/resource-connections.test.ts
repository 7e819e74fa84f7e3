import { describe, expect, test } from '@jest/globals';
import { sql } from '#kernel/sql.ts';
import { testApp } from '#test/support/app.ts';
import { seedDataset, seedRuleset, seedUser } from '#test/support/seed.ts';
import { invalid } from '#test/support/http/rest-errors.ts';
import { oidc, webConnection as web } from '#test/support/sources/connections.ts';

const app = await testApp({ WORKER: 'off' });
const { admin } = app;
const manager = await seedUser(app, 'manager', { permissions: ['manage_connection'] });
const stranger = await seedUser(app, 'stranger', { permissions: ['create_dataset', 'edit_dataset'] });

const path = '/datasource_connections';
const create = async (body: object) => (await manager.rest('POST', `${path}/`, body)).body.uid as string;

describe('A resource', () => {
  const resource = (uid: string, more: object = {}) => ({
    type: 'csvfile',
    title: 'Cities',
    datasource: { type: 'http', connection: { uid }, relative_url: 'a.csv', ...more },
  });

  test('uses a saved connection, which then cannot be deleted', async () => {
    const uid = await create(web);
    const dataset = await seedDataset(admin);
    const { status, body } = await admin.rest('POST', `/datasets/${dataset}/resources/`, resource(uid));
    expect([status, body.display_name, body.datasource]).toEqual([
      201,
      'https://data.example/api/a.csv',
      { type: 'http', connection: { uid }, relative_url: 'a.csv', headers: [] },
    ]);
    expect(await admin.rest('GET', `/datasets/${dataset}/resources/?expand=datasource.connection`)).toMatchObject({
      body: { results: [{ datasource: { connection: { uid, url: web.url, dataset_count: 1 } } }] },
    });
    expect(await manager.rest('DELETE', `${path}/${uid}/`)).toMatchObject(invalid('uid'));
    expect(await admin.rest('DELETE', `/datasets/${dataset}/resources/${body.uid}/`)).toMatchObject({ status: 204 });
    expect(await manager.rest('DELETE', `${path}/${uid}/`)).toMatchObject({ status: 204 });
  });

  test('cannot use a connection that its editor may not use, of another kind or dataset, or that does not exist', async () => {
    const [uid, retired, drive] = [
      await create(web),
      await create({ ...web, is_reusable: false }),
      await create({ type: 'google_drive', auth: oidc }),
    ];
    const dataset = await seedDataset(admin);
    const inline = await admin.rest('POST', `/datasets/${dataset}/resources/`, {
      ...resource(''),
      datasource: { type: 'http', connection: { url: 'https://a.example/' } },
    });
    await seedRuleset(app, dataset, { user: 'stranger', permissions: ['edit_dataset'] });
    expect(await stranger.rest('POST', `/datasets/${dataset}/resources/`, resource(uid))).toMatchObject({
      status: 403,
      body: { error_code: 'permission_denied' },
    });
    expect(await admin.rest('POST', `/datasets/${dataset}/resources/`, resource(retired))).toMatchObject({
      status: 403,
    });
    const field = invalid('datasource.connection.uid');
    expect(await admin.rest('POST', `/datasets/${dataset}/resources/`, resource(drive))).toMatchObject(field);
    expect(await admin.rest('POST', `/datasets/${dataset}/resources/`, resource('co_none00'))).toMatchObject(field);
    expect(
      await admin.rest(
        'POST',
        `/datasets/${await seedDataset(admin)}/resources/`,
        resource(inline.body.datasource.connection.uid),
      ),
    ).toMatchObject(field);
    expect(
      await admin.rest('POST', `/datasets/${dataset}/resources/`, resource(inline.body.datasource.connection.uid)),
    ).toMatchObject({ status: 201 });
  });

  test.each([
    [
      { type: 'ftp', connection: { url: 'sftp://files.example/out' }, relative_url: 'a.csv' },
      'sftp://files.example/out/a.csv',
      'FTP',
    ],
    [
      { type: 'amazon_s3', connection: {}, url: 's3://bucket/a.csv', headers: [{ name: 'x-token', value: 's3cret' }] },
      's3://bucket/a.csv',
      'Amazon S3',
    ],
    [
      { type: 'azure_blob_storage', connection: {}, url: 'https://account.blob.core.windows.net/c/a.csv', headers: [] },
      'https://account.blob.core.windows.net/c/a.csv',
      'Azure Blob Storage',
    ],
    [{ type: 'sharepoint', connection: { auth: oidc }, drive_id: 'd', file_id: 'f' }, 'f', 'SharePoint'],
    [{ type: 'google_drive', connection: { auth: oidc }, file_id: 'f' }, 'f', 'Google Drive'],
    [
      {
        type: 'federated',
        domain: { domain_id: 'data.example.org' },
        dataset: { dataset_id: 'cities' },
        parameters: { apikey: 's3cret', group_by: 'city' },
      },
      'https://data.example.org/cities',
      'Federated dataset',
    ],
    [
      {
        type: 'snowflake_odbc',
        connection: { connection_string: 'Server=a.example;Pwd=s3cret' },
        query: 'select 1',
        preview_query: null,
        incremental_query: null,
        incremental_field: null,
      },
      'Cities',
      'Snowflake',
    ],
  ])('keeps a datasource as it was sent, except for secrets: %j', async (datasource, name, label) => {
    const dataset = await seedDataset(admin);
    const sent = datasource.type === 'federated' ? { ...datasource, impersonate_permissions: true } : datasource;
    const { status, body } = await admin.rest('POST', `/datasets/${dataset}/resources/`, {
      type: 'csvfile',
      title: 'Cities',
      datasource: sent,
    });
    expect([status, body.display_name, body.origin.label]).toEqual([201, name, label]);
    const masked = JSON.parse(JSON.stringify(datasource).replace(/"s3cret"/g, 'null'));
    expect(body.datasource).toMatchObject({
      ...masked,
      ...('connection' in datasource && { connection: { uid: expect.stringMatching(/^co_/) } }),
      ...(datasource.type === 'federated' && { permissions_user: { username: 'admin' } }),
    });
    const { permissions_user: _readOnly, ...back } =
      datasource.type === 'federated' ? { ...body.datasource, impersonate_permissions: true } : body.datasource;
    expect(
      await admin.rest('PUT', `/datasets/${dataset}/resources/${body.uid}/`, {
        type: 'csvfile',
        title: 'Cities',
        datasource: back,
      }),
    ).toMatchObject({ status: 200, body: { datasource: body.datasource } });
  });

  test('A resource of a bike-share system has no datasource, and hides its key', async () => {
    const dataset = await seedDataset(admin);
    const sent = { type: 'jcdecaux', title: 'Bikes', params: { contract: 'lyon', api_key: 's3cret' } };
    const { status, body } = await admin.rest('POST', `/datasets/${dataset}/resources/`, sent);
    expect([status, body.params, body.origin.type, body.datasource]).toEqual([
      201,
      { contract: 'lyon' },
      'jcdecaux',
      undefined,
    ]);
    const put = (params: object) =>
      admin.rest('PUT', `/datasets/${dataset}/resources/${body.uid}/`, { ...sent, params });
    expect(await put({ contract: 'paris' })).toMatchObject({ status: 200, body: { params: { contract: 'paris' } } });
    expect(await put({ contract: 'paris', url: 'https://evil.example/' })).toMatchObject(invalid('params.api_key'));
    expect(await admin.rest('POST', `/datasets/${dataset}/resources/`, { ...sent, params: {} })).toMatchObject(
      invalid('params.api_key'),
    );
    const rows = await app.services.db.rows(
      sql`select to_jsonb(r) from resource r where r.dataset_uid = ${dataset} union all select snapshot from section_snapshot where dataset_uid = ${dataset}`,
    );
    expect(JSON.stringify(rows)).not.toContain('s3cret');
  });

  test.each([
    [{ type: 'ftp', connection: { url: 'sftp://a.example/' }, relative_url: 'sftp://b.example/x' }, 'relative_url'],
    [{ type: 'ftp', connection: { url: 'ftp://a.example/' }, relative_url: '//b.example/x' }, 'relative_url'],
    [{ type: 'http', connection: { url: 'https://a.example/b/' }, relative_url: '../c' }, 'relative_url'],
    [{ type: 'ftp', connection: { url: 'ftp://a.example/b/' }, relative_url: '%2e%2e\\c' }, 'relative_url'],
    [{ type: 'ftp', connection: { url: 'sftp://a.example/' }, relative_url: 'a?host_key=SHA256:x' }, 'relative_url'],
    [{ type: 'amazon_s3', connection: {}, url: 'ftp://bucket/a' }, 'url'],
    [{ type: 'azure_blob_storage', connection: {} }, 'url'],
    [{ type: 'google_drive', connection: { auth: oidc } }, 'file_id'],
    [{ type: 'sharepoint', connection: { auth: oidc }, file_id: 'f' }, 'drive_id'],
    [{ type: 'snowflake_odbc', connection: { connection_string: 'Server=a' } }, 'query'],
    [{ type: 'federated', dataset: { dataset_id: 'a' }, impersonate_permissions: true }, 'domain'],
    [{ type: 'federated', domain: { domain_id: 'a' }, dataset: { dataset_id: 'a' } }, 'impersonate_permissions'],
    [
      { type: 'federated', domain: { domain_id: 'a/b' }, dataset: { dataset_id: 'a' }, impersonate_permissions: true },
      'domain.domain_id',
    ],
    [
      {
        type: 'federated',
        domain: { domain_id: 'https:a' },
        dataset: { dataset_id: 'a' },
        impersonate_permissions: true,
      },
      'domain.domain_id',
    ],
    [
      { type: 'federated', domain: { domain_id: 'a' }, dataset: { dataset_id: '../a' }, impersonate_permissions: true },
      'dataset.dataset_id',
    ],
    [
      {
        type: 'federated',
        domain: { domain_id: 'a' },
        dataset: { dataset_id: 'a' },
        impersonate_permissions: true,
        parameters: { group_by: ['city'] },
      },
      'parameters.group_by',
    ],
  ])('is refused when its datasource is invalid: %j', async (datasource, field) => {
    expect(
      await admin.rest('POST', `/datasets/${await seedDataset(admin)}/resources/`, {
        type: 'csvfile',
        title: 'Cities',
        datasource,
      }),
    ).toMatchObject(invalid(`datasource.${field}`));
  });
});

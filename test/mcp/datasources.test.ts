import { expect, test } from '@jest/globals';
import { toCamelCase } from '#kernel/text.ts';
import { testApp } from '../support/app.ts';
import { connectMcp, listen } from '../support/http/mcp.ts';
import { seedDataset } from '../support/seed.ts';
import { federatedDatasource, rivers } from '../support/sources/federation.ts';
import { remoteCatalog } from '../support/sources/remote-catalog.ts';

const remote = await remoteCatalog();
remote.datasets.set('rivers', rivers);
remote.key = 's3cret';
const app = await testApp({ FETCH_ALLOW: remote.host, MCP: 'read-write' });
const { admin } = app;
const agent = await connectMcp(await listen(app), 'test-administrator-key');

const secret = 's3cret';
const headers = [{ name: 'X-Token', value: secret }];
const oidc = {
  oidc: { tokenUrl: 'https://login.example/token', clientId: 'catalog', clientSecret: secret, refreshToken: secret },
};

/** A saved connection of each type, and what a resource has besides it. */
const connected: readonly (readonly [type: string, connection: object, members: object])[] = [
  [
    'amazon_s3',
    { auth: { awsSignatureV4: { accessKeyId: 'AK', secretAccessKey: secret, region: 'eu-west-1' } } },
    { url: 'https://bucket.s3.eu-west-1.amazonaws.com/1.csv', headers },
  ],
  [
    'azure_blob_storage',
    { auth: { sharedKey: { accountName: 'account', sharedKey: 's3cretA=' } } },
    { url: 'https://account.blob.core.windows.net/box/1.csv', headers },
  ],
  ['sharepoint', { auth: oidc }, { driveId: 'drive', fileId: 'file' }],
  ['google_drive', { auth: oidc }, { fileId: 'file' }],
  [
    'snowflake_odbc',
    { connectionString: `Server=a.snowflakecomputing.com;Pwd=${secret};Database=sales` },
    { query: 'select 1', previewQuery: 'select 2', incrementalQuery: 'select 3', incrementalField: 'id' },
  ],
];

test.each(connected)('a resource of %s is planned back as it is read', async (type, connection, members) => {
  const { createDatasourceConnection } = await admin.data(
    'mutation ($input: CreateDatasourceConnectionInput!) { createDatasourceConnection(input: $input) { connection { uid } } }',
    { input: { settings: { [toCamelCase(type)]: connection } } },
  );
  const { uid } = createDatasourceConnection.connection;
  await isPlannedBack({ [toCamelCase(type)]: { connection: { uid }, ...members } });
});

test('a dataset of another catalog is planned back as it is read, and renaming its resource keeps its metadata', async () => {
  const datasetId = await isPlannedBack(federatedDatasource(remote, 'rivers', { apikey: secret }));
  const { configuration } = (await agent.call('read_configuration', { datasetId })).body;
  expect(configuration.metadata.default.title.remote_value).toBe('Rivers');
  const [{ uid, type }] = configuration.resources;
  const { body } = await agent.call('plan_change', {
    datasetId,
    changes: { resources: [{ uid, type, title: 'Renamed' }] },
  });
  expect(body.changes).toMatchObject([{ path: ['resources', uid, 'title'], after: 'Renamed' }]);
});

test('an uploaded file is planned back as it is read', async () => {
  const file = { filename: 'trees.csv', content: 'species\nOak\n' };
  const { body } = await agent.call('create_dataset', { title: 'Trees', file });
  expect(body.resource).toMatchObject({ type: 'csvfile' });
  await planBack(body.uid);
});

/** Adds a resource with this datasource to a new dataset; what is read of it shows no secret, and is planned back without a change. */
async function isPlannedBack(datasource: object): Promise<string> {
  const datasetUid = await seedDataset(admin, { metadata: {} });
  await admin.data('mutation ($input: CreateResourceInput!) { createResource(input: $input) { resource { uid } } }', {
    input: { datasetUid, type: 'jsonfile', title: 'one', datasource },
  });
  await planBack(datasetUid);
  return datasetUid;
}

async function planBack(datasetUid: string): Promise<void> {
  const { configuration, revision } = (await agent.call('read_configuration', { datasetId: datasetUid })).body;
  expect(configuration.resources).toMatchObject([{ datasource: expect.any(Object) }]);
  expect(JSON.stringify(configuration)).not.toContain(secret);
  for (const mode of ['UPDATE', 'REPLACE']) {
    const given = { datasetId: datasetUid, changes: configuration, mode, revision };
    expect((await agent.call('plan_change', given)).body).toMatchObject({ changes: [] });
  }
}

import { expect, test } from '@jest/globals';
import { testApp } from '#test/support/app.ts';
import { seedDataset } from '#test/support/seed.ts';

const { admin } = await testApp({ WORKER: 'off' });
const datasetUid = await seedDataset(admin);
const required = ['This field is required.'];
const web = (auth: object) => ({ type: 'http', connection: { url: 'https://example.org/', auth } });

test.each<[datasource: object, detail: object]>([
  [{}, { 'datasource.type': required }],
  [{ type: null }, { 'datasource.type': required }],
  [{ type: 'amazonS3' }, { 'datasource.type': [expect.stringMatching(/^Choose one of .*http, ftp, amazon_s3, /)] }],
  [{ type: 'http' }, { title: required, 'datasource.connection': required }],
  [
    { type: 'sharepoint', connection: { auth: { type: 'oidc' } }, file_id: 'a' },
    expect.objectContaining({
      title: required,
      'datasource.drive_id': required,
      'datasource.connection.auth.token_url': required,
    }),
  ],
  [web({}), { 'datasource.connection.auth.type': required }],
  [
    web({ type: 'basicAuth' }),
    { 'datasource.connection.auth.type': [expect.stringMatching(/^Choose one of basic_auth, /)] },
  ],
  [
    web({ type: 'shared_key' }),
    { title: required, 'datasource.connection.auth.type': ['Choose one of: basic_auth, oauth2, oidc.'] },
  ],
  [web({ type: 'basic_auth', username: 5 }), { 'datasource.connection.auth.username': ['Send a text.'] }],
])(
  'REST names what is wrong with the datasource %j by its own names, without members of the graph',
  async (datasource, detail) => {
    const answer = await admin.rest('POST', `/datasets/${datasetUid}/resources/`, {
      type: 'csvfile',
      title: '',
      datasource,
    });
    expect(answer).toMatchObject({ status: 400, body: { error_code: 'validation_error' } });
    expect(answer.body.detail).toEqual(detail);
  },
);

test('the graph takes one authentication, and none where the credentials of the server are declined', async () => {
  const save = (auth: object) =>
    admin.graph(
      `mutation ($input: CreateDatasourceConnectionInput!) {
        createDatasourceConnection(input: $input) { connection { auth { type } } } }`,
      { input: { settings: { amazonS3: { auth } } } },
    );
  expect((await save({ iamRole: false })).data?.createDatasourceConnection).toEqual({ connection: { auth: null } });
  expect((await save({ iamRole: true })).errors).toMatchObject([
    { extensions: { fields: { 'settings.amazonS3.auth.iamRole': [expect.any(String)] } } },
  ]);
  const keys = { accessKeyId: 'A', secretAccessKey: 'b', region: 'eu-west-1' };
  expect((await save({ awsSignatureV4: keys, iamRole: true })).errors).toMatchObject([
    { message: expect.stringContaining('Exactly one key must be specified') },
  ]);
  expect((await save({ awsSignatureV4: keys })).data?.createDatasourceConnection).toEqual({
    connection: { auth: { type: 'aws_signature_v4' } },
  });
});

const create =
  'mutation ($input: CreateDatasourceConnectionInput!) { createDatasourceConnection(input: $input) { connection { uid type } } }';
const update =
  'mutation ($input: UpdateDatasourceConnectionInput!) { updateDatasourceConnection(input: $input) { connection { uid } } }';

test.each<[settings: object, message: RegExp]>([
  [{}, /Exactly one key must be specified/],
  [{ http: { url: 'https://example.org/' }, ftp: { url: 'ftp://example.org/' } }, /Exactly one key must be specified/],
  [{ http: {} }, /"url" of required type "String!"/],
  [{ googleDrive: {} }, /"auth" of required type "ConnectionAuthInput!"/],
  [
    { ftp: { url: 'ftp://example.org/', headers: [] } },
    /"headers" is not defined by type "FtpConnectionSettingsInput"/,
  ],
])('the graph refuses the settings %j of a saved connection by their types', async (settings, message) => {
  const { errors } = await admin.graph(create, { input: { settings } });
  expect(errors).toMatchObject([{ message: expect.stringMatching(message) }]);
});

test('the graph has no settings of all kinds, neither of a saved connection nor of one in a datasource', async () => {
  const refusalOf = async (mutation: string) => (await admin.graph(`mutation { ${mutation} }`)).errors?.[0]?.message;
  expect(
    await refusalOf(
      'createDatasourceConnection(input: { type: http, url: "https://example.org/" }) { connection { uid } }',
    ),
  ).toMatch(/"CreateDatasourceConnectionInput/);
  expect(
    await refusalOf(`createResource(input: { datasetUid: "a", type: "csvfile", title: "A", datasource:
      { ftp: { connection: { url: "ftp://example.org/", connectionString: "Server=a" } } } }) { resource { uid } }`),
  ).toMatch(/"connectionString" is not defined by type "FtpConnectionInput"/);
});

test('a variable has the members that clients see, and those that they must give', async () => {
  const create = (connection: object) =>
    admin.graph('mutation ($input: CreateResourceInput!) { createResource(input: $input) { resource { uid } } }', {
      input: { datasetUid, type: 'csvfile', title: 'Trees', datasource: { ftp: { connection } } },
    });
  for (const connection of [{ url: 'ftp://example.org/', connectionString: 'a' }, {}])
    expect((await create(connection)).errors).toMatchObject([{ extensions: { code: 'INVALID_INPUT' } }]);
});

test('wrong settings are named below their kind in the graph, and next to `type` in REST', async () => {
  const fieldsOf = async (document: string, input: object) =>
    (await admin.graph(document, { input })).errors?.[0]?.extensions.fields;
  const url = [expect.any(String)];
  expect(await fieldsOf(create, { settings: { http: { url: 'x' } } })).toEqual({ 'settings.http.url': url });
  const { createDatasourceConnection } = await admin.data(create, {
    input: { settings: { http: { url: 'https://example.org/' } } },
  });
  const { uid } = createDatasourceConnection.connection;
  const kind = ['This connection is of the type http, which cannot change.'];
  const settings = { ftp: { url: 'ftp://example.org/' } };
  expect(await fieldsOf(update, { uid, settings })).toEqual({ 'settings.ftp': kind });
  const path = `/datasource_connections/${uid}/`;
  const detailOf = async (body: object) => (await admin.rest('PUT', path, body)).body.detail;
  expect(await detailOf({ type: 'ftp', url: 'ftp://example.org/' })).toEqual({ type: kind });
  expect(await detailOf({ url: 'https://example.org/' })).toEqual({ type: required });
  expect(await detailOf({ type: 'http', url: 'x', connection_string: null })).toEqual({ url });
  expect(await detailOf({ type: 'http', url: 'https://example.org/', connection_string: 5 })).toEqual({
    connection_string: [expect.any(String)],
  });
});

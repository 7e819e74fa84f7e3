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
      { input: { type: 'amazon_s3', auth } },
    );
  expect((await save({ iamRole: false })).data?.createDatasourceConnection).toEqual({ connection: { auth: null } });
  expect((await save({ iamRole: true })).errors).toMatchObject([
    { extensions: { fields: { 'auth.iamRole': [expect.any(String)] } } },
  ]);
  const keys = { accessKeyId: 'A', secretAccessKey: 'b', region: 'eu-west-1' };
  expect((await save({ awsSignatureV4: keys, iamRole: true })).errors).toMatchObject([
    { message: expect.stringContaining('Exactly one key must be specified') },
  ]);
  expect((await save({ awsSignatureV4: keys })).data?.createDatasourceConnection).toEqual({
    connection: { auth: { type: 'aws_signature_v4' } },
  });
});

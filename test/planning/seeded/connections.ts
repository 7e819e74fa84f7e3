import type { TestApp } from '#test/support/app.ts';

const oidc = {
  oidc: {
    tokenUrl: 'https://login.example.org/token',
    clientId: 'catalog',
    clientSecret: 's3cret',
    refreshToken: 's3cret',
  },
};

/** Connections of every kind, and with every way of authentication. */
const kinds = [
  {
    http: {
      url: 'https://example.org/data',
      headers: [
        { name: 'accept', value: 'text/csv' },
        { name: 'x-api-key', value: 's3cret' },
      ],
      auth: { basicAuth: { username: '"Ada" 🌳', password: 's3cret' } },
    },
  },
  {
    http: {
      url: 'https://example.org/',
      auth: { oauth2: { tokenUrl: 'https://login.example.org/token', clientId: 'catalog', clientSecret: 's3cret' } },
    },
  },
  { ftp: { url: 'sftp://files.example.org/' } },
  { amazonS3: { auth: { awsSignatureV4: { accessKeyId: 'AK', secretAccessKey: 's3cret', region: 'eu-west-1' } } } },
  { azureBlobStorage: { auth: { sharedKey: { accountName: 'account', sharedKey: 'c2VjcmV0' } } } },
  { sharepoint: { auth: oidc } },
  { googleDrive: { auth: oidc } },
  { snowflakeOdbc: { connectionString: 'Server=a.snowflakecomputing.com;Pwd=s3cret' } },
];

/** Saves connections of every kind, some of them shared with a user and with a group, and answers their uids. */
export async function seedConnections({ admin }: TestApp): Promise<readonly string[]> {
  const uids: string[] = [];
  for (const settings of kinds) {
    const { createDatasourceConnection } = await admin.data(
      'mutation ($input: CreateDatasourceConnectionInput!) { createDatasourceConnection(input: $input) { connection { uid } } }',
      { input: { settings, isReusable: !('ftp' in settings) } },
    );
    uids.push(createDatasourceConnection.connection.uid);
  }
  const share = (input: object) =>
    admin.data(
      'mutation ($input: ShareDatasourceConnectionInput!) { shareDatasourceConnection(input: $input) { connection { uid } } }',
      { input },
    );
  await share({ uid: uids[0], usernames: ['editor'], groupUids: ['readers'] });
  await share({ uid: uids[3], groupUids: ['editors', 'readers'] });
  return uids;
}

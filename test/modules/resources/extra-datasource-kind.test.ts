import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { expect, test } from '@jest/globals';
import { anonymous } from '#api/session.ts';
import { noSecrets, SecretCollector, type ConnectedKind, type ConnectionInput } from '#connections/index.ts';
import { toDatasourceKind } from '#resources/kinds/datasource-kinds.ts';
import type { BasicAuth } from '#platform/datasources/authentication.ts';
import { type DatasourceClient, toReadableDatasource } from '#platform/datasources/datasource-client.ts';
import { createContext } from '#server/create-context.ts';
import { testApp } from '#test/support/app.ts';

interface BucketDatasource {
  readonly type: 'bucket';
  readonly connection: { readonly uid: string };
  readonly url: string;
}

interface BucketInput {
  readonly type: string;
  readonly connection?: ConnectionInput | null;
  readonly url?: string | null;
}

interface BucketSettings {
  readonly type: 'bucket';
  readonly connection: { readonly auth: BasicAuth };
  readonly url: string;
}

/** Answers with its settings instead of bytes of a bucket. */
const bucketClient: DatasourceClient<BucketSettings> = {
  openStream: async (settings) => ({
    filename: 'settings.json',
    mimetype: 'application/json',
    size: null,
    validators: { etag: null, lastModified: null },
    content: Readable.from([Buffer.from(JSON.stringify(settings))]),
  }),
};

/**
 * The declaration of a kind outside of the registry. The graph's enum and inputs are built from the registry when its file loads and
 * accept no later kinds, so this test covers parsing, storing and reading, not a query.
 */
const bucket: ConnectedKind<BucketDatasource, BucketInput> = {
  type: 'bucket',
  label: 'Bucket',
  description: 'In a bucket.',
  objectType: { name: 'BucketDatasource' },
  inputs: { url: { type: () => String, description: 'The address of the object.' } },
  connection: {
    description: 'A bucket.',
    objectType: { name: 'BucketConnectionSettings' },
    inputs: {},
    auth: { types: ['basic_auth'], isOptional: false },
    parse: (_input, { auth }) => ({ auth: auth() }),
  },
  probe: { datasource: ({ url }) => ({ type: 'bucket', url }) },
  parse: ({ url }, { connection }) => ({ type: 'bucket', connection, url: url ?? '' }),
  displayName: ({ url }) => url,
  identity: ({ url = null }) => url,
  toReadable: ({ type, url }, { connection }) =>
    toReadableDatasource(
      { type, connection: { auth: connection.requiredAuth('basic_auth') }, url },
      async () => bucketClient,
    ),
};
const kind = toDatasourceKind(bucket);

const { services } = await testApp();
const place = () => ({ datasetUid: 'da_none00', current: null, secrets: new SecretCollector(noSecrets) });
const input = (auth: ConnectionInput['auth']) => ({
  type: 'bucket',
  connection: { auth: auth ?? null },
  url: 'bucket://a/b.csv',
});

test('a declaration alone parses, stores without secrets and reads a datasource of an additional kind', async () => {
  const { datasource, connection } = await kind.parse(
    createContext(services, anonymous, 'test'),
    input({ basicAuth: { username: 'ada', password: 's3cret' } }),
    place(),
  );
  expect(datasource).toEqual({
    type: 'bucket',
    connection: { uid: connection?.connection.uid },
    url: 'bucket://a/b.csv',
  });
  expect(connection).toMatchObject({
    change: 'new',
    connection: { type: 'bucket', settings: { auth: { type: 'basic_auth', username: 'ada' } } },
  });
  expect(JSON.stringify([datasource, connection?.connection.settings])).not.toContain('s3cret');
  expect(kind.displayName(datasource, null)).toBe('bucket://a/b.csv');
  expect(kind.identity(datasource)).toEqual(kind.identity(input(null)));

  const configuration = { secrets: noSecrets, resourceUid: null, file: null, definer: null, isSample: false };
  const { content, ...stream } = await kind.openStream(
    services,
    datasource,
    { ...configuration, connection: connection?.connection },
    new AbortController().signal,
  );
  expect(stream).toMatchObject({ filename: 'settings.json', mimetype: 'application/json' });
  expect(JSON.parse(await text(content))).toEqual({
    type: 'bucket',
    connection: { auth: { type: 'basic_auth', username: 'ada', password: 's3cret' } },
    url: 'bucket://a/b.csv',
  });
});

test('an additional kind refuses an undeclared authentication type and a deleted connection', async () => {
  const ctx = createContext(services, anonymous, 'test');
  await expect(kind.parse(ctx, input({ iamRole: true }), place())).rejects.toMatchObject({
    code: 'INVALID_INPUT',
    fields: { 'connection.auth.iamRole': ['Choose one of: basic_auth.'] },
  });
  const configuration = { secrets: noSecrets, resourceUid: null, file: null, definer: null, isSample: false };
  await expect(
    kind.openStream(
      services,
      { type: 'bucket', connection: { uid: 'cn_gone' }, url: '' },
      { ...configuration, connection: undefined },
      new AbortController().signal,
    ),
  ).rejects.toMatchObject({ code: 'SOURCE_FAILED' });
});

import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, describe, expect, test } from '@jest/globals';
import { testApp } from '#test/support/app.ts';
import { sql } from '#kernel/sql.ts';
import { prepareResources, type CapturedResources } from '#resources/index.ts';
import { uploadFile } from '#test/support/sources/resources.ts';
import { seedDataset, seedUser } from '#test/support/seed.ts';

const asked: { readonly url: string | undefined; readonly headers: IncomingHttpHeaders }[] = [];
const web = createServer((request, response) => {
  asked.push({ url: request.url, headers: request.headers });
  if (request.url === '/denied') response.writeHead(401).end();
  else response.setHeader('content-type', 'text/csv').end('city,people\nBasel,178000\nGenève,203000\n');
});
await new Promise<void>((listening) => {
  web.listen(0, '127.0.0.1', listening);
});
afterAll(() => new Promise((closed) => web.close(closed)));
const host = `http://127.0.0.1:${(web.address() as AddressInfo).port}`;

const app = await testApp({ FETCH_ALLOW: host.replace('http://', '') });
const { admin } = app;

const connection = {
  url: `${host}/api`,
  headers: [
    { name: 'accept-language', value: 'fr' },
    { name: 'Authorization', value: 'Bearer s3cret' },
  ],
  auth: null,
};
const settings = { connection, relativeUrl: '/cities.csv', headers: [{ name: 'X-Api-Key', value: 'k3y' }] };

const fields = `uid displayName origin { type } preview { records } datasource { ... on HttpDatasource {
  relativeUrl headers { name value } connection { uid }
} } connection { uid canManage ... on HttpConnectionSettings { url headers { name value } auth { type ... on BasicAuth { username password } } } }`;
const create = (input: object) =>
  admin.graph(`mutation ($input: CreateResourceInput!) { createResource(input: $input) { resource { ${fields} } } }`, {
    input: { type: 'csvfile', title: 'Cities', datasource: { http: settings }, ...input },
  });
const update = (input: object) =>
  admin.graph(`mutation ($input: UpdateResourceInput!) { updateResource(input: $input) { resource { ${fields} } } }`, {
    input,
  });
const faults = ({ errors }: Awaited<ReturnType<typeof create>>) => Object.keys(errors?.[0]?.extensions.fields ?? {});

describe('A resource on the web', () => {
  test('is read below the address of its connection, with all headers', async () => {
    const { data, errors } = await create({ datasetUid: await seedDataset(admin) });
    expect(errors).toBeUndefined();
    expect(data.createResource.resource).toMatchObject({
      displayName: `${host}/api/cities.csv`,
      origin: { type: 'http' },
      preview: { records: [{ city: 'Basel', people: 178_000 }, { city: 'Genève' }] },
    });
    expect(asked.at(-1)).toMatchObject({
      url: '/api/cities.csv',
      headers: { 'accept-language': 'fr', authorization: 'Bearer s3cret', 'x-api-key': 'k3y' },
    });
  });

  test('signs in by name and password', async () => {
    const auth = { basicAuth: { username: 'ada', password: 'pässword' } };
    const { data } = await create({
      datasetUid: await seedDataset(admin),
      datasource: { http: { connection: { url: host, auth } } },
    });
    expect(asked.at(-1)?.headers.authorization).toBe(`Basic ${Buffer.from('ada:pässword').toString('base64')}`);
    expect(data.createResource.resource.connection.auth).toEqual({
      type: 'basic_auth',
      username: 'ada',
      password: null,
    });
  });

  test('is never answered with its secrets, nor kept with them in a version', async () => {
    const datasetUid = await seedDataset(admin);
    const { data } = await create({ datasetUid });
    const {
      datasource: answered,
      connection: { uid, ...rest },
    } = data.createResource.resource;
    expect(answered).toEqual({
      relativeUrl: '/cities.csv',
      headers: [{ name: 'X-Api-Key', value: null }],
      connection: { uid },
    });
    expect(rest).toEqual({
      canManage: false,
      url: `${host}/api`,
      headers: [
        { name: 'accept-language', value: 'fr' },
        { name: 'Authorization', value: null },
      ],
      auth: null,
    });
    const [snapshots] = await app.services.db.rows<{ text: string }>(
      sql`select string_agg(snapshot::text, '') as text from section_snapshot where dataset_uid = ${datasetUid}`,
    );
    expect(snapshots?.text).toContain('cities.csv');
    expect(snapshots?.text).not.toMatch(/s3cret|k3y/);
  });

  test('keeps the secrets that an update leaves out, as long as the host is the same', async () => {
    const datasetUid = await seedDataset(admin);
    const { data } = await create({ datasetUid });
    const {
      uid,
      datasource: { headers },
      connection: { url, headers: sent },
    } = data.createResource.resource;
    const read = { url, headers: sent, auth: null };
    const sentBack = { relativeUrl: '/other.csv', headers, connection: read };
    expect((await update({ datasetUid, uid, datasource: { http: sentBack } })).errors).toBeUndefined();
    expect(asked.at(-1)).toMatchObject({
      url: '/api/other.csv',
      headers: { authorization: 'Bearer s3cret', 'x-api-key': 'k3y' },
    });
    const elsewhere = await update({
      datasetUid,
      uid,
      datasource: { http: { ...sentBack, connection: { ...read, url: 'https://other.example/' } } },
    });
    expect(faults(elsewhere)).toEqual([
      'datasource.http.connection.headers.1.value',
      'datasource.http.headers.0.value',
    ]);
  });

  test.each([
    [{ ...settings, connection: { url: 'ftp://host/' } }, 'datasource.http.connection.url'],
    [{ ...settings, connection: { url: 'https://ada:password@host/' } }, 'datasource.http.connection.url'],
    [{ ...settings, relativeUrl: '//other.example/' }, 'datasource.http.relativeUrl'],
    [{ ...settings, relativeUrl: 'http://other.example/' }, 'datasource.http.relativeUrl'],
    [{ ...settings, headers: [{ name: 'a b', value: '' }] }, 'datasource.http.headers.0.name'],
    [{ ...settings, headers: [{ name: 'a', value: 'x\r\nhost: y' }] }, 'datasource.http.headers.0.value'],
    [
      {
        ...settings,
        headers: [
          { name: 'a', value: '' },
          { name: 'A', value: '' },
        ],
      },
      'datasource.http.headers',
    ],
    [{ ...settings, headers: [{ name: 'x-token' }] }, 'datasource.http.headers.0.value'],
    [
      { ...settings, connection: { url: host, auth: { basicAuth: { username: 'a:b', password: '' } } } },
      'datasource.http.connection.auth.basicAuth.username',
    ],
  ])('is refused when its datasource is wrong: %j', async (wrong, field) => {
    expect(faults(await create({ datasetUid: await seedDataset(admin), datasource: { http: wrong } }))).toEqual([
      field,
    ]);
  });

  test('is not read from a private address', async () => {
    const input = {
      datasetUid: await seedDataset(admin),
      type: 'csvfile',
      datasource: { http: { connection: { url: 'http://127.0.0.1:1/' } } },
    };
    const { errors } = await admin.graph(
      'query ($input: PreviewResourceInput!) { previewResource(input: $input) { records } }',
      { input },
    );
    expect(errors?.[0]?.extensions.code).toBe('SOURCE_REFUSED');
  });
});

test('A saved connection that its manager moves to another host takes the secret headers of resources nowhere', async () => {
  const {
    createDatasourceConnection: {
      connection: { uid },
    },
  } = await admin.data(
    'mutation ($input: CreateDatasourceConnectionInput!) { createDatasourceConnection(input: $input) { connection { uid } } }',
    { input: { settings: { http: { url: `${host}/api` } } } },
  );
  const datasetUid = await seedDataset(admin);
  const { data } = await create({
    datasetUid,
    datasource: { http: { connection: { uid }, headers: [{ name: 'X-Api-Key', value: 'k3y' }] } },
  });
  expect(data.createResource.resource.preview.records).toHaveLength(2);
  await admin.data(
    'mutation ($input: UpdateDatasourceConnectionInput!) { updateDatasourceConnection(input: $input) { connection { uid } } }',
    { input: { uid, settings: { http: { url: host.replace('127.0.0.1', 'localhost') } } } },
  );
  const asks = asked.length;
  const { errors } = await admin.graph(
    'query ($datasetUid: ID!) { dataset(by: { uid: $datasetUid }) { resources { nodes { preview { records } } } } }',
    { datasetUid },
  );
  expect(errors?.[0]).toMatchObject({
    message: expect.stringContaining('X-Api-Key'),
    extensions: { code: 'SOURCE_FAILED' },
  });
  expect(asked.length).toBe(asks);
});

describe('Captured resources', () => {
  const captured = async (uid: string): Promise<CapturedResources> => {
    const [row] = await app.services.db.rows<{ snapshot: CapturedResources }>(sql`
      select s.snapshot from dataset_version v join section_snapshot s on s.id = any(v.snapshots)
      where v.dataset_uid = ${uid} and s.section = 'resources' order by v.revision desc limit 1`);
    return row?.snapshot ?? { resources: [], files: [] };
  };
  const read = async (content: CapturedResources) => {
    const [resource] = await prepareResources(app.services, content, { highWatermark: 0, definers: {} });
    return Buffer.concat(
      (await (await resource?.source.openStream(new AbortController().signal))?.content.toArray()) ?? [],
    ).toString();
  };

  test('open the file as it was when they were captured', async () => {
    const datasetUid = await seedDataset(admin);
    await uploadFile(app, { datasetUid, filename: 'a.csv', content: 'old' });
    await create({ datasetUid, datasource: { uploadedFile: { file: { uid: 'a.csv' } } } });
    const before = await captured(datasetUid);
    await uploadFile(app, { datasetUid, filename: 'a.csv', content: 'new' });
    expect(await read(before)).toBe('old');
    expect(await read(await captured(datasetUid))).toBe('new');
  });

  test('are sent the present secrets, those of another host never', async () => {
    const datasetUid = await seedDataset(admin);
    const { data } = await create({ datasetUid });
    const before = await captured(datasetUid);
    await read(before);
    expect(asked.at(-1)?.headers).toMatchObject({ authorization: 'Bearer s3cret' });
    const elsewhere = {
      http: { connection: { url: 'https://other.example/', headers: [{ name: 'Authorization', value: 'another' }] } },
    };
    await update({ datasetUid, uid: data.createResource.resource.uid, datasource: elsewhere });
    const asks = asked.length;
    await expect(read(before)).rejects.toThrow('X-Api-Key');
    expect(asked.length).toBe(asks);
  });
});

test('a saved connection is tested with its secrets by those who may use it, one in a request, and says what is wrong', async () => {
  const { createDatasourceConnection } = await admin.data(
    'mutation ($input: CreateDatasourceConnectionInput!) { createDatasourceConnection(input: $input) { connection { uid } } }',
    {
      input: {
        settings: {
          http: { url: `${host}/`, auth: { basicAuth: { username: 'ada', password: 'lovelace' } } },
        },
      },
    },
  );
  const { uid } = createDatasourceConnection.connection;
  const mutation =
    'mutation ($input: TestDatasourceConnectionInput!) { testDatasourceConnection(input: $input) { isReachable error } }';
  const tryOut = async (input: object, client = admin) => {
    const { data, errors } = await client.graph(mutation, { input: { uid, ...input } });
    return data?.testDatasourceConnection ?? errors?.[0]?.extensions;
  };
  expect(await tryOut({})).toEqual({ isReachable: true, error: null });
  expect(asked.at(-1)).toMatchObject({
    url: '/',
    headers: { authorization: `Basic ${Buffer.from('ada:lovelace').toString('base64')}` },
  });
  expect(await tryOut({ relativeUrl: 'denied' })).toEqual({
    isReachable: false,
    error: expect.stringContaining('401'),
  });
  expect(await tryOut({ relativeUrl: '//elsewhere.example/' })).toMatchObject({
    code: 'INVALID_INPUT',
    fields: { relativeUrl: expect.any(Array) },
  });
  const client = await seedUser(app, 'reader');
  expect(await tryOut({}, client)).toMatchObject({ code: 'NOT_FOUND' });
  await admin.data(
    'mutation ($input: ShareDatasourceConnectionInput!) { shareDatasourceConnection(input: $input) { connection { uid } } }',
    { input: { uid, usernames: ['reader'] } },
  );
  expect(await tryOut({}, client)).toMatchObject({ isReachable: true });
  const { errors } = await admin.graph(
    'mutation ($input: TestDatasourceConnectionInput!) { one: testDatasourceConnection(input: $input) { error } two: testDatasourceConnection(input: $input) { error } }',
    { input: { uid } },
  );
  expect(errors?.map(({ extensions }) => extensions.code)).toEqual(['QUERY_TOO_COMPLEX']);
  expect((await admin.data('{ auditEntries(first: 1) { nodes { action objectKey } } }')).auditEntries.nodes).toEqual([
    { action: 'testDatasourceConnection', objectKey: uid },
  ]);
});

import { expect, test } from '@jest/globals';
import { Parser } from 'n3';
import { sql } from '#kernel/sql.ts';
import { testApp } from '#test/support/app.ts';
import type { Client } from '#test/support/client.ts';
import { newestVersion } from '#test/support/datasets/versions.ts';
import { multipartBody, multipartBoundary, type SentPart } from '#test/support/http/multipart.ts';
import { seedDataset, seedRuleset, seedUser } from '#test/support/seed.ts';

const app = await testApp({ MAX_UPLOAD_BYTES: '10000' });
const { admin, unauthenticated } = app;
const { db } = app.services;

const pathIn = (uid: string): string => `/datasets/${uid}/alternative_exports`;
const send = (path: string, parts: readonly SentPart[], client: Client = admin) =>
  client.rest('POST', `${path}/`, multipartBody(parts), {
    'content-type': `multipart/form-data; boundary=${multipartBoundary}`,
  });
const fileParts = (content = 'shapes'): readonly SentPart[] => [
  ['file', Buffer.from(content), '../trees.zip', 'application/zip'],
  ['title', Buffer.from(' Trees as shapes ')],
  ['type', Buffer.from('uploaded_file')],
  ['description', Buffer.from('RGF93')],
];
const url = { title: 'GTFS', type: 'url', url: 'https://data.example.org/gtfs.zip', description: 'Daily' };
const instant = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/);
const missing = { status: 404, body: { error_code: 'not_found' } };
const invalid = (...fields: string[]) => ({
  status: 400,
  body: {
    error_code: 'validation_error',
    detail: Object.fromEntries(fields.map((name) => [name, [expect.any(String)]])),
  },
});
const publish = (uid: string) =>
  db.rows(
    sql`update dataset set is_published = true, published_metadata = metadata, published_fields = '[]' where uid = ${uid}`,
  );
const listed = async (uid: string) => (await admin.rest('GET', `${pathIn(uid)}/`)).body.results;

test('a file and an address are added, listed by creation, downloaded, changed and deleted', async () => {
  const path = pathIn(await seedDataset(admin));
  const file = await send(path, fileParts());
  expect(file).toMatchObject({ status: 201, headers: { etag: '"2"' } });
  expect(file.body).toEqual({
    uid: expect.stringMatching(/^ae_[0-9a-z]{6}$/),
    title: 'Trees as shapes',
    description: 'RGF93',
    type: 'uploaded_file',
    filename: 'trees.zip',
    mimetype: 'application/zip',
    created_at: instant,
    updated_at: instant,
  });
  const address = await admin.rest('POST', path, url);
  expect(address).toMatchObject({ status: 201, headers: { etag: '"3"' } });
  const uid = expect.stringMatching(/^ae_/);
  expect(address.body).toEqual({ ...url, uid, created_at: instant, updated_at: instant });
  expect((await admin.rest('GET', `${path}/`)).body).toEqual({
    total_count: 2,
    next: null,
    previous: null,
    results: [file.body, address.body],
  });
  const [ofFile, ofUrl] = [`${path}/${file.body.uid}`, `${path}/${address.body.uid}`];
  expect(await admin.rest('GET', `${ofFile}/`)).toMatchObject({
    status: 200,
    headers: { etag: '"3"' },
    body: file.body,
  });
  expect(await admin.rest('GET', `${ofFile}/download/`)).toMatchObject({
    status: 200,
    body: 'shapes',
    headers: {
      'content-type': 'application/zip',
      'content-disposition': 'attachment; filename="trees.zip"; filename*=UTF-8\'\'trees.zip',
      'content-security-policy': expect.stringContaining('sandbox'),
    },
  });
  expect(await admin.rest('GET', `${ofUrl}/download/`)).toMatchObject({ status: 303, headers: { location: url.url } });

  // the description is replaced, the address is kept where the body has none
  expect(await admin.rest('PUT', `${ofUrl}/`, { title: 'Timetable', type: 'url' })).toMatchObject({
    status: 200,
    headers: { etag: '"4"' },
    body: { title: 'Timetable', description: '', url: url.url },
  });
  const moved = { ...url, url: 'https://example.org/new' };
  expect(await admin.rest('PUT', `${ofUrl}/`, moved)).toMatchObject({ status: 200, body: moved });
  expect(await admin.rest('PUT', `${ofFile}/`, file.body)).toMatchObject({ status: 200, headers: { etag: '"6"' } });
  expect(await admin.rest('DELETE', `${ofFile}/`)).toMatchObject({ status: 204, headers: { etag: '"7"' } });
  for (const [method, at] of [
    ['GET', '/'],
    ['GET', '/download/'],
    ['PUT', '/'],
    ['DELETE', '/'],
  ] as const)
    expect(await admin.rest(method, `${ofFile}${at}`, method === 'PUT' ? moved : undefined)).toMatchObject(missing);
});

test('what is invalid is refused with the names of the fields, and nothing changes', async () => {
  const dataset = await seedDataset(admin);
  const path = pathIn(dataset);
  const { uid } = (await admin.rest('POST', path, url)).body;
  const create = (body: object) => admin.rest('POST', `${path}/`, body);
  expect(await create({})).toMatchObject(invalid('title', 'type'));
  expect(await create({ ...url, type: 'file' })).toMatchObject(invalid('type'));
  expect(await create({ ...url, title: ' ', url: undefined })).toMatchObject(invalid('title', 'url'));
  expect(await create({ ...url, title: 'a\nb', description: 'x'.repeat(10_001) })).toMatchObject(
    invalid('title', 'description'),
  );
  expect(await create({ title: 'a', type: 'uploaded_file', url: url.url })).toMatchObject(invalid('file', 'url'));
  for (const address of [
    'ftp://example.org/',
    'https://ada:secret@example.org/',
    'javascript:alert(1)',
    '/a',
    'https://',
  ])
    expect(await create({ ...url, url: address })).toMatchObject(invalid('url'));
  expect(
    await send(
      path,
      fileParts().filter(([name]) => name !== 'title'),
    ),
  ).toMatchObject(invalid('title'));
  expect(await send(path, [...fileParts(), ...fileParts().slice(0, 1)])).toMatchObject(invalid('file'));
  expect(await send(path, [['file', Buffer.from('a')], ...fileParts().slice(1)])).toMatchObject(invalid('file'));
  expect(await send(path, fileParts('x'.repeat(10_001)))).toMatchObject({ status: 413 });
  const change = (body: object) => admin.rest('PUT', `${path}/${uid}/`, body);
  expect(await change({})).toMatchObject(invalid('title', 'type'));
  expect(await change({ title: 'a', type: 'uploaded_file' })).toMatchObject(invalid('type'));
  expect(await change({ ...url, url: 'a' })).toMatchObject(invalid('url'));
  expect(await admin.rest('PUT', `${path}/${uid}/`, url, { 'if-match': '"1"' })).toMatchObject({ status: 412 });
  expect(await admin.rest('POST', `${path}/`, url, { 'if-match': '"1"' })).toMatchObject({ status: 412 });
  expect(await admin.rest('GET', `${path}/`)).toMatchObject({ headers: { etag: '"2"' }, body: { total_count: 1 } });

  const elsewhere = pathIn(await seedDataset(admin));
  expect(await admin.rest('PUT', `${elsewhere}/${uid}/`, url)).toMatchObject(missing);
  expect(await send(pathIn('da_none00'), fileParts())).toMatchObject(missing);
  const publisher = await seedUser(app, 'publisher');
  await seedRuleset(app, dataset, { user: 'publisher', permissions: ['publish_dataset'] });
  expect(await publisher.rest('GET', `${path}/${uid}/download/`)).toMatchObject({ status: 303 });
  expect(await send(path, fileParts('x'.repeat(10_001)), publisher)).toMatchObject({ status: 403 });
  expect(await publisher.rest('DELETE', `${path}/${uid}/`)).toMatchObject({ status: 403 });

  await db.rows(sql`insert into alternative_export (uid, dataset_uid, title, description, url, created_at, updated_at)
    select 'ae_' || n, ${dataset}, 'a', '', 'https://example.org/', now(), now() from generate_series(1, 99) n`);
  expect(await create(url)).toMatchObject(invalid('alternative_exports'));
});

test('versions, copies and restorations of a dataset have its alternative exports', async () => {
  const uid = await seedDataset(admin);
  const file = (await send(pathIn(uid), fileParts())).body;
  const address = (await admin.rest('POST', pathIn(uid), url)).body;
  await admin.upload(`/datasets/${uid}/attachments/`, 'a.txt', 'a');
  const version = await newestVersion(admin, uid);
  expect(version).toMatchObject({ revision: 4, sections: ['attachments'] });
  await admin.rest('PUT', `${pathIn(uid)}/${address.uid}/`, { ...url, title: 'B', url: 'https://example.org/b' });
  await admin.rest('DELETE', `${pathIn(uid)}/${file.uid}/`);
  const { dataset } = await admin.data(
    'query ($uid: ID!, $from: ID!) { dataset(by: { uid: $uid }) { diff(fromUid: $from) { path kind } } }',
    { uid, from: version.uid },
  );
  expect(dataset.diff).toEqual([
    { path: ['attachments', file.uid], kind: 'removed' },
    { path: ['attachments', address.uid, 'title'], kind: 'changed' },
    { path: ['attachments', address.uid, 'url'], kind: 'changed' },
  ]);
  expect(await admin.rest('POST', `/datasets/${uid}/versions/${version.uid}/restore/`)).toMatchObject({ status: 200 });
  expect(await listed(uid)).toEqual([file, address]);

  const copy = (await admin.rest('POST', `/datasets/${uid}/copy/`)).body.uid;
  const copied = await listed(copy);
  expect(copied.map(({ uid: _uid, ...rest }: { uid: string }) => rest)).toEqual(
    [file, address].map(({ uid: _uid, ...rest }) => rest),
  );
  expect(copied.map((each: { uid: string }) => each.uid)).not.toContain(file.uid);
  expect((await admin.rest('GET', `${pathIn(copy)}/${copied[0].uid}/download/`)).body).toBe('shapes');

  await admin.rest('DELETE', `/datasets/${uid}/`);
  await admin.data('mutation ($uid: ID!) { restoreDataset(input: { uid: $uid }) { dataset { uid } } }', { uid });
  expect(await listed(uid)).toEqual([file, address]);
  expect((await admin.rest('GET', `${pathIn(uid)}/${file.uid}/download/`)).body).toBe('shapes');
});

const get = async (path: string, accept = 'application/json') => {
  const { statusCode, headers, body } = await app.http.inject({ method: 'GET', url: path, headers: { accept } });
  return { status: statusCode, headers, body };
};

test('the catalog offers them to those who see the data, and to no one else', async () => {
  const uid = await seedDataset(admin, { datasetId: 'offered' });
  const file = (await send(pathIn(uid), fileParts())).body;
  const address = (await admin.rest('POST', pathIn(uid), url)).body;
  const downloads = `/api/explore/v2.1/catalog/datasets/offered/alternative_exports`;
  expect(await get(`${downloads}/${file.uid}`)).toMatchObject({ status: 404 });
  await publish(uid);

  expect(await get(`${downloads}/${file.uid}`)).toMatchObject({ status: 200, body: 'shapes' });
  expect(await get(`${downloads}/${address.uid}/`)).toMatchObject({ status: 303, headers: { location: url.url } });
  expect(await get(`${downloads}/ae_none00`)).toMatchObject({ status: 404 });
  const described = JSON.parse((await get('/api/explore/v2.1/catalog/datasets/offered')).body);
  expect(described.alternative_exports).toEqual([
    {
      id: file.uid,
      title: 'Trees as shapes',
      description: 'RGF93',
      mimetype: 'application/zip',
      url: `http://localhost:80${downloads}/${file.uid}`,
    },
    {
      id: address.uid,
      title: 'GTFS',
      description: 'Daily',
      mimetype: null,
      url: `http://localhost:80${downloads}/${address.uid}`,
    },
  ]);
  const jsonLd = JSON.parse((await get(`/catalog/datasets/${uid}/`)).body);
  expect(jsonLd.distribution).toMatchObject([
    {
      '@id': `alternative_exports/${file.uid}`,
      name: 'trees.zip',
      contentSize: '6 B',
      encodingFormat: 'application/zip',
    },
    { '@id': `alternative_exports/${address.uid}`, name: 'GTFS', contentUrl: url.url },
  ]);
  const objectsOf = async () => {
    const { body } = await get('/datasets/offered', 'text/turtle');
    return new Parser()
      .parse(body)
      .flatMap(({ predicate, object }) => (predicate.value.endsWith('URL') ? object.value : []));
  };
  expect(await objectsOf()).toContain(url.url);
  const { body: turtle } = await get('/datasets/offered', 'text/turtle');
  expect(turtle).toMatch(/dct:description "RGF93";/);
  const page = (await get('/datasets/offered', 'text/html')).body;
  expect(page).toContain('Other formats');
  expect(page).toContain(`href="${url.url}"`);
  const query =
    '{ catalogDataset(by: { datasetId: "offered" }) { alternativeExports { totalCount nodes { downloadUrl } } } }';
  expect((await unauthenticated.data(query)).catalogDataset.alternativeExports.totalCount).toBe(2);

  await admin.rest('PUT', `/datasets/${uid}/`, { default_security: { is_data_visible: false } });
  expect(await get(`${downloads}/${file.uid}`)).toMatchObject({ status: 404 });
  expect(await get(`${downloads}/${address.uid}`)).toMatchObject({ status: 404 });
  const hidden = JSON.parse((await get('/api/explore/v2.1/catalog/datasets/offered')).body);
  expect(hidden).toMatchObject({ data_visible: false, alternative_exports: [] });
  expect(JSON.parse((await get(`/catalog/datasets/${uid}/`)).body).distribution).toEqual([]);
  expect(await objectsOf()).not.toContain(url.url);
  expect((await get('/datasets/offered', 'text/html')).body).not.toContain('Other formats');
  expect((await unauthenticated.data(query)).catalogDataset.alternativeExports).toEqual({ totalCount: 0, nodes: [] });
  const reader = await seedUser(app, 'reader');
  await seedRuleset(app, uid, { user: 'reader', permissions: [] });
  expect((await reader.data(query)).catalogDataset.alternativeExports.totalCount).toBe(2);
});

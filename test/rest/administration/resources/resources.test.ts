import { describe, expect, test } from '@jest/globals';
import { testApp } from '#test/support/app.ts';
import { seedRuleset, seedUser } from '#test/support/seed.ts';
import { invalid } from '#test/support/http/rest-errors.ts';

const app = await testApp({ MAX_UPLOAD_BYTES: '10000' });
const { admin, unauthenticated } = app;

const csv = 'name;height\nAda;1.7\nGrace;1.65\n';
const datasource = { type: 'uploaded_file', file: { uid: 'people.csv' } };
const people = { type: 'csvfile', title: 'People', params: { separator: ';', mine: { kept: true } }, datasource };
const newPath = async (): Promise<string> =>
  `/datasets/${(await admin.rest('POST', '/datasets/', { metadata: {} })).body.uid}/resources`;
const withFile = async () => {
  const path = await newPath();
  await admin.upload(`${path}/files/`, 'people.csv', csv);
  return path;
};
const instant = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/);

describe('A resource', () => {
  test('is created, retrieved, listed, replaced and deleted', async () => {
    const path = await withFile();
    const created = await admin.rest('POST', `${path}/`, people);
    expect(created).toMatchObject({ status: 201, headers: { etag: '"3"' } });
    expect(created.body).toEqual({
      ...people,
      uid: expect.stringMatching(/^re_[0-9a-z]{6}$/),
      display_name: 'people.csv',
      updated_at: instant,
      extraction_infos: { label: 'CSV file', type: 'csvfile' },
      origin: { label: 'Uploaded file', type: 'uploaded_file' },
    });
    const one = `${path}/${created.body.uid}/`;
    expect(await admin.rest('GET', one)).toMatchObject({ status: 200, headers: { etag: '"3"' }, body: created.body });
    const list = await admin.rest('GET', `${path}/?expand=datasource.connection&expand=nothing`);
    expect(list).toMatchObject({
      status: 200,
      headers: { etag: '"3"' },
      body: { total_count: 1, next: null, previous: null },
    });
    expect(list.body.results).toEqual([created.body]);
    const replaced = await admin.rest('PUT', one, { type: 'jsonfile', title: 'Nobody' });
    expect(replaced).toMatchObject({
      status: 200,
      headers: { etag: '"4"' },
      body: { type: 'jsonfile', title: 'Nobody', params: {} },
    });
    expect(Object.keys(replaced.body)).not.toEqual(expect.arrayContaining(['url']));
    expect(Object.keys(replaced.body)).not.toEqual(expect.arrayContaining(['datasource']));
    expect(await admin.rest('DELETE', one)).toMatchObject({ status: 204, body: null, headers: { etag: '"5"' } });
    expect(await admin.rest('GET', one)).toMatchObject({ status: 404, body: { error_code: 'not_found' } });
  });

  test('A resource on the web is returned as it was sent, with secrets as null', async () => {
    const path = await newPath();
    const web = {
      type: 'http',
      relative_url: 'cities.csv',
      headers: [{ name: 'X-Token', value: 'secret' }],
      connection: {
        url: 'https://data.example/api',
        headers: [],
        auth: { type: 'basic_auth', username: 'ada', password: 'secret' },
      },
    };
    const { status, body } = await admin.rest('POST', `${path}/`, { ...people, datasource: web });
    expect(status).toBe(201);
    expect(body).toMatchObject({
      display_name: 'https://data.example/api/cities.csv',
      origin: { label: 'HTTP', type: 'http' },
    });
    const { uid } = body.datasource.connection;
    expect(body.datasource).toEqual({ ...web, headers: [{ name: 'X-Token', value: null }], connection: { uid } });
    const expanded = await admin.rest('GET', `${path}/${body.uid}/?expand=datasource.dataset,datasource.connection`);
    expect(expanded.body.datasource.connection).toEqual({
      uid,
      type: 'http',
      ...web.connection,
      auth: { ...web.connection.auth, password: null },
      is_reusable: false,
      can_reuse: false,
      can_manage: false,
      dataset_count: 1,
      user_count: 0,
      group_count: 0,
      created_at: instant,
      updated_at: instant,
    });
    expect(await admin.rest('PUT', `${path}/${body.uid}/`, body)).toMatchObject({
      status: 200,
      body: { datasource: body.datasource },
    });
    const sentBack = await app.http.inject({
      method: 'PUT',
      url: `/api/automation/v1.0${path}/${body.uid}/`,
      payload: expanded.body,
      headers: { authorization: 'Apikey test-administrator-key' },
    });
    expect(sentBack.json()).toMatchObject({ datasource: body.datasource });
  });

  test('is refused in the order of the contract, with the names of the wire', async () => {
    const path = await withFile();
    const {
      body: { uid },
    } = await admin.rest('POST', `${path}/`, people);
    expect(await admin.rest('POST', `${path}/`, {})).toMatchObject(invalid('type', 'title'));
    expect(await admin.rest('PUT', `${path}/${uid}/`, {})).toMatchObject(invalid('type', 'title'));
    expect(await admin.rest('POST', `${path}/`, { ...people, params: { first_row_no: 0 } })).toMatchObject(
      invalid('params.first_row_no'),
    );
    expect(
      await admin.rest('POST', `${path}/`, {
        ...people,
        datasource: { type: 'uploaded_file', file: { uid: 'none.csv' } },
      }),
    ).toMatchObject(invalid('datasource.file'));
    expect(
      await admin.rest('POST', `${path}/`, {
        ...people,
        datasource: { type: 'http', connection: { url: 'https://a/' }, relative_url: 'https://b/' },
      }),
    ).toMatchObject(invalid('datasource.relative_url'));
    expect(await admin.rest('POST', `${path}/`, { ...people, datasource: { type: 'carrier_pigeon' } })).toMatchObject(
      invalid('datasource.type'),
    );
    expect(await admin.rest('PUT', `${path}/re_none00/`, {})).toMatchObject({ status: 404 });
    expect(await admin.rest('PUT', `${path}/${uid}/`, {}, { 'if-match': '"1"' })).toMatchObject({ status: 412 });
    expect(await admin.rest('DELETE', `${await newPath()}/${uid}/`)).toMatchObject({ status: 404 });
    expect(await admin.rest('POST', '/datasets/da_none00/resources/', {})).toMatchObject({ status: 404 });
    expect(await unauthenticated.rest('POST', `${path}/`, {})).toMatchObject({ status: 401 });
    expect(await admin.rest('GET', `${path}/preview/`)).toMatchObject({ status: 405 });
  });

  test('is guessed, previewed and its cache cleaned', async () => {
    const path = await withFile();
    const {
      body: { uid },
    } = await admin.rest('POST', `${path}/`, people);
    const one = `${path}/${uid}`;
    const { body: extractors } = await admin.rest('GET', '/extractors/');
    const csvfile = extractors.find(({ type }: { type: string }) => type === 'csvfile');
    const guesses = { status: 200, body: [{ ...csvfile, confidence: expect.any(Number) }] };
    const params = {
      status: 200,
      body: { extractor: 'csvfile', params: expect.objectContaining({ separator: ';', first_row_no: 1 }) },
    };
    const preview = {
      status: 200,
      body: {
        fields: [
          expect.objectContaining({ name: 'name', original_name: 'name', description: '', annotations: [] }),
          expect.objectContaining({ name: 'height', type: 'double' }),
        ],
        records: [
          { name: 'Ada', height: 1.7 },
          { name: 'Grace', height: 1.65 },
        ],
      },
    };
    expect(await admin.rest('GET', `${one}/guess_extractors/`)).toMatchObject(guesses);
    expect(await admin.rest('POST', `${path}/guess_extractors/`, { datasource })).toMatchObject(guesses);
    expect(await admin.rest('GET', `${one}/guess_extractors_params/`)).toMatchObject(params);
    expect(await admin.rest('POST', `${path}/guess_extractor_params/`, { datasource, type: 'csvfile' })).toMatchObject(
      params,
    );
    expect(await admin.rest('GET', `${one}/preview/`)).toMatchObject(preview);
    expect(await admin.rest('POST', `${path}/preview/`, people)).toMatchObject(preview);
    expect(await admin.rest('POST', `${path}/guess_extractors/`, {})).toMatchObject(invalid('datasource'));
    expect(await admin.rest('POST', `${path}/guess_extractor_params/`, { datasource, type: 'none' })).toMatchObject(
      invalid('type'),
    );
    expect(await admin.rest('GET', `${path}/`)).toMatchObject({ headers: { etag: '"3"' } });
    expect(await admin.rest('POST', `${one}/clean_cache/`)).toMatchObject({
      status: 204,
      body: null,
      headers: { etag: '"4"' },
    });
  });
});

describe('A file', () => {
  test('is uploaded, retrieved and downloaded; a second upload replaces the content', async () => {
    const path = `${await newPath()}/files`;
    const uploaded = await admin.upload(`${path}/`, 'fromages.csv', csv);
    expect(uploaded).toMatchObject({ status: 201, headers: { etag: '"2"' } });
    expect(uploaded.body).toEqual({
      uid: 'fromages.csv',
      filename: 'fromages.csv',
      mimetype: 'text/csv',
      created_at: instant,
    });
    expect(await admin.rest('GET', `${path}/fromages.csv/`)).toMatchObject({
      status: 200,
      headers: { etag: '"2"' },
      body: uploaded.body,
    });
    expect(await admin.upload(`${path}/`, 'fromages.csv', 'new')).toMatchObject({
      status: 201,
      body: uploaded.body,
      headers: { etag: '"3"' },
    });
    expect(await admin.rest('GET', `${path}/fromages.csv/download/`)).toMatchObject({
      status: 200,
      body: 'new',
      headers: {
        'content-type': 'text/csv',
        'x-content-type-options': 'nosniff',
        'content-disposition': expect.stringContaining('attachment'),
      },
    });
    expect(await admin.upload(`${path}/`, '../C:\\\\Été 2026.csv', csv)).toMatchObject({
      status: 201,
      body: { uid: 'Été 2026.csv' },
    });
    expect(await admin.upload(`${path}/`, 'bell\u0007.csv', csv)).toMatchObject({
      status: 201,
      body: { uid: 'bell.csv' },
    });
    expect(await admin.rest('GET', `${path}/${encodeURIComponent('Été 2026.csv')}/download/`)).toMatchObject({
      status: 200,
      body: csv,
      headers: { 'content-disposition': expect.stringContaining('%C3%89t%C3%A9%202026.csv') },
    });
    expect(await admin.rest('GET', `${path}/none.csv/download/`)).toMatchObject({
      status: 404,
      body: { error_code: 'not_found' },
    });
  });

  test('is refused beyond the limit, without the part, at another revision and without the right to edit', async () => {
    const path = await newPath();
    expect(await admin.upload(`${path}/files/`, 'large.csv', 'x'.repeat(10_001))).toMatchObject({
      status: 413,
      body: { error_code: 'payload_too_large' },
    });
    expect(await admin.rest('POST', `${path}/files/`, { file: 'none' })).toMatchObject({ status: 415 });
    expect(await admin.upload(`${path}/files/`, 'a.csv', csv, { 'if-match': '"7"' })).toMatchObject({ status: 412 });
    const publisher = await seedUser(app, 'publisher');
    await seedRuleset(app, path.split('/')[2] ?? '', { user: 'publisher', permissions: ['publish_dataset'] });
    expect(await publisher.upload(`${path}/files/`, 'a.csv', csv)).toMatchObject({ status: 403 });
    expect(await publisher.rest('POST', `${path}/preview/`, people)).toMatchObject({ status: 403 });
    expect(await publisher.rest('POST', `${path}/guess_extractors/`, { datasource })).toMatchObject({ status: 403 });
    expect(await publisher.rest('GET', `${path}/`)).toMatchObject({
      status: 200,
      headers: { etag: '"1"' },
      body: { total_count: 0 },
    });
  });
});

test('The extractors are listed with their parameters, which omit members that are null', async () => {
  const { status, body } = await admin.rest('GET', '/extractors/');
  expect(status).toBe(200);
  const { parameters } = body.find(({ type }: { type: string }) => type === 'csvfile');
  expect(parameters[0]).toEqual({
    name: 'separator',
    type: 'text',
    label: 'Separator',
    description: expect.any(String),
    is_mandatory: true,
    default: ',',
    impacts_guessed_parameters: true,
  });
  expect(await unauthenticated.rest('GET', '/extractors')).toMatchObject({ status: 401 });
});

import { expect, test } from '@jest/globals';
import { testApp } from '#test/support/app.ts';
import { seedRuleset, seedUser } from '#test/support/seed.ts';
import { invalid } from '#test/support/http/rest-errors.ts';

const app = await testApp();
const { admin, unauthenticated } = app;

const replaceText = { type: 'string_replace', field: 'name', old: 'a', new: 'b' };
const stack = async (): Promise<string> =>
  `/datasets/${(await admin.rest('POST', '/datasets/', { metadata: {} })).body.uid}/processors`;

test('a processor is appended, retrieved, replaced and deleted, its parameters at the top level', async () => {
  const path = await stack();
  const appended = await admin.rest('POST', `${path}/`, {
    ...replaceText,
    uid: 'pr_mine00',
    label: 'Letters',
  });
  expect(appended).toMatchObject({ status: 201, headers: { etag: '"2"' } });
  expect(appended.body).toEqual({
    ...replaceText,
    uid: expect.stringMatching(/^pr_(?!mine00)[0-9a-z]{6}$/),
    label: 'Letters',
  });
  const one = `${path}/${appended.body.uid}/`;
  expect(await admin.rest('GET', one)).toMatchObject({ status: 200, headers: { etag: '"2"' }, body: appended.body });
  expect(await admin.rest('PUT', one, appended.body)).toMatchObject({
    status: 200,
    headers: { etag: '"3"' },
    body: appended.body,
  });
  const replaced = await admin.rest('PUT', one, { type: 'skip_record', field: 'name' });
  expect(replaced).toMatchObject({ status: 200, headers: { etag: '"4"' } });
  expect(replaced.body).toEqual({ uid: appended.body.uid, type: 'skip_record', label: '', field: 'name' });
  expect(await admin.rest('DELETE', one)).toMatchObject({ status: 204, body: null, headers: { etag: '"5"' } });
  expect(await admin.rest('GET', one)).toMatchObject({ status: 404, body: { error_code: 'not_found' } });
});

test('the list is a page in stack order', async () => {
  const path = await stack();
  for (const label of ['a', 'b', 'c']) await admin.rest('POST', path, { ...replaceText, label });
  const { body, headers } = await admin.rest('GET', `${path}/?limit=2`);
  expect(headers['etag']).toBe('"4"');
  expect(body).toMatchObject({
    total_count: 3,
    previous: null,
    next: expect.stringContaining('/processors/?limit=2&offset=2'),
    results: [{ ...replaceText, label: 'a' }, { label: 'b' }],
  });
  expect((await admin.rest('GET', `${path}/?limit=0`)).body).toEqual({
    total_count: 3,
    next: null,
    previous: null,
    results: [],
  });
});

test('errors have the names of the wire and the order of the contract', async () => {
  const path = await stack();
  const {
    body: { uid },
  } = await admin.rest('POST', `${path}/`, replaceText);
  expect(await admin.rest('POST', `${path}/`, {})).toMatchObject(invalid('type'));
  expect(await admin.rest('POST', `${path}/`, { type: 'make_coffee' })).toMatchObject(invalid('type'));
  expect(await admin.rest('POST', `${path}/`, { ...replaceText, old: undefined })).toMatchObject(invalid('old'));
  expect(await admin.rest('POST', `${path}/`, { ...replaceText, label: 5 })).toMatchObject(invalid('label'));
  expect(await admin.rest('POST', `${path}/`, { ...replaceText, regexp: true })).toMatchObject(invalid('regexp'));
  expect(await admin.rest('POST', `${path}/`, { ...replaceText, label: null })).toMatchObject({
    status: 201,
    body: { label: '' },
  });
  expect(await admin.rest('PUT', `${path}/${uid}/`, { field: 'name' })).toMatchObject(invalid('type'));
  expect(
    await admin.rest('PUT', `${path}/${uid}/`, {
      type: 'split',
      field: 'name',
      separator: ',',
      index: 0,
      output_field: 'b',
    }),
  ).toMatchObject(invalid('index'));
  expect(await admin.rest('PUT', `${path}/pr_none00/`, {})).toMatchObject({ status: 404 });
  expect(await admin.rest('PUT', `${path}/${uid}/`, { type: 5 }, { 'if-match': '"2"' })).toMatchObject({ status: 412 });
  expect(await admin.rest('DELETE', `${path}/${uid}/`, undefined, { 'if-match': '"2"' })).toMatchObject({
    status: 412,
    body: { error_code: 'revision_mismatch' },
  });
  expect(await unauthenticated.rest('GET', `${path}/`)).toMatchObject({ status: 401 });
  expect(await admin.rest('GET', '/datasets/da_none00/processors/')).toMatchObject({ status: 404 });
});

test('a caller who may only publish reads processors and changes none', async () => {
  const path = await stack();
  const {
    body: { uid },
  } = await admin.rest('POST', `${path}/`, replaceText);
  const publisher = await seedUser(app, 'publisher');
  await seedRuleset(app, path.split('/')[2] ?? '', { user: 'publisher', permissions: ['publish_dataset'] });
  expect(await publisher.rest('GET', `${path}/${uid}/`)).toMatchObject({ status: 200, body: { uid } });
  for (const [method, to] of [
    ['POST', path],
    ['PUT', `${path}/${uid}`],
    ['DELETE', `${path}/${uid}`],
  ] as const) {
    expect(await publisher.rest(method, `${to}/`, method === 'DELETE' ? undefined : {})).toMatchObject({
      status: 403,
      body: { error_code: 'permission_denied' },
    });
  }
  expect(await publisher.rest('GET', '/processors/')).toMatchObject({ status: 403 });
});

/** What the contract says of processors by name. */
const parametersOf = {
  string_replace: ['field', 'all_fields', 'old', 'new'],
  regexp_replace: ['field', 'regexp', 'new'],
  string_extractor: ['field', 'regexp'],
  expression: ['expression', 'output_field'],
  expand_json_array: expect.arrayContaining(['json_array_field']),
  concat: ['separator', 'left_value', 'right_value', 'output_field'],
  split: ['field', 'separator', 'index', 'output_field'],
  skip_record: ['field', 'value_to_skip', 'exact_match', 'keep_instead_of_skip'],
  delete_record: ['field', 'value_to_skip', 'exact_match'],
  date_normalizer: ['field', 'date_format'],
  set_timezone: ['field', 'timezone'],
  unicode_normalize: ['field', 'form'],
};

test('the list of processors has the form of the list of extractors', async () => {
  const { status, body } = await admin.rest('GET', '/processors/');
  expect(status).toBe(200);
  const { parameters, ...own } = body.find(({ type }: { type: string }) => type === 'string_replace');
  expect(own).toEqual({ type: 'string_replace', label: 'Replace text' });
  expect(parameters[0]).toEqual({ name: 'field', type: 'field', label: 'Field', is_mandatory: false });
  expect(parameters[1]).toMatchObject({ name: 'all_fields', default: 'false' });
  const named = Object.fromEntries(
    body.map((type: { type: string; parameters: { name: string }[] }) => [
      type.type,
      type.parameters.map(({ name }) => name),
    ]),
  );
  expect(named).toMatchObject(parametersOf);
  for (const type of body) {
    expect(Object.keys(type)).toEqual(['type', 'label', 'parameters']);
    for (const parameter of type.parameters) {
      expect(parameter).toMatchObject({
        name: expect.stringMatching(/^[a-z_]+$/),
        type: expect.any(String),
        is_mandatory: expect.any(Boolean),
        label: expect.stringMatching(/./),
      });
    }
  }
  expect(await unauthenticated.rest('GET', '/processors')).toMatchObject({
    status: 401,
    body: { error_code: 'unauthorized' },
  });
});

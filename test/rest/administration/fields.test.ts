import { expect, test } from '@jest/globals';
import { testApp } from '#test/support/app.ts';
import { seedRuleset, seedUser } from '#test/support/seed.ts';
import { invalid } from '#test/support/http/rest-errors.ts';

const app = await testApp();
const { admin, unauthenticated } = app;

const stack = async (): Promise<string> =>
  `/datasets/${(await admin.rest('POST', '/datasets/', { metadata: {} })).body.uid}/fields`;
const rename = { type: 'rename', label: 'A name', from_name: 'a', to_name: 'b', field_label: 'B' };
const others = [
  { type: 'type', label: '', field: 'b', type_param: 'double' },
  { type: 'annotate', label: '', field: 'b', annotation: 'unit', args: ['m'] },
  { type: 'description', label: '', field: 'b', description: 'What it is' },
  { type: 'delete', label: '', field: 'c' },
];

test('a field configuration is appended, retrieved, replaced and deleted; its keys are flat and in order', async () => {
  const path = await stack();
  const appended = await admin.rest('POST', `${path}/`, { ...rename, uid: 'pr_mine00', note: 'ignored' });
  expect(appended).toMatchObject({ status: 201, headers: { etag: '"2"' } });
  expect(appended.body).toEqual({ uid: expect.stringMatching(/^pr_(?!mine00)[0-9a-z]{6}$/), ...rename });
  expect(Object.keys(appended.body)).toEqual(['uid', 'type', 'label', 'from_name', 'to_name', 'field_label']);
  const one = `${path}/${appended.body.uid}/`;
  expect(await admin.rest('GET', one)).toMatchObject({ status: 200, headers: { etag: '"2"' }, body: appended.body });
  expect(await admin.rest('GET', one.slice(0, -1))).toMatchObject({ status: 200, body: appended.body });
  expect(await admin.rest('PUT', one, appended.body)).toMatchObject({
    status: 200,
    headers: { etag: '"3"' },
    body: appended.body,
  });
  const replaced = await admin.rest('PUT', one, { type: 'annotate', label: '', field: 'b', annotation: 'id' });
  expect(replaced).toMatchObject({ status: 200, headers: { etag: '"4"' } });
  expect(replaced.body).toEqual({
    uid: appended.body.uid,
    type: 'annotate',
    label: '',
    field: 'b',
    annotation: 'id',
    args: [],
  });
  expect(await admin.rest('DELETE', one)).toMatchObject({ status: 204, body: null, headers: { etag: '"5"' } });
  expect(await admin.rest('GET', one)).toMatchObject({ status: 404, body: { error_code: 'not_found' } });
});

test('every kind is returned as it was sent; an order accepts order or args and returns both', async () => {
  const path = await stack();
  for (const body of others) {
    const {
      status,
      body: { uid, ...answered },
    } = await admin.rest('POST', path, body);
    expect([status, answered]).toEqual([201, body]);
    expect(uid).toMatch(/^pr_/);
  }
  const ordered = { type: 'order', label: '', order: ['b', 'a'], args: ['b', 'a'] };
  for (const body of [{ ...ordered, args: undefined }, { ...ordered, order: undefined }, ordered]) {
    const { body: answered } = await admin.rest('POST', `${path}/`, body);
    expect(answered).toEqual({ uid: expect.any(String), ...ordered });
  }
  const { body } = await admin.rest('GET', `${path}/?limit=4`);
  expect(body).toMatchObject({
    total_count: 7,
    previous: null,
    next: expect.stringContaining('/fields/?limit=4&offset=4'),
    results: others,
  });
  expect((await admin.rest('GET', `${path}/?limit=0`)).body).toEqual({
    total_count: 7,
    next: null,
    previous: null,
    results: [],
  });
});

test('an annotation has texts and whole numbers, returned as they were sent, also in versions, copies and previews', async () => {
  const path = await stack();
  const args = ['2', 2, -1, 0, '', Number.MAX_SAFE_INTEGER];
  const { body } = await admin.rest('POST', `${path}/`, {
    type: 'annotate',
    label: '',
    field: 'a',
    annotation: 'decimals',
    args,
  });
  expect(body.args).toEqual(args);
  expect((await admin.rest('PUT', `${path}/${body.uid}/`, body)).body).toEqual(body);
  expect((await admin.rest('GET', `${path}/`)).body.results).toEqual([body]);
  const dataset = path.replace('/fields', '');
  const [version] = (await admin.rest('GET', `${dataset}/versions/`)).body.results;
  await admin.rest('DELETE', `${path}/${body.uid}/`);
  await admin.rest('POST', `${dataset}/versions/${version.uid}/restore/`);
  expect((await admin.rest('GET', `${path}/${body.uid}/`)).body).toEqual(body);
  const copy = (await admin.rest('POST', `${dataset}/copy/`)).body;
  expect((await admin.rest('GET', `/datasets/${copy.uid}/fields/`)).body.results[0].args).toEqual(args);
  await admin.upload(`${dataset}/resources/files/`, 'a.csv', 'a\n1\n');
  const preview = await admin.rest('POST', `${dataset}/resources/preview/`, {
    type: 'csvfile',
    datasource: { type: 'uploaded_file', file: { uid: 'a.csv' } },
  });
  expect(preview.body.fields[0].annotations).toEqual([{ name: 'decimals', args }]);
  for (const arg of [1.5, 2 ** 53, true, null, {}, []]) {
    expect(await admin.rest('PUT', `${path}/${body.uid}/`, { ...body, args: ['a', arg] })).toMatchObject(
      invalid('args.1'),
    );
  }
});

test('errors have the names of the wire', async () => {
  const path = await stack();
  const {
    body: { uid },
  } = await admin.rest('POST', `${path}/`, rename);
  const posting = async (body: object) => admin.rest('POST', `${path}/`, body);
  expect(await posting({})).toMatchObject(invalid('label'));
  for (const type of [undefined, null, '', 'make_coffee', 5, ['rename'], 'constructor'])
    expect(await posting({ ...rename, type })).toMatchObject(invalid('type'));
  expect(await posting({ type: 'rename', label: '' })).toMatchObject(invalid('from_name', 'to_name', 'field_label'));
  expect(await posting({ ...rename, to_name: '' })).toMatchObject(invalid('to_name'));
  expect(await posting({ ...rename, from_name: 5 })).toMatchObject(invalid('from_name'));
  expect(await posting({ ...rename, to_name: 'a\0' })).toMatchObject(invalid('to_name'));
  expect(await posting({ ...rename, field_label: 'x'.repeat(1001) })).toMatchObject(invalid('field_label'));
  for (const label of [undefined, null, 5, 'x'.repeat(1001)])
    expect(await posting({ ...rename, label })).toMatchObject(invalid('label'));
  expect(await posting({ type: 'type', label: '', field: 'a', type_param: 'money' })).toMatchObject(
    invalid('type_param'),
  );
  expect(await posting({ type: 'annotate', label: '', field: 'a', annotation: 'colour' })).toMatchObject(
    invalid('annotation'),
  );
  expect(await posting({ type: 'annotate', label: '', field: 'a', annotation: 'unit', args: [1.5] })).toMatchObject(
    invalid('args.0'),
  );
  expect(await posting({ type: 'order', label: '' })).toMatchObject(invalid('order'));
  expect(await posting({ type: 'order', label: '', order: ['a', 'a'] })).toMatchObject(invalid('order'));
  expect(await admin.rest('PUT', `${path}/${uid}/`, { ...rename, label: undefined })).toMatchObject(invalid('label'));
  expect(await admin.rest('PUT', `${path}/${uid}/`, { type: 'delete', label: '' })).toMatchObject(invalid('field'));
  expect((await admin.rest('GET', `${path}/`)).headers['etag']).toBe('"2"');
});

test('404, 401, 403 and 412 are checked in the order of the contract', async () => {
  const path = await stack();
  const {
    body: { uid },
  } = await admin.rest('POST', `${path}/`, rename);
  const elsewhere = `${await stack()}/${uid}/`;
  expect(await admin.rest('GET', elsewhere)).toMatchObject({ status: 404 });
  expect(await admin.rest('PUT', elsewhere, {})).toMatchObject({ status: 404 });
  expect(await admin.rest('DELETE', elsewhere)).toMatchObject({ status: 404 });
  expect(await unauthenticated.rest('GET', `${path}/`)).toMatchObject({ status: 401 });
  expect(await unauthenticated.rest('POST', `${path}/`, {})).toMatchObject({ status: 401 });
  const publisher = await seedUser(app, 'publisher');
  await seedRuleset(app, path.split('/')[2] ?? '', { user: 'publisher', permissions: ['publish_dataset'] });
  expect(await publisher.rest('GET', `${path}/${uid}/`)).toMatchObject({ status: 200 });
  expect(await publisher.rest('POST', `${path}/`, {})).toMatchObject({
    status: 403,
    body: { error_code: 'permission_denied' },
  });
  expect(await publisher.rest('PUT', `${path}/${uid}/`, {})).toMatchObject({ status: 403 });
  expect(await publisher.rest('DELETE', `${path}/${uid}/`)).toMatchObject({ status: 403 });
  expect(await (await seedUser(app, 'stranger')).rest('PUT', `${path}/${uid}/`, {})).toMatchObject({ status: 404 });
  expect(await admin.rest('PUT', `${path}/${uid}/`, {}, { 'if-match': '"9"' })).toMatchObject({
    status: 412,
    body: { error_code: 'revision_mismatch' },
  });
  expect(await admin.rest('DELETE', `${path}/${uid}/`, undefined, { 'if-match': '"2"' })).toMatchObject({
    status: 204,
  });
});

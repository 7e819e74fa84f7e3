import { expect, test } from '@jest/globals';
import { testApp } from '#test/support/app.ts';

const { admin } = await testApp();

const create = async (metadata: object = {}): Promise<string> =>
  `/datasets/${(await admin.rest('POST', '/datasets/', { metadata })).body.uid}/metadata`;

test('all metadata is read and replaced as one map', async () => {
  const path = await create({ default: { title: { value: 'Weather' } } });
  const { body, headers } = await admin.rest('GET', `${path}/`);
  expect(headers['etag']).toBe('"1"');
  expect(body).toMatchObject({
    default: { title: { value: 'Weather' } },
    visualization: { map_disabled: { value: false } },
  });
  expect(await admin.rest('PUT', `${path}/`, body)).toMatchObject({ status: 200, headers: { etag: '"2"' }, body });
  const replaced = await admin.rest('PUT', `${path}/`, {
    custom: { a: { value: 1, remote_value: null, override_remote_value: true } },
  });
  expect(replaced.body).toEqual({ default: {}, custom: { a: { value: 1 } } });
  expect((await admin.rest('GET', path)).body).toEqual(replaced.body);
});

test('a template is {} while nothing is set, and is replaced on its own', async () => {
  const path = await create({ default: { title: { value: 'Weather' }, publisher: { value: 'Me' } } });
  expect(await admin.rest('GET', `${path}/dcat/`)).toMatchObject({ status: 200, body: {} });
  expect((await admin.rest('PUT', `${path}/dcat/`, { creator: { value: 'Ada' } })).body).toEqual({
    creator: { value: 'Ada' },
  });
  const replaced = await admin.rest('PUT', `${path}/default/`, { modified: { value: '2026-01-15' } });
  expect(replaced).toMatchObject({ status: 200, headers: { etag: '"3"' } });
  expect(replaced.body).toEqual({ modified: { value: '2026-01-15T00:00:00Z' } });
  expect((await admin.rest('GET', `${path}/default/`)).body).toEqual(replaced.body);
});

test('a field is read, set and deleted on its own', async () => {
  const path = await create({ default: { publisher: { value: 'Me' } } });
  expect((await admin.rest('GET', `${path}/default/title/`)).status).toBe(404);
  const set = await admin.rest('PUT', `${path}/default/title/`, {
    value: 'Weather',
    remote_value: 'x',
    override_remote_value: false,
  });
  expect(set).toMatchObject({ status: 200, headers: { etag: '"2"' } });
  expect(set.body).toEqual({ value: 'Weather' });
  expect((await admin.rest('GET', `${path}/default/title/`)).body).toEqual({ value: 'Weather' });
  expect((await admin.rest('PUT', `${path}/default/title/`, { value: null })).body).toEqual({ value: null });
  expect(await admin.rest('DELETE', `${path}/default/title/`)).toMatchObject({
    status: 204,
    body: null,
    headers: { etag: '"4"' },
  });
  expect((await admin.rest('DELETE', `${path}/default/title/`)).status).toBe(404);
  expect((await admin.rest('GET', `${path}/default/`)).body).toEqual({ publisher: { value: 'Me' } });
});

test('an unknown template is 404 in a path and a validation error in a body', async () => {
  const path = await create();
  for (const [method, below, body] of [
    ['GET', 'nowhere/', undefined],
    ['PUT', 'nowhere/', {}],
    ['GET', 'nowhere/title/', undefined],
    ['PUT', 'nowhere/title/', { value: 1 }],
    ['PUT', 'nowhere/title/', {}],
    ['DELETE', 'nowhere/title/', undefined],
  ] as const)
    expect(await admin.rest(method, `${path}/${below}`, body)).toMatchObject({
      status: 404,
      body: { error_code: 'not_found' },
    });
  expect(await admin.rest('PUT', `${path}/`, { nowhere: {} })).toMatchObject({
    status: 400,
    body: { error_code: 'validation_error', detail: { nowhere: [expect.any(String)] } },
  });
});

test('invalid values are reported by field, after the revision is checked', async () => {
  const path = await create();
  const detail = async (below: string, body: object) => {
    const answer = await admin.rest('PUT', `${path}/${below}`, body);
    expect(answer).toMatchObject({ status: 400, body: { error_code: 'validation_error', message: 'Invalid input' } });
    return answer.body.detail;
  };
  expect(await detail('', { default: { title: { value: 1 } } })).toEqual({
    'default.title': ['default.title takes a text.'],
  });
  expect(await detail('visualization/', { map_disabled: { value: 'no' } })).toEqual({
    map_disabled: ['visualization.map_disabled takes true or false.'],
  });
  expect(await detail('', { custom: { MyField: 1 } })).toEqual({
    'custom.MyField': ['Send an object with a "value".'],
  });
  expect(await detail('custom/', { MyField: 1 })).toEqual({ MyField: ['Send an object with a "value".'] });
  expect(await detail('custom/', { MyField: { value: 'x\0' } })).toEqual({
    'MyField.value': [expect.stringContaining('NUL')],
  });
  expect(await detail('default/title/', {})).toEqual({ value: ['This field is required.'] });
  expect(await detail('default/title/', { value: 'x\0' })).toEqual({ value: [expect.stringContaining('NUL')] });
  expect(await detail('default/nothing/', { value: 'x' })).toEqual({ value: ['default has no field of this name.'] });
  expect(await detail('default/title/', { value: 'x', override_remote_value: 'yes' })).toEqual({
    override_remote_value: [expect.any(String)],
  });
  expect(await admin.rest('PUT', `${path}/default/title/`, { value: 1 }, { 'if-match': '"7"' })).toMatchObject({
    status: 412,
    body: { error_code: 'revision_mismatch' },
  });
  expect((await admin.rest('PUT', `${path}/`, [] as never)).status).toBe(400);
});

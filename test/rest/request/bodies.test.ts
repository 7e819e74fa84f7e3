import { describe, expect, test } from '@jest/globals';
import { testApp } from '#test/support/app.ts';
import { seedDataset } from '#test/support/seed.ts';

const { admin } = await testApp();
const multipart = '--x\r\ncontent-disposition: form-data; name="a"\r\n\r\n1\r\n--x--\r\n';
const multipartType = { 'content-type': 'multipart/form-data; boundary=x' };
const formType = { 'content-type': 'application/x-www-form-urlencoded' };

describe('a body', () => {
  test('a body that is multipart is refused where no file is expected, after the check that the object exists', async () => {
    const uid = await seedDataset(admin);
    for (const [method, path] of [
      ['POST', '/datasets/'],
      ['PUT', `/datasets/${uid}/`],
      ['POST', `/datasets/${uid}/publish/`],
      ['PUT', `/datasets/${uid}/metadata/`],
    ] as const) {
      expect(await admin.rest(method, path, multipart, multipartType)).toMatchObject({
        status: 415,
        body: { error_code: 'unsupported_media_type' },
      });
    }
    expect((await admin.rest('PUT', '/datasets/da_000000/', multipart, multipartType)).status).toBe(404);
    expect((await admin.rest('GET', `/datasets/${uid}/`)).headers['etag']).toBe('"1"');
  });

  test('is optional where nothing is required, with any media type', async () => {
    const uid = await seedDataset(admin);
    for (const headers of [{}, { 'content-type': 'application/json' }, formType]) {
      expect(
        (await admin.rest('PUT', `/datasets/${uid}/`, undefined, { ...headers, 'content-length': '0' })).status,
      ).toBe(200);
    }
    expect((await admin.rest('PUT', `/datasets/${uid}/`, 'a=b', formType)).status).toBe(415);
  });

  test('a body that is null is no object, and so is refused where none is needed', async () => {
    const uid = await seedDataset(admin, { metadata: { default: { title: { value: 'Weather' } } } });
    const json = { 'content-type': 'application/json' };
    for (const [method, path] of [
      ['PUT', `/datasets/${uid}/`],
      ['PUT', `/datasets/${uid}/metadata/default/title/`],
      ['POST', '/datasets/'],
      ['POST', `/datasets/${uid}/schedules/`],
    ] as const)
      expect(await admin.rest(method, path, ' null ', json)).toMatchObject({
        status: 400,
        body: { error_code: 'bad_request', message: expect.stringContaining('Send a JSON object.') },
      });
    expect((await admin.rest('GET', `/datasets/${uid}/`)).headers['etag']).toBe('"1"');
  });

  test('is required where it replaces all metadata', async () => {
    const uid = await seedDataset(admin, { metadata: { default: { title: { value: 'Weather' } } } });
    for (const path of ['metadata/', 'metadata/default/']) {
      expect(await admin.rest('PUT', `/datasets/${uid}/${path}`)).toMatchObject({
        status: 400,
        body: { error_code: 'bad_request' },
      });
    }
    expect((await admin.rest('GET', `/datasets/${uid}/metadata/default/title/`)).body).toEqual({ value: 'Weather' });
  });

  test('a body that is invalid is 404 like a valid one where the part does not exist', async () => {
    const [uid, other] = [await seedDataset(admin), await seedDataset(admin)];
    const processor = (
      await admin.rest('POST', `/datasets/${other}/processors/`, {
        type: 'concat',
        left_value: 'a',
        right_value: 'b',
        output_field: 'c',
      })
    ).body.uid as string;
    const resource = (await admin.rest('POST', `/datasets/${other}/resources/`, { type: 'csvfile', title: 'T' })).body
      .uid as string;
    for (const [method, part] of [
      ['PUT', `processors/${processor}`],
      ['DELETE', `processors/${processor}`],
      ['PUT', `resources/${resource}`],
      ['DELETE', `resources/${resource}`],
      ['POST', `resources/${resource}/clean_cache`],
      ['DELETE', 'metadata/default/title'],
      ['PUT', 'metadata/nowhere'],
    ] as const) {
      expect(
        (await admin.rest(method, `/datasets/${uid}/${part}/`, '{', { 'content-type': 'application/json' })).status,
      ).toBe(404);
    }
    expect((await admin.rest('PUT', '/datasets/a%00b/', '{', { 'content-type': 'application/json' })).status).toBe(404);
  });
});

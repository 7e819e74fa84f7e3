import { expect, test } from '@jest/globals';
import { testApp } from '../support/app.ts';
import { recordsOf, finishedRestStatus } from '../support/datasets/publishing.ts';
import { zipOf } from '../engine/archives/zip-of.ts';

const app = await testApp();
const { admin } = app;

test('An archive of pictures is guessed, previewed and published as a record for each', async () => {
  const {
    body: { uid },
  } = await admin.rest('POST', '/datasets/', { metadata: {} });
  const path = `/datasets/${String(uid)}`;
  await admin.upload(
    `${path}/resources/files/`,
    'photos.zip',
    await zipOf({ 'a/1.jpg': '\xff\xd8\0', 'b/1.jpg': '\xff\xd8\0\0' }),
  );
  const datasource = { type: 'uploaded_file', file: { uid: 'photos.zip' } };
  const {
    body: [{ type }],
  } = await admin.rest('POST', `${path}/resources/guess_extractors/`, { datasource });
  expect(type).toBe('file');
  const { body: resource } = await admin.rest('POST', `${path}/resources/`, {
    type,
    title: 'Photos',
    params: {},
    datasource,
  });
  const { body: preview } = await admin.rest('GET', `${path}/resources/${String(resource.uid)}/preview/`);
  await admin.rest('POST', `${path}/publish/`);
  expect(await finishedRestStatus(app, uid)).toMatchObject({ status: 'idle', records_errors: [] });
  const records = await recordsOf(app, uid);
  expect(records).toEqual(
    ['a/1.jpg', 'b/1.jpg'].map((filename) => ({ file: expect.objectContaining({ filename, mimetype: 'image/jpeg' }) })),
  );
  expect(preview).toMatchObject({ fields: [{ name: 'file', type: 'file' }], records });
});

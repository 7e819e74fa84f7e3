import { expect, test } from '@jest/globals';
import { sqlText } from '#kernel/sql.ts';
import { testApp } from '#test/support/app.ts';
import type { RestAnswer } from '#test/support/client.ts';
import { seedDataset } from '#test/support/seed.ts';
import { multipartBody, multipartBoundary, type SentPart } from '#test/support/http/multipart.ts';

const app = await testApp({ WORKER: 'off', MAX_UPLOAD_BYTES: '3000000' });
const { admin } = app;

const csv = (name: string, text = 'a\n1\n'): SentPart => ['file', Buffer.from(text), name, 'text/csv'];
const other = (bytes: number): SentPart => ['thumbnail', Buffer.alloc(bytes, ' '), 'a.png', 'image/png'];
const send = (path: string, parts: readonly SentPart[]): Promise<RestAnswer> =>
  admin.rest('POST', path, multipartBody(parts), {
    'content-type': `multipart/form-data; boundary=${multipartBoundary}`,
  });
const atFile = {
  status: 400,
  body: { error_code: 'validation_error', message: 'Invalid input', detail: { file: [expect.any(String)] } },
};

const doors = ['resources/files/', 'attachments/'];

test.each(doors)('an upload to %s is one part named file, at any position among other parts', async (door) => {
  const uid = await seedDataset(admin);
  const path = `/datasets/${uid}/${door}`;
  const wrong: readonly (readonly SentPart[])[] = [
    [],
    [['note', 'x']],
    [['File', Buffer.from('a'), 'a.csv']],
    [other(10)],
    [['file', 'a text']],
    [['file', '']],
    [csv('a.csv'), csv('b.csv')],
    [csv('a.csv'), ['file', 'a text']],
    [['file', 'a text'], csv('a.csv')],
    [csv('a.csv'), other(10), csv('a.csv')],
    [csv('a.csv', 'x'.repeat(500_000)), csv('b.csv', 'x'.repeat(500_000))],
  ];
  for (const parts of wrong) expect([parts.length, await send(path, parts)]).toMatchObject([parts.length, atFile]);
  const answer = await admin.rest('GET', `/datasets/${uid}/`);
  expect(answer.headers['etag']).toBe('"1"');
  expect(
    (await app.services.db.rows(sqlText('select 1 from resource_file union all select 1 from attachment'))).length,
  ).toBe(0);
  for (const parts of [
    [csv('a.csv')],
    [['note', 'x'], csv('a.csv')],
    [other(10), csv('a.csv'), ['note', 'x'], other(1000)],
  ] as const) {
    expect(await send(path, parts)).toMatchObject({ status: 201, body: { filename: 'a.csv' } });
  }
  await app.services.db.rows(sqlText('delete from dataset'));
});

/** A body as Python's requests and curl, reading from a pipe, send it: the part has a name and no Content-Type. */
const untyped = (parts: readonly SentPart[]) =>
  Buffer.from(
    multipartBody(parts)
      .toString('latin1')
      .replaceAll(/\r\ncontent-type: [^\r]*/g, ''),
    'latin1',
  );

test.each([
  ['rivers.csv', 'text/csv'],
  ['rivers.geojson', 'application/geo+json'],
  ['rivers.kml', 'application/vnd.google-earth.kml+xml'],
  ['rivers.txt', 'text/plain'],
  ['rivers', 'text/plain'],
  ['rivers.unheard-of', 'text/plain'],
])(
  'an uploaded part without a type has the type that its name %s stands for, in REST and GraphQL',
  async (name, type) => {
    const datasetUid = await seedDataset(admin);
    const headers = { 'content-type': `multipart/form-data; boundary=${multipartBoundary}` };
    const bytes = Buffer.from('river,km\nRhine,1233\n');
    for (const door of doors)
      expect(
        await admin.rest('POST', `/datasets/${datasetUid}/${door}`, untyped([['file', bytes, name]]), headers),
      ).toMatchObject({ status: 201, body: { mimetype: type } });
    const answer = await app.http.inject({
      method: 'POST',
      url: '/graphql',
      headers: { ...headers, authorization: 'Apikey test-administrator-key', 'apollo-require-preflight': 'true' },
      payload: untyped([
        [
          'operations',
          JSON.stringify({
            query:
              'mutation ($input: UploadResourceFileInput!) { uploadResourceFile(input: $input) { file { mimetype } } }',
            variables: { input: { datasetUid, file: null } },
          }),
        ],
        ['map', '{"0": ["variables.input.file"]}'],
        ['0', bytes, name],
      ]),
    });
    expect(answer.json()).toEqual({ data: { uploadResourceFile: { file: { mimetype: type } } } });
  },
);

test('the other parts of an upload are limited', async () => {
  const path = `/datasets/${await seedDataset(admin)}/resources/files/`;
  expect(await send(path, [...Array.from({ length: 20 }, (): SentPart => ['note', 'x']), csv('a.csv')])).toMatchObject({
    status: 400,
    body: { error_code: 'bad_request', message: 'Send at most 20 parts.' },
  });
  expect(await send(path, [csv('a.csv'), ...Array.from({ length: 20 }, (): SentPart => ['note', 'x'])])).toMatchObject({
    status: 400,
    body: { error_code: 'bad_request' },
  });
  expect(await send(path, [other(2 ** 20 + 1), csv('a.csv')])).toMatchObject({
    status: 413,
    body: { error_code: 'payload_too_large' },
  });
});

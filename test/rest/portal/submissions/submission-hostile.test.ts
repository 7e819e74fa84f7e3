import { once } from 'node:events';
import { readdir, readlink } from 'node:fs/promises';
import { connect } from 'node:net';
import type { AddressInfo } from 'node:net';
import { expect, test } from '@jest/globals';
import { sql } from '#kernel/sql.ts';
import { testApp } from '#test/support/app.ts';
import { nameBlock, seedForm } from '#test/support/portal/forms.ts';
import { eventually } from '#test/support/datasets/publishing.ts';
import { multipartBody, multipartBoundary, images, sendParts, type SentPart } from '#test/support/http/multipart.ts';

const app = await testApp({ WORKER: 'off', FORM_RATE_LIMIT: '100000' });
const {
  services: { db },
} = app;
await seedForm(app.admin, 'trees', {
  accessType: 'open',
  isModerated: false,
  sections: [
    {
      title: '',
      blocks: [
        nameBlock,
        { fieldId: 'face', type: 'image', label: 'Face' },
        { fieldId: 'more', type: 'autofill', label: 'More' },
      ],
    },
  ],
});

const path = '/forms/trees/submissions/';
const send = async (parts: readonly SentPart[] | Buffer, headers: Record<string, string> = {}) => {
  const { status, body } = await sendParts(app, path, parts, { headers });
  return [status, body.error_code ?? body.errors?.map(({ field }: { field: string }) => field).join()];
};
const data = (text: string): SentPart => ['data', text];
const photo: SentPart = ['face', images.png, 'a.png'];

/** The unlinked files that this process has open, on systems with /proc. */
async function openFiles(): Promise<readonly string[]> {
  const links = await readdir('/proc/self/fd').catch(() => []);
  const targets = await Promise.all(links.map((link) => readlink(`/proc/self/fd/${link}`).catch(() => '')));
  return targets.filter((target) => target.includes('catalograph-') && target.endsWith('(deleted)'));
}

/** Nothing of what was sent is anywhere. */
async function expectNothing(): Promise<void> {
  expect(
    await db.rows(
      sql`select uid from submission union all select id from submission_image union all select key from blob`,
    ),
  ).toEqual([]);
  // a file is closed when the server has noticed that its request ended
  await eventually(openFiles, (files) => files.length === 0);
}

test.each<readonly [what: string, parts: readonly SentPart[], expected: readonly [number, string]]>([
  ['no part', [], [400, 'bad_request']],
  ['no data', [photo], [400, 'bad_request']],
  ['data twice', [data('{"name": "A"}'), photo, data('{"name": "B"}')], [400, 'bad_request']],
  ['data that is not JSON', [photo, data('{"name": "A"')], [400, 'bad_request']],
  ['data that is empty', [data('')], [400, 'bad_request']],
  ['data that says it is JSON and is none', [['data', Buffer.from('{'), '', 'application/json']], [400, 'bad_request']],
  ['data that is no object', [data('"A"')], [400, 'data']],
  ['data that is null', [data('null')], [400, 'validation_error']],
  [
    'names that every object has',
    [data('{"__proto__": {"name": "A"}, "constructor": 1, "toString": []}')],
    [400, 'name,__proto__,constructor,toString'],
  ],
  [
    'data nested too deep',
    [data(`{"name": "A", "more": ${'['.repeat(100_000)}${']'.repeat(100_000)}}`)],
    [400, 'validation_error'],
  ],
  ['data with a NUL', [data('{"name": "A\\u0000"}')], [400, 'validation_error']],
  ['data with half a surrogate pair', [data('{"name": "\\ud800"}')], [400, 'validation_error']],
  ['a number beyond all numbers', [data('{"name": "A", "more": 1e999}')], [400, 'validation_error']],
  ['data too large', [data(`{"name": "${'x'.repeat(2 ** 20)}"}`)], [413, 'payload_too_large']],
  [
    'data too large, as a file',
    [['data', Buffer.alloc(2 ** 20 + 1, ' '), 'blob', 'text/plain']],
    [413, 'payload_too_large'],
  ],
  [
    'a part that is named as what every object has',
    [data('{"name": "A"}'), ['__proto__', images.png, 'a.png']],
    [400, 'bad_request'],
  ],
  ['a text where an image should be', [data('{"name": "A", "face": "face"}'), ['face', 'text']], [400, 'face']],
  ['an image that no block names', [['other', images.png, 'a.png'], data('{"name": "A"}')], [400, 'other']],
  [
    'an image with an odd name',
    [['fa\u0001\ud83c\udf33', images.png, 'a.png'], data('{"name": "A"}')],
    [400, 'fa\u0001\ud83c\udf33'],
  ],
  [
    '10,000 texts',
    [...Array.from({ length: 10_000 }, (_, index): SentPart => [`part${index}`, 'x']), data('{"name": "A"}')],
    [400, 'bad_request'],
  ],
  [
    '10,000 files',
    [
      data('{"name": "A"}'),
      ...Array.from({ length: 10_000 }, (_, index): SentPart => [`part${index}`, images.png, 'a.png']),
    ],
    [400, 'bad_request'],
  ],
  [
    'more images than are taken',
    [data('{"name": "A"}'), ...Array.from({ length: 60 }, (): SentPart => photo)],
    [400, 'data'],
  ],
  [
    'files too large together',
    [
      data('{"name": "A"}'),
      ...Array.from({ length: 6 }, (_, index): SentPart => [`face${index}`, Buffer.alloc(9 * 2 ** 20), 'a.png']),
    ],
    [413, 'payload_too_large'],
  ],
])('%s is refused, and no file is left', async (_what, parts, expected) => {
  expect(await send(parts)).toEqual(expected);
  await expectNothing();
});

test('a body of another type, or with invalid content, is refused', async () => {
  expect(await send(Buffer.from('{"name": "A"}'), { 'content-type': 'application/json' })).toEqual([
    415,
    'unsupported_media_type',
  ]);
  expect(await send(Buffer.from('{'), { 'content-type': 'application/json' })).toEqual([400, 'bad_request']);
  expect(await send(Buffer.from('data=x'), { 'content-type': 'application/x-www-form-urlencoded' })).toEqual([
    415,
    'unsupported_media_type',
  ]);
  expect(await send(Buffer.from('no parts'))).toEqual([400, 'bad_request']);
  expect(await send(multipartBody([photo, data('{"name": "A"}')]).subarray(0, -multipartBoundary.length - 10))).toEqual(
    [400, 'bad_request'],
  );
  expect(await send(multipartBody([data('{"name": "A"}'), photo]).subarray(0, -multipartBoundary.length - 20))).toEqual(
    [400, 'bad_request'],
  );
  expect(await send([photo], { 'content-type': 'multipart/form-data' })).toEqual([400, 'bad_request']);
  await expectNothing();
});

test('a body of another type is refused with the type to send', async () => {
  for (const type of [
    'application/json',
    'application/x-www-form-urlencoded',
    'multipart/mixed; boundary=x',
    'text/plain',
    'nonsense',
  ]) {
    const { status, body } = await sendParts(app, path, Buffer.from('{}'), { headers: { 'content-type': type } });
    expect([type, status, body.message]).toEqual([type, 415, expect.stringContaining('multipart/form-data')]);
  }
});

test('an interrupted request leaves no file', async () => {
  await app.http.listen({ port: 0, host: '127.0.0.1' });
  const body = multipartBody([photo, ['face', Buffer.concat([images.png, Buffer.alloc(300_000)]), 'b.png']]);
  for (const length of [40, 200, 200_000]) {
    const socket = connect((app.http.server.address() as AddressInfo).port, '127.0.0.1');
    await once(socket, 'connect');
    socket.write(
      `POST /api/portal/v1.0${path} HTTP/1.1\r\nhost: localhost\r\ncontent-type: multipart/form-data; boundary=${multipartBoundary}\r\ncontent-length: ${body.length}\r\n\r\n`,
    );
    await new Promise((resolve) => {
      socket.write(body.subarray(0, length), resolve);
    });
    socket.destroy();
  }
  await expectNothing();
});

test('a data part with a media type, and an empty file input, are accepted', async () => {
  expect(
    await send([
      ['data', Buffer.from('{"name": "A"}'), 'blob', 'application/json'],
      ['face', Buffer.alloc(0), ''],
      ['token', 'x'],
    ]),
  ).toEqual([201, '']);
});

import { createHash } from 'node:crypto';
import { describe, expect, test } from '@jest/globals';
import type { ErrorCode } from '#kernel/error-codes.ts';
import { testApp, type TestApp } from '../support/app.ts';
import { failureOf } from '../support/http/rest-errors.ts';
import { s3Bucket } from '../support/s3-bucket.ts';
import { seedDataset } from '../support/seed.ts';

const bucket = await s3Bucket();
const folderApp = await testApp();
const bucketApp = await testApp(bucket.env('catalog'));
const content = Buffer.from(Array.from({ length: 1_000 }, (_, line) => `line ${line}\n`).join(''));
const etag = `"${createHash('sha256').update(content).digest('hex')}"`;

/** An attachment of a dataset, and what requests for its download answer. */
async function attachmentOf({ admin, http }: TestApp, filename = 'rivière — Überblick.csv') {
  const path = `/datasets/${await seedDataset(admin)}/attachments`;
  const { body } = await admin.upload(`${path}/`, filename, content);
  return async (headers: Record<string, string> = {}, method: 'GET' | 'HEAD' = 'GET') => {
    const answer = await http.inject({
      method,
      url: `/api/automation/v1.0${path}/${String(body.uid)}/download/`,
      headers: { authorization: 'Apikey test-administrator-key', ...headers },
    });
    return { status: answer.statusCode, headers: answer.headers, bytes: answer.rawPayload };
  };
}

describe.each([
  ['a folder', folderApp],
  ['a bucket', bucketApp],
])('a download of a file in %s', (_place, app) => {
  test('has the hash of its bytes as a strong ETag, its length, and its name for every client', async () => {
    const download = await attachmentOf(app);
    const expected = {
      status: 200,
      headers: {
        etag,
        'accept-ranges': 'bytes',
        'content-length': String(content.length),
        'content-disposition': `attachment; filename="riviere _ Uberblick.csv"; filename*=UTF-8''rivi%C3%A8re%20%E2%80%94%20%C3%9Cberblick.csv`,
      },
    };
    const whole = await download();
    expect(whole).toMatchObject(expected);
    expect(whole.bytes.equals(content)).toBe(true);
    const head = await download({ range: 'bytes=0-9' }, 'HEAD');
    expect(head).toMatchObject(expected);
    expect(head.bytes).toHaveLength(0);
  });

  test('is 304 for a client that has it', async () => {
    const download = await attachmentOf(app);
    for (const tag of [etag, `W/${etag}`, `"other", ${etag}`, '*'])
      for (const method of ['GET', 'HEAD'] as const)
        expect(await download({ 'if-none-match': tag, range: 'bytes=0-1' }, method)).toMatchObject({
          status: 304,
          headers: { etag },
        });
    expect((await download({ 'if-none-match': '"other"' })).status).toBe(200);
  });

  test('answers one range, so that an interrupted download continues', async () => {
    const download = await attachmentOf(app);
    for (const [range, start, end] of [
      ['bytes=0-9', 0, 10],
      ['bytes=5000-', 5_000, content.length],
      ['bytes=-7', content.length - 7, content.length],
      ['bytes=8000-999999', 8_000, content.length],
    ] as const) {
      const part = await download({ range });
      expect(part).toMatchObject({
        status: 206,
        headers: {
          etag,
          'content-range': `bytes ${start}-${end - 1}/${content.length}`,
          'content-length': String(end - start),
        },
      });
      expect(part.bytes.equals(content.subarray(start, end))).toBe(true);
    }
    expect((await download({ range: 'bytes=0-9', 'if-range': etag })).status).toBe(206);
  });

  test('is whole for several ranges, and when If-Range names other bytes', async () => {
    const download = await attachmentOf(app);
    for (const headers of [
      { range: 'bytes=0-1,5-6' },
      { range: 'bytes=5-2' },
      { range: 'bytes=0-9', 'if-range': '"other"' },
      { range: 'bytes=0-9', 'if-range': `W/${etag}` },
      { range: 'bytes=0-9', 'if-range': 'Sun, 22 Nov 2026 10:00:00 GMT' },
    ]) {
      const { status, bytes } = await download(headers);
      expect([status, bytes.length]).toEqual([200, content.length]);
    }
  });

  test('is 416 for a range beyond its end, with its length', async () => {
    const download = await attachmentOf(app);
    const { status, headers, bytes } = await download({ range: `bytes=${content.length}-` });
    expect([status, headers['content-range'], headers.etag]).toEqual([416, `bytes */${content.length}`, undefined]);
    expect(JSON.parse(bytes.toString())).toEqual(failureOf('RANGE_NOT_SATISFIABLE', { bytes: content.length }).body);
  });
});

test.each<[why: string, code: ErrorCode, status: number, content: string]>([
  ['the bucket has lost the file', 'FILE_MISSING', 404, 'NoSuchKey'],
  ['the bucket refuses the service', 'STORAGE_UNAVAILABLE', 403, 'AccessDenied'],
])('a download fails where %s', async (_why, code, answered, content) => {
  const download = await attachmentOf(bucketApp);
  bucket.intercept = (_request, response) => {
    response.writeHead(answered, { 'content-type': 'application/xml' }).end(`<Error><Code>${content}</Code></Error>`);
    return true;
  };
  const { status, bytes } = await download();
  bucket.intercept = undefined;
  expect({ status, body: JSON.parse(bytes.toString()) }).toEqual(failureOf(code));
  expect((await download()).status).toBe(200);
});

import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { createServer } from 'node:net';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { beforeEach, describe, expect, test } from '@jest/globals';
import { createLog } from '#platform/log.ts';
import { openS3Storage } from '#platform/storage/s3-storage.ts';
import type { S3Settings } from '#platform/storage/s3-client.ts';
import { s3Bucket } from '#test/support/s3-bucket.ts';

const bucket = await s3Bucket();
const log = createLog({ level: 'silent' });
const limit = 100_000_000;
const MiB = 2 ** 20;
let count = 0;
const newPrefix = () => `${String((count += 1))}/`;
const open = (prefix = newPrefix()) => openS3Storage(bucket.settings(prefix), log);
const bytesOf = (content: Uint8Array) => Readable.from([content], { objectMode: false });

/** The requests during some work, without the names of the objects. */
async function requestsOf(work: () => Promise<unknown>): Promise<string[]> {
  bucket.requests.length = 0;
  await work();
  return bucket.requests.map((line) => line.replace(/\/files\/\d+\/\w*/, '').replace(/=[0-9a-f]{32}/, '')).sort();
}

beforeEach(() => {
  bucket.intercept = undefined;
});

describe('an upload', () => {
  test('an upload of up to 8 MiB is one request', async () => {
    const storage = await open();
    for (const size of [0, 10, 300_000, 8 * MiB])
      expect(await requestsOf(() => storage.write(bytesOf(randomBytes(size)), { limit }))).toEqual([
        'PUT ?x-id=PutObject',
      ]);
  });

  test('an upload of more than 8 MiB is sent in parts, and not again where the bucket has the bytes', async () => {
    const storage = await open();
    const content = randomBytes(17 * MiB);
    const write = () => storage.write(bytesOf(content), { limit });
    expect(await requestsOf(write)).toEqual([
      'HEAD ',
      'POST ?uploadId',
      'POST ?uploads=',
      ...[1, 2, 3].map((part) => `PUT ?partNumber=${String(part)}&uploadId&x-id=UploadPart`),
    ]);
    expect(await requestsOf(write)).toEqual(['HEAD ']);
  });

  test('is repeated where the server is busy for a moment', async () => {
    const storage = await open();
    let refusals = 2;
    bucket.intercept = (request, response) =>
      request.method === 'PUT' && refusals-- > 0 && answer(response, 503, 'SlowDown');
    const { key } = await storage.write(bytesOf(Buffer.from('patience')), { limit });
    expect((await buffer(await storage.read(key))).toString()).toBe('patience');
  });

  test('whose part fails for good leaves no object, and is aborted', async () => {
    const prefix = newPrefix();
    const storage = await open(prefix);
    bucket.intercept = (request, response) =>
      request.url?.includes('partNumber=2') === true && answer(response, 403, 'AccessDenied');
    const requests = await requestsOf(() =>
      expect(storage.write(bytesOf(randomBytes(60 * MiB)), { limit })).rejects.toMatchObject({
        code: 'STORAGE_UNAVAILABLE',
      }),
    );
    expect(requests).toContain('DELETE ?uploadId&x-id=AbortMultipartUpload');
    expect(requests.filter((line) => line.includes('partNumber')).length).toBeLessThanOrEqual(5);
    expect((await bucket.names()).filter((name) => name.startsWith(prefix))).toEqual([]);
  });

  test('an upload of many parts lets a small one have its turn', async () => {
    const storage = await open();
    const [started, queued] = [Promise.withResolvers<undefined>(), Promise.withResolvers<undefined>()];
    let parts = 0;
    let partsBefore = 0;
    bucket.intercept = (request, response) => {
      const url = request.url ?? '';
      if (url.includes('PutObject')) partsBefore = parts;
      const isPart = url.includes('partNumber');
      if (!isPart && !url.includes('uploadId=')) return false;
      request.resume();
      if (isPart) parts += 1;
      started.resolve(undefined);
      void queued.promise.then(() => answer(response.setHeader('etag', '"part"'), 200, '<Result/>'));
      return true;
    };
    const large = storage.write(bytesOf(Buffer.alloc(80 * MiB)), { limit });
    await started.promise;
    const beforeStore = async () => {
      setTimeout(() => queued.resolve(undefined), 100);
    };
    await storage.write(bytesOf(Buffer.from('small')), { limit, beforeStore });
    await large;
    expect([parts, partsBefore < 10]).toEqual([10, true]);
  });

  test('an upload that a killed process left a day ago is aborted when a storage is opened, and those of other programs are not', async () => {
    const blob = 'a'.repeat(64);
    const aborted: string[] = [];
    bucket.intercept = (request, response) => {
      const url = request.url ?? '';
      if (request.method === 'DELETE') aborted.push(url.replace(/&x-id.*/, ''));
      if (request.method === 'DELETE') return answer(response, 204);
      return (
        /[?&]uploads/.test(url) && answer(response, 200, uploads([blob, 48], ['b'.repeat(64), 1], ['backup.tar', 48]))
      );
    };
    await open('9/');
    expect(aborted).toEqual([`/files/9/${blob}?uploadId=${blob}`]);
  });
});

describe('a download', () => {
  test('continues where its connection breaks off', async () => {
    const storage = await open();
    const content = randomBytes(3 * MiB);
    const { key } = await storage.write(bytesOf(content), { limit });
    let breaks = 3;
    bucket.intercept = (request, response) => {
      if (request.method === 'GET' && breaks-- > 0) breakAfter(response, 700_000);
      return false;
    };
    expect((await buffer(await storage.read(key))).equals(content)).toBe(true);
    expect(breaks).toBeLessThan(0);
  });

  test('a download of a range is whole where its connection breaks off after the last byte', async () => {
    const storage = await open();
    const { key } = await storage.write(bytesOf(Buffer.from('0123456789')), { limit });
    let sent: ServerResponse | undefined;
    bucket.intercept = (_request, response) => {
      sent = response.writeHead(206);
      response.write('0123');
      return true;
    };
    const reading = await storage.read(key, { end: 4 });
    const requests = await requestsOf(async () => {
      let received = '';
      for await (const chunk of reading) {
        received += String(chunk);
        sent?.destroy();
      }
      expect(received).toBe('0123');
    });
    expect(requests).toEqual([]);
  });

  test('fails STORAGE_UNAVAILABLE where the bucket cannot be reached again', async () => {
    const storage = await open();
    const { key } = await storage.write(bytesOf(randomBytes(3 * MiB)), { limit });
    let isFirst = true;
    bucket.intercept = ({ socket }, response) => {
      if (isFirst) breakAfter(response, 700_000);
      else socket.destroy();
      if (isFirst) return (isFirst = false);
      return true;
    };
    await expect(buffer(await storage.read(key))).rejects.toMatchObject({ code: 'STORAGE_UNAVAILABLE' });
  });

  test('a download of a slow client takes no connection from others', async () => {
    const storage = await open();
    const { key } = await storage.write(bytesOf(Buffer.from('slow')), { limit });
    bucket.intercept = (request, response) => {
      if (request.url?.includes(key) !== true) return false;
      response.writeHead(200).write('slow');
      return true;
    };
    const slow = await Promise.all(Array.from({ length: 300 }, () => storage.read(key)));
    expect(await storage.readId()).toBeUndefined();
    for (const reading of slow) reading.destroy();
  });

  test('fails when the object is gone before its end', async () => {
    const storage = await open();
    const { key } = await storage.write(bytesOf(randomBytes(3 * MiB)), { limit });
    let isFirst = true;
    bucket.intercept = (_request, response) => {
      if (!isFirst) return answer(response, 404, 'NoSuchKey');
      isFirst = false;
      breakAfter(response, 700_000);
      return false;
    };
    await expect(buffer(await storage.read(key))).rejects.toMatchObject({ code: 'FILE_MISSING' });
  });
});

describe('a start with', () => {
  const right = bucket.settings('start/');
  const problemOf = (settings: Partial<S3Settings>) =>
    openS3Storage({ ...right, ...settings }, log).then(
      () => 'no problem',
      (error: unknown) => (error instanceof Error ? `${error.name}: ${error.message}` : 'no error'),
    );
  const key = { accessKeyId: 'S3RVER', secretAccessKey: 'S3RVER' };

  test('the right settings succeeds', async () => {
    expect(await problemOf({})).toBe('no problem');
  });

  test('a wrong bucket, key or secret says which setting to correct', async () => {
    expect(await problemOf({ bucket: 'nowhere' })).toMatch(
      /^SetupError: The storage s3:\/\/nowhere\/start at http:\S+ cannot be used: .* \(NoSuchBucket\)\. Create the bucket, or correct its name in STORAGE_URL\.$/,
    );
    expect(await problemOf({ credentials: { ...key, accessKeyId: 'other' } })).toMatch(/Correct S3_ACCESS_KEY_ID\.$/);
    expect(await problemOf({ credentials: { ...key, secretAccessKey: 'other' } })).toMatch(
      /Correct S3_SECRET_ACCESS_KEY\.$/,
    );
  });

  test('a key without rights names the rights', async () => {
    bucket.intercept = (_request, response) => answer(response, 403, 'AccessDenied');
    expect(await problemOf({})).toMatch(/\(AccessDenied\)\. Allow the key s3:ListBucket on the bucket, and/);
  });

  test('an endpoint that does not answer says so', async () => {
    const server = createServer();
    await once(server.listen(0, '127.0.0.1'), 'listening');
    const address = server.address();
    const port = typeof address === 'object' && address ? address.port : 0;
    server.close();
    expect(await problemOf({ endpoint: `http://127.0.0.1:${String(port)}` })).toMatch(
      /\(ECONNREFUSED\)\. Check S3_ENDPOINT/,
    );
  });
});

test('a bucket that is out of reach later fails STORAGE_UNAVAILABLE, and works again afterwards', async () => {
  const storage = await open();
  const { key } = await storage.write(bytesOf(Buffer.from('here')), { limit });
  bucket.intercept = (request) => {
    request.socket.destroy();
    return true;
  };
  const unavailable = { code: 'STORAGE_UNAVAILABLE' };
  await expect(storage.read(key)).rejects.toMatchObject(unavailable);
  await expect(storage.readId()).rejects.toMatchObject(unavailable);
  await expect(storage.write(bytesOf(Buffer.from('there')), { limit })).rejects.toMatchObject(unavailable);
  bucket.intercept = undefined;
  expect((await buffer(await storage.read(key))).toString()).toBe('here');
});

/** Answers in place of the server. */
function answer(response: ServerResponse, status: number, content = ''): true {
  const isCode = /^\w+$/.test(content);
  response
    .writeHead(status, { 'content-type': 'application/xml' })
    .end(isCode ? `<Error><Code>${content}</Code><Message>Told by the test.</Message></Error>` : content);
  return true;
}

/** A list of uploads, each with its age in hours. */
const uploads = (...all: [name: string, hours: number][]): string =>
  `<ListMultipartUploadsResult>${all
    .map(
      ([name, hours]) =>
        `<Upload><Key>9/${name}</Key><UploadId>${name}</UploadId><Initiated>${new Date(Date.now() - hours * 3_600_000).toISOString()}</Initiated></Upload>`,
    )
    .join('')}</ListMultipartUploadsResult>`;

/** Breaks the connection once the server has written this number of bytes. */
function breakAfter(response: ServerResponse, bytes: number): void {
  const write = response.write.bind(response);
  let written = 0;
  response.write = (chunk: Buffer) => {
    written += chunk.length;
    if (written > bytes) response.destroy();
    return write(chunk);
  };
}

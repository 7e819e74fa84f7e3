import { beforeAll, describe, expect, test } from '@jest/globals';
import { text } from 'node:stream/consumers';
import { amazonS3Client, type AmazonS3Settings, isAws, resolveS3Address } from '#platform/datasources/amazon-s3.ts';
import type { OpenOptions } from '#platform/datasources/datasource-client.ts';
import { serve } from '#test/platform/fetcher/web.ts';
import { portsFor } from '../ports.ts';
import { s3Server } from '../cloud-servers.ts';
import { read } from '../read.ts';
import { isSignedBy } from './signature-v4.ts';

const server = s3Server();
const urlOf = (key: string) => `http://${server.address}/rides/${key}`;
const key = {
  type: 'aws_signature_v4',
  accessKeyId: 'S3RVER',
  secretAccessKey: 'S3RVER',
  region: 'us-east-1',
} as const;
const odd = "2026/r%C3%ADdes%20(1)+!'*,;=@:$&.csv";

beforeAll(async () => {
  await server.put(odd, 'a,b\n1,2\n');
});

function open(
  url: string,
  {
    auth = key,
    allow = [server.address],
    headers = [],
    ...options
  }: Partial<OpenOptions> & {
    auth?: AmazonS3Settings['connection']['auth'];
    allow?: string[];
    headers?: AmazonS3Settings['headers'];
  } = {},
) {
  return amazonS3Client.openStream({ type: 'amazon_s3', connection: { auth }, url, headers }, portsFor(allow), {
    signal: new AbortController().signal,
    ...options,
  });
}

describe('an object', () => {
  test('is read with a key, with its name, type, size and validators', async () => {
    const opened = await open(urlOf(odd));
    expect(opened).toMatchObject({
      filename: "rídes (1)+!'*,;=@:$&.csv",
      mimetype: 'text/csv',
      size: 8,
      validators: { etag: expect.any(String), lastModified: expect.any(String) },
    });
    expect(opened && (await text(opened.content))).toBe('a,b\n1,2\n');
  });

  test('is not read again while it is unchanged', async () => {
    const first = await open(urlOf(odd));
    first?.content.destroy();
    expect(await open(urlOf(odd), { validators: first?.validators })).toBeUndefined();
  });

  test('is read anonymously without a key', async () => {
    expect(await read(open(urlOf(odd), { auth: null }))).toBe('a,b\n1,2\n');
  });

  test('is requested with a signature of its address, parameters and headers', async () => {
    const strict = await serve((request, response) => {
      response
        .writeHead(isSignedBy('s/ecret+', request) ? 200 : 403)
        .end('<Error><Code>SignatureDoesNotMatch</Code></Error>');
    });
    const ask = (path: string, secretAccessKey = 's/ecret+') =>
      read(
        open(`http://${strict}${path}`, {
          allow: [strict],
          auth: { ...key, region: 'eu-west-3', secretAccessKey },
          validators: { etag: '"1"', lastModified: 'Tue, 06 Oct 2026 10:00:00 GMT' },
          headers: [
            { name: 'X-Amz-Request-Payer', value: '  requester   or not ' },
            { name: 'User-Agent', value: 'x' },
            { name: 'Range', value: 'bytes=0-2' },
          ],
        }),
      );
    for (const path of [
      '/',
      `/rides/${odd}`,
      '/rides/100%25.csv',
      '/rides//a',
      '/rides/a?b=c+d&e&f=%2F~&b=a',
      "/rides/a?x='(*)!",
    ]) {
      expect([path, await ask(path).catch(String)]).toEqual([path, expect.stringMatching(/^<Error>/)]);
    }
    await expect(ask('/rides/a', 'hidden')).rejects.toThrow(
      `${strict} answered SignatureDoesNotMatch. Check the secret access key.`,
    );
  });

  test.each<[string, string, AmazonS3Settings['connection']['auth'], string]>([
    [
      'the key is unknown',
      odd,
      { ...key, accessKeyId: 'hidden' },
      'answered InvalidAccessKeyId. Check the access key id.',
    ],
    ['it is not there', 'gone.csv', key, 'answered NoSuchKey. Check the key of the object.'],
    ['its bucket is not there', '../gone/rides.csv', key, 'answered NoSuchBucket. Check the bucket.'],
  ])('an object fails when %s', async (_case, path, auth, reason) => {
    const failure: unknown = await open(urlOf(path), { auth }).catch((error: unknown) => error);
    expect(failure).toMatchObject({
      code: 'SOURCE_FAILED',
      message: `The source could not be read: ${server.address} ${reason}`,
    });
  });

  test.each([301, 400])('fails with the region of the bucket when the region is wrong (status %d)', async (status) => {
    const address = await serve((_request, response) =>
      response.writeHead(status, { 'x-amz-bucket-region': 'eu-west-3' }).end('<Error>'),
    );
    await expect(open(`http://${address}/rides/a.csv`, { allow: [address] })).rejects.toThrow(
      'the bucket is in the region eu-west-3. Set that region',
    );
  });

  test('fails in bounded time although the error response never ends', async () => {
    const address = await serve((_request, response) => {
      const more = () => {
        while (!response.destroyed && response.write('<Error>'.repeat(10_000)));
      };
      response.writeHead(403).on('drain', more);
      more();
    });
    await expect(open(`http://${address}/rides/a.csv`, { allow: [address] })).rejects.toThrow(
      'answered with status 403. Check the credentials.',
    );
  });

  test('is not read from a private host', async () => {
    await expect(open(urlOf(odd), { allow: [] })).rejects.toMatchObject({ code: 'SOURCE_REFUSED' });
    await expect(open('https://169.254.169.254/latest/meta-data')).rejects.toMatchObject({ code: 'SOURCE_REFUSED' });
  });

  test("is signed with the server's own credentials at AWS only", async () => {
    await expect(open(urlOf(odd), { auth: { type: 'iam_role' } })).rejects.toThrow(
      "the server's own credentials are for AWS only",
    );
  });

  test('does not send its signature to the target of a redirect', async () => {
    const seen: (string | undefined)[] = [];
    const away = await serve((request, response) => {
      seen.push(request.headers.authorization);
      response.end();
    });
    const home = await serve((_request, response) => response.writeHead(307, { location: `http://${away}/` }).end());
    await read(open(`http://${home}/rides/a.csv`, { allow: [home, away] }));
    expect(seen).toEqual([undefined]);
  });
});

describe('the address of an object', () => {
  test.each([
    ['s3://rides/2026/a b.csv', 'eu-west-3', 'https://rides.s3.eu-west-3.amazonaws.com/2026/a%20b.csv'],
    ['s3://rides.example/a(1).csv', 'eu-west-3', 'https://s3.eu-west-3.amazonaws.com/rides.example/a%281%29.csv'],
    ['s3://rides/a.csv?versionId=1', null, 'https://rides.s3.amazonaws.com/a.csv?versionId=1'],
    ['s3://rides/a.csv', 'cn-north-1', 'https://rides.s3.cn-north-1.amazonaws.com.cn/a.csv'],
    ['https://minio.example:9000/rides/a.csv', 'anything', 'https://minio.example:9000/rides/a.csv'],
  ])('%s in %s is %s', (address, region, found) => {
    expect(resolveS3Address(address, region).href).toBe(found);
  });

  test.each([
    ['s3://Evil.example:80/a', null],
    ['s3://x/a', null],
    ['s3:///a', null],
    ['s3://user@rides/a', null],
    ['rides/a.csv', null],
    ['file:///etc/passwd', null],
    ['s3://rides/a', 'eu.evil.example/'],
    ['s3://rides/a', 'eu-west-3.evil.example#'],
    ['https://key:secret@minio.example/rides/a', null],
    ['s3://rides/%zz', null],
  ])('%s in %s is refused', (address, region) => {
    expect(() => resolveS3Address(address, region)).toThrow(expect.objectContaining({ code: 'SOURCE_REFUSED' }));
  });

  test.each([
    ['https://rides.s3.eu-west-3.amazonaws.com/a', true],
    ['https://s3.amazonaws.com/rides/a', true],
    ['https://rides.s3-eu-west-1.amazonaws.com/a', true],
    ['http://s3.amazonaws.com/a', false],
    ['https://s3.amazonaws.com:8443/a', false],
    ['https://s3.amazonaws.com.evil.example/a', false],
    ['https://evils3.amazonaws.com/a', false],
    ['https://evil.amazonaws.com/a', false],
  ])('%s is an AWS host: %s', (address, isOne) => {
    expect(isAws(new URL(address))).toBe(isOne);
  });
});

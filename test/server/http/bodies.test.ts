import { gzipSync } from 'node:zlib';
import { expect, test } from '@jest/globals';
import { testApp } from '#test/support/app.ts';
import { multipartBody, multipartBoundary } from '#test/support/http/multipart.ts';
import { portOf, sendRaw } from '#test/support/http/raw-http.ts';

const { http, admin } = await testApp();
const port = portOf(await http.listen({ port: 0, host: '127.0.0.1' }));
const base = '/api/automation/v1.0';
const {
  body: { uid },
} = await admin.rest('POST', '/datasets/', { metadata: {} });
const key = { authorization: 'Apikey test-administrator-key' };

test('a compressed body is refused with 415 at every route, after the check that the path exists', async () => {
  const json = { ...key, 'content-type': 'application/json' };
  const send = async (url: string, headers: Record<string, string>, content: Buffer | string) =>
    http.inject({
      method: 'POST',
      url,
      headers: { ...headers, 'content-encoding': 'gzip' },
      payload: gzipSync(content),
    });
  const upload = { ...key, 'content-type': `multipart/form-data; boundary=${multipartBoundary}` };
  const file = multipartBody([['file', Buffer.from('a'), 'a.csv', 'text/csv']]);
  for (const [url, headers, content] of [
    [`${base}/datasets/`, json, '{"metadata":{}}'],
    [`${base}/datasets/${uid}/processors/`, json, '{}'],
    [`${base}/datasets/${uid}/resources/files/`, upload, file],
    ['/api/push/1.0/a/b/push/', json, '{}'],
    ['/graphql', json, '{"query":"{__typename}"}'],
    ['/graphql/stream', json, '{"query":"{__typename}"}'],
  ] as const) {
    const answer = await send(url, headers, content);
    expect([url, answer.statusCode, answer.body]).toEqual([url, 415, expect.stringContaining('Content-Encoding')]);
  }
  expect((await send(`${base}/datasets/da_000000/processors/`, json, '{}')).statusCode).toBe(404);
  expect((await send(`${base}/datasets/`, { 'content-type': 'application/json' }, '{}')).statusCode).toBe(401);
  const plain = await http.inject({
    method: 'POST',
    url: `${base}/datasets/`,
    headers: { ...json, 'content-encoding': 'identity' },
    payload: '{"metadata":{}}',
  });
  expect(plain.statusCode).toBe(201);
});

test('a client that expects 100-continue gets it only where its body is accepted', async () => {
  const ask = async (path: string, headers: string[]) =>
    sendRaw(
      port,
      [
        `POST ${path} HTTP/1.1`,
        'host: x',
        'connection: close',
        'expect: 100-continue',
        'content-type: application/json',
        'content-length: 15',
        ...headers,
        '',
        '',
      ].join('\r\n'),
      async (write) => {
        await new Promise((resolve) => {
          setTimeout(resolve, 300);
        });
        write('{"metadata":{}}');
      },
    );
  expect(await ask(`${base}/datasets/`, ['authorization: Apikey test-administrator-key'])).toMatch(
    /^HTTP\/1\.1 100 Continue\r\n\r\nHTTP\/1\.1 201 /,
  );
  expect(await ask(`${base}/datasets/`, [])).toMatch(/^HTTP\/1\.1 401 /);
  expect(await ask('/nowhere', [])).toMatch(/^HTTP\/1\.1 404 /);
  expect(await ask('/livez', [])).toMatch(/^HTTP\/1\.1 405 /);
  expect(
    await sendRaw(port, 'GET /livez HTTP/1.1\r\nhost: x\r\nconnection: close\r\nexpect: the-unexpected\r\n\r\n'),
  ).toMatch(/^HTTP\/1\.1 200 /);
});

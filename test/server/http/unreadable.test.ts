import { expect, test } from '@jest/globals';
import { testApp } from '#test/support/app.ts';
import { portOf, sendRaw } from '#test/support/http/raw-http.ts';
import { failureOf } from '#test/support/http/rest-errors.ts';
import type { ErrorCode } from '#kernel/error-codes.ts';

const { http } = await testApp();
const port = portOf(await http.listen({ port: 0, host: '127.0.0.1' }));
const long = 'a'.repeat(20_000);

test.each<[what: string, bytes: string, code: ErrorCode]>([
  ['bytes that are no request', 'garbage\r\n\r\n', 'BAD_REQUEST'],
  ['a method that HTTP does not have', 'FOO /livez HTTP/1.1\r\nhost: x\r\n\r\n', 'BAD_REQUEST'],
  ['another version of HTTP', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n', 'BAD_REQUEST'],
  [
    'two lengths',
    'POST /graphql HTTP/1.1\r\nhost: x\r\ncontent-length: 3\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n',
    'BAD_REQUEST',
  ],
  ['headers that are too long', `GET /livez HTTP/1.1\r\nhost: x\r\nx-long: ${long}\r\n\r\n`, 'HEADERS_TOO_LARGE'],
  ['an address that is too long', `GET /${long} HTTP/1.1\r\nhost: x\r\n\r\n`, 'URI_TOO_LONG'],
  ['a tunnel', 'CONNECT example.org:443 HTTP/1.1\r\nhost: x\r\n\r\n', 'METHOD_NOT_ALLOWED'],
])("%s: answered in the contract's shape, and the connection ends", async (_what, bytes, code) => {
  const { status, body: expected } = failureOf(code);
  const [head = '', body = ''] = (await sendRaw(port, bytes)).split('\r\n\r\n');
  expect(head).toMatch(new RegExp(`^HTTP/1\\.1 ${String(status)} `));
  expect(head).toMatch(/^content-type: application\/json; charset=utf-8$/m);
  expect(head).toMatch(/^x-content-type-options: nosniff$/m);
  expect(head).toMatch(/^connection: close$/m);
  expect(JSON.parse(body)).toEqual({ ...expected, message: expect.stringMatching(/\w+/) });
});

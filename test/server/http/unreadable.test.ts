import { expect, test } from '@jest/globals';
import { testApp } from '../../support/app.ts';
import { portOf, sendRaw } from '../../support/http/raw-http.ts';

const { http } = await testApp();
const port = portOf(await http.listen({ port: 0, host: '127.0.0.1' }));
const long = 'a'.repeat(20_000);

test.each([
  ['bytes that are no request', 'garbage\r\n\r\n', 400, 'bad_request'],
  ['a method that HTTP does not have', 'FOO /livez HTTP/1.1\r\nhost: x\r\n\r\n', 400, 'bad_request'],
  ['another version of HTTP', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n', 400, 'bad_request'],
  [
    'two lengths',
    'POST /graphql HTTP/1.1\r\nhost: x\r\ncontent-length: 3\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n',
    400,
    'bad_request',
  ],
  [
    'headers that are too long',
    `GET /livez HTTP/1.1\r\nhost: x\r\nx-long: ${long}\r\n\r\n`,
    431,
    'request_header_fields_too_large',
  ],
  ['an address that is too long', `GET /${long} HTTP/1.1\r\nhost: x\r\n\r\n`, 414, 'uri_too_long'],
  ['a tunnel', 'CONNECT example.org:443 HTTP/1.1\r\nhost: x\r\n\r\n', 405, 'method_not_allowed'],
])("%s: answered in the contract's shape, and the connection ends", async (_what, bytes, status, error_code) => {
  const [head = '', body = ''] = (await sendRaw(port, bytes)).split('\r\n\r\n');
  expect(head).toMatch(new RegExp(`^HTTP/1\\.1 ${String(status)} `));
  expect(head).toMatch(/^content-type: application\/json; charset=utf-8$/m);
  expect(head).toMatch(/^x-content-type-options: nosniff$/m);
  expect(head).toMatch(/^connection: close$/m);
  expect(JSON.parse(body)).toEqual({ error_code, message: expect.stringMatching(/\w+/) });
});

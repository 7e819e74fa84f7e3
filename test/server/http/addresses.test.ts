import { expect, test } from '@jest/globals';
import { testApp } from '#test/support/app.ts';
import { portOf, sendRawRequest } from '#test/support/http/raw-http.ts';

const path = '/api/automation/v1.0/datasets/?limit=1';
const key = 'authorization: Apikey test-administrator-key';
const bare = await testApp();
const proxied = await testApp({ TRUST_PROXY: 'true' });
const [port, behind] = [
  portOf(await bare.http.listen({ port: 0, host: '127.0.0.1' })),
  portOf(await proxied.http.listen({ port: 0, host: '127.0.0.1' })),
];
for (const { admin } of [bare, proxied])
  for (const title of ['A', 'B'])
    await admin.rest('POST', '/datasets/', { metadata: { default: { title: { value: title } } } });

/** The link in the answer to a request with some headers. */
const next = async (port: number, target: string, ...headers: string[]) => {
  const { status, body } = await sendRawRequest(port, `GET ${target} HTTP/1.1`, key, ...headers);
  return status === 200 ? JSON.parse(body).next : status;
};

const linkOf = (origin: string) => `${origin}/api/automation/v1.0/datasets/?limit=1&offset=1`;

test.each([
  ['data.example.org', 'http://data.example.org'],
  ['data.example.org:8443', 'http://data.example.org:8443'],
  ['[::1]:4000', 'http://[::1]:4000'],
  ['my_service', 'http://my_service'],
])('links name the host %s', async (host, origin) => {
  expect(await next(port, path, `host: ${host}`)).toBe(linkOf(origin));
});

test.each(['a/b', 'a"b', '<x>', 'a b', 'user@host', 'a:port', 'a:99999', '[::1', '999.999.999.999', 'a,b', 'é'])(
  'a host that is none is refused: %s',
  async (host) => {
    const { status, body } = await sendRawRequest(port, `GET ${path} HTTP/1.1`, key, `host: ${host}`);
    expect([status, JSON.parse(body)]).toEqual([
      400,
      { error_code: 'bad_request', message: expect.stringContaining('Host') },
    ]);
    expect((await sendRawRequest(port, 'GET /livez HTTP/1.1', `host: ${host}`)).status).toBe(400);
  },
);

test('a request with two Host headers, or none, is refused', async () => {
  for (const hosts of [['host: a', 'host: b'], ['host: a', 'Host: a'], []]) {
    const { status, body } = await sendRawRequest(port, `GET ${path} HTTP/1.1`, key, ...hosts);
    expect([status, JSON.parse(body).error_code]).toEqual([400, 'bad_request']);
  }
});

test('a client without a Host header gets links to the local address of the connection', async () => {
  const { body } = await sendRawRequest(port, `GET ${path} HTTP/1.0`, key);
  expect(JSON.parse(body).next).toBe(linkOf(`http://127.0.0.1:${String(port)}`));
});

test('the host of an absolute request target replaces the Host header', async () => {
  expect(await next(port, `http://named.example:81${path}`, 'host: another')).toBe(linkOf('http://named.example:81'));
  expect(await next(port, `http://na"med${path}`, 'host: another')).toBe(400);
  expect(await sendRawRequest(port, 'GET http://x/livez HTTP/1.1', 'host: x')).toMatchObject({ status: 200 });
  expect(await sendRawRequest(port, 'GET http://x?a=1 HTTP/1.1', 'host: x')).toMatchObject({ status: 200 });
});

test.each([
  ['https', 'public.example', 'https://public.example'],
  ['HTTPS', 'public.example:444', 'https://public.example:444'],
  ['javascript', 'public.example', 'http://public.example'],
  ['ftp', 'a"b', 'http://own.example'],
  ['https', '../x', 'https://own.example'],
  ['https, http', 'a.example, b.example', 'http://b.example'],
])(
  'behind a trusted proxy links take its scheme and host where they are ones: %s, %s',
  async (scheme, host, origin) => {
    expect(
      await next(behind, path, 'host: own.example', `x-forwarded-proto: ${scheme}`, `x-forwarded-host: ${host}`),
    ).toBe(linkOf(origin));
  },
);

test('forwarded headers of untrusted clients are ignored', async () => {
  expect(await next(port, path, 'host: own.example', 'x-forwarded-proto: https', 'x-forwarded-host: b.example')).toBe(
    linkOf('http://own.example'),
  );
});

test('a client that came by https through a trusted proxy gets HSTS', async () => {
  const hsts = async (port: number, scheme: string, target: string) =>
    (await sendRawRequest(port, `GET ${target} HTTP/1.1`, 'host: x', `x-forwarded-proto: ${scheme}`)).headers[
      'strict-transport-security'
    ];
  for (const target of ['/livez', '/docs', '/nowhere', path])
    expect(await hsts(behind, 'https', target)).toBe('max-age=31536000');
  expect([await hsts(behind, 'http', '/livez'), await hsts(port, 'https', '/livez')]).toEqual([undefined, undefined]);
});

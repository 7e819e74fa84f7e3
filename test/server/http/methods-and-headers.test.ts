import { METHODS } from 'node:http';
import { expect, test } from '@jest/globals';
import { testApp } from '#test/support/app.ts';
import { portOf, sendRawRequest } from '#test/support/http/raw-http.ts';

const { http } = await testApp();
const port = portOf(await http.listen({ port: 0, host: '127.0.0.1' }));
const [automation, portal] = ['/api/automation/v1.0', '/api/portal/v1.0'];
const keyed = { authorization: 'Apikey test-administrator-key' };
const ask = async (method: string, url: string, headers: Record<string, string> = keyed, payload?: string) =>
  http.inject({ method: method, url, headers, ...(payload !== undefined && { payload }) });

/** An address of every kind, and its methods. */
const doors: readonly (readonly [string, string])[] = [
  [`${automation}/datasets/`, 'GET, HEAD, POST, OPTIONS'],
  [`${automation}/datasets/da_000000/publish/`, 'POST, OPTIONS'],
  [`${automation}/datasets/da_000000/resources/preview/`, 'POST, OPTIONS'],
  [`${automation}/datasets/da_000000/resources/re_000000/?limit=1`, 'GET, HEAD, PUT, DELETE, OPTIONS'],
  [`${automation}/openapi.json`, 'GET, HEAD, OPTIONS'],
  [`${portal}/forms/a/submissions/`, 'POST, OPTIONS'],
  [`${portal}/glossary/`, 'GET, HEAD, OPTIONS'],
  ['/api/push/1.0/a/b/push/', 'POST, OPTIONS'],
  ['/catalog/forms/a/submissions/download/', 'GET, HEAD, OPTIONS'],
  ['/graphql', 'GET, HEAD, POST, OPTIONS'],
  ['/graphql/stream', 'GET, POST, PUT, DELETE, OPTIONS'],
  ['/docs', 'GET, HEAD, OPTIONS'],
  ['/docs/swagger-ui.css', 'GET, HEAD, OPTIONS'],
  ['/graphiql', 'GET, HEAD, OPTIONS'],
  ['/livez', 'GET, HEAD, OPTIONS'],
  ['/readyz', 'GET, HEAD, OPTIONS'],
];

/** What an answer of failure says, in the manner of its address. */
const codeOf = ({ body }: { readonly body: string }): unknown => {
  const { error_code, errors, message } = JSON.parse(body);
  expect(typeof (message ?? errors[0].message)).toBe('string');
  return error_code ?? errors[0].extensions.code.toLowerCase();
};

test.each(doors)('%s has the methods %s, and refuses every other method with this list', async (url, allow) => {
  const methods = allow.split(', ');
  for (const method of METHODS.filter((candidate) => candidate !== 'CONNECT' && !methods.includes(candidate))) {
    const answer = await ask(method, url, keyed, ['POST', 'PUT', 'PATCH'].includes(method) ? 'no JSON' : undefined);
    expect([method, answer.statusCode, answer.headers['allow']]).toEqual([method, 405, allow]);
    if (method !== 'HEAD') expect(codeOf(answer)).toBe('method_not_allowed');
  }
  const options = await ask('OPTIONS', url);
  expect([options.statusCode, options.headers['allow'], options.body]).toEqual([204, allow, '']);
});

test('a preflight request is answered at every path', async () => {
  for (const url of [...doors.map(([door]) => door), '/nowhere']) {
    const { statusCode, headers } = await ask('OPTIONS', url, {
      origin: 'https://example.org',
      'access-control-request-method': 'PUT',
      'access-control-request-headers': 'if-match',
    });
    expect([statusCode, headers['access-control-allow-origin'], headers['access-control-allow-headers']]).toEqual([
      204,
      '*',
      'if-match',
    ]);
  }
});

test('OPTIONS * lists methods, and an unknown path has none', async () => {
  expect(await sendRawRequest(port, 'OPTIONS * HTTP/1.1', 'host: x')).toMatchObject({
    status: 204,
    headers: { allow: 'GET, HEAD, POST, PUT, DELETE, OPTIONS' },
  });
  for (const method of ['GET', 'HEAD', 'POST', 'PUT', 'OPTIONS', 'PROPFIND', 'QUERY', 'TRACE']) {
    for (const url of [
      '/nowhere',
      `${automation}/nowhere`,
      '//livez',
      `/${'a'.repeat(9_000)}`,
      '/%zz',
      `${portal}/glossary/%ff/`,
    ]) {
      const answer = await ask(
        method,
        url,
        { ...keyed, 'content-type': 'text/xml' },
        ['POST', 'PUT', 'QUERY'].includes(method) ? '<a/>' : undefined,
      );
      expect([method, url, answer.statusCode]).toEqual([method, url, 404]);
      if (method !== 'HEAD') expect(codeOf(answer)).toBe('not_found');
    }
  }
});

test('every answer forbids type sniffing, and caching by default', async () => {
  const urls = [...doors.map(([url]) => url), '/nowhere', '/%zz', `${automation}/nowhere`];
  for (const url of urls)
    for (const method of ['GET', 'HEAD', 'POST', 'OPTIONS', 'PATCH'])
      for (const headers of [{}, keyed]) {
        const {
          headers: { 'x-content-type-options': sniffing, 'cache-control': caching },
        } = await ask(method, url, { ...headers, accept: 'application/json' });
        expect([method, url, sniffing, typeof caching]).toEqual([method, url, 'nosniff', 'string']);
      }
});

test('a malformed key is refused by header and by query, and each refusal names the scheme', async () => {
  const addresses = [
    `${automation}/datasets/`,
    `${automation}/nowhere`,
    `${portal}/glossary/`,
    '/catalog/datasets/a/attachments/b/download/',
    '/graphql?query={__typename}',
    '/graphql/stream?query={__typename}',
  ];
  for (const url of addresses)
    for (const authorization of [
      'test-administrator-key',
      'Bearer',
      'Basic dTpw',
      'Apikey',
      'Apikey a b',
      '',
      'Apikey unknown',
    ]) {
      const answer = await ask('GET', url, { authorization, 'apollo-require-preflight': 'true' });
      expect([url, authorization, answer.statusCode, codeOf(answer), answer.headers['www-authenticate']]).toEqual([
        url,
        authorization,
        401,
        'unauthorized',
        'Apikey realm="Catalograph", Bearer realm="Catalograph"',
      ]);
    }
  expect((await ask('GET', `${portal}/glossary/?apikey=`, {})).statusCode).toBe(401);
  expect((await ask('GET', `${automation}/datasets/`, {})).headers['www-authenticate']).toBe(
    'Apikey realm="Catalograph", Bearer realm="Catalograph"',
  );
});

test('a header that is nothing but the key of the address says it twice; another key, and one alone, is refused', async () => {
  const key = 'test-administrator-key';
  const statusOf = async (inQuery: string | undefined, authorization: string) =>
    (await ask('GET', `${automation}/datasets/${inQuery === undefined ? '' : `?apikey=${inQuery}`}`, { authorization }))
      .statusCode;
  expect(await statusOf(key, key)).toBe(200);
  for (const [inQuery, authorization] of [
    [undefined, key],
    [key, 'unknown'],
    [key, `${key} ${key}`],
    [key, 'Apikey unknown'],
    ['unknown', key],
    ['unknown', 'unknown'],
    ['', key],
    ['', ''],
  ] as const)
    expect([inQuery, authorization, await statusOf(inQuery, authorization)]).toEqual([inQuery, authorization, 401]);
});

test('pages and their assets are not embedded by other sites, and send no referrer', async () => {
  const pages = await Promise.all(['/docs', '/graphiql'].map((url) => ask('GET', url, {})));
  const files = pages.flatMap(({ body }) =>
    [...body.matchAll(/(?:src|href)="(\/[^"]+)"/g)].map(([, file = '']) => file),
  );
  expect(files).toHaveLength(7);
  for (const url of ['/docs', '/graphiql', ...files]) {
    expect((await ask('GET', url, {})).headers).toMatchObject({
      'referrer-policy': 'no-referrer',
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-resource-policy': 'same-origin',
    });
  }
});

import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { urlProblem } from '#connections/parse-settings.ts';
import { joinUrlBelow } from '#platform/datasources/provider-requests.ts';

describe('The address of a source', () => {
  test.each(['https://host/path', 'http://127.0.0.1:8080', 'HTTPS://Host/a?b=c#d'])(
    'The address of a source may be %s',
    (url) => {
      expect(urlProblem(url)).toBeUndefined();
    },
  );

  test.each([
    '',
    'host/path',
    'ftp://host/file',
    'file:///etc/passwd',
    'javascript:alert(1)',
    'https://',
    `https://host/${'x'.repeat(4_000)}`,
  ])('The address of a source cannot be %s', (url) => {
    expect(urlProblem(url)).toBeDefined();
  });

  test.each(['https://user@host/', 'https://user:password@host/', 'https://:password@host/'])(
    'cannot hold credentials: %s',
    (url) => {
      expect(urlProblem(url)).toContain('user name and the password');
    },
  );
});

describe('A relative address', () => {
  test.each([
    ['https://host', '', 'https://host'],
    ['https://host', 'data.csv', 'https://host/data.csv'],
    ['https://host/', '/data.csv', 'https://host/data.csv'],
    ['https://host/api', 'data.csv', 'https://host/api/data.csv'],
    ['https://host/api/', '/data.csv?page=1', 'https://host/api/data.csv?page=1'],
    ['https://host/api', '?page=1', 'https://host/api?page=1'],
    ['https://host/api?format=csv', 'data', 'https://host/api/data?format=csv'],
    ['https://host/api', '/a:b.csv', 'https://host/api/a:b.csv'],
  ])('goes on from that of the connection: %s and %s are %s', (base, relative, joined) => {
    expect(joinUrlBelow(base, relative)).toBe(joined);
  });

  test.each(['https://other/', 'http://host/', '//other/', '/\\other/', '\\\\other/', 'https://host:8443/'])(
    'cannot lead to another host: %s',
    (relative) => {
      expect(joinUrlBelow('https://host/path', relative)).toBeUndefined();
    },
  );

  test.each([
    '..',
    '../',
    '../b',
    'a/../../b',
    '/../b',
    'a\\..\\..\\b',
    '..\\b',
    '%2e%2e/b',
    '.%2E/b',
    '%252e%252e/b',
    '..%2fb',
    'a%2f..%2F..%2fb',
    '..%5cb',
    '.\t./b',
    ' ../b',
    '..;/b',
    '..%3Bx=1/b',
    '%2fetc/passwd',
    '/%5Cb',
    '../?a=1',
    '..#a',
  ])('cannot lead out of the path of the connection: %j', (relative) => {
    for (const base of ['https://host/path/', 'ftp://host/path/', 'sftp://host/~/'])
      expect(joinUrlBelow(base, relative)).toBeUndefined();
  });

  test.each(['a..b', '...', '..a/b', './b', 'a?up=../b', 'a#../b', 'a%2Fb', '100%25'])(
    'A relative address may be %s',
    (relative) => {
      expect(joinUrlBelow('https://host/path/', relative)).toMatch(/^https:\/\/host\/path\//);
    },
  );

  test('stays at the host and below the path whatever it is', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.webUrl(), fc.stringMatching(/^[/\\:@?#.%25eEfFcCa]{0,12}$/)), (relative) => {
        const joined = joinUrlBelow('https://host/path', relative);
        if (joined === undefined) return;
        const { origin, username, password, pathname } = new URL(joined);
        expect([origin, username, password, pathname === '/path' || pathname.startsWith('/path/')]).toEqual([
          'https://host',
          '',
          '',
          true,
        ]);
      }),
    );
  });
});

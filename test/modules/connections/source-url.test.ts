import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { urlProblem } from '../../../src/modules/connections/source-url.ts';
import { joinUrl } from '../../../src/platform/datasources/join-url.ts';

describe('The address of a source', () => {
  test.each(['https://host/path', 'http://127.0.0.1:8080', 'HTTPS://Host/a?b=c#d'])('may be %s', (url) => {
    expect(urlProblem(url)).toBeUndefined();
  });

  test.each(['', 'host/path', 'ftp://host/file', 'file:///etc/passwd', 'javascript:alert(1)', 'https://', `https://host/${'x'.repeat(4_000)}`])(
    'cannot be %s', (url) => {
      expect(urlProblem(url)).toBeDefined();
    });

  test.each(['https://user@host/', 'https://user:password@host/', 'https://:password@host/'])('cannot hold credentials: %s', (url) => {
    expect(urlProblem(url)).toContain('user name and the password');
  });
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
    expect(joinUrl(base, relative)).toBe(joined);
  });

  test.each(['https://other/', 'http://host/', '//other/', '/\\other/', '\\\\other/', 'https://host:8443/'])('cannot lead to another host: %s', (relative) => {
    expect(joinUrl('https://host/path', relative)).toBeUndefined();
  });

  test('stays at the host whatever it is', () => {
    fc.assert(fc.property(fc.oneof(fc.string(), fc.webUrl(), fc.stringMatching(/^[/\\:@?#.a-z]{0,12}$/)), (relative) => {
      const joined = joinUrl('https://host/path', relative);
      if (joined !== undefined) expect(new URL(joined)).toMatchObject({ origin: 'https://host', username: '', password: '' });
    }));
  });
});

import { describe, expect, test } from '@jest/globals';
import { parseAllowList } from '#platform/fetcher/guard.ts';

describe('FETCH_ALLOW', () => {
  const isAllowed = parseAllowList(['127.0.0.1:8080', '[::1]:9000', 'Intranet.example:443', '0x7f.2:80']);

  test.each([
    ['127.0.0.1', 8080],
    ['::1', 9000],
    ['[::1]', 9000],
    ['intranet.example', 443],
    ['127.0.0.2', 80],
  ])('opens %s port %d', (host, port) => expect(isAllowed(host, port)).toBe(true));

  test.each([
    ['127.0.0.1', 8081],
    ['127.0.0.2', 8080],
    ['localhost', 8080],
    ['a.intranet.example', 443],
    ['::1', 9001],
  ])('leaves %s port %d closed', (host, port) => expect(isAllowed(host, port)).toBe(false));

  test.each([
    '',
    'intranet.example',
    ':443',
    'host:',
    'host:99999',
    'host:http',
    'a:1:2',
    'http://host:80',
    'user@host:80',
    '::1:80',
  ])('FETCH_ALLOW refuses %j', (pair) => expect(() => parseAllowList([pair])).toThrow(TypeError));
});

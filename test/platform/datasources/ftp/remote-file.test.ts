import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { CatalogError } from '#kernel/fail.ts';
import { joinUrl } from '#platform/datasources/provider-requests.ts';
import { parseRemoteFile } from '#platform/datasources/file-server.ts';

test.each([
  ['ftp://host/a/b%20c.csv', { protocol: 'ftp', host: 'host', port: 21, path: 'a/b c.csv' }],
  ['ftp://host//a.csv', { protocol: 'ftp', path: '/a.csv' }],
  ['ftps://Host/a.csv', { protocol: 'ftps', host: 'host', port: 21 }],
  ['ftps://host:990/a.csv', { protocol: 'implicit ftps', port: 990 }],
  [
    'sftp://[2001:db8::1]:2222/a.csv',
    { protocol: 'sftp', host: '2001:db8::1', port: 2222, path: '/a.csv', hostKey: null },
  ],
  ['sftp://host/~/a.csv', { path: 'a.csv', port: 22 }],
])('The address %s is parsed', (address, file) => {
  expect(parseRemoteFile(address)).toMatchObject(file);
});

test.each([
  ['sftp://host/path', 'a.csv', 'sftp://host/path/a.csv'],
  ['ftps://host', '/a.csv', 'ftps://host/a.csv'],
  ['sftp://host/path?host_key=SHA256:x', 'a.csv', 'sftp://host/path/a.csv?host_key=SHA256:x'],
])('A relative address is joined to that of a file server: %s and %s give %s', (base, relative, joined) => {
  expect(joinUrl(base, relative)).toBe(joined);
});

test.each(['sftp://other/a', 'ftp://host/a', 'sftp://host:2222/a'])(
  'It cannot lead to another server: %s',
  (relative) => {
    expect(joinUrl('sftp://host/path', relative)).toBeUndefined();
  },
);

test('Any other address is refused with a reason', () => {
  const odd = fc.oneof(fc.string(), fc.webUrl(), fc.stringMatching(/^s?ftps?:\/\/[\w%@:/?#.[\]-]{0,20}$/));
  fc.assert(
    fc.property(odd, (address) => {
      try {
        expect(parseRemoteFile(address)).toMatchObject({
          host: expect.stringMatching(/./),
          path: expect.stringMatching(/^[^\r\n\0]+$/),
        });
      } catch (error) {
        if (!(error instanceof CatalogError)) throw error;
      }
    }),
  );
});

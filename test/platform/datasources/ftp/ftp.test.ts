import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { utimes, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { connectFtp } from '#platform/datasources/connect-ftp.ts';
import { selfSigned } from './certificate.ts';
import { folder, serveFtp } from './file-servers.ts';
import { ada, open } from './open-file.ts';
import { read } from '../read.ts';

describe('a file on an FTP server', () => {
  test('is read with its name, size and time', async () => {
    const root = await folder('a,b\n1,2\n');
    await utimes(join(root, 'rides.csv'), 0, Date.UTC(2026, 9, 6) / 1000);
    const opened = await open(`ftp://${await serveFtp(root)}`, { relativeUrl: 'rides.csv' });
    expect(opened).toMatchObject({
      filename: 'rides.csv',
      mimetype: null,
      size: 8,
      validators: { lastModified: 'Tue, 06 Oct 2026 00:00:00 GMT' },
    });
    expect(opened && (await text(opened.content))).toBe('a,b\n1,2\n');
  });

  test('is not read again while it is unchanged', async () => {
    const root = await folder();
    const url = `ftp://${await serveFtp(root)}/rides.csv`;
    const first = await open(url);
    first?.content.destroy();
    expect(await open(url, { validators: first?.validators })).toBeUndefined();
    await writeFile(join(root, 'rides.csv'), 'a,b\n');
    expect(await read(open(url, { validators: first?.validators }))).toBe('a,b\n');
  });

  test('is read anonymously where the server allows it', async () => {
    const address = await serveFtp(await folder(), { anonymous: true });
    expect(await read(open(`ftp://${address}/rides.csv`, { auth: null }))).toBe('a,b\n1,2\n');
  });

  test('is read completely at any size', async () => {
    const large = 'date,temp\n'.repeat(2_000_000);
    const [address, empty] = await Promise.all([serveFtp(await folder(large)), serveFtp(await folder(''))]);
    expect(await read(open(`ftp://${address}/rides.csv`))).toHaveLength(large.length);
    expect(await read(open(`ftp://${empty}/rides.csv`))).toBe('');
  });

  test.each([
    ['the password is wrong', { auth: { ...ada, password: 'secret' } }, 'refuses the user name or the password'],
    [
      'it is not there',
      { relativeUrl: 'gone.csv' },
      'has no such file, or does not let this user read it. Check the path.',
    ],
    [
      'the path breaks the line',
      { relativeUrl: 'a%0d%0aDELE%20rides.csv' },
      'Control characters are not allowed in the path.',
    ],
    [
      'the user name breaks the line',
      { auth: { ...ada, username: 'a\r\nb' } },
      'Control characters are not allowed in the user name and the password.',
    ],
    ['the path is a folder', { relativeUrl: 'rides/' }, 'names a folder'],
    ['the path has a query', { relativeUrl: 'rides.csv?x=1' }, 'Write question marks in a path as %3F.'],
  ])('a file on an FTP server fails when %s', async (_case, options, reason) => {
    const address = await serveFtp(await folder());
    const failure: unknown = await open(`ftp://${address}`, { relativeUrl: 'rides.csv', ...options }).catch(
      (error: unknown) => error,
    );
    expect(failure).toMatchObject({
      code: expect.stringMatching(/^SOURCE_/),
      message: expect.stringContaining(reason),
    });
    expect(String(failure)).not.toMatch(/secret|lovelace/);
  });

  test('stays at the host of the connection', async () => {
    await expect(open('ftp://127.0.0.1:2121/a', { relativeUrl: 'ftp://other/b' })).rejects.toThrow(
      'leads to another host',
    );
  });

  test.each(['ftp', 'ftps', 'sftp'])('is not read from a private host by %s', async (scheme) => {
    const address = await serveFtp(await folder());
    await expect(open(`${scheme}://${address}/rides.csv`, { allow: [] })).rejects.toMatchObject({
      code: 'SOURCE_REFUSED',
    });
  });

  test('is not read through a forbidden data connection', async () => {
    const address = await serveFtp(await folder());
    await expect(open(`ftp://${address}/rides.csv`, { allow: [address] })).rejects.toMatchObject({
      code: 'SOURCE_REFUSED',
    });
  });
});

describe('FTP over TLS', () => {
  const usual = getCACertificates('default');
  const trust = (certificates: readonly string[]) => setDefaultCACertificates([...usual, ...certificates]);

  test('refuses a server whose certificate is not trusted', async () => {
    const address = await serveFtp(await folder(), { tls: selfSigned });
    await expect(open(`ftps://${address}/rides.csv`)).rejects.toThrow('127.0.0.1 has no valid certificate');
  });

  test('refuses a server without TLS', async () => {
    const address = await serveFtp(await folder());
    await expect(open(`ftps://${address}/rides.csv`)).rejects.toThrow('does not support a required command');
  });

  describe('with a certificate that is trusted', () => {
    beforeAll(() => trust([selfSigned.cert]));
    afterAll(() => trust([]));

    test('reads a file from a server with implicit TLS', async () => {
      const port = Number((await serveFtp(await folder(), { tls: selfSigned }, 'ftps')).split(':')[1]);
      const file = { protocol: 'implicit ftps', host: '127.0.0.1', port, path: 'rides.csv', hostKey: null } as const;
      const server = await connectFtp(file, ada, {
        openSocket: async (to) => connect(to, '127.0.0.1'),
        idleTimeout: 10_000,
        checkHostKey: async () => undefined,
      });
      expect(await server.stat('rides.csv')).toMatchObject({ size: 8 });
    });

    test('FTP over TLS with a certificate that is trusted reads a file', async () => {
      const address = await serveFtp(await folder(), { tls: selfSigned });
      expect(await read(open(`ftps://${address}/rides.csv`))).toBe('a,b\n1,2\n');
    });
  });
});

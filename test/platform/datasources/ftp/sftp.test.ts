import { describe, expect, test } from '@jest/globals';
import { once } from 'node:events';
import { chmod, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { folderProbe } from '#platform/datasources/try-access.ts';
import { createGuard } from '#platform/fetcher/guard.ts';
import { hostKeysInMemory } from '#test/support/sources/host-keys.ts';
import { serveTcp } from '#test/platform/fetcher/web.ts';
import { folder, relay, serveSftp } from './file-servers.ts';
import { ada, open } from './open-file.ts';
import { portsFor } from '../ports.ts';
import { read } from '../read.ts';

describe('a file on an SFTP server', () => {
  test('is read with its name, size and time', async () => {
    const { address } = await serveSftp(await folder());
    const opened = await open(`sftp://${address}/`, { relativeUrl: 'rides.csv' });
    expect(opened).toMatchObject({
      filename: 'rides.csv',
      mimetype: null,
      size: 8,
      validators: { lastModified: expect.stringContaining('GMT') },
    });
    expect(opened && (await text(opened.content))).toBe('a,b\n1,2\n');
  });

  test("is found in the user's folder below ~", async () => {
    const { address } = await serveSftp(await folder());
    expect(await read(open(`sftp://${address}/~/`, { relativeUrl: 'rides.csv' }))).toBe('a,b\n1,2\n');
  });

  test('is not read again while it is unchanged', async () => {
    const { address } = await serveSftp(await folder());
    const first = await open(`sftp://${address}/rides.csv`);
    first?.content.destroy();
    expect(await open(`sftp://${address}/rides.csv`, { validators: first?.validators })).toBeUndefined();
  });

  test('is read completely at any size', async () => {
    const large = 'date,temp\n'.repeat(500_000);
    const [one, other] = await Promise.all([serveSftp(await folder(large)), serveSftp(await folder(''))]);
    expect(await read(open(`sftp://${one.address}/rides.csv`))).toBe(large);
    expect(await read(open(`sftp://${other.address}/rides.csv`))).toBe('');
  });

  test('is read only from the server with the key in the address', async () => {
    const { address, hostKey } = await serveSftp(await folder());
    expect(await read(open(`sftp://${address}/?host_key=SHA256:${hostKey}`, { relativeUrl: 'rides.csv' }))).toBe(
      'a,b\n1,2\n',
    );
    const other = `SHA256:${'A'.repeat(43)}`;
    await expect(open(`sftp://${address}/rides.csv?host_key=${other}`)).rejects.toThrow(
      `127.0.0.1 has the SSH key SHA256:${hostKey}, not the one in the address.`,
    );
    await expect(open(`sftp://${address}/rides.csv?host_key=md5:x`)).rejects.toThrow('A query may be host_key=SHA256:');
  });

  test('is read only from the server with the first key, until the address has another key', async () => {
    const hostKeys = hostKeysInMemory();
    const logins: string[] = [];
    const [first, second] = await Promise.all([
      serveSftp(await folder()),
      serveSftp(await folder(), { onLogin: (name) => logins.push(name) }),
    ]);
    const server = await relay(first.address);
    const url = `sftp://${server.address}/rides.csv`;
    for (let times = 0; times < 2; times++) expect(await read(open(url, { hostKeys }))).toBe('a,b\n1,2\n');
    server.to(second.address);
    await expect(open(url, { hostKeys })).rejects.toMatchObject({
      code: 'SOURCE_FAILED',
      message:
        'The source could not be read: ' +
        `127.0.0.1 had the SSH key SHA256:${first.hostKey} before, and has SHA256:${second.hostKey} now. Find out whether it was changed on purpose; ` +
        `if so, append ?host_key=SHA256:${second.hostKey} to the address of the connection.`,
    });
    expect(logins).toEqual([]);
    expect(await read(open(url, { hostKeys, owner: 'another' }))).toBe('a,b\n1,2\n');
    expect(await read(open(`${url}?host_key=SHA256:${second.hostKey}`, { hostKeys }))).toBe('a,b\n1,2\n');
    expect(await read(open(url, { hostKeys }))).toBe('a,b\n1,2\n');
  });

  test('does not accept a key from a user of the connection', async () => {
    const { address, hostKey } = await serveSftp(await folder());
    await expect(open(`sftp://${address}/`, { relativeUrl: `rides.csv?host_key=SHA256:${hostKey}` })).rejects.toThrow(
      'relative_url must not have a query.',
    );
  });

  test.each([
    [
      'the password is wrong',
      { auth: { ...ada, password: 'secret' } },
      '127.0.0.1 refuses the user name or the password. Check them.',
    ],
    ['there are no credentials', { auth: null }, '127.0.0.1 asks for a user name and a password.'],
    ['it is not there', { relativeUrl: 'gone.csv' }, '127.0.0.1 has no such file. Check the path.'],
    ['it is private', { relativeUrl: 'private.csv' }, '127.0.0.1 does not let this user read the file.'],
    ['it is a folder', { relativeUrl: 'rides' }, 'the path at 127.0.0.1 is not a file.'],
  ])('a file on an SFTP server fails when %s', async (_case, options, reason) => {
    const root = await folder();
    await mkdir(join(root, 'rides'));
    await writeFile(join(root, 'private.csv'), 'a');
    await chmod(join(root, 'private.csv'), 0o000);
    const { address } = await serveSftp(root);
    const failure: unknown = await open(`sftp://${address}/`, { relativeUrl: 'rides.csv', ...options }).catch(
      (error: unknown) => error,
    );
    expect(failure).toMatchObject({ code: 'SOURCE_FAILED', message: `The source could not be read: ${reason}` });
  });

  test('is not read from a private host', async () => {
    const { address } = await serveSftp(await folder());
    await expect(open(`sftp://${address}/rides.csv`, { allow: [] })).rejects.toMatchObject({ code: 'SOURCE_REFUSED' });
  });
});

describe('an SFTP server', () => {
  test.each([
    ['no SSH', 'HTTP/1.1 400 Bad Request\r\n\r\n'],
    ['nothing', ''],
    ['half of it', 'SSH-2.0-x\r\n\0\0'],
  ])('an SFTP server that greets with %s fails in bounded time', async (_case, greeting) => {
    const address = await serveTcp((socket) => socket.write(greeting));
    await expect(open(`sftp://${address}/rides.csv`, { isHasty: true })).rejects.toMatchObject({
      code: 'SOURCE_FAILED',
      message: expect.stringContaining('127.0.0.1'),
    });
  });

  test('an SFTP server that never answers a login fails in bounded time', async () => {
    const { address } = await serveSftp(await folder(), { onAuthentication: () => undefined });
    await expect(open(`sftp://${address}/rides.csv`, { isHasty: true })).rejects.toThrow(
      'did not finish the SSH handshake in time',
    );
  });

  const large = 'x'.repeat(1_000_000);

  test.each<[string, (end: () => void) => void, string]>([
    ['stops in the middle', () => undefined, 'stopped sending before the end'],
    ['goes away', (end) => end(), '127.0.0.1'],
  ])('an SFTP server that %s fails', async (_case, onRead, reason) => {
    const { address } = await serveSftp(await folder(large), { onRead });
    await expect(read(open(`sftp://${address}/rides.csv`, { isHasty: true }))).rejects.toMatchObject({
      code: 'SOURCE_FAILED',
      message: expect.stringContaining(reason),
    });
  });

  test.each(['the signal', 'the content'])('is disconnected at once through %s', async (way) => {
    const { address, clients } = await serveSftp(await folder(large), { onRead: () => undefined });
    const stop = new AbortController();
    const opened = await open(`sftp://${address}/rides.csv`, { signal: stop.signal });
    if (!opened || !clients[0]) throw new Error('No client connected.');
    await once(opened.content, 'readable');
    const reading = text(opened.content);
    const gone = new Promise<void>((closed) => clients[0]?.once('close', () => closed()));
    if (way === 'the signal') stop.abort(new Error('enough'));
    else opened.content.destroy(new Error('enough'));
    await expect(reading).rejects.toThrow('enough');
    await gone;
  });
});

test('an access to a file server is tried by a login and the folder of the address', async () => {
  const { address } = await serveSftp(await folder());
  const tryOut = (password: string) =>
    folderProbe.openStream(
      { type: 'ftp', connection: { url: `sftp://${address}/`, auth: { ...ada, password }, owner: 'connection' } },
      portsFor([], createGuard({ allow: [address] })),
      { signal: AbortSignal.timeout(20_000) },
    );
  expect(await tryOut('lovelace')).toBeUndefined();
  await expect(tryOut('byron')).rejects.toThrow('password');
});

import { afterEach } from '@jest/globals';
import { createHash } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { connect, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { FtpSrv, type FtpServerOptions } from 'ftp-srv';
import ssh, { type Connection, type SFTPWrapper } from 'ssh2';
import { serveTcp } from '#test/platform/fetcher/web.ts';

const ends: (() => Promise<unknown>)[] = [];

afterEach(async () => {
  await Promise.all(ends.splice(0).map((end) => end()));
});

/** A folder with `rides.csv` until the test ends. */
export async function folder(content = 'a,b\n1,2\n'): Promise<string> {
  const path = await mkdtemp(join(tmpdir(), 'files-'));
  ends.push(() => rm(path, { recursive: true }));
  await writeFile(join(path, 'rides.csv'), content);
  return path;
}

const nothing = () => undefined;
const quiet = { trace: nothing, debug: nothing, info: nothing, warn: nothing, error: nothing, child: () => quiet };

/** An FTP server for ada with the password lovelace, optionally anonymous; returns `host:port`. */
export async function serveFtp(root: string, options: FtpServerOptions = {}, scheme = 'ftp'): Promise<string> {
  const server = new FtpSrv({ url: `${scheme}://127.0.0.1:0`, pasv_url: '127.0.0.1', log: quiet, ...options });
  // it would still listen to these signals after it has closed
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGQUIT'] as const) {
    const quit = process.listeners(signal).at(-1);
    if (quit) process.off(signal, quit);
  }
  // The type lacks the setting that makes data connections listen on free ports.
  const inside = server as unknown as { getNextPasvPort: () => Promise<number>; server: { address(): AddressInfo } };
  inside.getNextPasvPort = async () => 0;
  server.on('login', ({ username, password }, accept, refuse) => {
    if (options.anonymous ? username === 'anonymous' : username === 'ada' && password === 'lovelace') accept({ root });
    else refuse(new Error('No.'));
  });
  server.on('client-error', () => {
    /* The other side went away. */
  });
  await server.listen();
  ends.push(() => server.close());
  return `127.0.0.1:${inside.server.address().port}`;
}

/** Overrides of the behaviour of an SFTP server. */
export interface SftpScript {
  /** Replaces the check of the password. */
  readonly onAuthentication?: () => void;
  /** Called with the name of every login attempt. */
  readonly onLogin?: (username: string) => void;
  /** Replaces the answer to a read. */
  readonly onRead?: (end: () => void) => void;
}

/** An SFTP server for ada with the password lovelace; `hostKey` is the fingerprint of its key. */
export async function serveSftp(
  root: string,
  { onAuthentication, onLogin, onRead }: SftpScript = {},
): Promise<{ address: string; hostKey: string; clients: Connection[] }> {
  // of its Ed25519 keys the library cannot read one in some hundred again
  const key = ssh.utils.generateKeyPairSync('ecdsa', { bits: 256 });
  const clients: Connection[] = [];
  const server = new ssh.Server({ hostKeys: [key.private] }, (client) => {
    clients.push(client);
    client.on('error', nothing);
    client.on('authentication', (attempt) => {
      onLogin?.(attempt.username);
      if (onAuthentication) onAuthentication();
      else if (attempt.method === 'password' && attempt.username === 'ada' && attempt.password === 'lovelace')
        attempt.accept();
      else attempt.reject(['password']);
    });
    client.on('session', (acceptSession) =>
      acceptSession().on('sftp', (acceptSftp) => {
        serveFiles(acceptSftp(), root, () => client.end(), onRead);
      }),
    );
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  ends.push(
    () =>
      new Promise((closed) => {
        server.close(closed);
        for (const client of clients) client.end();
      }),
  );
  const parsed = ssh.utils.parseKey(key.public);
  if (parsed instanceof Error) throw parsed;
  const hostKey = createHash('sha256').update(parsed.getPublicSSH()).digest('base64').replace(/=$/, '');
  return { address: `127.0.0.1:${(server.address() as AddressInfo).port}`, hostKey, clients };
}

/** One address that leads to different servers in turn, until the test ends. */
export async function relay(address: string): Promise<{ address: string; to: (other: string) => void }> {
  let target = address;
  const own = await serveTcp((socket) => {
    const [host, port] = target.split(':');
    const there = connect(Number(port), host);
    there.on('error', nothing).on('close', () => socket.destroy());
    socket
      .on('close', () => there.destroy())
      .pipe(there)
      .pipe(socket);
  });
  return {
    address: own,
    to: (other) => {
      target = other;
    },
  };
}

function serveFiles(sftp: SFTPWrapper, root: string, end: () => void, onRead: SftpScript['onRead']): void {
  const { OK, EOF, NO_SUCH_FILE, PERMISSION_DENIED } = ssh.utils.sftp.STATUS_CODE;
  const pathOf = (path: string) => join(root, path);
  sftp.on('STAT', (id, path) => {
    void stat(pathOf(path)).then(
      ({ mode, size, atimeMs, mtimeMs }) =>
        sftp.attrs(id, { mode, uid: 0, gid: 0, size, atime: atimeMs / 1000, mtime: mtimeMs / 1000 }),
      () => sftp.status(id, NO_SUCH_FILE),
    );
  });
  const listed = new Set<string>();
  sftp.on('OPENDIR', (id, path) => sftp.handle(id, Buffer.from(path)));
  sftp.on('READDIR', (id, handle) => {
    const path = String(handle);
    if (listed.has(path)) return sftp.status(id, EOF);
    listed.add(path);
    void readdir(pathOf(path)).then(async (names) => {
      const entries = names.map(async (filename) => {
        const { mode, size, atimeMs, mtimeMs } = await stat(join(pathOf(path), filename));
        const attrs = { mode, uid: 0, gid: 0, size, atime: atimeMs / 1000, mtime: mtimeMs / 1000 };
        return { filename, longname: filename, attrs };
      });
      sftp.name(id, await Promise.all(entries));
    });
  });
  let content = Buffer.alloc(0);
  sftp.on('OPEN', (id, path) => {
    if (path.endsWith('private.csv')) return sftp.status(id, PERMISSION_DENIED);
    void readFile(pathOf(path)).then((bytes) => {
      content = bytes;
      sftp.handle(id, Buffer.from(path));
    });
  });
  sftp.on('READ', (id, _handle, offset, length) => {
    if (onRead && offset > 0) onRead(end);
    else if (offset < content.length) sftp.data(id, content.subarray(offset, offset + length));
    else sftp.status(id, EOF);
  });
  sftp.on('CLOSE', (id) => sftp.status(id, OK));
}

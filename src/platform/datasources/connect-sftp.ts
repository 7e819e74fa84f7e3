import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import type { Client, ConnectConfig, SFTPWrapper, Stats } from 'ssh2';
import { CatalogError, fail } from '#kernel/fail.ts';
import type { ConnectFileServer } from './file-server.ts';
import { loadOptionalPackage } from './datasource-client.ts';
import { readAhead, type ReadAt, type RemoteFile } from './ftp.ts';
import { sql } from '#kernel/sql.ts';
import { type DatabaseClient, firstRow } from '../database/database-client.ts';

/** Connects by SFTP, with a user name and a password. */
export const connectSftp: ConnectFileServer = async (
  { host, port },
  auth,
  { openSocket, idleTimeout, checkHostKey },
) => {
  const {
    default: { Client },
  } = await loadOptionalPackage('ssh2', () => import('ssh2'));
  if (!auth) return fail('SOURCE_FAILED', { reason: `${host} asks for a user name and a password.` });
  let hostKeyError: unknown;
  const client = new Client();
  await logIn(client, {
    ...auth,
    sock: await openSocket(port),
    readyTimeout: idleTimeout,
    hostVerifier: (key: Buffer, verify: (isTrusted: boolean) => void) => {
      checkHostKey(fingerprint(key)).then(
        () => verify(true),
        (error: unknown) => {
          hostKeyError = error;
          verify(false);
        },
      );
    },
  }).catch((error: unknown) => {
    throw hostKeyError ?? error;
  });
  const sftp = await promisify<SFTPWrapper>((done) => client.sftp(done));
  return {
    stat: async (path) => {
      const stats = await promisify<Stats>((done) => sftp.stat(path, done));
      if (!stats.isFile()) throw new CatalogError('SOURCE_FAILED', { reason: `the path at ${host} is not a file.` });
      return { size: stats.size, modifiedAt: new Date(stats.mtime * 1000) };
    },
    read: async (path) => {
      const handle = await promisify<Buffer>((done) => sftp.open(path, 'r', done));
      const read: ReadAt = (into, position) =>
        promisify<number>((done) => sftp.read(handle, into, 0, into.length, position, done));
      // The library's own stream does not read ahead, and stays open forever when the server is silent.
      return Readable.from(
        readAhead(read, (block) => withTimeout(block, host, idleTimeout)),
        { objectMode: false },
      );
    },
  };
};

const promisify = <Answer>(
  call: (done: (error: Error | null | undefined, result: Answer) => void) => unknown,
): Promise<Answer> =>
  new Promise((resolve, reject) => {
    call((error, result) => {
      if (error) reject(error);
      else resolve(result);
    });
  });

function withTimeout<T>(work: Promise<T>, host: string, timeout: number): Promise<T> {
  return new Promise((resolve, reject) => {
    const timeoutError = () => new CatalogError('SOURCE_FAILED', { reason: `${host} stopped sending before the end.` });
    const timer = setTimeout(() => reject(timeoutError()), timeout);
    work.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}

function logIn(client: Client, settings: ConnectConfig): Promise<void> {
  return new Promise((resolve, reject) => {
    client.once('ready', resolve);
    // The listener stays, because an error event without a listener would end the process. Later errors surface in the stream being read.
    client.on('error', reject);
    client.once('close', () => reject(Object.assign(new Error('Closed'), { code: 'ECONNRESET' })));
    client.connect(settings);
  });
}

const fingerprint = (key: Buffer): string => createHash('sha256').update(key).digest('base64').replace(/=$/, '');

/**
 * Checks the key of an SSH server. Fails SOURCE_FAILED when the key differs from the key in the URL or, for a URL without a key, from the
 * trusted key. A key in the URL becomes the trusted key, so that the user can remove it from the URL later.
 */
export async function checkHostKey(
  hostKeys: HostKeys,
  { host, port, hostKey }: RemoteFile,
  owner: string,
  found: string,
): Promise<void> {
  const server = { owner, address: `${host}:${String(port)}` };
  if (hostKey === null) {
    const trusted = await hostKeys.getOrTrust(server, found);
    if (trusted !== found) throw changedKey(host, trusted, found);
  } else {
    if (hostKey !== found) throw mismatchedKey(host, found);
    await hostKeys.trust(server, found);
  }
}

const changedKey = (host: string, known: string, found: string) =>
  new CatalogError('SOURCE_FAILED', {
    reason:
      `${host} had the SSH key SHA256:${known} before, and has SHA256:${found} now. Find out whether it was changed on purpose; if so, append ` +
      `?host_key=SHA256:${found} to the address of the connection.`,
  });

const mismatchedKey = (host: string, found: string) =>
  new CatalogError('SOURCE_FAILED', {
    reason: `${host} has the SSH key SHA256:${found}, not the one in the address. Find out whether it was changed on purpose.`,
  });

/** An SSH server and the owner of its trusted key: a dataset or a saved connection. */
export interface SshHost {
  /** The uid of the dataset or the connection. */
  readonly owner: string;
  /** The server, as `host:port`. */
  readonly address: string;
}

/** The trusted keys of SSH servers (trust on first use), as SHA-256 fingerprints in base64 without padding. */
export interface HostKeys {
  /** Returns the trusted key of a server. For an unknown server, the key `found` becomes the trusted one. */
  getOrTrust(host: SshHost, found: string): Promise<string>;
  /** Replaces the trusted key of a server. */
  trust(host: SshHost, fingerprint: string): Promise<void>;
}

/** Creates the store of trusted keys in the table `host_key`. When several first connections are concurrent, the key stored first wins. */
export const createHostKeys = (db: DatabaseClient): HostKeys =>
  Object.freeze({
    async getOrTrust({ owner, address }, found) {
      await db.rows(
        sql`insert into host_key (owner, address, fingerprint) values (${owner}, ${address}, ${found}) on conflict do nothing`,
      );
      const stored = await firstRow<{ fingerprint: string }>(
        db,
        sql`select fingerprint from host_key where owner = ${owner} and address = ${address}`,
      );
      return stored?.fingerprint ?? found;
    },
    async trust({ owner, address }, fingerprint) {
      await db.rows(sql`insert into host_key as k (owner, address, fingerprint) values (${owner}, ${address}, ${fingerprint})
      on conflict (owner, address) do update set fingerprint = excluded.fingerprint where k.fingerprint <> excluded.fingerprint`);
    },
  } satisfies HostKeys);

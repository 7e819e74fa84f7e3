import type { Socket } from 'node:net';
import type { Readable } from 'node:stream';
import type { BasicAuth } from './authentication.ts';
import { CatalogError, fail } from '#kernel/fail.ts';
import { type Guard, isPublicAddress, normalizeHost } from '../fetcher/guard.ts';
import { FTPError } from 'basic-ftp';
import { toSourceFailure } from '../fetcher/send-request.ts';
import { sql } from '#kernel/sql.ts';
import { type DatabaseClient, firstRow } from '../database/database-client.ts';

/** The metadata of a file; null for values that the server does not report. */
export interface FileStats {
  /** The size of the file, in bytes. */
  readonly size: number | null;
  readonly modifiedAt: Date | null;
}

/** A file or folder in a folder. A link counts as a file: reading it shows whether it is one. */
export interface FolderEntry extends FileStats {
  readonly name: string;
  readonly isFolder: boolean;
}

/** A session on a file server, which ends when its sockets close. */
export interface FileServer {
  stat(path: string): Promise<FileStats>;
  /** What a folder contains, of more than `maxEntries` entries perhaps a part. An empty path is the folder of the login. */
  list(path: string, maxEntries: number): Promise<readonly FolderEntry[]>;
  /** Resolves when the server starts to send. The stream ends only when the server confirms that the file is complete. */
  read(path: string): Promise<Readable>;
}

/** The network access of one file server. */
export interface FileServerPorts {
  /** Opens a socket to a port of the server, through the guard; `address` is the IP address of an earlier connection. */
  readonly openSocket: (port: number, address?: string) => Promise<Socket>;
  /** The limit for a server that sends nothing, in milliseconds. */
  readonly idleTimeout: number;
  /** Rejects when the SSH key with this SHA-256 fingerprint is not trusted. */
  readonly checkHostKey: (fingerprint: string) => Promise<void>;
}

/** Connects to a file server and logs in. `toFileFailure` translates the errors. */
export type ConnectFileServer = (
  file: RemoteFile,
  auth: BasicAuth | null,
  ports: FileServerPorts,
) => Promise<FileServer>;

/** A session on a file server. The guard opens all sockets of the session; the end of the session closes them. */
export class ServerSession {
  readonly #host: string;
  readonly #guard: Guard;
  readonly #controller = new AbortController();
  #timer: NodeJS.Timeout | undefined;
  /** Aborts when the session ends: when the caller aborts, at the time limit, or by `end`. */
  readonly signal: AbortSignal;

  constructor(host: string, guard: Guard, caller: AbortSignal) {
    this.#host = host;
    this.#guard = guard;
    this.signal = AbortSignal.any([caller, this.#controller.signal]);
  }

  /** Opens a socket to a port of the host: at `address` when it is public, else by host name, because the allow list names private hosts by host name. */
  readonly openSocket = async (port: number, address?: string): Promise<Socket> => {
    const socket = await this.#guard.connect(
      address !== undefined && isPublicAddress(address) ? address : this.#host,
      port,
    );
    const close = () => socket.destroy();
    this.signal.addEventListener('abort', close);
    socket.once('close', () => this.signal.removeEventListener('abort', close));
    if (this.signal.aborted) close();
    return socket;
  };

  /** Replaces the time limit: the session ends this many milliseconds from now. */
  limitTime(milliseconds: number): void {
    clearTimeout(this.#timer);
    const timeoutError = new CatalogError('SOURCE_FAILED', {
      reason: `${this.#host} took longer than ${milliseconds / 1000} seconds.`,
    });
    this.#timer = setTimeout(() => this.end(timeoutError), milliseconds).unref();
  }

  /** Ends the session; its operations fail with the reason. */
  end(reason?: unknown): void {
    clearTimeout(this.#timer);
    this.#controller.abort(reason);
  }

  /** Converts an error to the abort reason of the session when the session was aborted, else to the failure of the server. */
  readonly toFailure = <E>(error: E): E | CatalogError => {
    if (!this.signal.aborted) return toFileFailure(error, this.#host);
    // The caller's reason may have any type.
    return this.signal.reason as E;
  };
}

type Reasons = readonly (readonly [pattern: RegExp, reason: string])[];

/** Reasons by FTP reply code (RFC 959, 4.2, and RFC 2228). */
const ftpReasons: Reasons = [
  [/^(530|332)$/, 'refuses the user name or the password, or requires TLS. Check them, or write ftps://'],
  [/^(450|55[0-3])$/, 'has no such file, or does not let this user read it. Check the path'],
  [/^421$/, 'accepts no more connections now. Try again later'],
  [/^(42[56]|45[12])$/, 'broke off the transfer. Try again later'],
  [/^(431|52[12]|53[3-6])$/, 'requires TLS, or does not support it. Check whether it is ftp:// or ftps://'],
  [/^50[0-4]$/, 'does not support a required command. Check whether it is ftp:// or ftps://'],
];

/** Reasons by SFTP status code (draft-ietf-secsh-filexfer-02, 7). */
const sftpReasons: Reasons = [
  [/^2$/, 'has no such file. Check the path'],
  [/^3$/, 'does not let this user read the file'],
  [/^[67]$/, 'closed the connection before the end'],
];

/** Reasons by the stage of SSH that failed. */
const sshReasons: Reasons = [
  [/^client-authentication$/, 'refuses the user name or the password. Check them'],
  [/^client-timeout$/, 'did not finish the SSH handshake in time'],
  [/^(handshake|protocol)$/, 'supports no secure version of SSH. Check the port'],
];

/** Converts the error of a file server to the failure that the user receives: the host and what to check, but nothing that the server sent. */
function toFileFailure(error: unknown, host: string): CatalogError {
  const reason = error instanceof Error ? reasonOf(error) : undefined;
  return reason === undefined
    ? toSourceFailure(error, host)
    : new CatalogError('SOURCE_FAILED', { reason: `${host} ${reason}.` });
}

/** Whether a server that goes on to answer has refused a command. */
export const isRefusal = (error: unknown): boolean =>
  error instanceof FTPError || (error instanceof Error && 'code' in error && typeof error.code === 'number');

/** The reason for a known error; undefined for any other. */
function reasonOf(error: SshError): string | undefined {
  if (error instanceof FTPError) return reasonIn(ftpReasons, error.code) ?? 'answered in an unexpected way';
  const { message, code, level } = error;
  const sshReason = reasonIn(sshReasons, level);
  if (sshReason !== undefined) return sshReason;
  const sftpReason = typeof code === 'number' ? reasonIn(sftpReasons, code) : undefined;
  if (sftpReason !== undefined) return sftpReason;
  return /Timeout \((control|data) socket\)/.test(message) ? 'stopped sending before the end' : undefined;
}

const reasonIn = (reasons: Reasons, key: unknown): string | undefined =>
  reasons.find(([pattern]) => pattern.test(String(key)))?.[1];

/** An error with the details that the SSH library adds. */
interface SshError extends Error {
  readonly code?: unknown;
  readonly level?: unknown;
}

/** The protocol of a file server. Port 990 means implicit FTPS: TLS from the first byte. */
type FileProtocol = 'ftp' | 'ftps' | 'implicit ftps' | 'sftp';

/** A file on a file server. */
export interface RemoteFile {
  readonly protocol: FileProtocol;
  readonly host: string;
  readonly port: number;
  /** The path as the server expects it; a relative path starts in the user's login folder. */
  readonly path: string;
  /** The required fingerprint of the server's SSH key; null to require the trusted key. */
  readonly hostKey: string | null;
}

const defaultPorts: Readonly<Record<string, number>> = { 'ftp:': 21, 'ftps:': 21, 'sftp:': 22 };
const implicitPort = 990;

/**
 * Parses a URL. `ftp://host/a` begins in the user's folder and `ftp://host//a` at the root (RFC 1738, 3.2.2); `sftp://host/a`
 * begins at the root and `sftp://host/~/a` in the user's folder. `?host_key=SHA256:…` is a fingerprint as ssh-keygen prints it.
 */
export const parseRemoteFile = (address: string): RemoteFile =>
  parseAddress(address, (path, isSftp) => (isSftp ? parsePath(path).replace(/^\/~\//, '') : parsePath(path.slice(1))));

/** Parses the URL of a folder, as `parseRemoteFile` does that of a file. The path is empty for the folder of the login. */
export const parseRemoteFolder = (address: string): RemoteFile =>
  parseAddress(address, (pathname, isSftp) => {
    const path = decodePath(pathname.replace(/\/*$/, '/'));
    const own = isSftp ? path.replace(/^\/~\//, '') : path.slice(1);
    return own === '' || own === '/' ? own : own.replace(/\/$/, '');
  });

function parseAddress(address: string, toPath: (pathname: string, isSftp: boolean) => string): RemoteFile {
  const url = URL.parse(address);
  const defaultPort = defaultPorts[url?.protocol ?? ''];
  if (!url || defaultPort === undefined || url.hostname === '')
    throw sourceRefused('Write the address as ftp://host/path, ftps://host/path or sftp://host/path.');
  if (url.username !== '' || url.password !== '')
    throw sourceRefused('Give the user name and the password in the authentication, not in the address.');
  const port = url.port === '' ? defaultPort : Number(url.port);
  const protocol = protocolOf(url, port);
  return {
    protocol,
    host: normalizeHost(url.hostname),
    port,
    path: toPath(url.pathname, protocol === 'sftp'),
    hostKey: parseHostKey(url),
  };
}

function protocolOf(url: URL, port: number): FileProtocol {
  if (url.protocol === 'sftp:') return 'sftp';
  if (url.protocol === 'ftp:') return 'ftp';
  return port === implicitPort ? 'implicit ftps' : 'ftps';
}

function parsePath(encoded: string): string {
  const path = decodePath(encoded);
  if (path === '' || path.endsWith('/')) throw sourceRefused('The address names a folder. Give the path of a file.');
  return path;
}

function decodePath(encoded: string): string {
  const path = decode(encoded);
  if (/\p{Cc}/u.test(path)) throw sourceRefused('Control characters are not allowed in the path.');
  return path;
}

function decode(encoded: string): string {
  try {
    return decodeURIComponent(encoded);
  } catch {
    throw sourceRefused('The path is not percent-encoded correctly.');
  }
}

function parseHostKey({ search, searchParams }: URL): string | null {
  if (search === '') return null;
  // The query parser turns the plus signs of base64 into spaces.
  const [, fingerprint] =
    /^SHA256:([\w+/]{43})=?$/.exec((searchParams.get('host_key') ?? '').replaceAll(' ', '+')) ?? [];
  return (
    fingerprint ??
    fail('SOURCE_REFUSED', { reason: 'A query may be host_key=SHA256:… only. Write question marks in a path as %3F.' })
  );
}

const sourceRefused = (reason: string) => new CatalogError('SOURCE_REFUSED', { reason });

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
        sql`
          insert into host_key (owner, address, fingerprint)
          values (${owner}, ${address}, ${found})
          on conflict
          do nothing`,
      );
      const stored = await firstRow<{ fingerprint: string }>(
        db,
        sql`select fingerprint from host_key where owner = ${owner} and address = ${address}`,
      );
      return stored?.fingerprint ?? found;
    },
    async trust({ owner, address }, fingerprint) {
      await db.rows(sql`insert into host_key as k (owner, address, fingerprint) values (${owner}, ${address}, ${fingerprint})
      on conflict (owner, address)
      do update set fingerprint = excluded.fingerprint
      where k.fingerprint <> excluded.fingerprint`);
    },
  } satisfies HostKeys);

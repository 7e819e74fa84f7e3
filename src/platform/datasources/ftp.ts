import type { Readable } from 'node:stream';
import { CatalogError, fail } from '#kernel/fail.ts';
import { untilAborted } from '#kernel/until-aborted.ts';
import type { Validators } from '../fetcher/fetcher.ts';
import { limitStream, maxSourceBytes, tooLargeFailure } from '../fetcher/accept-response.ts';
import { toSafeFileName } from '../storage/disk-storage.ts';
import { noSpan, type Span, type Tracing } from '../tracing.ts';
import type { DatasourceClient, DatasourceResponse } from './datasource-client.ts';
import { checkHostKey } from './connect-sftp.ts';
import { type ConnectFileServer, type FileServer, type FileStats, ServerSession } from './file-server.ts';
import { joinUrlBelow } from './provider-requests.ts';
import type { BasicAuth } from './authentication.ts';
import { normalizeHost } from '../fetcher/guard.ts';

/** A file on a file server. The scheme of the URL is ftp, ftps or sftp; `?host_key=SHA256:…` pins the key of an SSH server. */
export interface FtpSettings {
  readonly type: 'ftp';
  /** `owner` is the uid of a dataset or a saved connection: host keys are stored for this owner only. */
  readonly connection: { readonly url: string; readonly auth: BasicAuth | null; readonly owner: string };
  readonly relativeUrl: string;
}

/** The time limits of reading one file. */
export interface FtpTimeouts {
  /** The time from connecting to the first byte. */
  readonly openMs: number;
  /** The time to wait while the server sends nothing. */
  readonly idleMs: number;
  /** The time from the first byte to the last. */
  readonly totalMs: number;
}

const defaultTimeouts: FtpTimeouts = { openMs: 60_000, idleMs: 60_000, totalMs: 3_600_000 };

/** Reads files on FTP, FTPS and SFTP servers. */
export const createFtp = (timeouts: FtpTimeouts = defaultTimeouts): DatasourceClient<FtpSettings> => ({
  async openStream({ connection, relativeUrl }, { guard, hostKeys, tracing }, { signal, validators }) {
    // A query could pin a host key, which only the owner of the connection may do.
    if (relativeUrl.includes('?'))
      fail('SOURCE_REFUSED', { reason: 'relative_url must not have a query. Write question marks in a path as %3F.' });
    const file = parseRemoteFile(
      joinUrlBelow(connection.url, relativeUrl) ??
        fail('SOURCE_FAILED', { reason: 'relative_url leads to another host, or out of the path of its connection.' }),
    );
    if (connection.auth && /\p{Cc}/u.test(connection.auth.username + connection.auth.password)) {
      fail('SOURCE_REFUSED', { reason: 'Control characters are not allowed in the user name and the password.' });
    }
    const span = startTransfer(tracing, file);
    const session = new ServerSession(file.host, guard, signal);
    session.limitTime(timeouts.openMs);
    try {
      const open = async () => {
        const connect = await loadProtocol(file);
        const server = await connect(file, connection.auth, {
          openSocket: session.openSocket,
          idleTimeout: timeouts.idleMs,
          checkHostKey: (found) => checkHostKey(hostKeys, file, connection.owner, found),
        });
        return openFile(server, file, session, validators);
      };
      const opened = await span.run(() => untilAborted(session.signal, open));
      if (opened) session.limitTime(timeouts.totalMs);
      else session.end();
      endTransfer(span, opened?.content);
      return opened;
    } catch (error) {
      const failure = session.toFailure(error);
      session.end();
      span.fail(failure);
      span.end();
      throw failure;
    }
  },
});

/** Starts the span of a transfer. The path is not recorded, because it may hold secrets. */
const startTransfer = (tracing: Tracing, { protocol, host, port }: RemoteFile): Span =>
  tracing.startSpan('fetch', {
    attributes: {
      'network.protocol.name': protocol === 'implicit ftps' ? 'ftps' : protocol,
      'server.address': host,
      'server.port': port,
    },
    isCall: true,
  }) ?? noSpan;

/** Ends the span of a transfer with its content; at once where there is none. A reader that stops early is no failure. */
function endTransfer(span: Span, content: Readable | undefined): void {
  if (!content) return span.end();
  content.once('close', () => {
    if (content.errored) span.fail(content.errored);
    span.end();
  });
}

const loadProtocol = async ({ protocol }: RemoteFile): Promise<ConnectFileServer> =>
  protocol === 'sftp' ? (await import('./connect-sftp.ts')).connectSftp : (await import('./connect-ftp.ts')).connectFtp;

/** Opens the file; undefined when it is unchanged. */
async function openFile(
  server: FileServer,
  { path }: RemoteFile,
  session: ServerSession,
  known: Validators | undefined,
): Promise<DatasourceResponse | undefined> {
  const stats = await server.stat(path);
  const validators = validatorsOf(stats);
  if (validators.etag !== null && validators.etag === known?.etag) return undefined;
  if (stats.size !== null && stats.size > maxSourceBytes) throw tooLargeFailure(maxSourceBytes);
  const content = limitStream(await server.read(path), {
    maxBytes: maxSourceBytes,
    minBytes: stats.size ?? 0,
    failure: session.toFailure,
  });
  session.signal.addEventListener('abort', () => content.destroy(session.toFailure(new Error('The session ended.'))));
  content.once('close', () => session.end());
  return { filename: toSafeFileName(path), mimetype: null, size: stats.size, validators, content };
}

/** The entity tag combines time and size, because servers report times in whole seconds: a file may change twice within one second. */
const validatorsOf = ({ size, modifiedAt }: FileStats): Validators => ({
  etag: size === null || modifiedAt === null ? null : `"${modifiedAt.getTime().toString(16)}-${size.toString(16)}"`,
  lastModified: modifiedAt?.toUTCString() ?? null,
});

/** The protocol of a file server. Port 990 means implicit FTPS: TLS from the first byte. */
export type FileProtocol = 'ftp' | 'ftps' | 'implicit ftps' | 'sftp';

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
export function parseRemoteFile(address: string): RemoteFile {
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
    path: protocol === 'sftp' ? parsePath(url.pathname).replace(/^\/~\//, '') : parsePath(url.pathname.slice(1)),
    hostKey: parseHostKey(url),
  };
}

function protocolOf(url: URL, port: number): FileProtocol {
  if (url.protocol === 'sftp:') return 'sftp';
  if (url.protocol === 'ftp:') return 'ftp';
  return port === implicitPort ? 'implicit ftps' : 'ftps';
}

function parsePath(encoded: string): string {
  const path = decode(encoded);
  if (path === '' || path.endsWith('/')) throw sourceRefused('The address names a folder. Give the path of a file.');
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

/** Reads bytes from a position into a buffer. Returns the number of bytes, which may be smaller than the buffer and is 0 at the end. */
export type ReadAt = (into: Buffer, position: number) => Promise<number>;

/** The length of one read, in bytes; every server sends this much in one reply. */
const blockLength = 30 * 2 ** 10;
/** The number of blocks requested in advance, so that latency does not limit the throughput. */
const maxPendingBlocks = 16;

/** Reads all bytes in order. `awaitBlock` waits for a block, for example with a time limit. */
export async function* readAhead(
  read: ReadAt,
  awaitBlock: (block: Promise<Buffer>) => Promise<Buffer>,
): AsyncGenerator<Buffer> {
  const pending: Promise<Buffer>[] = [];
  for (let start = 0; ;) {
    for (; pending.length < maxPendingBlocks; start += blockLength)
      pending.push(ignoreLateRejection(readBlock(read, start)));
    const block = await awaitBlock(pending.shift() ?? readBlock(read, start));
    if (block.length > 0) yield block;
    if (block.length < blockLength) return;
  }
}

/** Reads a full block, or the rest at the end. */
async function readBlock(read: ReadAt, start: number): Promise<Buffer> {
  const block = Buffer.allocUnsafe(blockLength);
  let filled = 0;
  for (let length = -1; length !== 0 && filled < blockLength; filled += length)
    length = await read(block.subarray(filled), start + filled);
  return block.subarray(0, filled);
}

/** Prevents an unhandled rejection of a block that the reader no longer awaits. */
function ignoreLateRejection<T>(work: Promise<T>): Promise<T> {
  work.catch(() => {
    /* A reader that awaits the block receives the error. */
  });
  return work;
}

import type { Readable } from 'node:stream';
import { fail } from '#kernel/fail.ts';
import { untilAborted } from '#kernel/concurrency.ts';
import type { Validators } from '../fetcher/fetcher.ts';
import { limitStream, maxSourceBytes, tooLargeFailure } from '../fetcher/accept-response.ts';
import { toSafeFileName } from '../storage/disk-storage.ts';
import { noSpan, type Span, type Tracing } from '../telemetry.ts';
import type { DatasourceClient, DatasourcePorts, DatasourceResponse } from './datasource-client.ts';
import {
  checkHostKey,
  type ConnectFileServer,
  type FileServer,
  type FileStats,
  parseRemoteFile,
  type RemoteFile,
  ServerSession,
} from './file-server.ts';
import { joinUrlBelow } from './provider-requests.ts';
import type { BasicAuth } from './authentication.ts';

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
  async openStream({ connection, relativeUrl }, ports, { signal, validators }) {
    // A query could pin a host key, which only the owner of the connection may do.
    if (relativeUrl.includes('?'))
      fail('SOURCE_REFUSED', { reason: 'relative_url must not have a query. Write question marks in a path as %3F.' });
    const file = parseRemoteFile(
      joinUrlBelow(connection.url, relativeUrl) ??
        fail('SOURCE_FAILED', { reason: 'relative_url leads to another host, or out of the path of its connection.' }),
    );
    const span = startTransfer(ports.tracing, file);
    const session = new ServerSession(file.host, ports.guard, signal);
    session.limitTime(timeouts.openMs);
    try {
      const open = async () => {
        const server = await logIn(file, connection, session, { hostKeys: ports.hostKeys, idleMs: timeouts.idleMs });
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

/** Logs in at the server of a file or folder. */
export async function logIn(
  file: RemoteFile,
  { auth, owner }: FtpSettings['connection'],
  session: ServerSession,
  { hostKeys, idleMs }: Pick<DatasourcePorts, 'hostKeys'> & Pick<FtpTimeouts, 'idleMs'>,
): Promise<FileServer> {
  if (auth && /\p{Cc}/u.test(auth.username + auth.password))
    fail('SOURCE_REFUSED', { reason: 'Control characters are not allowed in the user name and the password.' });
  const connect = await loadProtocol(file);
  return connect(file, auth, {
    openSocket: session.openSocket,
    idleTimeout: idleMs,
    checkHostKey: (found) => checkHostKey(hostKeys, file, owner, found),
  });
}

/** Starts the span of a transfer. The path is not recorded, because it may hold secrets. */
export const startTransfer = (tracing: Tracing, { protocol, host, port }: RemoteFile): Span =>
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

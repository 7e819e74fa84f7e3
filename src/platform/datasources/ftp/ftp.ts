import { fail } from '../../../kernel/fail.ts';
import { untilAborted } from '../../../kernel/until-aborted.ts';
import type { Validators } from '../../fetcher/fetcher.ts';
import { limitStream, maxSourceBytes, tooLarge } from '../../fetcher/limit-stream.ts';
import { fileName } from '../../storage/file-name.ts';
import type { DatasourceClient, DatasourceResponse } from '../datasource-client.ts';
import { checkHostKey } from './check-host-key.ts';
import type { ConnectFileServer, FileFacts, FileServer } from './file-server.ts';
import { belowUrl } from '../http/join-url.ts';
import { remoteFile, type RemoteFile } from './remote-file.ts';
import { ServerVisit } from './server-visit.ts';
import type { BasicAuth } from '../authentication.ts';

/** A file on a file server; the scheme of the URL decides between ftp, ftps and sftp, and `?host_key=SHA256:…` pins the key of an SSH server. */
export interface FtpSettings {
  readonly type: 'ftp';
  /** `owner` is the uid of a dataset or a saved connection: the keys of servers are remembered for that one alone. */
  readonly connection: { readonly url: string; readonly auth: BasicAuth | null; readonly owner: string };
  readonly relativeUrl: string;
}

/** The bounds of reading one file, in milliseconds. */
export interface FtpTimes {
  /** From connecting to the first byte. */
  readonly opening: number;
  /** Without anything from a server that is waited for. */
  readonly idle: number;
  /** For everything together. */
  readonly total: number;
}

const usual: FtpTimes = { opening: 60_000, idle: 60_000, total: 3_600_000 };

/** Files on FTP, FTPS and SFTP servers. */
export const createFtp = (times: FtpTimes = usual): DatasourceClient<FtpSettings> => ({
  async openStream({ connection, relativeUrl }, { guard, hostKeys }, { signal, validators }) {
    // whoever may use a connection does not say whom it trusts
    if (relativeUrl.includes('?'))
      fail('SOURCE_REFUSED', { reason: 'relative_url may have no query. Write question marks in a path as %3F.' });
    const file = remoteFile(
      belowUrl(connection.url, relativeUrl) ??
        fail('SOURCE_FAILED', { reason: 'relative_url leads to another host, or out of the path of its connection.' }),
    );
    if (connection.auth && /\p{Cc}/u.test(connection.auth.username + connection.auth.password)) {
      fail('SOURCE_REFUSED', { reason: 'The user name or the password holds a control character.' });
    }
    const visit = new ServerVisit(file.host, guard, signal);
    visit.limit(times.opening);
    try {
      const opened = await untilAborted(visit.signal, async () => {
        const connect = await protocolOf(file);
        const server = await connect(file, connection.auth, {
          openSocket: visit.openSocket,
          idleTimeout: times.idle,
          checkHostKey: (found) => checkHostKey(hostKeys, file, connection.owner, found),
        });
        return openFile(server, file, visit, validators);
      });
      if (opened) visit.limit(times.total);
      else visit.end();
      return opened;
    } catch (error) {
      const failure = visit.failure(error);
      visit.end();
      throw failure;
    }
  },
});

const protocolOf = async ({ protocol }: RemoteFile): Promise<ConnectFileServer> =>
  protocol === 'sftp' ? (await import('./connect-sftp.ts')).connectSftp : (await import('./connect-ftp.ts')).connectFtp;

/** Undefined when the file is the same as it is known. */
async function openFile(
  server: FileServer,
  { path }: RemoteFile,
  visit: ServerVisit,
  known: Validators | undefined,
): Promise<DatasourceResponse | undefined> {
  const facts = await server.facts(path);
  const validators = validatorsOf(facts);
  if (validators.etag !== null && validators.etag === known?.etag) return undefined;
  if (facts.size !== null && facts.size > maxSourceBytes) throw tooLarge(maxSourceBytes);
  const content = limitStream(await server.read(path), {
    maxBytes: maxSourceBytes,
    minBytes: facts.size ?? 0,
    failure: visit.failure,
  });
  visit.signal.addEventListener('abort', () => content.destroy(visit.failure(new Error('The visit ended.'))));
  content.once('close', () => visit.end());
  return { filename: fileName(path), mimetype: null, size: facts.size, validators, content };
}

/** A file that changes twice in a second, the finest that servers tell, mostly changes its size too. */
const validatorsOf = ({ size, modifiedAt }: FileFacts): Validators => ({
  etag: size === null || modifiedAt === null ? null : `"${modifiedAt.getTime().toString(16)}-${size.toString(16)}"`,
  lastModified: modifiedAt?.toUTCString() ?? null,
});

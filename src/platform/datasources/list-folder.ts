import { untilAborted } from '#kernel/concurrency.ts';
import { fail } from '#kernel/fail.ts';
import type { DatasourcePorts } from './datasource-client.ts';
import { type FileServer, type FileStats, isRefusal, parseRemoteFolder, ServerSession } from './file-server.ts';
import { type FtpSettings, type FtpTimeouts, logIn, startTransfer } from './ftp.ts';

/** A file in a folder or below it. */
export interface ListedFile extends FileStats {
  /** The path from the folder, with `/` between its names. */
  readonly path: string;
}

/** What a folder on a file server contains. */
export interface FolderListing {
  /** The files, by path. Hidden ones, whose name begins with a point, are left out. */
  readonly files: readonly ListedFile[];
  /** The folders that cannot be read, and the entries whose names no path can have. */
  readonly problems: readonly { readonly path: string; readonly reason: string }[];
}

/** How far a folder is listed. */
export interface ListingOptions {
  readonly signal: AbortSignal;
  /** How many levels of folders below it are listed. */
  readonly maxDepth: number;
}

/** The most entries of a listing. */
export const maxListedEntries = 10_000;

const defaultTimeouts: FtpTimeouts = { openMs: 60_000, idleMs: 60_000, totalMs: 600_000 };

/**
 * Lists a folder and those below it, in one session. Fails SOURCE_REFUSED and SOURCE_FAILED as reading a file does, and SOURCE_FAILED where there
 * are more than `maxListedEntries` entries. A folder below it that cannot be read is a problem.
 */
export async function listFolder(
  connection: FtpSettings['connection'],
  { guard, hostKeys, tracing }: Pick<DatasourcePorts, 'guard' | 'hostKeys' | 'tracing'>,
  { signal, maxDepth }: ListingOptions,
  timeouts: FtpTimeouts = defaultTimeouts,
): Promise<FolderListing> {
  const folder = parseRemoteFolder(connection.url);
  const span = startTransfer(tracing, folder);
  const session = new ServerSession(folder.host, guard, signal);
  session.limitTime(timeouts.openMs);
  try {
    return await span.run(() =>
      untilAborted(session.signal, async () => {
        const server = await logIn(folder, connection, session, { hostKeys, idleMs: timeouts.idleMs });
        session.limitTime(timeouts.totalMs);
        return readFolders(server, folder.path, maxDepth, session);
      }),
    );
  } catch (error) {
    const failure = session.toFailure(error);
    span.fail(failure);
    throw failure;
  } finally {
    session.end();
    span.end();
  }
}

async function readFolders(
  server: FileServer,
  root: string,
  maxDepth: number,
  session: ServerSession,
): Promise<FolderListing> {
  const files: ListedFile[] = [];
  const problems: { path: string; reason: string }[] = [];
  const folders = [{ path: '', depth: 0 }];
  let count = 0;
  // the list grows while it is read
  for (const { path, depth } of folders) {
    const entries = await server.list(join(root, path), maxListedEntries + 1 - count).catch((error: unknown) => {
      if (depth === 0 || !isRefusal(error)) throw error;
      const failure = session.toFailure(error);
      problems.push({ path, reason: failure instanceof Error ? failure.message : 'It cannot be read.' });
      return [];
    });
    count += entries.length;
    if (count > maxListedEntries)
      fail('SOURCE_FAILED', { reason: `the folder has more than ${maxListedEntries} files. Choose one below it.` });
    for (const { name, isFolder, size, modifiedAt } of entries) {
      if (name.startsWith('.')) continue;
      const reason = problemOf(name);
      const own = join(path, name);
      if (reason !== undefined) problems.push({ path: join(path, JSON.stringify(name)), reason });
      else if (!isFolder) files.push({ path: own, size, modifiedAt });
      else if (depth < maxDepth) folders.push({ path: own, depth: depth + 1 });
    }
  }
  return { files: files.sort((a, b) => (a.path < b.path ? -1 : 1)), problems };
}

/** The path of an entry of a folder; the root of a server ends with a slash. */
const join = (folder: string, name: string): string =>
  folder === '' || name === '' || folder.endsWith('/') ? folder + name : `${folder}/${name}`;

/** Why a name leads nowhere; undefined for the names of files. */
function problemOf(name: string): string | undefined {
  if (name === '' || /[/\\\p{Cc}]/u.test(name)) return 'It has a name that no file can have.';
  return name.includes('\uFFFD') ? 'Its name is not UTF-8: rename it.' : undefined;
}

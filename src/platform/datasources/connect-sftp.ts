import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import type { Client, ConnectConfig, FileEntryWithStats, SFTPWrapper, Stats } from 'ssh2';
import { CatalogError, fail } from '#kernel/fail.ts';
import type { ConnectFileServer, FolderEntry } from './file-server.ts';
import { loadOptionalPackage } from './datasource-client.ts';

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
    list: (path, maxEntries) => listFolder(sftp, path === '' ? '.' : path, maxEntries),
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

/** Reads a folder in the parts that the server sends. */
async function listFolder(sftp: SFTPWrapper, path: string, maxEntries: number): Promise<readonly FolderEntry[]> {
  const handle = await promisify<Buffer>((done) => sftp.opendir(path, done));
  const entries: FolderEntry[] = [];
  for (let isComplete = false; !isComplete && entries.length < maxEntries;) {
    const part = await promisify<FileEntryWithStats[] | undefined>((done) => sftp.readdir(handle, done)).catch(
      (error: unknown) => {
        if (error instanceof Error && 'code' in error && error.code === endOfFile) return undefined;
        throw error;
      },
    );
    isComplete = part === undefined || part.length === 0;
    for (const { filename: name, attrs } of part ?? [])
      if (name !== '.' && name !== '..')
        entries.push({
          name,
          isFolder: attrs.isDirectory(),
          size: attrs.size,
          modifiedAt: attrs.mtime ? new Date(attrs.mtime * 1000) : null,
        });
  }
  await promisify<undefined>((done) => sftp.close(handle, (error) => done(error, undefined)));
  return entries;
}

/** The status of SFTP for the end of a file or folder. */
const endOfFile = 1;

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

/** Reads bytes from a position into a buffer. Returns the number of bytes, which may be smaller than the buffer and is 0 at the end. */
export type ReadAt = (into: Buffer, position: number) => Promise<number>;

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

/** The length of one read, in bytes; every server sends this much in one reply. */
export const blockLength = 30 * 2 ** 10;

/** The number of blocks requested in advance, so that latency does not limit the throughput. */
export const maxPendingBlocks = 16;

/** Reads a full block, or the rest at the end. */
export async function readBlock(read: ReadAt, start: number): Promise<Buffer> {
  const block = Buffer.allocUnsafe(blockLength);
  let filled = 0;
  for (let length = -1; length !== 0 && filled < blockLength; filled += length)
    length = await read(block.subarray(filled), start + filled);
  return block.subarray(0, filled);
}

/** Prevents an unhandled rejection of a block that the reader no longer awaits. */
export function ignoreLateRejection<T>(work: Promise<T>): Promise<T> {
  work.catch(() => {
    /* A reader that awaits the block receives the error. */
  });
  return work;
}

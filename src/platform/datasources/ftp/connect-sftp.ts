import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import type { Client, ConnectConfig, SFTPWrapper, Stats } from 'ssh2';
import { CatalogError, fail } from '../../../kernel/fail.ts';
import type { ConnectFileServer } from './file-server.ts';
import { optionalPackage } from '../optional-package.ts';
import { readAhead, type ReadAt } from './read-ahead.ts';

/** SFTP, by user name and password. */
export const connectSftp: ConnectFileServer = async (
  { host, port },
  auth,
  { openSocket, idleTimeout, checkHostKey },
) => {
  const {
    default: { Client },
  } = await optionalPackage('ssh2', () => import('ssh2'));
  if (!auth) return fail('SOURCE_FAILED', { reason: `${host} asks for a user name and a password.` });
  let strange: unknown;
  const client = new Client();
  await logIn(client, {
    ...auth,
    sock: await openSocket(port),
    readyTimeout: idleTimeout,
    hostVerifier: (key: Buffer, verify: (isTrusted: boolean) => void) => {
      checkHostKey(fingerprint(key)).then(
        () => verify(true),
        (error: unknown) => {
          strange = error;
          verify(false);
        },
      );
    },
  }).catch((error: unknown) => {
    throw strange ?? error;
  });
  const sftp = await answerOf<SFTPWrapper>((done) => client.sftp(done));
  return {
    facts: async (path) => {
      const stats = await answerOf<Stats>((done) => sftp.stat(path, done));
      if (!stats.isFile())
        throw new CatalogError('SOURCE_FAILED', { reason: `the path at ${host} is not that of a file.` });
      return { size: stats.size, modifiedAt: new Date(stats.mtime * 1000) };
    },
    read: async (path) => {
      const handle = await answerOf<Buffer>((done) => sftp.open(path, 'r', done));
      const read: ReadAt = (into, position) =>
        answerOf<number>((done) => sftp.read(handle, into, 0, into.length, position, done));
      // The library's own stream reads no block ahead, and waits for ever to be closed by a server that is silent.
      return Readable.from(
        readAhead(read, (block) => inTime(block, host, idleTimeout)),
        { objectMode: false },
      );
    },
  };
};

const answerOf = <Answer>(
  call: (done: (error: Error | null | undefined, answer: Answer) => void) => unknown,
): Promise<Answer> =>
  new Promise((resolve, reject) => {
    call((error, answer) => {
      if (error) reject(error);
      else resolve(answer);
    });
  });

function inTime<T>(work: Promise<T>, host: string, timeout: number): Promise<T> {
  return new Promise((resolve, reject) => {
    const late = () => new CatalogError('SOURCE_FAILED', { reason: `${host} stopped sending before the end.` });
    const timer = setTimeout(() => reject(late()), timeout);
    work.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}

function logIn(client: Client, settings: ConnectConfig): Promise<void> {
  return new Promise((resolve, reject) => {
    client.once('ready', resolve);
    // It stays: what breaks later shows in what is being read.
    client.on('error', reject);
    client.once('close', () => reject(Object.assign(new Error('Closed'), { code: 'ECONNRESET' })));
    client.connect(settings);
  });
}

const fingerprint = (key: Buffer): string => createHash('sha256').update(key).digest('base64').replace(/=$/, '');

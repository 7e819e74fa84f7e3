import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { createInterface } from 'node:readline';
import { Transform, type Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import { SetupError } from '../setup-error.ts';

/** A file of a backup, and what its bytes must be. */
export interface BackupFile {
  readonly bytes: number;
  readonly sha256: string;
}

/** Counts and hashes the bytes that pass. */
class Digest extends Transform {
  readonly #hash = createHash('sha256');
  #bytes = 0;

  override _transform(chunk: Buffer, _encoding: BufferEncoding, done: (error: null, chunk: Buffer) => void): void {
    this.#hash.update(chunk);
    this.#bytes += chunk.length;
    done(null, chunk);
  }

  result(): BackupFile {
    return { bytes: this.#bytes, sha256: this.#hash.digest('hex') };
  }
}

/** Compresses a stream into a new file that survives a crash. */
export async function writeCompressed(path: string, content: Readable): Promise<BackupFile> {
  const digest = new Digest();
  const file = createWriteStream(path, { flags: 'wx', mode: 0o600, flush: true });
  // The lowest level halves the time, and the file is hardly larger.
  await pipeline(content, createGzip({ level: 1 }), digest, file);
  return digest.result();
}

/** The bytes that `writeCompressed` was given. */
export const readCompressed = (path: string): Readable => {
  const file = createReadStream(path);
  const content = createGunzip();
  file.on('error', (error) => content.destroy(error));
  return file.pipe(content);
};

/** The lines of a compressed file. */
export const readLines = (path: string): AsyncIterable<string> => createInterface({ input: readCompressed(path) });

/** Fails with a SetupError unless the file has the bytes that were written. */
export async function verifyFile(path: string, { bytes, sha256 }: BackupFile): Promise<void> {
  const digest = new Digest();
  try {
    await pipeline(createReadStream(path), digest.resume());
  } catch (error) {
    throw new SetupError(`The backup is incomplete: ${String(error)}`);
  }
  const found = digest.result();
  if (found.bytes !== bytes || found.sha256 !== sha256)
    throw new SetupError(
      `The backup is damaged: ${path} does not have the bytes that were written. Use another backup.`,
    );
}

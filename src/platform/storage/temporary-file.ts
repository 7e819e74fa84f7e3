import { randomUUID } from 'node:crypto';
import { open, unlink, type FileHandle } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';

const chunkSize = 2 ** 16;

/**
 * Content on disk, for what is read from its end or out of order. The file has no name as soon as it is open:
 * nothing is left of it, however the process ends. Whoever made it closes it.
 */
export class TemporaryFile {
  readonly #handle: FileHandle;
  #size = 0;

  private constructor(handle: FileHandle) {
    this.#handle = handle;
  }

  /** A file without content, to append to. */
  static async empty(): Promise<TemporaryFile> {
    const path = join(tmpdir(), `catalograph-${randomUUID()}`);
    const file = new TemporaryFile(await open(path, 'wx+', 0o600));
    await file.#orClose(unlink(path));
    return file;
  }

  /** Keeps all of the content, which whoever gives it limits. */
  static async of(content: AsyncIterable<Buffer>): Promise<TemporaryFile> {
    const file = await TemporaryFile.empty();
    await file.#orClose(file.#handle.writeFile(content));
    file.#size = (await file.#handle.stat()).size;
    return file;
  }

  /** In bytes. */
  get size(): number {
    return this.#size;
  }

  /** Adds bytes at the end. */
  async append(bytes: Buffer): Promise<void> {
    await this.#handle.appendFile(bytes);
    this.#size += bytes.length;
  }

  /** The number by which the system knows the open file. */
  get descriptor(): number {
    return this.#handle.fd;
  }

  /** Up to `length` bytes from `start`; fewer where the file ends, none before it begins. */
  async read(start: number, length: number): Promise<Buffer> {
    if (start < 0) return Buffer.alloc(0);
    const buffer = Buffer.allocUnsafe(Math.max(0, Math.min(length, this.size - start)));
    let filled = 0;
    while (filled < buffer.length) {
      const { bytesRead } = await this.#handle.read(buffer, filled, buffer.length - filled, start + filled);
      if (bytesRead === 0) break;
      filled += bytesRead;
    }
    return buffer.subarray(0, filled);
  }

  /** The bytes from `start` up to, not including, `end`; several streams may be read at one time, and left before their end. */
  stream(start = 0, end = this.size): Readable {
    return Readable.from(this.#chunks(start, end), { objectMode: false });
  }

  /** Not by a stream of the handle, which closes the file when it is left. */
  async *#chunks(start: number, end: number): AsyncGenerator<Buffer> {
    for (let at = start; at < end; at += chunkSize) yield await this.read(at, Math.min(chunkSize, end - at));
  }

  async #orClose(work: Promise<void>): Promise<void> {
    try {
      await work;
    } catch (error) {
      await this.close();
      throw error;
    }
  }

  async close(): Promise<void> {
    await this.#handle.close();
  }
}

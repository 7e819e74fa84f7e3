import { randomUUID } from 'node:crypto';
import { open, unlink, type FileHandle } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';

const chunkSize = 2 ** 16;

/** A temporary file, unlinked at once so that nothing remains, however the process ends. The creator must close it. */
export class TemporaryFile {
  readonly #handle: FileHandle;
  #size = 0;

  private constructor(handle: FileHandle) {
    this.#handle = handle;
  }

  /** Creates an empty file. */
  static async create(): Promise<TemporaryFile> {
    const path = join(tmpdir(), `catalograph-${randomUUID()}`);
    const file = new TemporaryFile(await open(path, 'wx+', 0o600));
    await file.#closeOnFailure(unlink(path));
    return file;
  }

  /** Takes over a file at a path, which is unlinked. */
  static async adopt(path: string): Promise<TemporaryFile> {
    const handle = await open(path, 'r+').finally(() => unlink(path));
    const file = new TemporaryFile(handle);
    await file.#closeOnFailure(file.#measure());
    return file;
  }

  /** Creates a file with the given content. The caller limits its size. */
  static async write(content: AsyncIterable<Buffer>): Promise<TemporaryFile> {
    const file = await TemporaryFile.create();
    await file.#closeOnFailure(file.#handle.writeFile(content));
    await file.#measure();
    return file;
  }

  async #measure(): Promise<void> {
    this.#size = (await this.#handle.stat()).size;
  }

  /** The size, in bytes. */
  get size(): number {
    return this.#size;
  }

  /** Adds bytes at the end. */
  async append(bytes: Buffer): Promise<void> {
    await this.#handle.appendFile(bytes);
    this.#size += bytes.length;
  }

  /** The file descriptor. */
  get descriptor(): number {
    return this.#handle.fd;
  }

  /** Up to `length` bytes from `start`; fewer at the end of the file, none for a negative start. */
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

  /** Streams the bytes from `start` up to, but not including, `end`. Several streams may be read at a time, and destroyed early. */
  openStream(start = 0, end = this.size): Readable {
    return Readable.from(this.#chunks(start, end), { objectMode: false });
  }

  /** Reads chunk by chunk: a stream of the file handle would close the file when the stream is destroyed early. */
  async *#chunks(start: number, end: number): AsyncGenerator<Buffer> {
    for (let offset = start; offset < end; offset += chunkSize)
      yield await this.read(offset, Math.min(chunkSize, end - offset));
  }

  /** Awaits the work. Closes the file when the work fails. */
  async #closeOnFailure(work: Promise<void>): Promise<void> {
    try {
      await work;
    } catch (error) {
      await this.close();
      throw error;
    }
  }

  /** Closes the file, which also deletes its content. */
  async close(): Promise<void> {
    await this.#handle.close();
  }
}

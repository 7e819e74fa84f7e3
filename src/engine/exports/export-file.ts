import type { Readable } from 'node:stream';
import { fail } from '#kernel/fail.ts';
import type { DiskBudget } from '#platform/storage/disk-storage.ts';
import { TemporaryFile } from '#platform/storage/temporary-file.ts';

/** The delay after which an export that finds the disk budget used up may be tried again. */
const retryAfterSeconds = 30;

const failTooMany = (): never => fail('TOO_MANY_EXPORTS', { seconds: retryAfterSeconds });

/** A temporary file of an export, which counts in the disk budget of all exports. The creator must close it. */
export class ExportFile {
  readonly #file: TemporaryFile;
  readonly #disk: DiskBudget;
  #isOpen = true;

  private constructor(file: TemporaryFile, disk: DiskBudget) {
    this.#file = file;
    this.#disk = disk;
  }

  static async create(disk: DiskBudget): Promise<ExportFile> {
    return new ExportFile(await TemporaryFile.create(), disk);
  }

  /** Takes over a file at a path, which is deleted. Fails TOO_MANY_EXPORTS as `append` does. */
  static async adopt(path: string, disk: DiskBudget): Promise<ExportFile> {
    const file = await TemporaryFile.adopt(path);
    if (disk.take(file.size)) return new ExportFile(file, disk);
    await file.close();
    return failTooMany();
  }

  /** The size, in bytes. */
  get size(): number {
    return this.#file.size;
  }

  /** Adds bytes at the end. Fails TOO_MANY_EXPORTS where the files of all exports would exceed the budget. */
  async append(bytes: Buffer): Promise<void> {
    if (!this.#disk.take(bytes.length)) failTooMany();
    try {
      await this.#file.append(bytes);
    } catch (error) {
      this.#disk.free(bytes.length);
      throw error;
    }
  }

  /** Streams the content. */
  openStream(): Readable {
    return this.#file.openStream();
  }

  /** Deletes the file and frees its bytes. Closing twice has no effect. */
  async close(): Promise<void> {
    if (!this.#isOpen) return;
    this.#isOpen = false;
    this.#disk.free(this.#file.size);
    await this.#file.close();
  }
}

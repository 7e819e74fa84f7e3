import { randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { access, mkdir, readdir, rename, rm, stat, utimes } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { CatalogError } from '#kernel/fail.ts';
import type { Log } from '#platform/log.ts';
import { ContentMeter, type Storage } from '#platform/storage/storage.ts';
import { systemErrorCode } from '#platform/system-errors.ts';
import { orderFileExtension, rowFileExtension } from '../row-file-format.ts';
import type { EngineProcess } from './engine-process.ts';

const extension = '.duckdb';
/** The files that are removed beyond the maximum. */
const extensions: readonly string[] = [extension, rowFileExtension, orderFileExtension];
/** The size of a Parquet file whose native file has small blocks. */
export const smallFileBytes = 4 * 1024 * 1024;
/** How often the use of a file is recorded, for the choice of those that are removed. */
const touchMs = 60_000;
/**
 * How often the folder is read at least while files are added, because other processes add some too, and the part of its maximum to which it is emptied: to read
 * the folder takes a second where it has ten thousand files, so it is not read for each file.
 */
const readFolderMs = 60_000;
const keptPart = 0.95;
/** How long a failure to build a file is returned to later calls. */
const failureMs = 1_000;

interface NativeFileOptions {
  readonly folder: string;
  readonly maxBytes: number;
  readonly storage: Pick<Storage, 'read'>;
  readonly work: WorkFolder;
  /** Builds native files: in the background, so that queries of other generations stay quick. */
  readonly builder: EngineProcess;
  readonly log: Log;
}

/**
 * The native files of generations in a folder, which several processes may share: each file has the key of the stored Parquet file that it is made of. Those
 * that were not used for longest are removed beyond a number of bytes; a process that reads one keeps it until it closes it.
 */
export class NativeFiles {
  readonly #options: NativeFileOptions;
  readonly #building = new Map<string, Promise<string>>();
  readonly #touched = new Map<string, number>();
  #removing: Promise<void> | undefined;
  /** The bytes that this process may add before it reads the folder again, and when it did so last. */
  #room = 0;
  #readAt = 0;

  constructor(options: NativeFileOptions) {
    this.#options = options;
  }

  /** The path of a file, which is built if there is none. Fails UNAVAILABLE. */
  async find(key: string): Promise<string> {
    const path = this.#pathOf(key);
    if (await exists(path)) {
      this.touch(key);
      return path;
    }
    return this.#building.get(key) ?? this.#startBuilding(key);
  }

  /** Whether a file is there. */
  has(key: string): Promise<boolean> {
    return exists(this.#pathOf(key));
  }

  /** Records that a file is in use. */
  touch(key: string): void {
    const now = Date.now();
    if (now - (this.#touched.get(key) ?? 0) < touchMs) return;
    this.#touched.set(key, now);
    utimes(this.#pathOf(key), new Date(), new Date()).catch(() => undefined);
  }

  /** Takes a complete native file. */
  async adopt(key: string, path: string): Promise<void> {
    const { size } = await stat(path);
    await rename(path, this.#pathOf(key));
    this.#touched.set(key, Date.now());
    this.#room -= size;
    if (this.#room < 0 || Date.now() - this.#readAt > readFolderMs) await this.removeOldest();
  }

  /** Removes a file, so that it is built again. */
  async discard(key: string): Promise<void> {
    await rm(this.#pathOf(key), { force: true });
  }

  /** Removes the files that were not used for longest, beyond the maximum. */
  removeOldest(): Promise<void> {
    return (this.#removing ??= this.#removeOldest().finally(() => {
      this.#removing = undefined;
    }));
  }

  async #removeOldest(): Promise<void> {
    const { folder, maxBytes } = this.#options;
    const names = (await readdir(folder)).filter((name) => extensions.includes(extname(name)));
    const files: { path: string; bytes: number; usedAt: number }[] = [];
    for (const name of names) {
      const path = join(folder, name);
      const found = await stat(path).catch(() => undefined);
      if (found) files.push({ path, bytes: found.size, usedAt: found.mtimeMs });
    }
    let bytes = files.reduce((sum, file) => sum + file.bytes, 0);
    const keptBytes = bytes > maxBytes ? maxBytes * keptPart : maxBytes;
    const oldestFirst = files.sort((a, b) => a.usedAt - b.usedAt);
    // The last one stays, however large: it is in use.
    for (const file of oldestFirst.slice(0, -1)) {
      if (bytes <= keptBytes) break;
      bytes -= file.bytes;
      // Windows does not remove a file that is open.
      await rm(file.path, { force: true }).catch(() => undefined);
    }
    this.#readAt = Date.now();
    // The other half is for what other processes add.
    this.#room = (maxBytes - bytes) / 2;
    for (const [key, touchedAt] of this.#touched) if (this.#readAt - touchedAt >= touchMs) this.#touched.delete(key);
  }

  #startBuilding(key: string): Promise<string> {
    const built = this.#build(key);
    this.#building.set(key, built);
    const forget = () => this.#building.delete(key);
    built.then(forget, () => setTimeout(forget, failureMs).unref());
    return built;
  }

  async #build(key: string): Promise<string> {
    const { work, builder, log } = this.#options;
    const parquet = work.newPath('parquet');
    const path = work.newPath('duckdb');
    try {
      const bytes = await this.#download(key, parquet);
      await builder.request('buildFile', { parquet, path, isSmall: bytes < smallFileBytes });
      await this.adopt(key, path);
      return this.#pathOf(key);
    } catch (error) {
      log.error({ err: error, file: key }, 'A file of records cannot be read.');
      if (systemErrorCode(error) === 'ENOSPC') throw new CatalogError('STORAGE_FULL', { disk: 'the column engine' });
      if (error instanceof CatalogError && error.code === 'STORAGE_FULL') throw error;
      throw new CatalogError('UNAVAILABLE');
    } finally {
      await Promise.all([parquet, path].map((file) => rm(file, { force: true })));
    }
  }

  /** Copies the stored file, and returns its size. */
  async #download(key: string, path: string): Promise<number> {
    const meter = new ContentMeter(Infinity);
    await pipeline(await this.#options.storage.read(key), meter, createWriteStream(path, { flags: 'wx', mode: 0o600 }));
    const found = meter.result();
    if (found.key !== key) throw new Error('The stored bytes are not those that were written.');
    return found.bytes;
  }

  #pathOf(key: string): string {
    return join(this.#options.folder, `${key}${extension}`);
  }
}

/** Whether a file is at a path. */
export const exists = (path: string): Promise<boolean> =>
  access(path).then(
    () => true,
    () => false,
  );

/** The names of work folders begin with it. */
const workPrefix = 'work-';
/** How often the owner of a work folder touches it, and how long an untouched folder is kept. */
const touchWorkMs = 300_000;
const maxIdleMs = 3_600_000;

/**
 * A folder for the files of one engine that are not complete or not kept: whatever a killed process leaves is removed with it. The owner touches the
 * folder; one that has not been touched for an hour has no owner, on whichever machine that was.
 */
export class WorkFolder {
  readonly path: string;
  readonly #timer: NodeJS.Timeout;

  private constructor(path: string) {
    this.path = path;
    this.#timer = setInterval(() => {
      utimes(path, new Date(), new Date()).catch(() => undefined);
    }, touchWorkMs).unref();
  }

  /** Creates a folder below another, and removes those without an owner. */
  static async create(parent: string): Promise<WorkFolder> {
    await mkdir(parent, { recursive: true, mode: 0o700 });
    await removeAbandoned(parent);
    const path = join(parent, `${workPrefix}${randomUUID()}`);
    await mkdir(path, { mode: 0o700 });
    return new WorkFolder(path);
  }

  /** A path for a new file. */
  newPath(extension: string): string {
    return join(this.path, `${randomUUID()}.${extension}`);
  }

  /** Removes the folder with its files. */
  async remove(): Promise<void> {
    clearInterval(this.#timer);
    await rm(this.path, { recursive: true, force: true });
  }
}

async function removeAbandoned(parent: string): Promise<void> {
  for (const name of await readdir(parent)) {
    if (!name.startsWith(workPrefix)) continue;
    const path = join(parent, name);
    const found = await stat(path).catch(() => undefined);
    if (found && Date.now() - found.mtimeMs > maxIdleMs) await rm(path, { recursive: true, force: true });
  }
}

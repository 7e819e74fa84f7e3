import { rename, rm, utimes } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { CatalogError } from '#kernel/fail.ts';
import type { Log } from '#platform/log.ts';
import { exists, type WorkFolder } from './native-files.ts';

/** How many files wait to be made, and how many that are ready, or cannot be made, are remembered. */
const maxWaiting = 100;
const maxRemembered = 10_000;
const touchMs = 60_000;

interface DerivedFilesOptions {
  readonly folder: string;
  readonly work: WorkFolder;
  /** Called after a file has been added to the folder. */
  readonly added: () => Promise<void>;
  readonly log: Log;
}

/** Writes a file to a path. Resolves with whether it did: rows that are too long have no row file. */
type WriteFile = (path: string) => Promise<boolean>;

/**
 * The row files and order files in the folder of native files, with which they are removed. A read that finds none does not wait: files are made in the
 * background, one after another.
 */
export class DerivedFiles {
  readonly #options: DerivedFilesOptions;
  /** When the use of each file that is ready was last recorded; null for one that cannot be made. */
  readonly #known = new Map<string, number | null>();
  /** The files that are looked for or made now. */
  readonly #pending = new Map<string, Promise<void>>();
  #lastWrite: Promise<void> = Promise.resolve();

  constructor(options: DerivedFilesOptions) {
    this.#options = options;
  }

  /** The path of a file that is ready; undefined where it must be looked for or made first, which then happens. */
  find(name: string, write: WriteFile): string | undefined {
    const touchedAt = this.#known.get(name);
    if (touchedAt === null) return undefined;
    if (touchedAt === undefined) {
      if (!this.#pending.has(name) && this.#pending.size < maxWaiting) this.#start(name, write);
      return undefined;
    }
    if (Date.now() - touchedAt >= touchMs) this.#touch(name);
    return this.#pathOf(name);
  }

  /** Removes a file, so that it is made again when it is needed. */
  async remove(name: string): Promise<void> {
    this.#known.delete(name);
    await rm(this.#pathOf(name), { force: true }).catch(() => undefined);
  }

  /** Waits for the files that are being made: their process has ended. */
  async close(): Promise<void> {
    await Promise.all(this.#pending.values());
  }

  #start(name: string, write: WriteFile): void {
    const started = this.#prepare(name, write).finally(() => this.#pending.delete(name));
    this.#pending.set(name, started);
  }

  async #prepare(name: string, write: WriteFile): Promise<void> {
    if (await exists(this.#pathOf(name))) {
      this.#touch(name);
      return;
    }
    this.#lastWrite = this.#lastWrite.then(() => this.#write(name, write));
    await this.#lastWrite;
  }

  async #write(name: string, write: WriteFile): Promise<void> {
    const { work, added, log } = this.#options;
    const path = work.newPath(extname(name).slice(1));
    try {
      const isComplete = await write(path);
      if (isComplete) {
        await rename(path, this.#pathOf(name));
        this.#touch(name);
        await added();
      } else this.#remember(name, null);
    } catch (error) {
      // A later read tries again where the engine has ended or the disk is full.
      if (!(error instanceof CatalogError)) this.#remember(name, null);
      log.warn({ err: error, file: name }, 'A row file or order file was not made. The columns answer instead.');
    } finally {
      // The next file waits for this one, which must not fail.
      await rm(path, { force: true }).catch(() => undefined);
    }
  }

  /** Records that a file is in use, for the choice of those that are removed. */
  #touch(name: string): void {
    this.#remember(name, Date.now());
    utimes(this.#pathOf(name), new Date(), new Date()).catch(() => undefined);
  }

  #remember(name: string, touchedAt: number | null): void {
    this.#known.delete(name);
    this.#known.set(name, touchedAt);
    const [oldest] = this.#known.size > maxRemembered ? this.#known.keys() : [];
    if (oldest !== undefined) this.#known.delete(oldest);
  }

  #pathOf(name: string): string {
    return join(this.#options.folder, name);
  }
}

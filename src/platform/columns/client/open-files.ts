import { DerivedFileDamaged } from '../column-engine.ts';

/** How many files are open, and how much memory their indexes may need. */
const maxOpen = 64;
const maxOpenBytes = 32 * 1024 * 1024;

interface OpenFile {
  /** The memory that it needs while it is open, in bytes. */
  readonly memoryBytes: number;
  close(): Promise<void>;
}

/** A file that is open or being opened. */
interface Entry<File> {
  readonly opened: Promise<File>;
  memoryBytes: number;
}

/** The files that were read last. */
export class OpenFiles<File extends OpenFile> {
  readonly #openFile: (path: string) => Promise<File>;
  /** In the order of their last use. */
  readonly #entries = new Map<string, Entry<File>>();

  constructor(openFile: (path: string) => Promise<File>) {
    this.#openFile = openFile;
  }

  /** Reads a file. Fails DerivedFileDamaged for one that is missing, incomplete or damaged, and forgets it. */
  async read<T>(path: string, work: (file: File) => T): Promise<T> {
    const entry = this.#entries.get(path) ?? { opened: this.#openFile(path), memoryBytes: 0 };
    this.#entries.delete(path);
    this.#entries.set(path, entry);
    try {
      const file = await entry.opened;
      entry.memoryBytes = file.memoryBytes;
      this.#closeOldest();
      return work(file);
    } catch (error) {
      this.#close(path, entry);
      const reason = error instanceof Error ? error.message : String(error);
      throw error instanceof DerivedFileDamaged ? error : new DerivedFileDamaged(reason);
    }
  }

  /** Closes all files. */
  close(): void {
    for (const [path, entry] of this.#entries) this.#close(path, entry);
  }

  #closeOldest(): void {
    let bytes = 0;
    for (const { memoryBytes } of this.#entries.values()) bytes += memoryBytes;
    for (const [path, entry] of this.#entries) {
      const { size } = this.#entries;
      if (size === 1 || (size <= maxOpen && bytes <= maxOpenBytes)) return;
      bytes -= entry.memoryBytes;
      this.#close(path, entry);
    }
  }

  #close(path: string, entry: Entry<File>): void {
    if (this.#entries.get(path) !== entry) return;
    this.#entries.delete(path);
    // Those who wait for the file have asked before, and read it before it is closed.
    entry.opened.then((file) => file.close()).catch(() => undefined);
  }
}

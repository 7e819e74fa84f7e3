import type { Readable } from 'node:stream';
import { createInflateRaw } from 'node:zlib';
import type { Entry, ZipFile } from 'yauzl';
import { CatalogError, fail } from '#kernel/fail.ts';
import { systemErrorCode } from '#platform/system-error-code.ts';
import type { TemporaryFile } from '#platform/storage/temporary-file.ts';
import type { ByteBudget } from './byte-budget.ts';
import { verifyEntry, inflate } from './inflate.ts';
import { describeLibraryError } from '../extractors/extraction/library-failure.ts';
import { requireReadable, stored } from './require-readable.ts';
import { toReadable } from './to-readable.ts';

/** The maximum number of entries that an archive may have. */
const maxEntries = 10_000;
/** The largest directory of an archive, in bytes: names, comments and extra fields of all entries. */
const maxDirectorySize = 16 * 2 ** 20;

/** A file in a zip archive. */
export interface ZipEntry {
  /** The path in the archive, separated by `/`. */
  readonly name: string;
  /** The unpacked size, in bytes. */
  readonly size: number;
  readonly isEncrypted: boolean;
}

/** Whether an entry is a regular file: neither a folder, nor hidden, nor metadata that macOS adds. */
export const isRegularFile = (name: string): boolean =>
  !name.endsWith('/') && !name.split('/').some((part) => part.startsWith('.') || part === '__MACOSX');

/** A zip archive in a file. Each of its files is read as a stream. Fails EXTRACTION_FAILED where the archive is damaged. */
export class ZipArchive {
  readonly #file: TemporaryFile;
  readonly #zip: ZipFile;
  readonly #budget: ByteBudget;
  readonly #entries: ReadonlyMap<string, Entry>;

  private constructor(file: TemporaryFile, zip: ZipFile, budget: ByteBudget, entries: ReadonlyMap<string, Entry>) {
    this.#file = file;
    this.#zip = zip;
    this.#budget = budget;
    this.#entries = entries;
  }

  /** Reads the directory of the archive. The caller closes the file. */
  static async open(file: TemporaryFile, budget: ByteBudget): Promise<ZipArchive> {
    const { fromFdPromise } = await import('yauzl');
    return convertZipErrors(async () => {
      const zip = await fromFdPromise(file.descriptor, { autoClose: false });
      // Errors are thrown by the calls that cause them; a later error event must not end the process.
      zip.on('error', () => undefined);
      if (zip.entryCount > maxEntries)
        fail('EXTRACTION_FAILED', {
          reason: `the archive has ${zip.entryCount} entries; the limit is ${maxEntries}`,
        });
      const entries = new Map<string, Entry>();
      let size = 0;
      for await (const entry of zip.eachEntry()) {
        size += entry.fileNameLength + entry.extraFieldLength + entry.fileCommentLength;
        if (size > maxDirectorySize)
          fail('EXTRACTION_FAILED', {
            reason: `the directory of the archive is larger than ${maxDirectorySize} bytes`,
          });
        if (isRegularFile(entry.fileName)) entries.set(entry.fileName, entry);
      }
      return new ZipArchive(file, zip, budget, entries);
    });
  }

  /** The regular files, in the order of the archive's directory. */
  get entries(): readonly ZipEntry[] {
    return [...this.#entries.values()].map((entry) => ({
      name: entry.fileName,
      size: entry.uncompressedSize,
      isEncrypted: entry.isEncrypted(),
    }));
  }

  /** The content of a file; undefined when the archive has no such file. */
  async read(name: string): Promise<Readable | undefined> {
    const entry = this.#entries.get(name);
    if (!entry) return undefined;
    const { compressionMethod, compressedSize, uncompressedSize: size, crc32 } = entry;
    requireReadable({ name, isEncrypted: entry.isEncrypted(), method: compressionMethod });
    const { fileDataStart } = await convertZipErrors(() =>
      this.#zip.readLocalFileHeaderPromise(entry, { minimal: true }),
    );
    const packed = this.#file.openStream(fileDataStart, fileDataStart + compressedSize);
    const content =
      compressionMethod === stored
        ? withBudget(packed, this.#budget)
        : inflate(packed, createInflateRaw({ chunkSize: 65_536 }), this.#budget);
    return toReadable(verifyEntry(content, { size, crc32 }));
  }
}

async function* withBudget(content: AsyncIterable<Buffer>, budget: ByteBudget): AsyncGenerator<Buffer> {
  for await (const chunk of content) {
    budget.spend(chunk.length);
    yield chunk;
  }
}

/** Runs work of the zip library. Converts the library's errors to EXTRACTION_FAILED; system errors are thrown unchanged. */
async function convertZipErrors<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof Error) || error instanceof CatalogError || systemErrorCode(error) !== undefined) throw error;
    throw new CatalogError('EXTRACTION_FAILED', {
      reason: `the zip archive cannot be read: ${describeLibraryError(error)}`,
    });
  }
}

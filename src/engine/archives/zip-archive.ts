import type { Readable } from 'node:stream';
import { createInflateRaw } from 'node:zlib';
import type { Entry, ZipFile } from 'yauzl';
import { CatalogError, fail } from '#kernel/fail.ts';
import { systemErrorCode } from '#platform/system-errors.ts';
import type { TemporaryFile } from '#platform/storage/temporary-file.ts';
import {
  type ByteBudget,
  type EntryPacking,
  inflate,
  requireReadable,
  stored,
  toReadable,
  verifyEntry,
} from './inflate.ts';
import { describeLibraryError } from '../extractors/library-failure.ts';
import { chooseEntries } from './packed-format.ts';

/** The maximum number of entries that an archive may have. */
const maxEntries = 10_000;
/** The largest directory of an archive, in bytes: names, comments and extra fields of all entries. */
const maxDirectorySize = 16 * 2 ** 20;

/** A file in a zip archive. */
interface ZipEntry {
  /** The path in the archive, separated by `/`. */
  readonly name: string;
  /** The unpacked size, in bytes. */
  readonly size: number;
  readonly isEncrypted: boolean;
}

/** Whether an entry is a regular file: neither a folder, nor hidden, nor metadata that macOS adds. */
const isRegularFile = (name: string): boolean =>
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

/** A file of a zip archive as its local header describes it, without the directory at the archive's end. */
interface LocalEntry extends EntryPacking {
  /** The size of the unpacked file, in bytes; 0 when only the archive's directory states it. */
  readonly size: number;
  /** The packed bytes. */
  readonly bytes: Buffer;
  /** Whether the file continues after these bytes. */
  readonly isCut: boolean;
}

const signature = Buffer.from('PK\x03\x04');
const headerSize = 30;
const maxLocalEntries = 1_000;

/** Chooses the file to sample among the first files of a zip archive, as an extraction would. Fails EXTRACTION_FAILED. */
export function chooseLocalEntry(archive: Buffer, extensions: readonly string[]): LocalEntry | undefined {
  const [entry] = chooseEntries([...localEntries(archive)], { extensions });
  if (entry) requireReadable(entry);
  return entry;
}

/** The entries by their local file headers (APPNOTE.TXT of PKWARE, 4.3.7). */
export function* localEntries(archive: Buffer): Generator<LocalEntry> {
  let start = 0;
  const hasHeader = (): boolean =>
    start + headerSize <= archive.length && archive.subarray(start, start + 4).equals(signature);
  for (let count = 0; count < maxLocalEntries && hasHeader(); count++) {
    const flags = archive.readUInt16LE(start + 6);
    const method = archive.readUInt16LE(start + 8);
    // When the header does not state the packed size, the entry ends where the next one begins.
    const hasSize = (flags & 8) === 0;
    const dataStart = start + headerSize + archive.readUInt16LE(start + 26) + archive.readUInt16LE(start + 28);
    const name = archive.toString('utf8', start + headerSize, start + headerSize + archive.readUInt16LE(start + 26));
    const next = hasSize ? dataStart + archive.readUInt32LE(start + 18) : archive.indexOf(signature, dataStart);
    const end = next === -1 ? archive.length : next;
    const isEncrypted = (flags & 1) !== 0;
    if (isRegularFile(name)) {
      yield {
        name,
        size: archive.readUInt32LE(start + 22),
        bytes: archive.subarray(dataStart, end),
        isEncrypted,
        method,
        isCut: end > archive.length || next === -1,
      };
    }
    start = end;
  }
}

/** The names of the files at the beginning of a zip archive. */
export const localEntryNames = (archive: Buffer): string[] => [...localEntries(archive)].map(({ name }) => name);

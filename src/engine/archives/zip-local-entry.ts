import { chooseEntries } from './packed-format.ts';
import { requireReadable, type EntryPacking } from './require-readable.ts';
import { isRegularFile } from './zip-archive.ts';

/** A file of a zip archive as its local header describes it, without the directory at the archive's end. */
export interface LocalEntry extends EntryPacking {
  /** The size of the unpacked file, in bytes; 0 when only the archive's directory states it. */
  readonly size: number;
  /** The packed bytes. */
  readonly bytes: Buffer;
  /** Whether the file continues after these bytes. */
  readonly isCut: boolean;
}

const signature = Buffer.from('PK\x03\x04');
const headerSize = 30;
const maxEntries = 1_000;

/**
 * Chooses the file whose content is sampled among the first files of a zip archive, as an extraction would. Fails EXTRACTION_FAILED where it cannot
 * be unpacked.
 */
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
  for (let count = 0; count < maxEntries && hasHeader(); count++) {
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

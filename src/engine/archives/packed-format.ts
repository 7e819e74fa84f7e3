import type { Readable } from 'node:stream';
import { basename, extname } from 'node:path';
import { fail } from '#kernel/fail.ts';
import { decodeText, detectUnicode } from '../encodings/text-encoding.ts';
import { JsonTokens } from '../extractors/json/json-batches.ts';

/** A compression format that is unpacked. */
type Compression = 'gzip' | 'zip';

interface Signature {
  readonly compression: Compression;
  readonly bytes: Buffer;
}

const signatures: readonly Signature[] = [
  { compression: 'gzip', bytes: Buffer.from([0x1f, 0x8b, 0x08]) },
  { compression: 'zip', bytes: Buffer.from('PK\x03\x04') },
  { compression: 'zip', bytes: Buffer.from('PK\x05\x06') },
];

const startsWith = (beginning: Buffer, { bytes }: Signature): boolean =>
  beginning.subarray(0, bytes.length).equals(bytes);

/** Whether content with this beginning is a zip archive. */
export const isZip = (beginning: Buffer): boolean =>
  signatures.some((signature) => signature.compression === 'zip' && startsWith(beginning, signature));

/** Detects by its first bytes how content is packed. Null for content that is not packed, or packed in an unsupported format. */
export const detectCompression = (beginning: Buffer): Compression | null =>
  signatures.find((signature) => startsWith(beginning, signature))?.compression ?? null;

/** The number of bytes that show how content is packed. */
const beginningLength = 512;

/** Returns the first bytes of a stream without consuming them: all of a shorter one, those that arrived within `timeoutMs` of a slow one. */
export async function peekBytes(content: Readable, length = beginningLength, timeoutMs?: number): Promise<Buffer> {
  const found = await new Promise<Buffer | null>((resolve, reject) => {
    let hasTimedOut = false;
    const tryRead = (): void => {
      const bytes = content.read(hasTimedOut ? undefined : length) as Buffer | null;
      if (bytes === null && !content.readableEnded && !content.destroyed) return;
      // The bytes are put back in the same tick, because a stream without bytes ends in the next tick.
      if (bytes !== null) content.unshift(bytes);
      stop();
      if (bytes === null && content.errored) reject(content.errored);
      else resolve(bytes);
    };
    const events = ['readable', 'end', 'error', 'close'];
    const endWaiting = (): void => {
      hasTimedOut = true;
      tryRead();
    };
    const timer = timeoutMs === undefined ? undefined : setTimeout(endWaiting, timeoutMs);
    const stop = (): void => {
      clearTimeout(timer);
      for (const event of events) content.off(event, tryRead);
    };
    for (const event of events) content.on(event, tryRead);
    tryRead();
  });
  return found ?? Buffer.alloc(0);
}

/** What a format declares about its files and about the archives that contain them. */
export interface PackedFormat {
  /** Extensions of the format in lower case, without a dot. They select the files of an archive. */
  readonly extensions: readonly string[];
  /** Whether a zip archive with entries of these names is itself a file of the format. The extractor then reads the archive as a whole. */
  readonly ownsArchive?: (names: readonly string[]) => boolean;
  /** Whether the format accepts every file unchanged. Each file of a zip archive is then read under its full path, without unpacking it. */
  readonly acceptsAnyFile?: boolean;
  /** The kind of text in files of the format; undefined for binary formats, and for formats that check their content themselves. */
  readonly content?: TextKind;
  /** The kind of recognised files that the format reads, and that all other formats refuse. */
  readonly accepts?: FormatKind;
  /** Whether an HTML page may be a file of the format. */
  readonly acceptsMarkup?: boolean;
}

/** An entry of an archive that may be chosen. */
interface Candidate {
  readonly name: string;
  /** The size of the entry, in bytes; 0 when unknown. */
  readonly size: number;
}

const archiveExtensions = ['zip', 'gz'];

const hasExtension = (name: string, extensions: readonly string[]): boolean =>
  extensions.includes(extname(name).slice(1).toLowerCase());

/** Removes the extension of the compression from the name of a file: `a.csv.gz` becomes `a.csv`, `a.tgz` becomes `a.tar`. */
export const withoutCompressionExtension = (name: string): string =>
  name.replace(/\.tgz$/i, '.tar').replace(/\.gz$/i, '');

/**
 * Chooses the files of an archive to read: all files of the format, else all archives, else the largest file and those of its extension, such as
 * the .txt files of GTFS. `wanted` is the name of one file, with its folders or without; it may be in an archive inside.
 */
export function chooseEntries<T extends Candidate>(
  entries: readonly T[],
  { extensions, acceptsAnyFile = false }: Pick<PackedFormat, 'extensions' | 'acceptsAnyFile'>,
  wanted = '',
): readonly T[] {
  if (acceptsAnyFile) return entries;
  const archives = entries.filter(({ name }) => hasExtension(name, archiveExtensions));
  if (wanted !== '') {
    const named = entries.filter(({ name }) => name === wanted);
    const inAnyFolder = named.length > 0 ? named : entries.filter(({ name }) => basename(name) === wanted);
    return inAnyFolder.length > 0 ? inAnyFolder : archives;
  }
  const formatFiles = entries.filter(({ name }) => hasExtension(withoutCompressionExtension(name), extensions));
  if (formatFiles.length > 0) return formatFiles;
  if (archives.length > 0) return archives;
  const [largest] = entries.toSorted((a, b) => b.size - a.size);
  return largest ? [largest, ...entries.filter((entry) => entry !== largest && isAlike(entry, largest))] : [];
}

/** Whether two files have the same extension, which is not empty. */
const isAlike = (one: Candidate, other: Candidate): boolean =>
  extname(one.name) !== '' && extname(one.name).toLowerCase() === extname(other.name).toLowerCase();

/** A kind of file that one extractor reads. */
type FormatKind = 'spreadsheet' | 'geopackage' | 'flatgeobuf';

/** A kind of file that is recognised by its content, and that most or all extractors refuse. */
export interface RecognisedFormat {
  /** The name with its article, as in "the file is a PDF document". */
  readonly name: string;
  /** What the user should do instead, in the imperative. */
  readonly advice: string;
  /** The kind of file that an extractor accepts; undefined when none does. */
  readonly kind?: FormatKind;
  /** Whether the file is markup, which XML formats may accept nevertheless. */
  readonly isMarkup?: boolean;
  /** Whether the file is useful without extraction, so that the extractor "file" may list it. */
  readonly isDocument?: boolean;
}

/** The kinds of text that are distinguished by the first bytes of a file. */
type TextKind = 'table' | 'json' | 'xml';

const kindNames = { table: 'a table', json: 'JSON', xml: 'XML', binary: 'binary data' } as const;

/** How much of the content is examined, in bytes. */
const sampleLength = 512;

/** Whether content with this beginning may be of the expected kind. Text that is neither XML nor JSON counts as a table and passes for every kind: the parser of the expected format describes the error best. */
export function mayBeTextKind(beginning: Buffer, expected: TextKind): boolean {
  const found = kindOf(beginning);
  return found === expected || found === 'table';
}

/** Fails EXTRACTION_FAILED for content of another kind than expected: servers often answer with an error in JSON or XML instead of the data. */
export function assertTextKind(beginning: Buffer, expected: TextKind): void {
  if (mayBeTextKind(beginning, expected)) return;
  fail('EXTRACTION_FAILED', {
    reason: `the file is ${kindNames[kindOf(beginning)]}, not ${kindNames[expected]}; check that the address leads to the data, or choose another extractor`,
  });
}

/** Matches the beginning of XML: a declaration, a document type, two elements, or an element with a namespace. */
const xmlBeginning = /^\s*<(?:\?xml\s|!doctype\s|[a-z_][\w.:-]*(?:\s[^<>]*)?>\s*<|[a-z_][\w.:-]*\s[^<>]*\bxmlns\b)/i;
/** Matches the beginning of JSON: an object or an array that is empty or is followed by its first member or value. */
const jsonBeginning = /^\s*(?:\{\s*["}]|\[\s*(?:[-\d"[{\]]|true|false|null))/;

function kindOf(beginning: Buffer): keyof typeof kindNames {
  const text = decodeText(beginning.subarray(0, sampleLength), detectUnicode(beginning));
  if (isBinary(text)) return 'binary';
  if (xmlBeginning.test(text)) return 'xml';
  return jsonBeginning.test(text) && isJson(text) ? 'json' : 'table';
}

/** Whether text that starts with an array or an object is the beginning of valid JSON: it may be truncated. */
function isJson(text: string): boolean {
  try {
    new JsonTokens().read(text, () => undefined);
    return true;
  } catch {
    return false;
  }
}

/** The number of control characters that any text may have. */
const maxControls = 4;

/** Whether the text has more control characters than real text has. */
function isBinary(text: string): boolean {
  const controls = text.match(/[\0-\x08\x0e-\x1a\x1c-\x1f]/g)?.length ?? 0;
  return controls > Math.max(maxControls, text.length / 20);
}

import { basename, extname } from 'node:path';
import type { TextKind } from '../datasource/content-kind.ts';
import type { FormatKind } from '../datasource/recognised-format.ts';

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

import { extname } from 'node:path';
import type { TextKind } from '../datasource/content-kind.ts';

/** What a format says about the archives that its files come in. */
export interface PackedFormat {
  /** How names of files of the format end, in lower case and without a dot; they choose among the files of an archive. */
  readonly extensions: readonly string[];
  /** Whether a zip archive with files of these names is itself a file of the format, to be read as a whole. */
  readonly ownsArchive?: (names: readonly string[]) => boolean;
  /** Whether any file is of the format, as it is: a zip archive gives each of its files then, those that are packed too, by its name with its folders. */
  readonly acceptsAnyFile?: boolean;
  /** The kind of text that its files are; undefined for formats that are no text, or tell by themselves. */
  readonly content?: TextKind;
  /** Whether pages of HTML may be of the format, as other markup is. */
  readonly acceptsMarkup?: boolean;
}

interface Candidate {
  readonly name: string;
  /** In bytes; 0 when nobody knows. */
  readonly size: number;
}

const archiveExtensions = ['zip', 'gz'];

const endsIn = (name: string, extensions: readonly string[]): boolean =>
  extensions.includes(extname(name).slice(1).toLowerCase());

/** A file's name without the ending that tells that it is compressed: `a.csv.gz` is `a.csv`, `a.tgz` is `a.tar`. */
export const nameWithoutPacking = (name: string): string => name.replace(/\.tgz$/i, '.tar').replace(/\.gz$/i, '');

/** The files of an archive to read: all of the format, of which any may be, else all archives, else the largest. */
export function chooseEntries<T extends Candidate>(
  entries: readonly T[],
  { extensions, acceptsAnyFile: takesAnyFile = false }: PackedFormat,
): readonly T[] {
  if (takesAnyFile) return entries;
  const ofFormat = entries.filter(({ name }) => endsIn(nameWithoutPacking(name), extensions));
  if (ofFormat.length > 0) return ofFormat;
  const archives = entries.filter(({ name }) => endsIn(name, archiveExtensions));
  if (archives.length > 0) return archives;
  return entries.toSorted((a, b) => b.size - a.size).slice(0, 1);
}

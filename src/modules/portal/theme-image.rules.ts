import { SaxesParser } from 'saxes';
import { imageTypeOf, readImageFacts } from '#kernel/images.ts';
import { toSafeFileName } from '#platform/storage/disk-storage.ts';

/** The media types of images, each with the extensions of its files; the first is that of a file without one. */
const extensions: Readonly<Record<string, readonly [string, ...string[]]>> = {
  'image/png': ['png'],
  'image/jpeg': ['jpg', 'jpeg'],
  'image/gif': ['gif'],
  'image/webp': ['webp'],
  'image/svg+xml': ['svg'],
};

/** What an image is: its media type, and its size in pixels where the file has it. */
export interface ThemeImageFacts {
  readonly mediaType: string;
  readonly width: number | null;
  readonly height: number | null;
}

/** What an image is, by its bytes; undefined for other content. */
export function themeImageFactsOf(content: Buffer): ThemeImageFacts | undefined {
  const mediaType = imageTypeOf(content) ?? (isSvg(content) ? 'image/svg+xml' : undefined);
  if (mediaType === undefined) return undefined;
  const { width, height } = readImageFacts(content) ?? { width: null, height: null };
  return { mediaType, width, height };
}

/** The number of bytes in which the first element of an SVG must start: comments and declarations of drawing programs precede it. */
const maxPrologBytes = 64 * 1024;

/** Whether the content is XML whose first element is `svg`. What it contains does not matter: it is served where nothing of it runs. */
function isSvg(content: Buffer): boolean {
  const parser = new SaxesParser<{ xmlns: false }>({ xmlns: false });
  // The first event decides: what is after the name of the first element may refer to entities, which the parser does not know.
  const events: string[] = [];
  parser.on('opentagstart', ({ name }) => {
    if (events.length === 0) events.push(name);
  });
  parser.on('error', () => {
    if (events.length === 0) events.push('');
  });
  parser.write(new TextDecoder().decode(content.subarray(0, maxPrologBytes)));
  return /^(?:\w+:)?svg$/.test(events[0] ?? '');
}

const maxStemLength = 100;

/** A file name in two parts: `logo` and `.png`. */
export interface ImageName {
  readonly stem: string;
  readonly extension: string;
}

/**
 * The name under which an image is kept: that of its file in letters without accents, digits, `-` and `_`, so that it needs no escaping in an
 * address, with an extension of its type.
 */
export function imageNameOf(filename: string, mediaType: string): ImageName {
  const known = extensions[mediaType] ?? ['bin'];
  const safe = toSafeFileName(filename)
    .normalize('NFKD')
    .replace(/\s+/g, '_')
    .replace(/[^\w.-]/g, '');
  const [, stem = safe, given = ''] = /^(.+)\.(\w+)$/.exec(safe) ?? [];
  const isKnown = known.includes(given.toLowerCase());
  const name = (isKnown ? stem : safe).replace(/^[.-]+/, '').slice(0, maxStemLength);
  return { stem: name || 'image', extension: `.${isKnown ? given : known[0]}` };
}

import { createHash } from 'node:crypto';

/** The bytes of a name: systems allow 255, of which the ending of a file and that of a part of it need some. */
const maxBytes = 240;

/** A name of a text that systems allow: one that is too long is cut, with a hash of the text before its ending. */
function shorten(name: string, text: string): string {
  if (Buffer.byteLength(name) <= maxBytes) return name;
  const [ending] = /\.[a-z0-9]{1,10}$/i.exec(name) ?? [''];
  const rest = `~${createHash('sha256').update(text).digest('hex').slice(0, 16)}${ending}`;
  let left = maxBytes - rest.length;
  const kept = Array.from(name)
    .filter((character) => (left -= Buffer.byteLength(character)) >= 0)
    .join('');
  return `${kept.replace(/%.?$/, '')}${rest}`;
}

/**
 * A text as the name of a file on any system: what a system refuses or reads as a folder is escaped by percent signs. Different texts give
 * different names, but not where a system ignores case. `decodeURIComponent` reads a name back that is not too long for a system.
 */
export const safeName = (text: string): string => shorten(escapeName(text), text);

const escapeName = (text: string): string =>
  text
    .replaceAll(/[%\\/:*?"<>|\u0000-\u001f\u007f]/g, escape)
    .replace(/^\.|\.$|^ | $/g, escape)
    .replace(/^(con|prn|aux|nul|com\d|lpt\d)(?=\.|$)/i, (name) => `${escape(name.charAt(0))}${name.slice(1)}`);

const escape = (character: string): string => `%${character.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`;

/** The same with capital letters and all characters beyond ASCII escaped: different texts give different names on any system. */
export const caselessName = (text: string): string =>
  shorten(
    escapeName(text).replaceAll(/%..|[A-Z]|[^ -~]/gu, (part) => {
      if (part.startsWith('%')) return part;
      return part >= 'A' && part <= 'Z' ? escape(part) : encodeURIComponent(part);
    }),
    text,
  );

/** What names have in common of which a system that ignores case keeps one. */
export const foldName = (name: string): string => name.normalize('NFKC').toUpperCase().toLowerCase();

/** The names of files in one folder, by their texts: safe names, and caseless ones for texts that differ in case alone. */
export function namesOfFiles(texts: Iterable<string>): ReadonlyMap<string, string> {
  const groups = Map.groupBy(new Set(texts), foldName);
  return new Map(
    [...groups.values()].flatMap((same) =>
      same.map((text) => [text, same.length === 1 ? safeName(text) : caselessName(text)] as const),
    ),
  );
}

/** The name of a file as people gave it, from its safe name. */
export const givenName = (name: string): string => {
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
};

/**
 * A text as the name of a file on any system: what a system refuses or reads as a folder is escaped by percent signs. Different texts give
 * different names, but not where a system ignores case. `decodeURIComponent` reads a name back.
 */
export const safeName = (text: string): string =>
  text
    .replaceAll(/[%\\/:*?"<>|\u0000-\u001f\u007f]/g, escape)
    .replace(/^\.|\.$|^ | $/g, escape)
    .replace(/^(con|prn|aux|nul|com\d|lpt\d)(?=\.|$)/i, (name) => `${escape(name.charAt(0))}${name.slice(1)}`);

const escape = (character: string): string => `%${character.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`;

/** The same with capital letters and all characters beyond ASCII escaped: different texts give different names on any system. */
export const caselessName = (text: string): string =>
  safeName(text).replaceAll(/%..|[A-Z]|[^ -~]/gu, (part) => {
    if (part.startsWith('%')) return part;
    return part >= 'A' && part <= 'Z' ? escape(part) : encodeURIComponent(part);
  });

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

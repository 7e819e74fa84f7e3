/**
 * A text as the name of a file on any system: what a system refuses or reads as a folder is escaped by percent signs. Different texts give
 * different names, also where a system ignores case. `decodeURIComponent` reads a name back.
 */
export const safeName = (text: string): string =>
  text
    .replaceAll(/[%\\/:*?"<>|\u0000-\u001f\u007f]/g, escape)
    .replace(/^\.|\.$|^ | $/g, escape)
    .replace(/^(con|prn|aux|nul|com\d|lpt\d)(?=\.|$)/i, (name) => `${escape(name.charAt(0))}${name.slice(1)}`);

const escape = (character: string): string => `%${character.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`;

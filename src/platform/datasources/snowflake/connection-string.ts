/** The longest connection string, in characters. */
export const maxConnectionStringLength = 20_000;

/** A part of an ODBC connection string: `Server=host`. */
export interface ConnectionStringPart {
  readonly name: string;
  readonly value: string;
}

const upToSeparator = /[^;]*/y;
/** Inside braces, a closing brace is doubled. */
const inBraces = /\{((?:[^}]|\}\})*)\}\s*(?=;|$)/y;

/** The parts of `Name=value;Name={value};…` in their order; undefined when the text is malformed or too long. */
export function splitConnectionString(text: string): ConnectionStringPart[] | undefined {
  if (text.length > maxConnectionStringLength) return undefined;
  const parts: ConnectionStringPart[] = [];
  for (let at = 0; at < text.length;) {
    const [written = ''] = matchAt(upToSeparator, text, at);
    const found = written.trim() === '' ? { length: written.length } : parsePart(text, at, written);
    if (!found) return undefined;
    if ('part' in found) parts.push(found.part);
    at += found.length + 1;
  }
  return parts;
}

/** A part, and its length up to the separator; a value in braces may contain separators. */
function parsePart(
  text: string,
  start: number,
  written: string,
): { readonly part: ConnectionStringPart; readonly length: number } | undefined {
  const equals = written.indexOf('=');
  const name = written.slice(0, Math.max(equals, 0)).trim();
  if (name === '') return undefined;
  const value = written.slice(equals + 1);
  const trimmed = value.trimStart();
  if (!trimmed.startsWith('{')) return { part: { name, value: value.trim() }, length: written.length };
  const valueAt = equals + 1 + value.length - trimmed.length;
  const [whole = '', content] = matchAt(inBraces, text, start + valueAt);
  return content === undefined
    ? undefined
    : { part: { name, value: content.replaceAll('}}', '}') }, length: valueAt + whole.length };
}

function matchAt(pattern: RegExp, text: string, at: number): readonly (string | undefined)[] {
  pattern.lastIndex = at;
  return pattern.exec(text) ?? [];
}

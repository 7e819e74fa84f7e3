/** The longest connection string, in characters. */
export const maxConnectionStringLength = 20_000;

/** A part of an ODBC connection string: `Server=host`. */
export interface ConnectionStringPart {
  readonly name: string;
  readonly value: string;
}

const upToSeparator = /[^;]*/y;
/** Matches a value in braces. A closing brace inside the value is doubled. */
const inBraces = /\{((?:[^}]|\}\})*)\}\s*(?=;|$)/y;

/** The parts of `Name=value;Name={value};…` in their order; undefined when the text is malformed or too long. */
export function splitConnectionString(text: string): ConnectionStringPart[] | undefined {
  if (text.length > maxConnectionStringLength) return undefined;
  const parts: ConnectionStringPart[] = [];
  for (let position = 0; position < text.length;) {
    const [segment = ''] = matchAt(upToSeparator, text, position);
    const parsed = segment.trim() === '' ? { length: segment.length } : parsePart(text, position, segment);
    if (!parsed) return undefined;
    if ('part' in parsed) parts.push(parsed.part);
    position += parsed.length + 1;
  }
  return parts;
}

/** Parses the part that begins at `start`. Returns the part and its length up to the next separator: a value in braces may contain separators. */
function parsePart(
  text: string,
  start: number,
  segment: string,
): { readonly part: ConnectionStringPart; readonly length: number } | undefined {
  const equals = segment.indexOf('=');
  const name = segment.slice(0, Math.max(equals, 0)).trim();
  if (name === '') return undefined;
  const value = segment.slice(equals + 1);
  const trimmed = value.trimStart();
  if (!trimmed.startsWith('{')) return { part: { name, value: value.trim() }, length: segment.length };
  const valueAt = equals + 1 + value.length - trimmed.length;
  const [whole = '', content] = matchAt(inBraces, text, start + valueAt);
  return content === undefined
    ? undefined
    : { part: { name, value: content.replaceAll('}}', '}') }, length: valueAt + whole.length };
}

function matchAt(pattern: RegExp, text: string, position: number): readonly (string | undefined)[] {
  pattern.lastIndex = position;
  return pattern.exec(text) ?? [];
}

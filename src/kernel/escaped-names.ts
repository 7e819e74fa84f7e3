import { randomUUID } from 'node:crypto';

type Reviver = (name: string, value: unknown, context?: { readonly source?: string }) => unknown;

/** The beginning of a name that stands for an escaped one. No client can guess it. */
const mark = `${randomUUID()} `;

/** Whether an object in a JSON text has a name with an escape. */
export const hasEscapedName = (text: string): boolean => escapedNames(text).next().done === false;

/**
 * Parses a JSON text whose objects have names with escapes. V8 may read such a name as a name of another object that it has read before
 * (https://github.com/nodejs/node/issues/63785): after `{"a":[],"\\\\":0}`, the second name of `{"a":1,"\\n":2}` is a backslash. So these names are written
 * without escapes while they are parsed.
 */
export function parseEscapedNames(text: string, revive: Reviver): unknown {
  try {
    let written = '';
    let end = 0;
    for (const [from, to] of escapedNames(text)) {
      written += `${text.slice(end, from)}"${mark}${Buffer.from(String(JSON.parse(text.slice(from, to))), 'utf16le').toString('hex')}"`;
      end = to;
    }
    const reviveNames: Reviver = (name, value, context) => withEscapedNames(revive(name, value, context));
    return JSON.parse(written + text.slice(end), reviveNames);
  } catch {
    // invalid JSON: the position in the error is that of the text
    return JSON.parse(text);
  }
}

/** The places of the names with escapes, quotes included. Ends where the text is no JSON. */
function* escapedNames(text: string): Generator<readonly [from: number, to: number]> {
  for (let at = text.indexOf('\\'); at !== -1;) {
    const end = endOfString(text, at);
    if (end === undefined) return;
    if (isFollowedByColon(text, end)) yield [text.lastIndexOf('"', at), end];
    at = text.indexOf('\\', end);
  }
}

const endOfString = (text: string, from: number): number | undefined => {
  for (let at = from; at < text.length; at++) {
    if (text[at] === '"') return at + 1;
    if (text[at] === '\\') at++;
  }
  return undefined;
};

function isFollowedByColon(text: string, from: number): boolean {
  let at = from;
  while (' \t\r\n'.includes(text[at] ?? '.')) at++;
  return text[at] === ':';
}

function withEscapedNames(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  const members = Object.entries(value);
  if (!members.some(([name]) => name.startsWith(mark))) return value;
  return Object.fromEntries(members.map(([name, member]) => [nameOf(name), member]));
}

const nameOf = (name: string): string =>
  name.startsWith(mark) ? Buffer.from(name.slice(mark.length), 'hex').toString('utf16le') : name;

import { failFields } from '../../kernel/fail.ts';

/** A part of an ODBC connection string: `Server=host`. */
export interface StringPart {
  readonly name: string;
  readonly value: string;
}

/** Whether a part is a secret by its name: PWD, TOKEN, PRIV_KEY_BASE64, PASSCODE, a proxy with its password, … */
const isSecretPart = ({ name }: StringPart): boolean => /pwd|passw|passcode|token|key|secret|proxy|credential/i.test(name);

const maxLength = 20_000;

/** A connection string in its parts; fails INVALID_INPUT at the field when it cannot be read, and without a server. */
export function readConnectionString(text: string, field: string): StringPart[] {
  if (text.length > maxLength || /\p{Cc}/u.test(text)) failFields({ [field]: [`Send at most ${maxLength} characters, and no control characters.`] });
  const parts: StringPart[] = [];
  // a name, and a value in braces, in which } is doubled, or up to the next semicolon
  const part = /\s*([^=;{}]+?)\s*=\s*(?:\{((?:[^}]|\}\})*)\}\s*|([^;{}]*))(?:;|$)|\s*;|\s+$/y;
  while (part.lastIndex < text.length) {
    const found = part.exec(text);
    if (!found) return failFields({ [field]: ['Send parts such as Server=account.snowflakecomputing.com;Database=sales, separated by semicolons.'] });
    const [, name, braced, bare = ''] = found;
    if (name !== undefined) parts.push({ name, value: braced?.replaceAll('}}', '}') ?? bare.trim() });
  }
  if (serverOf(parts) === '') failFields({ [field]: ['Name the server: Server=account.snowflakecomputing.com.'] });
  return parts;
}

/** The host that a connection string leads to, in lower case; empty when it names none. */
export const serverOf = (parts: readonly StringPart[]): string => parts.find(({ name }) => /^server$/i.test(name))?.value.toLowerCase() ?? '';

/** Its parts that everybody may read, and those that are secrets. */
export const splitSecrets = (parts: readonly StringPart[]): { readonly open: StringPart[]; readonly secret: StringPart[] } =>
  ({ open: parts.filter((part) => !isSecretPart(part)), secret: parts.filter(isSecretPart) });

/** Parts as one connection string. */
export const writeConnectionString = (parts: readonly StringPart[]): string =>
  parts.map(({ name, value }) => `${name}=${/^[\w.,:/@+ -]*$/.test(value) ? value : `{${value.replaceAll('}', '}}')}}`}`).join(';');

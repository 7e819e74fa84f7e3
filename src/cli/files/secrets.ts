import { readFileSync } from 'node:fs';
import { parseEnv } from 'node:util';
import { isJsonObject, type Json, type JsonObject } from '#kernel/json.ts';
import { CommandError, messageOf } from '../exit-codes.ts';

/** The environment variables that files may name: no others, so that a file from a stranger cannot send them anywhere. */
const prefix = 'CATALOGRAPH_SECRET_';
const referenceText = `\\$\\{env:(${prefix}[A-Z0-9_]+)\\}`;
const reference = new RegExp(`^${referenceText}$`);
const innerReference = new RegExp(referenceText, 'g');

/** What the graph writes in place of a secret in an address or a connection string, and reads as the stored one. */
const mask = '***';

/** A text with the mask of the graph in place of references: texts that differ by the names of variables alone become equal. */
export const maskReferences = (text: string): string => text.replaceAll(innerReference, mask);

/** Whether a text refers to a secret in the environment. */
export const isReference = (text: string): boolean => reference.test(text);

/** The members of settings that are secrets: the graph writes null in their place. */
const secretMembers: ReadonlySet<string> = new Set([
  ...['password', 'clientSecret', 'refreshToken', 'secretAccessKey', 'sharedKey', 'apikey'],
  ...['api_key', 'auth_key', 'private_key', 'client_secret', 'secret'],
]);

/** The members of settings that may have secrets in their text. */
const textMembers: ReadonlySet<string> = new Set(['url', 'relativeUrl', 'connectionString']);

const nameOf = (path: readonly string[]): string =>
  prefix +
  path
    .join('_')
    .toUpperCase()
    .replaceAll(/[^A-Z0-9]+/g, '_');

/** Writes references in place of the secrets of settings, which are null. `path` makes their names. */
export function withReferences(value: Json, path: readonly string[]): Json {
  if (Array.isArray(value)) return value.map((item: Json, index) => withReferences(item, [...path, String(index + 1)]));
  if (!isJsonObject(value)) return value;
  const header = typeof value['name'] === 'string' && value['value'] === null ? value['name'] : undefined;
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => {
      const isSecret = member === null && (secretMembers.has(name) || (header !== undefined && name === 'value'));
      const place = [...path, header !== undefined && name === 'value' ? header : name];
      if (isSecret) return [name, referenceTo(place)];
      return [
        name,
        typeof member === 'string' && textMembers.has(name)
          ? withInnerReferences(member, place)
          : withReferences(member, [...path, name]),
      ];
    }),
  );
}

const referenceTo = (place: readonly string[]): string => `\${env:${nameOf(place)}}`;

/** Writes references in place of the masks in a text: the second has the number 2. */
function withInnerReferences(text: string, place: readonly string[]): string {
  const [first = '', ...rest] = text.split(mask);
  return rest.reduce(
    (before, after, index) => before + referenceTo(index === 0 ? place : [...place, String(index + 1)]) + after,
    first,
  );
}

/** A variable that a value refers to, and where. */
interface SecretReference {
  readonly name: string;
  readonly path: readonly string[];
}

/** The variables that the texts of a value refer to. */
export function findReferences(value: Json, path: readonly string[] = []): SecretReference[] {
  if (typeof value === 'string') return [...value.matchAll(innerReference)].map(([, name = '']) => ({ name, path }));
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, member]) => findReferences(member, [...path, name]));
}

/** Reads a file of secrets, a line `NAME=value` for each. Fails where files cannot refer to a name. */
export function readSecretsFile(path: string): Readonly<Record<string, string>> {
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch (error) {
    throw new CommandError(`--secrets ${path} cannot be read: ${messageOf(error)}`);
  }
  const secrets = Object.entries(parseEnv(text)).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, value] as const],
  );
  const others = secrets.flatMap(([name]) => (new RegExp(`^${prefix}[A-Z0-9_]+$`).test(name) ? [] : [name]));
  if (others.length > 0)
    throw new CommandError(`--secrets ${path}: ${others.join(', ')}: the names of secrets begin with ${prefix}.`);
  return Object.fromEntries(secrets);
}

/** What references became: the settings, and the variables that are not set, whose members are left out. */
export interface ResolvedSecrets<T extends Json> {
  readonly value: T;
  readonly missing: readonly string[];
  readonly isAnySet: boolean;
}

/** Reads the environment where settings refer to it. A secret that is left out stays as it is stored. */
export function resolveSecrets(value: JsonObject, env: NodeJS.ProcessEnv): ResolvedSecrets<JsonObject> {
  const missing: string[] = [];
  let isAnySet = false;
  const secretOf = (name: string): string | undefined => {
    const secret = env[name];
    if (secret === undefined) missing.push(name);
    else isAnySet = true;
    return secret;
  };
  const resolve = (member: Json): Json | undefined => {
    if (typeof member === 'string') {
      const name = reference.exec(member)?.[1];
      if (name !== undefined) return secretOf(name);
      const isUrl = URL.canParse(member);
      return member.replaceAll(innerReference, (_text, inner: string) => {
        const secret = secretOf(inner);
        return secret === undefined ? mask : isUrl ? encodeURIComponent(secret) : secret;
      });
    }
    if (Array.isArray(member)) return member.map((item: Json) => resolve(item) ?? null);
    return isJsonObject(member) ? resolveObject(member) : member;
  };
  const resolveObject = (object: JsonObject): JsonObject =>
    Object.fromEntries(
      Object.entries(object).flatMap(([name, member]) => {
        const resolved = resolve(member);
        return resolved === undefined ? [] : [[name, resolved] as const];
      }),
    );
  return { value: resolveObject(value), missing, isAnySet };
}

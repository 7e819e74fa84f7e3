import { isJsonObject, type Json, type JsonObject } from '#kernel/json.ts';

/** The environment variables that files may name: no others, so that a file from a stranger cannot send them anywhere. */
const prefix = 'CATALOGRAPH_SECRET_';
const reference = new RegExp(`^\\$\\{env:(${prefix}[A-Z0-9_]+)\\}$`);

/** The members of settings that are secrets: the graph writes null in their place. */
const secretMembers: ReadonlySet<string> = new Set([
  ...['password', 'clientSecret', 'refreshToken', 'secretAccessKey', 'sharedKey', 'apikey'],
  ...['api_key', 'auth_key', 'private_key', 'client_secret', 'secret'],
]);

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
      return [name, isSecret ? `\${env:${nameOf(place)}}` : withReferences(member, [...path, name])];
    }),
  );
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
  const resolve = (member: Json): Json | undefined => {
    if (typeof member === 'string') {
      const name = reference.exec(member)?.[1];
      if (name === undefined) return member;
      const secret = env[name];
      if (secret === undefined) missing.push(name);
      else isAnySet = true;
      return secret;
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

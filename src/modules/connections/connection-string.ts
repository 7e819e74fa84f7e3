import { failFields, requiredMessage } from '#kernel/fail.ts';
import {
  type ConnectionStringPart,
  maxConnectionStringLength,
  splitConnectionString,
} from '#platform/datasources/snowflake-session.ts';
import type { SecretCollector } from './stored-secrets.ts';

/** Whether a part is a secret by its name: PWD, TOKEN, PRIV_KEY_BASE64, PASSCODE, a proxy with its password, … */
const isSecretPart = ({ name }: ConnectionStringPart): boolean =>
  /pwd|passw|passcode|token|key|secret|proxy|credential/i.test(name);

/** Splits a connection string into its parts. Fails INVALID_INPUT at the field when the text is malformed or names no server. */
function parseParts(text: string, field: string): ConnectionStringPart[] {
  if (/\p{Cc}/u.test(text)) failFields({ [field]: ['Control characters are not allowed.'] });
  const parts =
    splitConnectionString(text) ??
    failFields({
      [field]: [
        `Send parts such as Server=account.snowflakecomputing.com;Database=sales, separated by semicolons; at most ${maxConnectionStringLength} characters.`,
      ],
    });
  // with two servers, secrets stored for one could be sent to the other
  if (new Set(parts.map(({ name }) => name.toLowerCase())).size < parts.length)
    failFields({ [field]: ['Send each part once.'] });
  return serverOf(parts) === ''
    ? failFields({ [field]: ['Name the server: Server=account.snowflakecomputing.com.'] })
    : parts;
}

/** The value of the part with this lower-case name, in lower case; empty when the part is missing. */
const valueOf = (parts: readonly ConnectionStringPart[], partName: string): string =>
  parts.find(({ name }) => name.toLowerCase() === partName)?.value.toLowerCase() ?? '';

/** The host of a connection string, in lower case, with its port if there is one; empty without a server. */
const serverOf = (parts: readonly ConnectionStringPart[]): string => {
  const [server, port] = [valueOf(parts, 'server'), valueOf(parts, 'port')];
  return server === '' || port === '' ? server : `${server}:${port}`;
};

/** Separates the readable parts of a connection string from its secrets. */
const splitSecrets = (
  parts: readonly ConnectionStringPart[],
): { readonly readable: ConnectionStringPart[]; readonly secret: ConnectionStringPart[] } => ({
  readable: parts.filter((part) => !isSecretPart(part)),
  secret: parts.filter(isSecretPart),
});

/** Joins parts to one connection string. */
const writeConnectionString = (parts: readonly ConnectionStringPart[]): string =>
  parts.map(({ name, value }) => `${name}=${quoteValue(value)}`).join(';');

/** The value, in braces when it has special characters; a closing brace within the value is doubled. */
const quoteValue = (value: string): string =>
  /^[\w.,:/@+ -]*$/.test(value) ? value : `{${value.replaceAll('}', '}}')}}`;

/** The name under which a secret part is stored. */
const secretName = (name: string): string => `connectionString.${name.toUpperCase()}`;

/**
 * Parses a connection string and returns its readable parts. The collector receives the secret parts. If the input has no secret part, the
 * secret parts that are stored for the same server are kept. Fails INVALID_INPUT.
 */
export function parseConnectionString(
  input: string | null | undefined,
  field: string,
  secrets: SecretCollector,
): string {
  const parts = parseParts(input ?? failFields({ [field]: [requiredMessage] }), field);
  const { readable, secret } = splitSecrets(parts);
  const server = serverOf(parts);
  for (const { name, value } of secret) secrets.collect(secretName(name), value, server, field);
  const keptNames = secret.length > 0 ? [] : secrets.storedNames(secretName(''));
  for (const name of keptNames) secrets.collect(name, undefined, server, field);
  return writeConnectionString(readable);
}

/** Adds the secret parts to a stored connection string. */
export function restoreConnectionStringSecrets(stored: string, knownSecrets: Readonly<Record<string, string>>): string {
  const prefix = secretName('');
  const secret = Object.entries(knownSecrets).flatMap(([name, value]) =>
    name.startsWith(prefix) ? [{ name: name.slice(prefix.length), value }] : [],
  );
  return writeConnectionString([...parseParts(stored, 'connectionString'), ...secret]);
}

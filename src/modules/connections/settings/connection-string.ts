import { failFields, requiredMessage } from '../../../kernel/fail.ts';
import {
  maxConnectionStringLength,
  splitConnectionString,
  type ConnectionStringPart,
} from '../../../platform/datasources/snowflake/connection-string.ts';
import type { SecretCollector } from '../secrets/stored-secrets.ts';

/** Whether a part is a secret by its name: PWD, TOKEN, PRIV_KEY_BASE64, PASSCODE, a proxy with its password, … */
const isSecretPart = ({ name }: ConnectionStringPart): boolean =>
  /pwd|passw|passcode|token|key|secret|proxy|credential/i.test(name);

/** A connection string in its parts; fails INVALID_INPUT at the field when it cannot be read, and without a server. */
function readParts(text: string, field: string): ConnectionStringPart[] {
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

const valueOf = (parts: readonly ConnectionStringPart[], part: string): string =>
  parts.find(({ name }) => name.toLowerCase() === part)?.value.toLowerCase() ?? '';

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

/** Parts as one connection string. */
const writeConnectionString = (parts: readonly ConnectionStringPart[]): string =>
  parts
    .map(({ name, value }) => `${name}=${/^[\w.,:/@+ -]*$/.test(value) ? value : `{${value.replaceAll('}', '}}')}}`}`)
    .join(';');

/** The name of a secret part among the secrets of a connection. */
const secretName = (name: string): string => `connectionString.${name.toUpperCase()}`;

/** The readable parts of a connection string. Without a secret part, those stored for the same server are kept. Fails INVALID_INPUT. */
export function parseConnectionString(
  input: string | null | undefined,
  field: string,
  secrets: SecretCollector,
): string {
  const parts = readParts(input ?? failFields({ [field]: [requiredMessage] }), field);
  const { readable, secret } = splitSecrets(parts);
  const server = serverOf(parts);
  for (const { name, value } of secret) secrets.collect(secretName(name), value, server, field);
  const keptNames = secret.length > 0 ? [] : secrets.storedNames(secretName(''));
  for (const name of keptNames) secrets.collect(name, undefined, server, field);
  return writeConnectionString(readable);
}

/** A stored connection string with its secret parts. */
export function restoreConnectionStringSecrets(stored: string, known: Readonly<Record<string, string>>): string {
  const prefix = secretName('');
  const secret = Object.entries(known).flatMap(([name, value]) =>
    name.startsWith(prefix) ? [{ name: name.slice(prefix.length), value }] : [],
  );
  return writeConnectionString([...readParts(stored, 'connectionString'), ...secret]);
}

import { createHash, createPrivateKey, createPublicKey, type KeyObject, sign } from 'node:crypto';
import { fail } from '#kernel/fail.ts';

/** The access to a warehouse, from its connection string. */
export interface SnowflakeSession {
  /** The origin of the server: `https://account.snowflakecomputing.com`. */
  readonly origin: string;
  /** The database, schema, warehouse and role of a statement; the API treats these names as case-sensitive. */
  readonly statementContext: Readonly<Record<string, string>>;
  /** The authorization headers. With a key pair, each request gets a new token: a token lasts an hour, and a download may take longer. */
  authorization(): Readonly<Record<string, string>>;
  /** The secrets, which no error message may contain. */
  readonly secrets: readonly string[];
}

/** The parts of a connection string. */
type Pairs = ReadonlyMap<string, string>;

const contextKeys = ['database', 'schema', 'warehouse', 'role'] as const;
const secretKeys = ['pwd', 'token', 'priv_key_base64'];
/** The lifetime of a signed token. The warehouse accepts an hour at most. */
const tokenLifetimeSeconds = 3_000;
/** The maximum length of a private key: signing with a longer key would block the event loop. */
const maxKeyBits = 8_192;

/** Reads an ODBC connection string. Fails SOURCE_FAILED when a part is missing, or the authenticator is interactive. */
export function createSnowflakeSession(connectionString: string): SnowflakeSession {
  const pairs = parsePairs(connectionString);
  return {
    origin: originOf(pairs),
    statementContext: Object.fromEntries(
      contextKeys.flatMap((key) => {
        const name = pairs.get(key);
        return name ? [[key, resolveIdentifier(name)]] : [];
      }),
    ),
    authorization: authorizationOf(pairs),
    secrets: secretKeys.flatMap((key) => pairs.get(key) || []),
  };
}

/** The values by name in lower case. The first of repeated names wins. */
function parsePairs(connectionString: string): Pairs {
  const parts =
    splitConnectionString(connectionString) ??
    failConnectionString('cannot be read. Write it as Server=…;UID=…;PWD={…}');
  return new Map(parts.toReversed().map(({ name, value }) => [name.toLowerCase(), value]));
}

function originOf(pairs: Pairs): string {
  const server = required(pairs, 'Server');
  const port = pairs.get('port') ?? '443';
  const isValid = /^[a-z\d](?:[\w.-]{0,252})$/i.test(server) && /^\d{1,5}$/.test(port);
  return (
    (isValid ? URL.parse(`https://${server}:${port}`)?.origin : undefined) ??
    failConnectionString(
      'has an invalid Server, which is a host such as account.snowflakecomputing.com, or an invalid port',
    )
  );
}

/** Converts an unquoted identifier to upper case, as SQL does, and removes the quotes of a quoted identifier. */
const resolveIdentifier = (name: string): string =>
  /^".*"$/s.test(name) ? name.slice(1, -1).replaceAll('""', '"') : name.toUpperCase();

function authorizationOf(pairs: Pairs): SnowflakeSession['authorization'] {
  const authenticator = (pairs.get('authenticator') ?? 'snowflake').toLowerCase();
  if (authenticator === 'oauth') return bearerHeaders(required(pairs, 'Token'), 'OAUTH');
  if (authenticator === 'snowflake' || authenticator === 'programmatic_access_token') {
    return bearerHeaders(pairs.get('token') || required(pairs, 'PWD'), 'PROGRAMMATIC_ACCESS_TOKEN');
  }
  if (authenticator !== 'snowflake_jwt')
    return failConnectionString(
      'has an unsupported Authenticator: use snowflake, programmatic_access_token, oauth or snowflake_jwt',
    );
  const key = privateKeyOf(pairs);
  const user = `${accountOf(pairs)}.${required(pairs, 'UID').toUpperCase()}`;
  return () => bearerHeaders(signKeyPairToken(key, user), 'KEYPAIR_JWT')();
}

const bearerHeaders =
  (token: string, type: string): SnowflakeSession['authorization'] =>
  () => ({ authorization: `Bearer ${token}`, 'x-snowflake-authorization-token-type': type });

/** The account's identifier without its region: the first part of the server's name. */
const accountOf = (pairs: Pairs): string =>
  (pairs.get('account') || required(pairs, 'Server')).split('.', 1)[0]?.toUpperCase() ?? '';

function privateKeyOf(pairs: Pairs): KeyObject {
  const encoded = Buffer.from(required(pairs, 'PRIV_KEY_BASE64'), 'base64');
  const isText = encoded.toString('latin1', 0, 5) === '-----';
  try {
    // Keys with a passphrase are refused: an encrypted key sets the cost of its own decryption.
    const key = createPrivateKey(isText ? encoded : { key: encoded, format: 'der', type: 'pkcs8' });
    if (key.asymmetricKeyType === 'rsa' && (key.asymmetricKeyDetails?.modulusLength ?? Infinity) <= maxKeyBits)
      return key;
  } catch {
    // Reported below; the message of the library could reveal parts of the key.
  }
  return failConnectionString(
    `has no private RSA key of at most ${maxKeyBits} bits, without a passphrase, in PRIV_KEY_BASE64`,
  );
}

/** Signs a JSON Web Token (RFC 7519) with RS256 and the claims that the warehouse requires. */
function signKeyPairToken(key: KeyObject, user: string): string {
  const fingerprint = createHash('sha256')
    .update(createPublicKey(key).export({ type: 'spki', format: 'der' }))
    .digest('base64');
  const now = Math.floor(Date.now() / 1000);
  const claims = { iss: `${user}.SHA256:${fingerprint}`, sub: user, iat: now, exp: now + tokenLifetimeSeconds };
  const unsigned = [{ alg: 'RS256', typ: 'JWT' }, claims]
    .map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
    .join('.');
  return `${unsigned}.${sign('sha256', Buffer.from(unsigned), key).toString('base64url')}`;
}

/** The value of a part. Fails SOURCE_FAILED when the part is missing or empty. */
const required = (pairs: Pairs, key: string): string =>
  pairs.get(key.toLowerCase()) || failConnectionString(`has no ${key}`);

const failConnectionString = (what: string): never =>
  fail('SOURCE_FAILED', { reason: `the connection string ${what}.` });

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

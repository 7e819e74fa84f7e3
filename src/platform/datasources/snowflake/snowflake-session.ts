import { createHash, createPrivateKey, createPublicKey, sign, type KeyObject } from 'node:crypto';
import { fail } from '../../../kernel/fail.ts';
import { readConnectionString } from './connection-string.ts';

/** How the warehouse is asked, as its connection string says. */
export interface SnowflakeSession {
  /** Of the server: `https://account.snowflakecomputing.com`. */
  readonly origin: string;
  /** Where and as whom a statement runs; names as the API takes them, which tells lower from upper case. */
  readonly place: Readonly<Record<string, string>>;
  /** What tells who asks. Of a key pair it is made anew for each request: it lasts for an hour, and data may take longer. */
  authorization(): Readonly<Record<string, string>>;
  /** What no failure may show. */
  readonly secrets: readonly string[];
}

type Pairs = ReadonlyMap<string, string>;

const placeKeys = ['database', 'schema', 'warehouse', 'role'] as const;
const secretKeys = ['pwd', 'token', 'priv_key_base64'];
/** In seconds; the warehouse takes an hour at most. */
const tokenLifetime = 3_000;
/** In bits; signing with a longer key would hold up everything else here. */
const maxKeyLength = 8_192;

/** Reads an ODBC connection string. Fails SOURCE_FAILED where something is missing or of a kind that needs a person. */
export function snowflakeSession(connectionString: string): SnowflakeSession {
  const pairs = pairsOf(connectionString);
  return {
    origin: originOf(pairs),
    place: Object.fromEntries(
      placeKeys.flatMap((key) => {
        const name = pairs.get(key);
        return name ? [[key, resolved(name)]] : [];
      }),
    ),
    authorization: authorizationOf(pairs),
    secrets: secretKeys.flatMap((key) => pairs.get(key) || []),
  };
}

/** By name in lower case; of several parts with one name the first counts. */
function pairsOf(connectionString: string): Pairs {
  const parts = readConnectionString(connectionString) ?? wrong('cannot be read. Write it as Server=…;UID=…;PWD={…}');
  return new Map(parts.toReversed().map(({ name, value }) => [name.toLowerCase(), value]));
}

function originOf(pairs: Pairs): string {
  const server = required(pairs, 'Server');
  const port = pairs.get('port') ?? '443';
  const isHost = /^[a-z\d](?:[\w.-]{0,252})$/i.test(server) && /^\d{1,5}$/.test(port);
  return (
    (isHost ? URL.parse(`https://${server}:${port}`)?.origin : undefined) ??
    wrong('names no host as Server, such as account.snowflakecomputing.com, or no port')
  );
}

/** A name is in upper case unless it is quoted, as in SQL. */
const resolved = (name: string): string =>
  /^".*"$/s.test(name) ? name.slice(1, -1).replaceAll('""', '"') : name.toUpperCase();

function authorizationOf(pairs: Pairs): SnowflakeSession['authorization'] {
  const authenticator = (pairs.get('authenticator') ?? 'snowflake').toLowerCase();
  if (authenticator === 'oauth') return bearer(required(pairs, 'Token'), 'OAUTH');
  if (authenticator === 'snowflake' || authenticator === 'programmatic_access_token') {
    return bearer(pairs.get('token') || required(pairs, 'PWD'), 'PROGRAMMATIC_ACCESS_TOKEN');
  }
  if (authenticator !== 'snowflake_jwt')
    return wrong('has an Authenticator that is none of snowflake, programmatic_access_token, oauth and snowflake_jwt');
  const key = privateKeyOf(pairs);
  const user = `${accountOf(pairs)}.${required(pairs, 'UID').toUpperCase()}`;
  return () => bearer(keyPairToken(key, user), 'KEYPAIR_JWT')();
}

const bearer =
  (token: string, type: string): SnowflakeSession['authorization'] =>
  () => ({ authorization: `Bearer ${token}`, 'x-snowflake-authorization-token-type': type });

/** The account's identifier without its region: the first part of the server's name. */
const accountOf = (pairs: Pairs): string =>
  (pairs.get('account') || required(pairs, 'Server')).split('.', 1)[0]?.toUpperCase() ?? '';

function privateKeyOf(pairs: Pairs): KeyObject {
  const encoded = Buffer.from(required(pairs, 'PRIV_KEY_BASE64'), 'base64');
  const isText = encoded.toString('latin1', 0, 5) === '-----';
  try {
    // Without a passphrase on purpose: an encrypted key says itself how long it takes to decrypt.
    const key = createPrivateKey(isText ? encoded : { key: encoded, format: 'der', type: 'pkcs8' });
    if (key.asymmetricKeyType === 'rsa' && (key.asymmetricKeyDetails?.modulusLength ?? Infinity) <= maxKeyLength)
      return key;
  } catch {
    // Said below: what the library says may show something of the key.
  }
  return wrong(`holds no private RSA key of at most ${maxKeyLength} bits, without a passphrase, in PRIV_KEY_BASE64`);
}

/** RFC 7519, signed with RS256, with the claims that the warehouse wants. */
function keyPairToken(key: KeyObject, user: string): string {
  const fingerprint = createHash('sha256')
    .update(createPublicKey(key).export({ type: 'spki', format: 'der' }))
    .digest('base64');
  const now = Math.floor(Date.now() / 1000);
  const claims = { iss: `${user}.SHA256:${fingerprint}`, sub: user, iat: now, exp: now + tokenLifetime };
  const unsigned = [{ alg: 'RS256', typ: 'JWT' }, claims]
    .map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
    .join('.');
  return `${unsigned}.${sign('sha256', Buffer.from(unsigned), key).toString('base64url')}`;
}

const required = (pairs: Pairs, key: string): string => pairs.get(key.toLowerCase()) || wrong(`has no ${key}`);

const wrong = (what: string): never => fail('SOURCE_FAILED', { reason: `the connection string ${what}.` });

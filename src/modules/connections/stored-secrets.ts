import { fail, failFields } from '#kernel/fail.ts';
import { DecryptionFailed, type SecretRecord } from '#platform/encryption.ts';
import type { Secrets } from '#platform/secrets.ts';
import type { Platform } from '#api/platform.ts';
import type { RequestContext } from '#api/context.ts';
import { caller } from '#api/session.ts';
import { newUid } from '#kernel/ids.ts';
import { sql } from '#kernel/sql.ts';

/** The secrets of one record by name, such as `headers.x-api-key`, `auth.password`, or `push_key` of a realtime resource. */
export interface StoredSecrets {
  readonly [name: string]: {
    /**
     * The only place that the secret is sent to: an origin (scheme, host and port), the origins of a token endpoint and a connection, or
     * the server of a connection string. Empty for a secret that is never sent.
     */
    readonly audience: string;
    readonly value: string;
  };
}

/** The secrets of a record that has none. */
export const noSecrets: StoredSecrets = Object.freeze({});

/** The audience of secrets in an address: its origin (scheme, host and port), also for an FTP server; empty for a malformed address. */
export function audienceOf(url: string): string {
  const parsed = URL.parse(url);
  return parsed ? `${parsed.protocol}//${parsed.host}` : '';
}

/** The secrets for one audience, by name. */
export const secretsForAudience = (stored: StoredSecrets, audience: string): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Object.entries(stored).flatMap(([name, secret]) => (secret.audience === audience ? [[name, secret.value]] : [])),
  );

/** The encrypted secrets for the column of a record; null without secrets. */
export const encryptSecrets = (secrets: Secrets, stored: StoredSecrets, record: SecretRecord): string | null =>
  Object.keys(stored).length > 0 ? secrets.encrypt(stored, record) : null;

/**
 * Decrypts the secrets from the column of a record. Fails SOURCE_FAILED when they were encrypted with another key, or for another record.
 */
export function decryptSecrets(
  secrets: Secrets,
  sealed: string | null | undefined,
  record: SecretRecord,
): StoredSecrets {
  if (sealed == null) return noSecrets;
  try {
    // The cast is safe, because only `encryptSecrets` writes the column.
    return secrets.decrypt(sealed, record) as StoredSecrets;
  } catch (error) {
    if (error instanceof DecryptionFailed)
      fail('SOURCE_FAILED', { reason: 'its secrets cannot be decrypted. Send them again.' });
    throw error;
  }
}

const noStoredSecret = 'Send this secret: none is stored yet.';
const storedForAnotherHost = 'Send this secret again: the stored one is for another host.';

/** Collects the secrets of an input. The stored value of an omitted secret is kept if its audience stays the same. */
export class SecretCollector {
  readonly #stored: StoredSecrets;
  readonly #collected: Record<string, StoredSecrets[string]> = {};

  /** `stored` are the secrets of the object that the input changes. */
  constructor(stored: StoredSecrets) {
    this.#stored = stored;
  }

  /**
   * Collects the given secret, or the stored one when none is given. Returns null, the value that stands for a secret in stored settings.
   * Fails INVALID_INPUT at `field` when the secret is neither given nor stored for the audience.
   */
  collect(name: string, given: string | null | undefined, audience: string, field: string): null {
    const known = this.storedFor(name, audience);
    const value =
      given ?? known ?? failFields({ [field]: [this.#stored[name] ? storedForAnotherHost : noStoredSecret] });
    this.#collected[name] = { audience, value };
    return null;
  }

  /** The stored secret for an audience; undefined when there is none. */
  storedFor(name: string, audience: string): string | undefined {
    const found = this.#stored[name];
    return found?.audience === audience ? found.value : undefined;
  }

  /** The names of stored secrets with a prefix. */
  storedNames(prefix: string): readonly string[] {
    return Object.keys(this.#stored).filter((name) => name.startsWith(prefix));
  }

  /** All secrets that were collected. */
  get secrets(): StoredSecrets {
    return this.#collected;
  }
}

/** The mask of a secret part of an address. In a response it hides the secret; in an input it stands for the stored secret. */
const mask = '***';

/** Whether a parameter in the query of an address is a secret, by its name: a signature, a token, a key, a password. */
const isSecret = (name: string): boolean =>
  /(^|[-_.])(sig|sas|pwd|pass|auth|jwt)$|signature|token|secret|passw|credentials?$|key$/i.test(name);

/** A secret query parameter, with its value still percent-encoded. */
interface SecretPart {
  /** The parameter's name, with a number where it is repeated. */
  readonly name: string;
  readonly value: string;
}

/** The text of a name or value in a query; unchanged where its encoding is invalid. */
const decodeParameter = (text: string): string => {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    return text;
  }
};

/** Replaces each secret value in the query of an address by the result of `replace`. */
function replaceSecretValues(url: string, replace: (part: SecretPart) => string): string {
  const [, beforeQuery = '', query, fragment = ''] = /^([^?#]*)(?:\?([^#]*))?(#[^]*)?$/.exec(url) ?? [];
  if (query === undefined) return url;
  const counts = new Map<string, number>();
  const parts = query.split('&').map((text) => {
    const valueStart = text.indexOf('=') + 1;
    const [nameAndEquals, value] = [text.slice(0, valueStart), text.slice(valueStart)];
    const name = decodeParameter(nameAndEquals.slice(0, -1));
    if (valueStart === 0 || value === '' || !isSecret(name)) return text;
    const count = (counts.get(name) ?? 0) + 1;
    counts.set(name, count);
    return nameAndEquals + replace({ value, name: count === 1 ? name : `${name}.${count}` });
  });
  return `${beforeQuery}?${parts.join('&')}${fragment}`;
}

/** The address as responses show it, with masked secrets. */
export const maskUrl = (url: string): string => replaceSecretValues(url, () => mask);

/** What is needed to store the secrets of an address. */
interface UrlSecretContext {
  /** The prefix of the names under which the secrets are stored. */
  readonly prefix: 'url' | 'relativeUrl' | 'address' | 'params.url';
  /** The only origin that the secrets are sent to. */
  readonly audience: string;
  /** The field of the input, for errors. */
  readonly field: string;
}

/** Removes the secrets from an address. Fails INVALID_INPUT for a masked one that is not stored for `audience`. */
export function extractUrlSecrets(
  url: string,
  { prefix, audience, field }: UrlSecretContext,
  collector: SecretCollector,
): string {
  return replaceSecretValues(url, ({ name, value }) => {
    collector.collect(`${prefix}.${name}`, decodeParameter(value) === mask ? undefined : value, audience, field);
    return mask;
  });
}

/** Replaces the masks in a stored address by the secrets in `knownSecrets`. Fails SOURCE_FAILED when a secret is missing. */
export const restoreUrlSecrets = (
  url: string,
  prefix: UrlSecretContext['prefix'],
  knownSecrets: Readonly<Record<string, string>>,
): string =>
  replaceSecretValues(url, ({ name, value }) =>
    value === mask ? (knownSecrets[`${prefix}.${name}`] ?? failMissingSecret(`${name} in its address`)) : value,
  );

/** Fails SOURCE_FAILED for a secret that is not stored. */
export const failMissingSecret = (name: string): never =>
  fail('SOURCE_FAILED', {
    reason: `a secret is missing (${name}): a copy has no secrets, and a change of host deletes them. Send it again.`,
  });

/** A connection with its decrypted secrets; never sent to a client, never logged. */
export interface DecryptedConnection {
  readonly uid: string;
  readonly type: string;
  readonly settings: ConnectionSettings;
  readonly secrets: StoredSecrets;
  /** The dataset of an inline connection; null for a saved one. */
  readonly datasetUid: string | null;
}

/** Where the encrypted secrets of a connection are stored. They cannot be decrypted in any other record. */
const secretRecord = (uid: string) => ({ table: 'connection', uid });

/** The decrypted connections with these uids, by uid. Deleted connections are left out. */
export async function decryptConnections(
  { db, secrets }: Pick<Platform, 'db' | 'secrets'>,
  uids: readonly string[],
): Promise<ReadonlyMap<string, DecryptedConnection>> {
  if (uids.length === 0) return new Map();
  const rows = await db.rows<Omit<DecryptedConnection, 'secrets'> & { secrets: string | null }>(sql`
    select uid, type, settings, secrets, dataset_uid as "datasetUid" from connection where uid = any(${uids}::text[])`);
  return new Map(
    rows.map((row) => [row.uid, { ...row, secrets: decryptSecrets(secrets, row.secrets, secretRecord(row.uid)) }]),
  );
}

interface Sharing {
  /** Whether more resources may use the connection; false for an inline connection. */
  readonly isReusable: boolean;
}

/** Stores a new connection that the caller creates. */
export async function insertConnection(
  tx: RequestContext,
  { uid, type, settings, secrets, datasetUid }: DecryptedConnection,
  { isReusable }: Sharing,
): Promise<void> {
  const now = tx.app.clock.now();
  await tx.db.rows(sql`
    insert into connection (uid, type, settings, secrets, is_reusable, dataset_uid, created_by, created_at, updated_at)
    values (${uid}, ${type}, ${JSON.stringify(settings)}::jsonb,
      ${encryptSecrets(tx.app.secrets, secrets, secretRecord(uid))}, ${isReusable}, ${datasetUid},
      ${caller.username}, ${now}, ${now})`);
}

/** Replaces the settings and secrets of a connection. */
export const writeSettings = (
  { db, app }: RequestContext,
  { uid, settings, secrets }: Pick<DecryptedConnection, 'uid' | 'settings' | 'secrets'>,
  { isReusable }: Sharing,
): Promise<unknown> =>
  db.rows(sql`
    update connection
    set settings = ${JSON.stringify(settings)}::jsonb,
      secrets = ${encryptSecrets(app.secrets, secrets, secretRecord(uid))}, is_reusable = ${isReusable},
      updated_at = ${app.clock.now()} where uid = ${uid}`);

/** Copies inline connections, without secrets, to another dataset; returns the uid of each copy by that of its original. */
export async function copyInlineConnections(
  tx: RequestContext,
  uids: readonly string[],
  datasetUid: string,
): Promise<ReadonlyMap<string, string>> {
  const copyUids = new Map<string, string>();
  for (const [uid, connection] of await decryptConnections({ db: tx.db, secrets: tx.app.secrets }, uids)) {
    if (connection.datasetUid === null) continue;
    const copyUid = newUid('connection');
    await insertConnection(tx, { ...connection, uid: copyUid, datasetUid, secrets: {} }, { isReusable: false });
    copyUids.set(uid, copyUid);
  }
  return copyUids;
}

/** A header as it is stored: null where the value is a secret. */
export interface StoredHeader {
  readonly name: string;
  readonly value: string | null;
}

/** How the catalog authenticates at a datasource, as it is stored: without secrets. */
export type StoredAuth =
  | { readonly type: 'basic_auth'; readonly username: string }
  | { readonly type: 'oauth2'; readonly tokenUrl: string; readonly clientId: string; readonly scope: string }
  | { readonly type: 'oidc'; readonly tokenUrl: string; readonly clientId: string }
  | { readonly type: 'aws_signature_v4'; readonly accessKeyId: string; readonly region: string }
  | { readonly type: 'iam_role' }
  | { readonly type: 'shared_key'; readonly accountName: string };

/** An authentication type. */
export type AuthType = StoredAuth['type'];

/** The stored settings of a connection, without secrets. A setting that the kind of the connection does not have is absent. */
export interface ConnectionSettings {
  readonly url?: string;
  readonly headers?: readonly StoredHeader[];
  readonly auth?: StoredAuth | null;
  readonly connectionString?: string;
}

import { fail, failFields } from '#kernel/fail.ts';
import { DecryptionFailed, type SecretRecord } from '#platform/secrets/encryption.ts';
import type { Secrets } from '#platform/secrets/secrets.ts';

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

import { fail, failFields } from '../../../kernel/fail.ts';
import { DecryptionFailed, type SecretRecord, type Secrets } from '../../../platform/secrets/secrets.ts';

/** The secrets of one record by place: `headers.x-api-key`, `auth.password`; of a realtime resource `push_key`. */
export interface StoredSecrets {
  readonly [place: string]: {
    /** The only one that is sent it: an origin (scheme, host and port); empty where it is sent to nobody. */
    readonly audience: string;
    readonly value: string;
  };
}

export const noSecrets: StoredSecrets = Object.freeze({});

/** The origin of an address as the audience of secrets; ftp servers have one too. */
export function audienceOf(url: string): string {
  const parsed = URL.parse(url);
  return parsed ? `${parsed.protocol}//${parsed.host}` : '';
}

/** The secrets that are meant for one audience, by place. */
export const secretsFor = (kept: StoredSecrets, audience: string): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Object.entries(kept).flatMap(([place, secret]) => (secret.audience === audience ? [[place, secret.value]] : [])),
  );

/** Secrets as the column of a record keeps them; null when there are none. */
export const encryptSecrets = (secrets: Secrets, kept: StoredSecrets, record: SecretRecord): string | null =>
  Object.keys(kept).length > 0 ? secrets.encrypt(kept, record) : null;

/** The secrets of the column of a record. Fails SOURCE_FAILED when they cannot be opened. */
export function decryptSecrets(
  secrets: Secrets,
  sealed: string | null | undefined,
  record: SecretRecord,
): StoredSecrets {
  if (sealed == null) return noSecrets;
  try {
    // what `encryptSecrets` sealed for this record
    return secrets.decrypt(sealed, record) as StoredSecrets;
  } catch (error) {
    if (error instanceof DecryptionFailed)
      fail('SOURCE_FAILED', { reason: 'its secrets cannot be opened. Send them again.' });
    throw error;
  }
}

const nothingKept = 'Send this secret: nothing is kept of it yet.';
const anotherHost = 'Send this secret again: the one that is kept is for another host.';

/** Collects the secrets of an input, and keeps those that it leaves out while their audience stays the same. */
export class SecretCollector {
  readonly #kept: StoredSecrets;
  readonly #taken: Record<string, StoredSecrets[string]> = {};

  /** `kept` are those of what is replaced. */
  constructor(kept: StoredSecrets) {
    this.#kept = kept;
  }

  /** Takes a secret out of the input, and answers what stands in its place. Fails INVALID_INPUT when it is not known. */
  collect(place: string, given: string | null | undefined, audience: string, field: string): null {
    const known = this.known(place, audience);
    const value = given ?? known ?? failFields({ [field]: [this.#kept[place] ? anotherHost : nothingKept] });
    this.#taken[place] = { audience, value };
    return null;
  }

  /** The secret that is kept for an audience; undefined when there is none. */
  known(place: string, audience: string): string | undefined {
    const found = this.#kept[place];
    return found?.audience === audience ? found.value : undefined;
  }

  /** The places of stored secrets that begin with a prefix. */
  storedPlaces(prefix: string): readonly string[] {
    return Object.keys(this.#kept).filter((place) => place.startsWith(prefix));
  }

  /** All that were taken. */
  get secrets(): StoredSecrets {
    return this.#taken;
  }
}

import { createHmac } from 'node:crypto';
import { sql } from '../../kernel/sql.ts';
import type { DatabaseClient } from '../database/database-client.ts';
import { SetupError } from '../setup-error.ts';
import { createEncryption, DecryptionFailed, deriveKey, type Encryption } from './encryption.ts';

/** Encrypts values that readers of the database must not see. */
export interface Secrets extends Encryption {
  /**
   * Checks that the keys decrypt what the database holds; the first start stores a canary and the key of fingerprints. Call it once the
   * database is migrated. Fails with a SetupError for other keys.
   */
  open(): Promise<void>;
  /** A keyed hash of a text, in 64 characters. Without the key, the hash neither reveals the text nor confirms a guess. */
  fingerprint(text: string): string;
}

/** An encrypted value that shows whether a process has the right keys. */
const canary = { table: 'secrets_canary', uid: 'canary' };

/** The key of fingerprints, encrypted. It stays the same when the other keys change, because rows are found by fingerprints. */
const storedKey = { table: 'secrets_canary', uid: 'fingerprint-key' };

/** Creates the secrets of a database with a ring of keys. Fingerprints are HMAC-SHA-256. */
export function createSecrets(db: DatabaseClient, keys: readonly Uint8Array[]): Secrets {
  const encryption = createEncryption(keys);
  let fingerprintKey: Buffer | undefined;
  return {
    ...encryption,
    async open() {
      try {
        const stored = (await readStored(db)) ?? (await createStored(db, keys));
        encryption.decrypt(stored.canary, canary);
        // `createStored` encrypted a string for this record.
        fingerprintKey = Buffer.from(encryption.decrypt(stored.key, storedKey) as string, 'base64');
      } catch (error) {
        if (!(error instanceof DecryptionFailed)) throw error;
        throw new SetupError(
          'The secrets in this database are encrypted with another key. Add that key to SECRETS_KEY, after a comma if there is a new one, ' +
            'or restore the file secrets.key in DATA_DIR.',
        );
      }
    },
    fingerprint(text) {
      if (!fingerprintKey) throw new Error('The secrets are not open yet.');
      return createHmac('sha256', fingerprintKey).update(text).digest('hex');
    },
  };
}

/** The rows of the canary and of the key of fingerprints. */
interface StoredKeys {
  readonly canary: string;
  readonly key: string;
}

async function readStored(db: DatabaseClient): Promise<StoredKeys | undefined> {
  const rows = await db.rows<{ uid: string; sealed: string }>(sql`select uid, sealed from secrets_canary`);
  const sealedOf = (record: { uid: string }) => rows.find(({ uid }) => uid === record.uid)?.sealed;
  const [sealedCanary, key] = [sealedOf(canary), sealedOf(storedKey)];
  return sealedCanary === undefined || key === undefined ? undefined : { canary: sealedCanary, key };
}

/** Stores what is missing. The key of fingerprints is derived from the key that encrypted the canary, as earlier versions did at every start. */
async function createStored(db: DatabaseClient, keys: readonly Uint8Array[]): Promise<StoredKeys> {
  const encryption = createEncryption(keys);
  const insert = (uid: string, sealed: string) =>
    db.rows(sql`insert into secrets_canary (uid, sealed) values (${uid}, ${sealed}) on conflict do nothing`);
  await insert(canary.uid, encryption.encrypt(null, canary));
  const [row] = await db.rows<{ sealed: string }>(sql`select sealed from secrets_canary where uid = ${canary.uid}`);
  const first = keys.find((key) => decrypts(key, row?.sealed ?? ''));
  if (!first) throw new DecryptionFailed('No key of the ring decrypts the canary.');
  const key = deriveKey(first, 'fingerprint').toString('base64');
  await insert(storedKey.uid, encryption.encrypt(key, storedKey));
  return (await readStored(db)) ?? createStored(db, keys);
}

function decrypts(key: Uint8Array, sealed: string): boolean {
  try {
    createEncryption([key]).decrypt(sealed, canary);
    return true;
  } catch {
    return false;
  }
}

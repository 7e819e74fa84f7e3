import { createHmac, randomBytes, randomUUID } from 'node:crypto';
import { sql } from '#kernel/sql.ts';
import type { DatabaseClient } from './database/database-client.ts';
import { SetupError, systemErrorCode } from './system-errors.ts';
import {
  createEncryption,
  DecryptionFailed,
  deriveKey,
  type Encryption,
  keyLength,
  readKey,
  type SecretRecord,
} from './encryption.ts';
import { link, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Encrypts values that readers of the database must not see. */
export interface Secrets extends Encryption {
  /**
   * Checks that the keys decrypt what the database holds; the first start stores a canary, the key of fingerprints and the secret of the
   * catalog. Call it once the database is migrated. Fails with a SetupError for other keys.
   */
  open(): Promise<void>;
  /** A keyed hash of a text, in 64 characters. Without the key, the hash neither reveals the text nor confirms a guess. */
  fingerprint(text: string): string;
  /**
   * A key of 32 bytes for one use, derived from a random secret of the catalog: another catalog has another one, also with the same ring. It
   * stays the same when the ring changes and after a restoration.
   */
  deriveKey(use: string): Buffer;
}

/** An encrypted value that shows whether a process has the right keys. */
const canary = { table: 'secrets_canary', uid: 'canary' };

/** The key of fingerprints, encrypted. It stays the same when the other keys change, because rows are found by fingerprints. */
const storedKey = { table: 'secrets_canary', uid: 'fingerprint-key' };

/** The random secret of the catalog, encrypted. */
const storedSecret = { table: 'secrets_canary', uid: 'catalog-secret' };

/** Creates the secrets of a database with a ring of keys. Fingerprints are HMAC-SHA-256. */
export function createSecrets(db: DatabaseClient, keys: readonly Uint8Array[]): Secrets {
  const encryption = createEncryption(keys);
  let opened: { readonly fingerprintKey: Buffer; readonly catalogSecret: Buffer } | undefined;
  const open = () => opened ?? failClosed();
  return {
    ...encryption,
    async open() {
      try {
        const stored = (await readStored(db)) ?? (await createStored(db, keys));
        encryption.decrypt(stored.canary, canary);
        // `createStored` encrypted a string for each of these records.
        const keyOf = (sealed: string, record: SecretRecord) =>
          Buffer.from(encryption.decrypt(sealed, record) as string, 'base64');
        opened = {
          fingerprintKey: keyOf(stored.key, storedKey),
          catalogSecret: keyOf(stored.secret, storedSecret),
        };
      } catch (error) {
        if (!(error instanceof DecryptionFailed)) throw error;
        throw new SetupError(
          'The secrets in this database are encrypted with another key. Add that key to SECRETS_KEY, after a comma if there is a new one, ' +
            'or restore the file secrets.key in DATA_DIR.',
        );
      }
    },
    fingerprint: (text) => createHmac('sha256', open().fingerprintKey).update(text).digest('hex'),
    deriveKey: (use) => createHmac('sha256', open().catalogSecret).update(use).digest(),
  };
}

function failClosed(): never {
  throw new Error('The secrets are not open yet.');
}

/** The rows of the canary, of the key of fingerprints and of the secret of the catalog. */
interface StoredKeys {
  readonly canary: string;
  readonly key: string;
  readonly secret: string;
}

async function readStored(db: DatabaseClient): Promise<StoredKeys | undefined> {
  const rows = await db.rows<{ uid: string; sealed: string }>(sql`select uid, sealed from secrets_canary`);
  const sealedOf = (record: { uid: string }) => rows.find(({ uid }) => uid === record.uid)?.sealed;
  const [sealedCanary, key, secret] = [sealedOf(canary), sealedOf(storedKey), sealedOf(storedSecret)];
  return sealedCanary === undefined || key === undefined || secret === undefined
    ? undefined
    : { canary: sealedCanary, key, secret };
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
  await insert(storedSecret.uid, encryption.encrypt(randomBytes(keyLength).toString('base64'), storedSecret));
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

/** Reads the key of a data folder, or creates it when it is missing. Processes that start at the same time get the same key. */
export async function readOrCreateKey(dataDir: string): Promise<Uint8Array> {
  const file = join(dataDir, 'secrets.key');
  const found = await readKeyFile(file);
  if (found) return found;
  await mkdir(dataDir, { recursive: true });
  await createKey(dataDir, file);
  return (await readKeyFile(file)) ?? failUnusable(file);
}

/** Creates the key file, unless another process was faster. The file is written under another name and then linked, so that no reader sees an incomplete key. */
async function createKey(dataDir: string, file: string): Promise<void> {
  const draft = join(dataDir, `secrets.${randomUUID()}.part`);
  try {
    await writeFile(draft, `${randomBytes(keyLength).toString('base64')}\n`, { mode: 0o600, flag: 'wx', flush: true });
    await link(draft, file);
  } catch (error) {
    if (systemErrorCode(error) !== 'EEXIST') throw error;
  } finally {
    await rm(draft, { force: true });
  }
}

async function readKeyFile(file: string): Promise<Uint8Array | undefined> {
  try {
    return readKey(await readFile(file, 'utf8')) ?? failUnusable(file);
  } catch (error) {
    if (systemErrorCode(error) === 'ENOENT') return undefined;
    throw error;
  }
}

function failUnusable(file: string): never {
  throw new SetupError(
    `${file} does not hold a key: 32 bytes in base64 or hexadecimal. Restore the original file, or set SECRETS_KEY to its key.`,
  );
}

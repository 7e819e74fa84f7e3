import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto';
import type { Json } from '../../kernel/json.ts';

/** Encrypts values that readers of the database must not see. */
export interface Secrets {
  /** Encrypts a value for one record. */
  encrypt(value: Json, record: SecretRecord): string;
  /** Decrypts a text. Throws DecryptionFailed for another key or record, or a modified text. */
  decrypt(encrypted: string, record: SecretRecord): Json;
  /** A keyed hash of a text, in 64 characters. Without the key, the hash neither reveals the text nor confirms a guess. */
  fingerprint(text: string): string;
}

/** The record that stores an encrypted text. Moved to another record, the text cannot be decrypted. */
export interface SecretRecord {
  readonly table: string;
  readonly uid: string;
}

/** An encrypted text that cannot be decrypted. */
export class DecryptionFailed extends Error {
  override readonly name = 'DecryptionFailed';
}

/** The length of a key, in bytes. */
export const keyLength = 32;

/** The prefix of encrypted texts, which no JSON text has. */
const versionPrefix = 'v1.';

// The lengths that NIST SP 800-38D recommends.
const ivBytes = 12;
const tagBytes = 16;

/** Encrypts with AES-256-GCM under a key of 32 bytes. Fingerprints are HMAC-SHA-256 under a key derived from that key. */
export function createSecrets(key: Uint8Array): Secrets {
  const fingerprintKey = Buffer.from(hkdfSync('sha256', key, '', 'fingerprint', keyLength));
  return Object.freeze({
    ...encryption(key),
    fingerprint: (text: string) => createHmac('sha256', fingerprintKey).update(text).digest('hex'),
  });
}

const encryption = (key: Uint8Array): Pick<Secrets, 'encrypt' | 'decrypt'> => ({
  encrypt(value: Json, record: SecretRecord): string {
    const iv = randomBytes(ivBytes);
    const cipher = createCipheriv('aes-256-gcm', key, iv, { authTagLength: tagBytes }).setAAD(additionalData(record));
    const parts = [iv, cipher.update(JSON.stringify(value), 'utf8'), cipher.final(), cipher.getAuthTag()];
    return versionPrefix + Buffer.concat(parts).toString('base64url');
  },
  decrypt(encrypted: string, record: SecretRecord): Json {
    const bytes = Buffer.from(encrypted.slice(versionPrefix.length), 'base64url');
    if (!encrypted.startsWith(versionPrefix) || bytes.length < ivBytes + tagBytes)
      throw new DecryptionFailed('This is not an encrypted text.');
    try {
      const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, ivBytes), { authTagLength: tagBytes })
        .setAAD(additionalData(record))
        .setAuthTag(bytes.subarray(-tagBytes));
      // The text is authenticated, so it is the JSON that was encrypted.
      return JSON.parse(
        Buffer.concat([decipher.update(bytes.subarray(ivBytes, -tagBytes)), decipher.final()]).toString('utf8'),
      ) as Json;
    } catch {
      throw new DecryptionFailed('The text was encrypted with another key or for another record, or it was modified.');
    }
  },
});

const additionalData = ({ table, uid }: SecretRecord): Buffer => Buffer.from(JSON.stringify([table, uid]));

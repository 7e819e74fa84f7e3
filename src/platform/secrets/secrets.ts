import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto';
import type { Json } from '../../kernel/json.ts';

/** Keeps what nobody may read who reads the database. */
export interface Secrets {
  /** The value as a text that only the same key opens, and only for the record that it was sealed for. */
  encrypt(value: Json, record: SecretRecord): string;
  /** The value of such a text; fails SealBroken when the key or the record is another, or the text was changed. */
  decrypt(sealed: string, record: SecretRecord): Json;
  /** The same 64 characters for the same text, and others for another; without the key they tell nothing of it, nor prove a guess. */
  fingerprint(text: string): string;
}

/** Where a sealed text is kept: moved to another record it cannot be opened. */
export interface SecretRecord {
  readonly table: string;
  readonly uid: string;
}

/** That a sealed text cannot be opened. */
export class DecryptionFailed extends Error {
  override readonly name = 'SealBroken';
}

/** The length of a key, in bytes. */
export const keyBytes = 32;

/** What a sealed text begins with; JSON text never does. */
const version = 'v1.';

// as NIST SP 800-38D recommends them
const ivBytes = 12;
const tagBytes = 16;

/** Seals with AES-256-GCM under a key of 32 bytes, and takes fingerprints with HMAC-SHA-256 under one that is made of it. */
export function createSecrets(key: Uint8Array): Secrets {
  const ofFingerprints = Buffer.from(hkdfSync('sha256', key, '', 'fingerprint', keyBytes));
  return Object.freeze({
    ...sealing(key),
    fingerprint: (text: string) => createHmac('sha256', ofFingerprints).update(text).digest('hex'),
  });
}

const sealing = (key: Uint8Array): Pick<Secrets, 'encrypt' | 'decrypt'> => ({
  encrypt(value: Json, record: SecretRecord): string {
    const iv = randomBytes(ivBytes);
    const cipher = createCipheriv('aes-256-gcm', key, iv, { authTagLength: tagBytes }).setAAD(nameOf(record));
    const parts = [iv, cipher.update(JSON.stringify(value), 'utf8'), cipher.final(), cipher.getAuthTag()];
    return version + Buffer.concat(parts).toString('base64url');
  },
  decrypt(sealed: string, record: SecretRecord): Json {
    const bytes = Buffer.from(sealed.slice(version.length), 'base64url');
    if (!sealed.startsWith(version) || bytes.length < ivBytes + tagBytes)
      throw new DecryptionFailed('This is no sealed text.');
    try {
      const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, ivBytes), { authTagLength: tagBytes })
        .setAAD(nameOf(record))
        .setAuthTag(bytes.subarray(-tagBytes));
      // it is the JSON that was sealed
      return JSON.parse(
        Buffer.concat([decipher.update(bytes.subarray(ivBytes, -tagBytes)), decipher.final()]).toString('utf8'),
      ) as Json;
    } catch {
      throw new DecryptionFailed('The text was sealed with another key, for another record, or was changed.');
    }
  },
});

const nameOf = ({ table, uid }: SecretRecord): Buffer => Buffer.from(JSON.stringify([table, uid]));

import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto';
import type { Json } from '#kernel/json.ts';

/** Encrypts with the first key of a ring, and decrypts with all of them. */
export interface Encryption {
  /** Encrypts a value for one record. */
  encrypt(value: Json, record: SecretRecord): string;
  /**
   * Decrypts a text. Throws UnknownKey for a key that is not in the ring, and DecryptionFailed for another record or a modified text.
   */
  decrypt(encrypted: string, record: SecretRecord): Json;
  /** The prefix of texts that name the first key. */
  readonly currentPrefix: string;
  /** Whether encrypted texts name their key: they do while the ring has several. */
  readonly isRing: boolean;
}

/** The record that stores an encrypted text. Moved to another record, the text cannot be decrypted. */
export interface SecretRecord {
  readonly table: string;
  readonly uid: string;
}

/** An encrypted text that cannot be decrypted. */
export class DecryptionFailed extends Error {
  override readonly name: string = 'DecryptionFailed';
}

/** An encrypted text that names a key which is not in the ring. */
export class UnknownKey extends DecryptionFailed {
  override readonly name = 'UnknownKey';
}

/** The length of a key, in bytes. */
export const keyLength = 32;

/** The prefix of texts that do not name their key. Neither prefix begins a JSON text. */
const unnamedPrefix = 'v1.';

/** The prefix of texts that name their key. The identifier of the key and a dot follow. */
export const namedPrefix = 'v2.';

// The lengths that NIST SP 800-38D recommends.
const ivBytes = 12;
const tagBytes = 16;

/** A key for one use, derived from a key of the ring. */
export const deriveKey = (key: Uint8Array, use: string, length = keyLength): Buffer =>
  Buffer.from(hkdfSync('sha256', key, '', use, length));

/** Encrypts with AES-256-GCM. Texts name their key only where the ring has several, as an earlier version reads them. */
export function createEncryption(keys: readonly Uint8Array[]): Encryption {
  const [first, ...others] = keys;
  if (!first) throw new Error('A ring has at least one key.');
  const prefixOf = (key: Uint8Array) => `${namedPrefix}${deriveKey(key, 'identifier', 6).toString('base64url')}.`;
  const byPrefix = new Map(keys.map((key) => [prefixOf(key), key]));
  const currentPrefix = prefixOf(first);
  const isRing = others.length > 0;
  return {
    currentPrefix,
    isRing,
    encrypt: (value, record) => (isRing ? currentPrefix : unnamedPrefix) + encrypted(value, record, first),
    decrypt(text, record) {
      if (text.startsWith(unnamedPrefix)) return decrypted(text.slice(unnamedPrefix.length), record, keys);
      const key = byPrefix.get(text.slice(0, currentPrefix.length));
      if (key) return decrypted(text.slice(currentPrefix.length), record, [key]);
      if (text.startsWith(namedPrefix))
        throw new UnknownKey('The text was encrypted with a key that is not in the ring.');
      throw new DecryptionFailed('This is not an encrypted text.');
    },
  };
}

function encrypted(value: Json, record: SecretRecord, key: Uint8Array): string {
  const iv = randomBytes(ivBytes);
  const cipher = createCipheriv('aes-256-gcm', key, iv, { authTagLength: tagBytes }).setAAD(additionalData(record));
  const parts = [iv, cipher.update(JSON.stringify(value), 'utf8'), cipher.final(), cipher.getAuthTag()];
  return Buffer.concat(parts).toString('base64url');
}

function decrypted(text: string, record: SecretRecord, keys: readonly Uint8Array[]): Json {
  const bytes = Buffer.from(text, 'base64url');
  if (bytes.length < ivBytes + tagBytes) throw new DecryptionFailed('This is not an encrypted text.');
  for (const key of keys) {
    try {
      const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, ivBytes), { authTagLength: tagBytes })
        .setAAD(additionalData(record))
        .setAuthTag(bytes.subarray(-tagBytes));
      // The text is authenticated, so it is the JSON that was encrypted.
      return JSON.parse(
        Buffer.concat([decipher.update(bytes.subarray(ivBytes, -tagBytes)), decipher.final()]).toString('utf8'),
      ) as Json;
    } catch {
      // the next key may be the right one
    }
  }
  throw new DecryptionFailed('The text was encrypted with another key or for another record, or it was modified.');
}

const additionalData = ({ table, uid }: SecretRecord): Buffer => Buffer.from(JSON.stringify([table, uid]));

/**
 * Seals short texts that clients hold and send back: they can neither read nor change them. A text has one sealed form, so that equal
 * answers are equal bytes: AES-256-GCM, whose initialization vector is an HMAC of the text.
 */
export class TextSeal {
  readonly #key: Uint8Array;

  /** `key` has 32 bytes. */
  constructor(key: Uint8Array) {
    this.#key = key;
  }

  /** The sealed form of a text, in base64url. */
  seal(text: string): string {
    const iv = createHmac('sha256', this.#key).update(text).digest().subarray(0, ivBytes);
    const cipher = createCipheriv('aes-256-gcm', this.#key, iv, { authTagLength: tagBytes });
    return Buffer.concat([iv, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()]).toString('base64url');
  }

  /** The text of a sealed form; empty for a text that was not sealed with this key. */
  open(sealed: string): string {
    const bytes = Buffer.from(sealed, 'base64url');
    if (bytes.length < ivBytes + tagBytes) return '';
    try {
      const decipher = createDecipheriv('aes-256-gcm', this.#key, bytes.subarray(0, ivBytes), {
        authTagLength: tagBytes,
      });
      decipher.setAuthTag(bytes.subarray(-tagBytes));
      const text = decipher.update(bytes.subarray(ivBytes, -tagBytes), undefined, 'utf8');
      return text + decipher.final('utf8');
    } catch {
      return '';
    }
  }
}

/** Decodes a key in base64 (of either alphabet) or hexadecimal; undefined for any other text. */
export function readKey(text: string): Uint8Array | undefined {
  const trimmed = text.trim();
  if (/^[\da-f]{64}$/i.test(trimmed)) return Buffer.from(trimmed, 'hex');
  const bytes = /^[\w+/-]{43}=?$/.test(trimmed) ? Buffer.from(trimmed, 'base64') : Buffer.alloc(0);
  return bytes.length === keyLength ? bytes : undefined;
}

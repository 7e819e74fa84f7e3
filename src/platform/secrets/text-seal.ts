import { createCipheriv, createDecipheriv, createHmac } from 'node:crypto';

const ivBytes = 12;
const tagBytes = 16;

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

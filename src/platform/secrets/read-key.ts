import { keyLength } from './encryption.ts';

/** Decodes a key in base64 (of either alphabet) or hexadecimal; undefined for any other text. */
export function readKey(text: string): Uint8Array | undefined {
  const trimmed = text.trim();
  if (/^[\da-f]{64}$/i.test(trimmed)) return Buffer.from(trimmed, 'hex');
  const bytes = /^[\w+/-]{43}=?$/.test(trimmed) ? Buffer.from(trimmed, 'base64') : Buffer.alloc(0);
  return bytes.length === keyLength ? bytes : undefined;
}

import { keyLength } from './secrets.ts';

/** The key in a text, in base64 (of either alphabet) or hexadecimal; undefined when it is neither. */
export function readKey(text: string): Uint8Array | undefined {
  const trimmed = text.trim();
  if (/^[\da-f]{64}$/i.test(trimmed)) return Buffer.from(trimmed, 'hex');
  const bytes = /^[\w+/-]{43}=?$/.test(trimmed) ? Buffer.from(trimmed, 'base64') : Buffer.alloc(0);
  return bytes.length === keyLength ? bytes : undefined;
}

import { hash } from 'node:crypto';

/** The SHA-256 of a key's text, in hexadecimal; the only form in which a key is stored. */
export const hashKey = (key: string): string => hash('sha256', key, 'hex');

import { fail } from '#kernel/fail.ts';
import { truncate } from '#kernel/text.ts';

const maxQuotedLength = 100;

/** A text of the mapping in quotes, truncated, for an error message. */
export const quoted = (text: string): string => `"${truncate(text, maxQuotedLength)}"`;

/** Throws INVALID_MAPPING for a mapping that is wrong. */
export const invalid = (reason: string): never => fail('INVALID_MAPPING', { reason });

/** Throws INVALID_MAPPING for a mapping that uses what exports do not support. */
export const unsupported = (feature: string): never => invalid(`${feature} is not supported`);

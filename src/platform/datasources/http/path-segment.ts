import { fail } from '#kernel/fail.ts';

const maxLength = 1_000;

/** Encodes an identifier as one segment of a path. Fails SOURCE_FAILED for an identifier that would not stay one segment. */
export function encodePathSegment(identifier: string): string {
  const isOneSegment = identifier.isWellFormed() && identifier.length <= maxLength && !/^\.{0,2}$/.test(identifier);
  return isOneSegment
    ? encodeURIComponent(identifier)
    : fail('SOURCE_FAILED', { reason: 'an identifier is empty, too long or not a text. Copy it from the source.' });
}

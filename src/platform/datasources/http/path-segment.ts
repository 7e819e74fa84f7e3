import { fail } from '../../../kernel/fail.ts';

const maxLength = 1_000;

/** An identifier encoded as one path segment; it cannot leave that segment. Fails SOURCE_FAILED for an invalid identifier. */
export function pathSegment(identifier: string): string {
  const isPossible = identifier.isWellFormed() && identifier.length <= maxLength && !/^\.{0,2}$/.test(identifier);
  return isPossible
    ? encodeURIComponent(identifier)
    : fail('SOURCE_FAILED', { reason: 'an identifier is empty, too long or not a text. Copy it from the source.' });
}

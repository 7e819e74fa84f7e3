import { fail } from '../../../kernel/fail.ts';

const maxLength = 1_000;

/** An identifier as one part of an address's path, which it cannot leave. Fails SOURCE_FAILED where it is none. */
export function pathSegment(identifier: string): string {
  const isPossible = identifier.isWellFormed() && identifier.length <= maxLength && !/^\.{0,2}$/.test(identifier);
  return isPossible
    ? encodeURIComponent(identifier)
    : fail('SOURCE_FAILED', { reason: 'an identifier is empty, too long or no text. Copy it from the source.' });
}

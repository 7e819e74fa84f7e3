import { fail } from '#kernel/fail.ts';

/** The name of the request header, in lower case. */
export const keyHeader = 'idempotency-key';

const maxLength = 255;

/** A string of Structured Field Values (RFC 9651, 3.3.3), and a key without quotes as many clients send it. */
const quoted = /^"((?:[\x20\x21\x23-\x5b\x5d-\x7e]|\\["\\])*)"$/;
const bare = /^[\x21\x23-\x2b\x2d-\x7e]+$/;

/**
 * The key that a header gives: a quoted string, or visible ASCII characters without quotes and commas. `"abc"` and `abc` are the same key. Fails
 * BAD_REQUEST for another form, an empty key, and one of more than 255 characters.
 */
export function parseIdempotencyKey(header: string | readonly string[]): string {
  const text = [header].flat().join(', ');
  const key = quoted.exec(text)?.[1]?.replace(/\\(.)/g, '$1') ?? bare.exec(text)?.[0] ?? '';
  return key.length >= 1 && key.length <= maxLength
    ? key
    : fail('BAD_REQUEST', {
        reason: `Send one Idempotency-Key of 1 to ${maxLength} ASCII characters, such as a UUID, in quotes or without quotes, spaces and commas.`,
      });
}

import type { FastifyRequest } from 'fastify';
import type { Services } from '#api/context.ts';
import { clientIdentity } from '#api/session.ts';
import { createSlots } from '#kernel/slots.ts';
import { claimKey, isKeyKnown } from '#idempotency/index.ts';
import type { KeyedRequests } from '#rest/rest-services.ts';
import { catalogOf } from '../http/create-http.ts';
import { hashContent } from './hash-content.ts';
import { fail } from '#kernel/fail.ts';

/** The requests that wait for the first one with their key, in a process and for one caller. Others are refused at once. */
const maxWaiting = { total: 200, perOwner: 50 };

/**
 * Creates what executes each request with an Idempotency-Key once: `findAnswer` claims the key, and `storeAnswers` ends the claim. Fails as
 * `claimKey` does, and BAD_REQUEST for a malformed key.
 */
export function createKeyedRequests(app: Services): KeyedRequests {
  const takeSlot = createSlots(maxWaiting);
  const keyOf = (request: FastifyRequest) => ({
    caller: clientIdentity(catalogOf(request).session),
    key: parseIdempotencyKey(request.headers[keyHeader] ?? ''),
  });
  return {
    isKeyed: ({ headers }) => headers[keyHeader] !== undefined,
    async findAnswer(request, content) {
      const ctx = catalogOf(request);
      const { keyUid, token } = ctx.session;
      // Another API key of the same user may have fewer rights, and must not get the answer.
      const hash = await hashContent({ credential: keyUid ?? token?.identityUid ?? null, content });
      const claimed = await claimKey(app, { ...keyOf(request), content: hash }, takeSlot);
      if ('answer' in claimed)
        return { ...claimed.answer, headers: { ...claimed.answer.headers, 'idempotency-replayed': 'true' } };
      ctx.claim = claimed.claim;
      return undefined;
    },
    isRepeated: (request) => isKeyKnown(app, keyOf(request)),
  };
}

/** The name of the request header, in lower case. */
const keyHeader = 'idempotency-key';

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

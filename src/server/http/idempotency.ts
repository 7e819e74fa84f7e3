import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Services, StoredAnswer } from '#api/context.ts';
import { clientIdentity } from '#api/session.ts';
import { createSlots } from '#kernel/semaphore.ts';
import { claimKey, isKeyKnown } from '#idempotency/index.ts';
import type { KeyedRequests } from '#rest/route.ts';
import { catalogOf } from '../create-context.ts';
import { fail } from '#kernel/fail.ts';
import { createHash } from 'node:crypto';
import { ReceivedFile } from '#api/types/scalars.ts';

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

/** The headers that are stored; each response sets the others itself. */
const storedHeaders = ['content-type', 'etag', 'location'] as const;

/**
 * Stores the answer to a request that has claimed its Idempotency-Key, before it is sent: a client that has the answer gets the same one again.
 * A failure of the service is not stored, so that it is not repeated for a day.
 */
export function storeAnswers(http: FastifyInstance): void {
  http.addHook('onSend', ({ catalog }, reply, body, done) => {
    if (!catalog?.claim) return done(null, body);
    const { claim } = catalog;
    const isFailure = reply.statusCode >= 400 || catalog.record.hasErrors;
    void claim.finish(answerOf(reply, body), isFailure).then(() => {
      done(null, body);
    });
  });
}

/** The answer to store; undefined for a failure of the service and for a stream. */
function answerOf(reply: FastifyReply, body: unknown): StoredAnswer | undefined {
  if (reply.statusCode >= 500) return undefined;
  const text = sentText(body);
  if (text === undefined) return undefined;
  const headers: Record<string, string> = {};
  for (const name of storedHeaders) if (reply.hasHeader(name)) headers[name] = String(reply.getHeader(name));
  return { status: reply.statusCode, headers, body: text };
}

function sentText(body: unknown): string | undefined {
  if (body === undefined || body === null) return '';
  if (typeof body === 'string') return body;
  return Buffer.isBuffer(body) ? body.toString() : undefined;
}

/**
 * The hash of what a request asks for. Files count with their names, types and bytes, which are read as a stream. Fails BAD_REQUEST for content
 * that nests too deep to be hashed.
 */
async function hashContent(content: object): Promise<string> {
  const files: ReceivedFile[] = [];
  const hash = createHash('sha256').update(textOf(content, files));
  for (const { openStream } of files) hash.update(await hashBytes(openStream()));
  return hash.digest('base64url');
}

/** The text of a content without the bytes of its files, which are added to the list. */
function textOf(content: object, files: ReceivedFile[]): string {
  try {
    return JSON.stringify(content, (_name, value: unknown) => {
      if (value instanceof Map) return [...value];
      if (!(value instanceof ReceivedFile)) return value;
      files.push(value);
      return { filename: value.filename, mimetype: value.mimetype };
    });
  } catch (error) {
    if (error instanceof RangeError) return fail('BAD_REQUEST', { reason: 'The body nests too deep.' });
    throw error;
  }
}

async function hashBytes(bytes: AsyncIterable<Buffer>): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of bytes) hash.update(chunk);
  return hash.digest('base64url');
}

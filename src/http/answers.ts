import { hash } from 'node:crypto';
import { compose, Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import {
  brotliCompress,
  type BrotliOptions,
  constants,
  createBrotliCompress,
  createGzip,
  gzip,
  type ZlibOptions,
} from 'node:zlib';
import { negotiate } from '@fastify/accept-negotiator';
import type { RequestContext } from '#api/context.ts';

/**
 * Gives each response that a cache may keep a weak ETag, the hash of its body before compression, and answers 304 where the client has the
 * response already. Responses that no cache keeps, such as all of callers with a key, are not hashed. Errors are kept
 * from caches.
 */
export function tagAnswers(http: FastifyInstance): void {
  http.addHook('onSend', (request, reply, body, done) => {
    const caching = reply.getHeader('cache-control');
    if (typeof caching !== 'string' || caching.includes('no-store')) return done(null, body);
    const { statusCode } = reply;
    if (statusCode === 304) return done(null, noBody(request));
    if (statusCode >= 300) reply.header('cache-control', notCached);
    else if (statusCode === 200 && isHashed(reply, body)) return sendTagged(request, reply, body, done);
    done(null, body);
  });
}

/** Whether the body is complete and the route has set no ETag of its own. */
const isHashed = (reply: FastifyReply, body: unknown): body is string | Buffer =>
  (typeof body === 'string' || Buffer.isBuffer(body)) && !reply.hasHeader('etag');

function sendTagged(
  request: FastifyRequest,
  reply: FastifyReply,
  body: string | Buffer,
  done: (error: null, body: unknown) => void,
): void {
  const { method, headers } = request;
  if (method !== 'GET' && method !== 'HEAD') return done(null, body);
  // Weak, because the compressed body has the same tag (RFC 9110, 8.8.3.3).
  const etag = `W/"${hash('sha256', body, 'base64url')}"`;
  reply.header('etag', etag);
  if (!matchesTag(headers['if-none-match'], etag)) return done(null, body);
  reply.code(304).removeHeader('content-length');
  done(null, noBody(request));
}

/** The body of a response without one. Fastify reads the body of a response to HEAD, and would set the length of an empty one. */
const noBody = ({ method }: FastifyRequest): Readable | null => (method === 'HEAD' ? Readable.from([]) : null);

/** The number of bytes below which a compressed body saves nothing that a client notices. */
const minBytes = 1_024;

/**
 * The maximum number of bytes that are compressed at a time. Beyond it, responses are sent as they are: under load, time of the processor
 * counts more than bytes, and reads of files wait for the same threads.
 */
const maxPendingBytes = 8 * 2 ** 20;

/** The encodings, in the order of preference. */
const encodings = ['br', 'gzip'] as const;
type Encoding = (typeof encodings)[number];

/** How whole bodies are compressed: the levels above save a few percent more and take twice as long. */
const bodyOptions = {
  br: { params: { [constants.BROTLI_PARAM_QUALITY]: 3, [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT } },
  gzip: { level: 3 },
} satisfies { br: BrotliOptions; gzip: ZlibOptions };

/** How streams are compressed: as fast as possible. Each chunk leaves at once, so that a client sees the progress of an export. */
const streamOptions = {
  br: { flush: constants.BROTLI_OPERATION_FLUSH, params: { [constants.BROTLI_PARAM_QUALITY]: 1 } },
  gzip: { flush: constants.Z_SYNC_FLUSH, level: constants.Z_BEST_SPEED },
} satisfies { br: BrotliOptions; gzip: ZlibOptions };

/** Media types of text but events. Other formats of files are compressed by themselves, or are zip files. */
const textType = /^text\/(?!event-stream)|[/+](?:json|jsonl|xml)\b/;

/**
 * Compresses bodies of text for the clients that accept it, in threads of their own. Stored files are sent as they are, because clients ask
 * for ranges of them; so are events, which must not wait, and what its route has compressed.
 */
export function compressAnswers(http: FastifyInstance): void {
  let pendingBytes = 0;

  function compressBody(
    body: string | Buffer,
    encoding: Encoding,
    done: (error: Error | null, body: Buffer) => void,
  ): void {
    const { length } = body;
    pendingBytes += length;
    const finish = (error: Error | null, compressed: Buffer): void => {
      pendingBytes -= length;
      done(error, compressed);
    };
    if (encoding === 'br') brotliCompress(body, bodyOptions.br, finish);
    else gzip(body, bodyOptions.gzip, finish);
  }

  http.addHook('onSend', ({ method, headers }, reply, body, done) => {
    if (!isWorthwhile(body) || !isCompressible(reply)) return done(null, body);
    addVary(reply, 'accept-encoding');
    const encoding = encodingFor(headers['accept-encoding']);
    if (encoding === undefined) return done(null, body);
    const isStream = body instanceof Readable;
    if (!isStream && pendingBytes + body.length > maxPendingBytes) return done(null, body);
    reply.header('content-encoding', encoding).removeHeader('content-length');
    // The length of the compressed body would cost the response to HEAD as much as that to GET.
    if (method === 'HEAD') return done(null, isStream ? body : Readable.from([]));
    if (isStream) return done(null, compose(body, compressorFor(encoding)));
    compressBody(body, encoding, done);
  });
}

/** Whether a body is a stream, or long enough. */
const isWorthwhile = (body: unknown): body is string | Buffer | Readable =>
  body instanceof Readable || ((typeof body === 'string' || Buffer.isBuffer(body)) && body.length >= minBytes);

/** Whether the response is text that its route has neither compressed nor excluded, by `no-transform` or by answering ranges. */
const isCompressible = (reply: FastifyReply): boolean =>
  textType.test(String(reply.getHeader('content-type'))) &&
  !reply.hasHeader('content-encoding') &&
  !reply.hasHeader('accept-ranges') &&
  !String(reply.getHeader('cache-control')).includes('no-transform');

/** The encoding that a client prefers; undefined without one that the server has. */
const encodingFor = (accepted: string | string[] | undefined): Encoding | undefined =>
  typeof accepted === 'string'
    ? encodings.find((name) => name === negotiate(accepted.toLowerCase(), [...encodings]))
    : undefined;

const compressorFor = (encoding: Encoding) =>
  encoding === 'br' ? createBrotliCompress(streamOptions.br) : createGzip(streamOptions.gzip);

/** The `Cache-Control` of responses that no cache keeps. */
export const notCached = 'private, no-store';

/** Lets a cache keep a response for its own client only, and use it only after the server has confirmed it. */
const revalidated = 'private, no-cache';

/**
 * Lets caches keep what a caller without a key reads. What a caller with a key reads is never kept, because it is not meant for another
 * caller and must include the caller's last change. The hook of `tagAnswers` adds the ETag, and takes errors back.
 */
export function allowCaching(reply: FastifyReply, { app: { config }, session }: RequestContext): void {
  // The same for every response, because a cache takes these names from a 304 as well.
  addVary(reply, 'authorization, cookie, accept-encoding');
  if (session.username !== undefined) return;
  // A replica serves the caller with a position from the primary, which may have what no cache has.
  const isForAll = session.position === undefined && hasOneAddress(config);
  reply.header('cache-control', isForAll ? publicCaching(config.publicMaxAge) : revalidated);
}

/** Whether shared caches may keep a response. What one caller has left of a limit must not be in it. */
export const isShared = (reply: FastifyReply): boolean => String(reply.getHeader('cache-control')).startsWith('public');

/** Lets only the caller's own cache keep a response, and use it only after the server has counted the next call. */
export function keepForCaller(reply: FastifyReply): void {
  if (isShared(reply)) reply.header('cache-control', revalidated);
}

/**
 * Whether clients cannot choose the address in the links of a response: with X-Forwarded-Host, which is no part of the key of a cache, one
 * client could change the links that the others receive.
 */
const hasOneAddress = ({ publicUrl, trustProxy }: RequestContext['app']['config']): boolean =>
  publicUrl !== undefined || trustProxy === false;

/**
 * The header of a public response, which is used for `seconds` at most: for the first half without asking, for the second half while the
 * cache asks for the next one. Without the second half a cache would let all clients wait at once; `stale-if-error=0` keeps caches from
 * using the response any longer.
 */
function publicCaching(seconds: number): string {
  if (seconds === 0) return revalidated;
  const fresh = Math.ceil(seconds / 2);
  return `public, max-age=${String(fresh)}, stale-while-revalidate=${String(seconds - fresh)}, stale-if-error=0`;
}

/** Whether `If-None-Match` names a tag, so that the client already has the content (RFC 9110, 13.1.2): weak and strong tags are equal here. */
export const matchesTag = (ifNoneMatch: string | undefined, tag: string): boolean =>
  ifNoneMatch
    ?.split(',')
    .map((given) => given.trim())
    .some((given) => given === '*' || opaqueOf(given) === opaqueOf(tag)) === true;

/** Whether a `Range` applies: `If-Range` is absent or names the strong tag. A date never does, because files have none (RFC 9110, 13.1.5). */
export const allowsRange = (ifRange: string | undefined, tag: string): boolean =>
  ifRange === undefined || ifRange.trim() === tag;

const opaqueOf = (tag: string): string => tag.replace(/^W\//, '');

/** Adds request headers to those on which the response depends, unless they are among them. */
export function addVary(reply: FastifyReply, names: string): void {
  const present = reply.getHeader('vary');
  if (present === undefined) reply.header('vary', names);
  else if (!`, ${String(present)},`.includes(`, ${names},`)) reply.header('vary', `${String(present)}, ${names}`);
}

import { hash } from 'node:crypto';
import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { notCached } from '#rest/responders/allow-caching.ts';
import { matchesTag } from '#rest/responders/entity-tag.ts';

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

import type { FastifyInstance, FastifyReply } from 'fastify';
import type { StoredAnswer } from '#api/context.ts';

/** The headers that are stored; every response gets the others anew. */
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
  const text = textOf(body);
  if (text === undefined) return undefined;
  const headers: Record<string, string> = {};
  for (const name of storedHeaders) if (reply.hasHeader(name)) headers[name] = String(reply.getHeader(name));
  return { status: reply.statusCode, headers, body: text };
}

function textOf(body: unknown): string | undefined {
  if (body === undefined || body === null) return '';
  if (typeof body === 'string') return body;
  return Buffer.isBuffer(body) ? body.toString() : undefined;
}

import type { FastifyReply } from 'fastify';
import { CatalogError } from '#kernel/fail.ts';

/** A signal that aborts with CLIENT_DISCONNECTED when the client disconnects before it has received the whole response. */
export function clientLeaves({ raw }: FastifyReply): AbortSignal {
  const leaving = new AbortController();
  raw.once('close', () => {
    if (!raw.writableFinished) leaving.abort(new CatalogError('CLIENT_DISCONNECTED'));
  });
  return leaving.signal;
}

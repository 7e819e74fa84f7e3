import type { FastifyReply } from 'fastify';
import type { RequestContext } from '#api/context.ts';
import { addVary } from './add-vary.ts';

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
  addVary(reply, `authorization${config.databaseReplica === undefined ? '' : ', cookie'}, accept-encoding`);
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

import type { RequestContext } from '../context.ts';

/** The context of a subscription, whose request stays open while rights may change. */
export interface StreamContext extends RequestContext {
  /** Aborts when the client disconnects or the server closes. */
  readonly signal: AbortSignal;
  /** A context with the caller's current rights. Fails UNAUTHORIZED or INVALID_TOKEN once the key or the token is revoked or has expired. */
  readonly renewContext: () => Promise<RequestContext>;
}

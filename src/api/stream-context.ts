import type { RequestContext } from './context.ts';

/** What a subscription works with: the context of its request, which stays open while things change. */
export interface StreamContext extends RequestContext {
  /** Ends the stream: the reader has left, or the server closes. */
  readonly signal: AbortSignal;
  /** The context of now, for who asks may do less than before. Fails UNAUTHORIZED once the key is revoked or has expired. */
  readonly renewContext: () => Promise<RequestContext>;
}

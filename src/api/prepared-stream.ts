import type { RequestContext } from './context.ts';

/** A stream that is being sent. */
export interface OpenStream {
  readonly chunks: AsyncIterable<string | Uint8Array>;
  /** Frees what the stream holds, whether or not it was read. */
  readonly close: () => void;
}

/** A stream that an operation prepared. It holds no resources until it is opened. */
export interface PreparedStream {
  /** Identifies the content: two streams with the same tag have the same bytes. Absent when only reading the content could tell. */
  readonly tag?: string;
  /** Opens the stream as soon as its caller may use a connection. Fails where too many streams are open. */
  readonly open: () => Promise<OpenStream>;
}

const prepared = new WeakMap<RequestContext, PreparedStream>();

/** Keeps the stream that an operation prepared until the REST layer sends it, after the operation has returned. */
export const prepareStream = (ctx: RequestContext, stream: PreparedStream): unknown => prepared.set(ctx, stream);

/** The stream that an operation of this request prepared; undefined when none did. */
export const preparedStream = (ctx: RequestContext): PreparedStream | undefined => prepared.get(ctx);

import type { RequestContext } from './context.ts';

/** A stream that is being sent. */
export interface OpenStream {
  readonly chunks: AsyncIterable<string | Uint8Array>;
  /** Frees what the stream holds, whether or not it was read. */
  readonly close: () => void;
}

/** Opens the stream that an operation prepared; before the call it holds no resources. Fails where too many streams are open. */
export type PreparedStream = () => OpenStream;

const prepared = new WeakMap<RequestContext, PreparedStream>();

/** Keeps the stream that an operation of this request prepared, for a client that sends it after the answer of the operation. */
export const prepareStream = (ctx: RequestContext, open: PreparedStream): unknown => prepared.set(ctx, open);

/** The stream that an operation of this request prepared; undefined without one. */
export const preparedStream = (ctx: RequestContext): PreparedStream | undefined => prepared.get(ctx);

import type { RequestContext } from './context.ts';

/** A stream of text that an operation prepared for the client of the request, who reads it after the answer of the operation. */
export interface PreparedStream {
  readonly chunks: AsyncIterable<string>;
  /** Frees what the stream holds, whether or not it was read. */
  readonly close: () => void;
}

const prepared = new WeakMap<RequestContext, PreparedStream>();

/** Keeps the stream of a request; one that was prepared before is closed. */
export function prepareStream(ctx: RequestContext, stream: PreparedStream): void {
  prepared.get(ctx)?.close();
  prepared.set(ctx, stream);
}

/** The stream that an operation of this request prepared; undefined without one. */
export const preparedStream = (ctx: RequestContext): PreparedStream | undefined => prepared.get(ctx);

import type { RequestContext } from './context.ts';

/** A stream that is being sent. */
export interface OpenStream {
  readonly chunks: AsyncIterable<string | Uint8Array>;
  /** Frees what the stream holds, whether or not it was read. */
  readonly close: () => void;
}

/** A stream that an operation prepared and that can be opened. Before that it holds no resources. */
export interface PreparedStream {
  /** Identifies the content: two streams with one tag have the same bytes. Absent where no tag is known without reading the content. */
  readonly tag?: string;
  /** Opens the stream. Fails where too many streams are open. */
  readonly open: () => OpenStream;
}

const prepared = new WeakMap<RequestContext, PreparedStream>();

/** Keeps the stream that an operation of this request prepared, for a client that sends it after the answer of the operation. */
export const prepareStream = (ctx: RequestContext, stream: PreparedStream): unknown => prepared.set(ctx, stream);

/** The stream that an operation of this request prepared; undefined without one. */
export const preparedStream = (ctx: RequestContext): PreparedStream | undefined => prepared.get(ctx);

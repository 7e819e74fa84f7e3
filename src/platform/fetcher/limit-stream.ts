import { finished, type Readable, Transform, type TransformCallback } from 'node:stream';
import { CatalogError } from '#kernel/fail.ts';
import { formatByteSize } from '#kernel/text.ts';

/** The maximum size of a source of any protocol, in bytes. */
export const maxSourceBytes = 4 * 2 ** 30;

/** How a stream is limited. */
export interface StreamLimits {
  readonly maxBytes: number;
  /** The announced size, for protocols that do not verify the size. */
  readonly minBytes?: number;
  /** How the stream must progress; the counted bytes are those of the stream itself when `receivedBytes` is absent. */
  readonly progress?: Omit<ProgressRules, 'receivedBytes'> & Partial<Pick<ProgressRules, 'receivedBytes'>>;
  /** Converts an error of the stream to the error that its reader receives. */
  readonly failure: (error: Error) => Error;
}

/**
 * Passes a stream on. The result fails SOURCE_FAILED for more than `maxBytes` or fewer than `minBytes`, and when the source does not
 * progress. Destroying the result destroys the source.
 */
export function limitStream(source: Readable, { maxBytes, minBytes, progress, failure }: StreamLimits): Readable {
  const body = new ByteLimiter(maxBytes, minBytes);
  if (progress) watchProgress(body, { receivedBytes: () => body.bytes, ...progress });
  finished(source, (error) => {
    if (error) body.destroy(failure(error));
  });
  body.once('close', () => {
    source.destroy();
  });
  body.on('error', () => {
    // The source may fail before the stream is read. The stream keeps the error for its reader; without this listener, the error would end the process.
  });
  return source.pipe(body);
}

/** Passes bytes on and counts them. Fails SOURCE_FAILED for more than `maxBytes` or fewer than `minBytes`. */
export class ByteLimiter extends Transform {
  readonly #maxBytes: number;
  readonly #minBytes: number;
  #bytes = 0;

  constructor(maxBytes: number, minBytes = 0) {
    super();
    this.#maxBytes = maxBytes;
    this.#minBytes = minBytes;
  }

  /** The number of bytes so far. */
  get bytes(): number {
    return this.#bytes;
  }

  override _transform(chunk: Buffer, _encoding: BufferEncoding, done: TransformCallback): void {
    this.#bytes += chunk.length;
    if (this.#bytes > this.#maxBytes) done(tooLargeFailure(this.#maxBytes));
    else done(null, chunk);
  }

  override _flush(done: TransformCallback): void {
    done(
      this.#bytes < this.#minBytes
        ? new CatalogError('SOURCE_FAILED', { reason: `it ended after ${this.#bytes} of its ${this.#minBytes} bytes.` })
        : null,
    );
  }
}

/** The failure of a source that is larger than allowed. */
export const tooLargeFailure = (maxBytes: number): CatalogError =>
  new CatalogError('SOURCE_FAILED', { reason: `it is larger than the ${formatByteSize(maxBytes)} allowed here.` });

/** How a body must progress while its reader waits for it. */
interface ProgressRules {
  /** The server that sends the body, as messages name it. */
  readonly host: string;
  /** The time after which a body fails that sends nothing, in milliseconds. */
  readonly idleTimeout: number;
  /** Returns the number of bytes received so far. */
  readonly receivedBytes: () => number;
}

const maxIntervalMs = 1_000;

/**
 * Fails a body that stops while its reader waits. Time is counted in intervals in which the reader has taken everything that arrived, so
 * neither a slow reader nor a blocked event loop counts against the server.
 */
function watchProgress(body: Transform, { host, idleTimeout, receivedBytes }: ProgressRules): void {
  const intervalMs = Math.min(maxIntervalMs, idleTimeout / 4);
  let bytes = 0;
  let idleMs = 0;
  const timer = setInterval(() => {
    const isWaiting = body.readableLength === 0 && body.writableLength === 0 && !body.writableEnded;
    if (!isWaiting) return;
    idleMs = receivedBytes() === bytes ? idleMs + intervalMs : 0;
    bytes = receivedBytes();
    if (idleMs >= idleTimeout)
      body.destroy(new CatalogError('SOURCE_FAILED', { reason: `${host} stopped sending before the end.` }));
  }, intervalMs).unref();
  body.once('close', () => clearInterval(timer));
}

import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { finished, pipeline, type Readable, Transform, type TransformCallback } from 'node:stream';
import type { Fetched, Validators } from './fetcher.ts';
import { toStatusFailure } from './send-request.ts';
import { isUtf8 } from 'node:buffer';
import { toSafeFileName } from '../storage/disk-storage.ts';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import { decompressionLimits } from '#kernel/decompression-limits.ts';
import { CatalogError, fail } from '#kernel/fail.ts';
import { formatByteSize } from '#kernel/text.ts';

/** Which responses are returned to the caller. */
interface ResponseRules {
  readonly maxBytes: number;
  /** Statuses other than those of success that are returned as well. */
  readonly acceptedStatuses: readonly number[];
  /** The time after which a body fails that sends nothing, in milliseconds. */
  readonly idleTimeout: number;
  /** Converts an error of the body to the error that its reader receives. */
  readonly failure: (error: Error) => Error;
}

/** Converts an accepted response to a fetched source. Closes any other response and fails SOURCE_FAILED. */
export function acceptResponse(
  response: IncomingMessage,
  url: URL,
  { maxBytes, acceptedStatuses, idleTimeout, failure }: ResponseRules,
): Fetched {
  const status = response.statusCode ?? 0;
  const headers = flattenHeaders(response.headers);
  // A 304 response may describe the encoding of a body that it does not have.
  const encoding = status === 304 ? undefined : headers['content-encoding'];
  try {
    if (!isWhole(status) && !acceptedStatuses.includes(status)) throw toStatusFailure(status, url.host);
    if (Number(headers['content-length']) > maxBytes) throw tooLargeFailure(maxBytes);
    const { content, receivedBytes } = decodeBody(response, {
      encoding,
      maxBytes,
      progress: { host: url.host, idleTimeout },
      failure,
    });
    return {
      status,
      headers,
      url: url.href,
      filename: suggestFileName(headers['content-disposition'], url),
      mimetype: headers['content-type']?.split(';')[0]?.trim().toLowerCase() || null,
      size:
        encoding === undefined && headers['content-length'] !== undefined ? Number(headers['content-length']) : null,
      validators: { etag: headers['etag'] ?? null, lastModified: headers['last-modified'] ?? null },
      body: content,
      receivedBytes,
    };
  } catch (error) {
    discardBody(response);
    throw error;
  }
}

/** Whether a response without conditions has all of its source. Where the user's headers ask for no range, 206 is an error of the server. */
const isWhole = (status: number): boolean => status >= 200 && status <= 299 && status !== 206;

/** Joins repeated headers by a comma. */
const flattenHeaders = (headers: IncomingHttpHeaders): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, [value ?? []].flat().join(', ')]));

/** Closes the connection of a body that is not read. */
export const discardBody = (body: Readable) => {
  body
    .on('error', () => {
      // Ignored: destroying a body raises an error.
    })
    .destroy();
};

const quotedOrToken = /;\s*filename\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^\s;"]+))/i;
const extended = /;\s*filename\*\s*=\s*(utf-8|iso-8859-1)'[^']*'([^\s;]+)/i;

/** The file name of a response: the one in Content-Disposition (RFC 6266), else the last part of the URL's path. */
export function suggestFileName(disposition: string | undefined, url: URL): string {
  return toSafeFileName(parseDisposition(`;${disposition ?? ''}`) ?? percentDecode(url.pathname, 'utf-8'));
}

function parseDisposition(disposition: string): string | undefined {
  const [, charset, encoded] = extended.exec(disposition) ?? [];
  if (charset !== undefined && encoded !== undefined) return percentDecode(encoded, charset);
  const [, quoted, token] = quotedOrToken.exec(disposition) ?? [];
  const plain = quoted?.replace(/\\(.)/g, '$1') ?? token;
  return plain && decodeHeader(Buffer.from(plain, 'latin1'));
}

/** Decodes UTF-8, else Latin-1. Node decodes headers as Latin-1, as the standard requires, but many servers send UTF-8. */
function decodeHeader(bytes: Buffer): string {
  return isUtf8(bytes) ? bytes.toString('utf8') : bytes.toString('latin1');
}

function percentDecode(text: string, charset: string): string {
  const bytes = text.replace(/%([0-9a-f]{2})/gi, (_match, hex: string) => String.fromCharCode(parseInt(hex, 16)));
  return new TextDecoder(charset).decode(Buffer.from(bytes, 'latin1'));
}

const decoders = new Map<string, () => Transform>([
  ['gzip', createGunzip],
  ['x-gzip', createGunzip],
  ['deflate', createInflate],
  ['br', createBrotliDecompress],
]);

/** The content encodings that a fetch accepts. */
export const acceptedEncodings = 'gzip, br';

/** How a body is decoded. The limit holds for the received bytes and for the decoded bytes. */
interface BodySettings extends Pick<StreamLimits, 'maxBytes' | 'failure'> {
  readonly progress: NonNullable<StreamLimits['progress']>;
  readonly encoding: string | undefined;
}

/** A body without its content encoding. */
interface DecodedBody {
  /** The decoded bytes. The stream fails SOURCE_FAILED at a limit. Destroying the stream destroys the received body. */
  readonly content: Readable;
  /** Returns the number of bytes received so far; undefined when the received bytes are the content itself. */
  readonly receivedBytes: (() => number) | undefined;
}

/** Decodes a body. Fails SOURCE_FAILED for an unknown encoding. */
function decodeBody(
  received: Readable,
  { encoding = 'identity', maxBytes, progress, failure }: BodySettings,
): DecodedBody {
  const name = encoding.trim().toLowerCase();
  const decoder = decoders.get(name)?.();
  if (!decoder && name !== 'identity' && name !== '')
    fail('SOURCE_FAILED', {
      reason: `its content encoding is not supported; use ${[...decoders.keys()].join(', ')} or no content encoding.`,
    });
  if (!decoder) return { content: limitStream(received, { maxBytes, progress, failure }), receivedBytes: undefined };
  // Endless compressed data may decode to nothing, so the received bytes are limited too.
  const meter = new ByteLimiter(maxBytes);
  const decoded = pipeline(
    received,
    meter,
    decoder,
    expansionLimiter(() => meter.bytes),
    () => {
      // `limitStream` reports the error to the reader
    },
  );
  const receivedBytes = () => meter.bytes;
  const content = limitStream(decoded, { maxBytes, progress: { ...progress, receivedBytes }, failure });
  return { content, receivedBytes };
}

/** Fails SOURCE_FAILED when the decoded bytes exceed what the received bytes may expand to. */
function expansionLimiter(receivedBytes: () => number): Transform {
  const { freeBytes, maxRatio } = decompressionLimits;
  let bytes = 0;
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      bytes += chunk.length;
      if (bytes <= freeBytes || bytes <= maxRatio * receivedBytes()) done(null, chunk);
      else done(new CatalogError('SOURCE_FAILED', { reason: expandsTooFar }));
    },
  });
}

const expandsTooFar = `its content encoding expands it to more than ${decompressionLimits.maxRatio} times the bytes received. Serve the data without Content-Encoding.`;

/** The maximum size of a source of any protocol, in bytes. */
export const maxSourceBytes = 4 * 2 ** 30;

/** How a stream is limited. */
interface StreamLimits {
  readonly maxBytes: number;
  /** The announced size, for protocols that do not verify the size. */
  readonly minBytes?: number;
  /** How the stream must progress; the counted bytes are those of the stream itself when `receivedBytes` is absent. */
  readonly progress?: Omit<ProgressRules, 'receivedBytes'> & Partial<Pick<ProgressRules, 'receivedBytes'>>;
  /** Converts an error of the stream to the error that its reader receives. */
  readonly failure: (error: Error) => Error;
}

/** Passes a stream on; fails SOURCE_FAILED beyond the limits and without progress. Destroying it destroys the source. */
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
class ByteLimiter extends Transform {
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

/** Matches the values that HTTP allows in a header: some servers send entity tags that cannot be sent back. */
const sendable = /^[\t\x20-\x7e\x80-\xff]+$/;

/** The headers that request a source only if it has changed (RFC 9110, 13.1). */
export const toConditionalHeaders = (known: Validators | undefined): Record<string, string> => ({
  ...(known?.etag && sendable.test(known.etag) && { 'if-none-match': known.etag }),
  ...(known?.lastModified && sendable.test(known.lastModified) && { 'if-modified-since': known.lastModified }),
});

import { compose, Readable } from 'node:stream';
import {
  brotliCompress,
  constants,
  createBrotliCompress,
  createGzip,
  gzip,
  type BrotliOptions,
  type ZlibOptions,
} from 'node:zlib';
import { negotiate } from '@fastify/accept-negotiator';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { addVary } from '#rest/responders/add-vary.ts';

/** The number of bytes below which a compressed body saves nothing that a client notices. */
const minBytes = 1_024;

/**
 * The maximum number of bytes that are compressed at a time. Beyond it, responses are sent as they are: under load, time of the processor
 * counts more than bytes, and reads of files wait for the same threads.
 */
const maxPendingBytes = 8 * 2 ** 20;

/** The encodings, in the order of preference. */
const encodings = ['br', 'gzip'] as const;
type Encoding = (typeof encodings)[number];

/** How whole bodies are compressed: the levels above save a few percent more and take twice as long. */
const bodyOptions = {
  br: { params: { [constants.BROTLI_PARAM_QUALITY]: 3, [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT } },
  gzip: { level: 3 },
} satisfies { br: BrotliOptions; gzip: ZlibOptions };

/** How streams are compressed: as fast as possible. Each chunk leaves at once, so that a client sees the progress of an export. */
const streamOptions = {
  br: { flush: constants.BROTLI_OPERATION_FLUSH, params: { [constants.BROTLI_PARAM_QUALITY]: 1 } },
  gzip: { flush: constants.Z_SYNC_FLUSH, level: constants.Z_BEST_SPEED },
} satisfies { br: BrotliOptions; gzip: ZlibOptions };

/** Media types of text but events. Other formats of files are compressed by themselves, or are zip files. */
const textType = /^text\/(?!event-stream)|[/+](?:json|jsonl|xml)\b/;

/**
 * Compresses bodies of text for the clients that accept it, in threads of their own. Stored files are sent as they are, because clients ask
 * for ranges of them; so are events, which must not wait, and what its route has compressed.
 */
export function compressAnswers(http: FastifyInstance): void {
  let pendingBytes = 0;

  function compressBody(
    body: string | Buffer,
    encoding: Encoding,
    done: (error: Error | null, body: Buffer) => void,
  ): void {
    const { length } = body;
    pendingBytes += length;
    const finish = (error: Error | null, compressed: Buffer): void => {
      pendingBytes -= length;
      done(error, compressed);
    };
    if (encoding === 'br') brotliCompress(body, bodyOptions.br, finish);
    else gzip(body, bodyOptions.gzip, finish);
  }

  http.addHook('onSend', ({ method, headers }, reply, body, done) => {
    if (!isWorthwhile(body) || !isCompressible(reply)) return done(null, body);
    addVary(reply, 'accept-encoding');
    const encoding = encodingFor(headers['accept-encoding']);
    if (encoding === undefined) return done(null, body);
    const isStream = body instanceof Readable;
    if (!isStream && pendingBytes + body.length > maxPendingBytes) return done(null, body);
    reply.header('content-encoding', encoding).removeHeader('content-length');
    // The length of the compressed body would cost the response to HEAD as much as that to GET.
    if (method === 'HEAD') return done(null, isStream ? body : Readable.from([]));
    if (isStream) return done(null, compose(body, compressorFor(encoding)));
    compressBody(body, encoding, done);
  });
}

/** Whether a body is a stream, or long enough. */
const isWorthwhile = (body: unknown): body is string | Buffer | Readable =>
  body instanceof Readable || ((typeof body === 'string' || Buffer.isBuffer(body)) && body.length >= minBytes);

/** Whether the response is text that its route has neither compressed nor excluded, by `no-transform` or by answering ranges. */
const isCompressible = (reply: FastifyReply): boolean =>
  textType.test(String(reply.getHeader('content-type'))) &&
  !reply.hasHeader('content-encoding') &&
  !reply.hasHeader('accept-ranges') &&
  !String(reply.getHeader('cache-control')).includes('no-transform');

/** The encoding that a client prefers; undefined without one that the server has. */
const encodingFor = (accepted: string | string[] | undefined): Encoding | undefined =>
  typeof accepted === 'string'
    ? encodings.find((name) => name === negotiate(accepted.toLowerCase(), [...encodings]))
    : undefined;

const compressorFor = (encoding: Encoding) =>
  encoding === 'br' ? createBrotliCompress(streamOptions.br) : createGzip(streamOptions.gzip);

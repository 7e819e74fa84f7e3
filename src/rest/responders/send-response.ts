import { compose, Readable } from 'node:stream';
import { createGzip } from 'node:zlib';
import type { FastifyReply } from 'fastify';
import type { RequestContext } from '#api/context.ts';
import type { OpenStream } from '#api/request-state.ts';
import { prices, spendPoints } from '#api/points.ts';
import { fail } from '#kernel/fail.ts';
import { writeJson } from '#kernel/json.ts';
import { allowsRange, matchesTag } from '#http/answers.ts';
import type { RestResponse, StoredBody } from './responders.ts';

type Encoding = NonNullable<RestResponse['prepared']>;

/** Sends a response, whose body is a value, a stored file or a stream. */
export async function sendResponse(
  reply: FastifyReply,
  ctx: RequestContext,
  { status, headers = {}, body, prepared, stored, text }: RestResponse,
): Promise<FastifyReply> {
  if (prepared) return sendPrepared(reply, ctx, { headers, encoding: prepared });
  if (stored) return sendStoredFile(reply, ctx, { headers, stored });
  if (body !== undefined) reply.type('application/json; charset=utf-8');
  return reply
    .code(status)
    .headers(headers)
    .send(text ? textStream(text, reply) : body === undefined || typeof body === 'string' ? body : writeJson(body));
}

/** Sends the stream that the operation prepared, unless the client has the same content already (RFC 9110, 13.1.2). */
async function sendPrepared(
  reply: FastifyReply,
  ctx: RequestContext,
  { headers, encoding }: { readonly headers: Readonly<Record<string, string>>; readonly encoding: Encoding },
): Promise<FastifyReply> {
  const { tag, open } = ctx.state.preparedStream ?? fail('INTERNAL_ERROR');
  const etag = tag === undefined ? {} : { etag: `W/"${tag}-${encoding}"` };
  if (etag.etag !== undefined && matchesTag(reply.request.headers['if-none-match'], etag.etag))
    return reply.code(304).headers(etag).send();
  // The stream is not opened for HEAD, because Fastify would read it to its end.
  if (reply.request.method === 'HEAD') return reply.headers({ ...headers, ...etag }).send(Readable.from([]));
  await spendPoints(ctx, prices.export);
  const stream = await open();
  closeWith(reply.raw, stream);
  const source = Readable.from(stream.chunks, { objectMode: false, highWaterMark: 2 ** 18 });
  return reply.headers({ ...headers, ...etag }).send(encode(source, encoding));
}

/** The stream of a text. For HEAD nothing is read. */
const textStream = (text: AsyncIterable<string>, { request }: FastifyReply): Readable =>
  request.method === 'HEAD' ? Readable.from([]) : Readable.from(text, { objectMode: false });

/** The stream in an encoding. A client that disconnects ends the source, too. */
const encode = (source: Readable, encoding: Encoding): Readable =>
  encoding === 'plain' ? source : compose(source, createGzip());

/** Closes a stream when its client disconnects, or at once when the client has already disconnected. */
function closeWith(response: FastifyReply['raw'], { close }: OpenStream): void {
  if (response.destroyed) close();
  else response.once('close', close);
}

/**
 * Sends a stored file, or the part that `Range` selects. The strong ETag is the hash of the bytes, so that a download can continue
 * after an interruption, at any gateway. Responds 304 to a client that has the file, and 416 to a range beyond its end.
 */
async function sendStoredFile(
  reply: FastifyReply,
  { app: { storage } }: RequestContext,
  { headers = {}, stored: { key, bytes } }: Pick<RestResponse, 'headers'> & { readonly stored: StoredBody },
): Promise<FastifyReply> {
  const { method, headers: sent } = reply.request;
  const etag = `"${key}"`;
  const { 'cache-control': caching, vary } = headers;
  if (matchesTag(sent['if-none-match'], etag))
    return reply
      .code(304)
      .headers({
        etag,
        ...(caching !== undefined && { 'cache-control': caching }),
        ...(vary !== undefined && { vary }),
      })
      .send();
  const isWhole = method === 'HEAD' || !allowsRange(singleValue(sent['if-range']), etag);
  const range = isWhole ? undefined : parseRange(sent.range, bytes);
  if (range === 'unsatisfiable') {
    reply.header('content-range', `bytes */${bytes}`);
    fail('RANGE_NOT_SATISFIABLE', { bytes });
  }
  // The stream is opened before the headers are set, because opening may fail and an error response has other headers.
  const stream = method === 'HEAD' ? Readable.from([]) : await storage.read(key, range);
  if (range) reply.code(206).header('content-range', `bytes ${range.start}-${range.end - 1}/${bytes}`);
  const length = range ? range.end - range.start : bytes;
  return reply.headers({ ...headers, etag, 'accept-ranges': 'bytes', 'content-length': String(length) }).send(stream);
}

const singleValue = (header: string | string[] | undefined): string | undefined =>
  typeof header === 'string' ? header : header?.join();

/** Part of a file: the bytes from `start` up to, but not including, `end`. */
interface ByteRange {
  readonly start: number;
  readonly end: number;
}

/**
 * The range that a `Range` header selects in a file of the given size (RFC 9110, 14.1.2): undefined for the whole file, and
 * `unsatisfiable` for a range beyond its end. A malformed header and one with several ranges select the whole file, as the RFC allows.
 */
export function parseRange(header: string | undefined, size: number): ByteRange | 'unsatisfiable' | undefined {
  const [, first = '', last = ''] = /^bytes=[ \t]*(\d{0,16})-(\d{0,16})[ \t]*$/i.exec(header ?? '') ?? [];
  if (first === '' && last === '') return undefined;
  if (first === '')
    return Number(last) === 0 || size === 0 ? 'unsatisfiable' : { start: Math.max(0, size - Number(last)), end: size };
  const start = Number(first);
  if (last !== '' && Number(last) < start) return undefined;
  return start >= size ? 'unsatisfiable' : { start, end: last === '' ? size : Math.min(size, Number(last) + 1) };
}

import { compose, Readable } from 'node:stream';
import { createGzip } from 'node:zlib';
import type { FastifyReply } from 'fastify';
import type { RequestContext } from '#api/context.ts';
import { preparedStream, type OpenStream } from '#api/prepared-stream.ts';
import { prices, spendPoints } from '#api/session/points.ts';
import { fail } from '#kernel/fail.ts';
import { writeJson } from '#kernel/json-text.ts';
import { matchesTag } from './entity-tag.ts';
import type { RestResponse } from './responder.ts';
import { sendStoredFile } from './send-stored-file.ts';

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
  const { tag, open } = preparedStream(ctx) ?? fail('INTERNAL_ERROR');
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

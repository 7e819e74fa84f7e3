import { compose, Readable } from 'node:stream';
import { createGzip } from 'node:zlib';
import type { FastifyReply } from 'fastify';
import type { RequestContext } from '../../api/context.ts';
import { preparedStream, type OpenStream } from '../../api/prepared-stream.ts';
import { fail } from '../../kernel/fail.ts';
import { writeJson } from '../../kernel/json-text.ts';
import type { RestResponse } from './responder.ts';

type Encoding = NonNullable<RestResponse['prepared']>;

/** Sends a response, whose body is a value, a stored file or a stream. */
export async function sendResponse(
  reply: FastifyReply,
  ctx: RequestContext,
  { status, headers = {}, body, prepared, ...streamed }: RestResponse,
): Promise<FastifyReply> {
  if (prepared) return sendPrepared(reply, ctx, { headers, encoding: prepared });
  // The stream is opened before the headers are set, because opening may fail and an error response has other headers.
  const stream = await openBody(streamed, reply, ctx);
  if (body !== undefined) reply.type('application/json; charset=utf-8');
  return reply
    .code(status)
    .headers(headers)
    .send(stream ?? (body === undefined || typeof body === 'string' ? body : writeJson(body)));
}

/** Sends the stream that the operation prepared, unless the client has the same content already (RFC 9110, 13.1.2). */
function sendPrepared(
  reply: FastifyReply,
  ctx: RequestContext,
  { headers, encoding }: { readonly headers: Readonly<Record<string, string>>; readonly encoding: Encoding },
): FastifyReply {
  const { tag, open } = preparedStream(ctx) ?? fail('INTERNAL_ERROR');
  const etag = tag === undefined ? {} : { etag: `W/"${tag}-${encoding}"` };
  if (matches(reply.request.headers['if-none-match'], etag.etag)) return reply.code(304).headers(etag).send();
  // The stream is not opened for HEAD, because Fastify would read it to its end.
  if (reply.request.method === 'HEAD') return reply.headers({ ...headers, ...etag }).send(Readable.from([]));
  const stream = open();
  closeWith(reply.raw, stream);
  const source = Readable.from(stream.chunks, { objectMode: false, highWaterMark: 2 ** 18 });
  return reply.headers({ ...headers, ...etag }).send(encode(source, encoding));
}

/** Whether `If-None-Match` names a tag. */
const matches = (header: string | undefined, etag: string | undefined): boolean =>
  etag !== undefined && header?.split(',').some((tag) => [etag, '*'].includes(tag.trim())) === true;

/** The stream of a body. For HEAD nothing is read. */
async function openBody(
  { stored, text }: Pick<RestResponse, 'stored' | 'text'>,
  { request }: FastifyReply,
  ctx: RequestContext,
): Promise<Readable | undefined> {
  if (stored === undefined && !text) return undefined;
  if (request.method === 'HEAD') return Readable.from([]);
  return stored === undefined ? Readable.from(text ?? [], { objectMode: false }) : ctx.app.storage.read(stored);
}

/** The stream in an encoding. A client that disconnects ends the source, too. */
const encode = (source: Readable, encoding: Encoding): Readable =>
  encoding === 'plain' ? source : compose(source, createGzip());

/** Closes a stream when its client disconnects, or at once when the client has already disconnected. */
function closeWith(response: FastifyReply['raw'], { close }: OpenStream): void {
  if (response.destroyed) close();
  else response.once('close', close);
}

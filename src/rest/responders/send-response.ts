import { compose, Readable } from 'node:stream';
import { createGzip } from 'node:zlib';
import type { FastifyReply } from 'fastify';
import type { RequestContext } from '../../api/context.ts';
import { preparedStream, type OpenStream } from '../../api/prepared-stream.ts';
import type { RestResponse } from './responder.ts';

/** Sends a response, whose body is a value, a stored file or a stream. */
export async function sendResponse(
  reply: FastifyReply,
  ctx: RequestContext,
  { status, headers = {}, body, ...streamed }: RestResponse,
): Promise<FastifyReply> {
  // opened before the headers are set: opening may fail, and an error has other headers
  const opened = await openBody(streamed, reply, ctx);
  if (typeof body === 'string') reply.type('application/json; charset=utf-8');
  return reply
    .code(status)
    .headers(headers)
    .send(opened ?? body);
}

/** The stream of a body. For HEAD nothing is read: Fastify would read the stream to its end. */
async function openBody(
  { stored, text, prepared }: Pick<RestResponse, 'stored' | 'text' | 'prepared'>,
  { request, raw }: FastifyReply,
  ctx: RequestContext,
): Promise<Readable | undefined> {
  if (stored === undefined && !text && !prepared) return undefined;
  if (request.method === 'HEAD') return Readable.from([]);
  const stream = prepared && preparedStream(ctx)?.();
  if (stream) closeWith(raw, stream);
  if (stream) return encode(Readable.from(stream.chunks, { objectMode: false, highWaterMark: 2 ** 18 }), prepared);
  return stored === undefined ? Readable.from(text ?? [], { objectMode: false }) : ctx.app.storage.read(stored);
}

/** The stream in an encoding. A client that disconnects ends the source, too. */
const encode = (source: Readable, encoding: 'plain' | 'gzip'): Readable =>
  encoding === 'plain' ? source : compose(source, createGzip());

/** Closes a stream with the connection of its client, who may have left already. */
function closeWith(response: FastifyReply['raw'], { close }: OpenStream): void {
  if (response.destroyed) close();
  else response.once('close', close);
}

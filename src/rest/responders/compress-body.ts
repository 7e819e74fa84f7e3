import { compose, Readable } from 'node:stream';
import { promisify } from 'node:util';
import { constants, createGzip, gzip } from 'node:zlib';
import { negotiate } from '@fastify/accept-negotiator';
import type { FastifyReply, FastifyRequest } from 'fastify';

/** The number of bytes below which a compressed body saves nothing that a client notices. */
const minBytes = 1_024;

/** Clients wait for exports, so speed counts more than the last tenth of the size. */
const options = { level: constants.Z_BEST_SPEED };

/** Media types of text. Other formats of files are compressed by themselves, or are zip files. */
const isText = (mediaType: unknown): boolean => /^text\/|[/+](json|jsonl|xml)\b/.test(String(mediaType));

/**
 * Compresses the body of a response with gzip where the client accepts it. Stored files are sent as they are, because clients ask for ranges
 * of them. The answer to HEAD has the length of the compressed body, as that to GET; the length of a stream is unknown. A hook `onSend`.
 */
export async function compressBody(
  { method, headers }: FastifyRequest,
  reply: FastifyReply,
  body: unknown,
): Promise<unknown> {
  const isStream = body instanceof Readable;
  if (!isStream && (typeof body !== 'string' || Buffer.byteLength(body) < minBytes)) return body;
  const isWanted =
    !(isStream && method === 'HEAD') &&
    isText(reply.getHeader('content-type')) &&
    !reply.hasHeader('accept-ranges') &&
    negotiate(headers['accept-encoding'] ?? '', ['gzip']) === 'gzip';
  if (!isWanted) return body;
  reply.header('content-encoding', 'gzip');
  return isStream ? compose(body, createGzip(options)) : promisify(gzip)(body, options);
}

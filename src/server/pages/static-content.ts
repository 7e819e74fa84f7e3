import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { negotiate } from '@fastify/accept-negotiator';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { addVary, matchesTag } from '#http/answers.ts';
import { memoizeAsync } from '../memoize-async.ts';

/** Content that does not change while the process runs. It is hashed and compressed once. */
export interface StaticContent {
  readonly content: Buffer;
  /** The first 16 digits of its SHA-256. */
  readonly hash: string;
  readonly compressed: Readonly<Record<'br' | 'gzip', () => Promise<Buffer>>>;
}

/** Prepares content. It is compressed on the first request. */
export function createStaticContent(text: string | Buffer): StaticContent {
  const content = Buffer.from(text);
  return {
    content,
    hash: createHash('sha256').update(content).digest('hex').slice(0, 16),
    compressed: {
      // The highest quality takes 30 s for 9 MB.
      br: memoizeAsync(() => promisify(brotliCompress)(content, { params: { [constants.BROTLI_PARAM_QUALITY]: 6 } })),
      gzip: memoizeAsync(() => promisify(gzip)(content)),
    },
  };
}

/** The `Cache-Control` of pages and descriptions, which change with the version of the server: caches ask each time, and are answered 304. */
export const askedEachTime = 'no-cache';

/** Sends content in the encoding that the client prefers, or 304 to a client that has it. */
export async function sendStaticContent(
  { headers }: FastifyRequest,
  reply: FastifyReply,
  { content, hash, compressed }: StaticContent,
): Promise<FastifyReply> {
  // Weak, because each encoding has the same tag (RFC 9110, 8.8.3.3).
  const etag = `W/"${hash}"`;
  reply.header('etag', etag);
  addVary(reply, 'accept-encoding');
  if (matchesTag(headers['if-none-match'], etag)) return reply.code(304).send();
  const encoding = negotiate(headers['accept-encoding'] ?? '', ['br', 'gzip']);
  return encoding ? reply.header('content-encoding', encoding).send(await compressed[encoding]()) : reply.send(content);
}

import type { Readable } from 'node:stream';
import type { FastifyRequest } from 'fastify';
import { CatalogError, fail } from '#kernel/fail.ts';

/** Disables the parser's own limits: parts and bytes are counted here, so that errors can name the limit. */
export const parserLimits = Object.freeze({
  files: Infinity,
  fields: Infinity,
  parts: Infinity,
  fileSize: Infinity,
  fieldSize: 2 ** 20,
});

/** Fails UNSUPPORTED_MEDIA_TYPE for a request that is not multipart. */
export function requireMultipart(request: FastifyRequest, part: string): void {
  if (!request.isMultipart()) throw notMultipart(part);
}

/** The error for a request that is not multipart. */
export const notMultipart = (part: string): CatalogError =>
  new CatalogError('UNSUPPORTED_MEDIA_TYPE', { expected: `multipart/form-data with a part named "${part}"` });

/** Reads and discards the rest of a request; unread data would block the connection. */
export function drainRequest({ raw }: FastifyRequest): void {
  raw.unpipe();
  raw.resume();
}

/** Streams the content of a part; fails PAYLOAD_TOO_LARGE beyond the limit in bytes. */
export async function* limitBytes(content: Readable, limit: number): AsyncGenerator<Buffer> {
  let bytes = 0;
  for await (const chunk of content as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > limit) fail('PAYLOAD_TOO_LARGE', { limit });
    yield chunk;
  }
}

/** Converts the parser's errors, including an aborted connection, to BAD_REQUEST. */
export const toMultipartError = (error: unknown): unknown =>
  error instanceof CatalogError || !(error instanceof Error) || 'statusCode' in error
    ? error
    : new CatalogError('BAD_REQUEST', { reason: `The body cannot be read as multipart/form-data: ${error.message}.` });

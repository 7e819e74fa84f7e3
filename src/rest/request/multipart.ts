import type { Readable } from 'node:stream';
import type { FastifyRequest } from 'fastify';
import { CatalogError, fail } from '../../kernel/fail.ts';

/** The limits of the parser are off: what is too much is refused as it is counted, with the number that holds. */
export const parserLimits = Object.freeze({
  files: Infinity,
  fields: Infinity,
  parts: Infinity,
  fileSize: Infinity,
  fieldSize: 2 ** 20,
});

/** Fails UNSUPPORTED_MEDIA_TYPE for a request without parts. */
export function requireMultipart(request: FastifyRequest, part: string): void {
  if (!request.isMultipart()) throw notMultipart(part);
}

/** The refusal of a request without parts. */
export const notMultipart = (part: string): CatalogError =>
  new CatalogError('UNSUPPORTED_MEDIA_TYPE', { expected: `multipart/form-data with a part named "${part}"` });

/** Reads and drops whatever else is sent, or the connection would wait for somebody to take it. */
export function drainRequest({ raw }: FastifyRequest): void {
  raw.unpipe();
  raw.resume();
}

/** The content of a part, to a limit in bytes; fails PAYLOAD_TOO_LARGE beyond. */
export async function* limitBytes(content: Readable, limit: number): AsyncGenerator<Buffer> {
  let bytes = 0;
  for await (const chunk of content as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > limit) fail('PAYLOAD_TOO_LARGE', { limit });
    yield chunk;
  }
}

/** What cannot be read of a multipart body, a connection that breaks off included, is the sender's to put right. */
export const toMultipartError = (error: unknown): unknown =>
  error instanceof CatalogError || !(error instanceof Error) || 'statusCode' in error
    ? error
    : new CatalogError('BAD_REQUEST', { reason: `The body cannot be read as multipart/form-data: ${error.message}.` });

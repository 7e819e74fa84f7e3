import { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';
import type { RequestContext } from '#api/context.ts';
import { fail } from '#kernel/fail.ts';
import { parseRange } from './byte-range.ts';
import { allowsRange, matchesTag } from './entity-tag.ts';
import type { RestResponse, StoredBody } from './responder.ts';

/**
 * Sends a stored file, or the part that `Range` selects. The strong ETag is the hash of the bytes, so that a download can continue
 * after an interruption, at any gateway. Responds 304 to a client that has the file, and 416 to a range beyond its end.
 */
export async function sendStoredFile(
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

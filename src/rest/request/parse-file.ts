import { Readable } from 'node:stream';
import type { Multipart } from '@fastify/multipart';
import type { FastifyRequest } from 'fastify';
import { ReceivedFile } from '#api/types/upload.ts';
import { fail, failFields, requiredMessage } from '#kernel/fail.ts';
import { parserLimits, drainRequest, toMultipartError, requireMultipart, limitBytes } from './multipart.ts';

/** The limits of an upload: the number of parts, and the bytes of each part that is ignored. */
const maxParts = 20;
const maxIgnoredBytes = 2 ** 20;

/**
 * The part `file` of a multipart request, which can be read once. Its content ends only when the whole request is read, so that
 * nothing is stored where a second part has the same name. Fails UNSUPPORTED_MEDIA_TYPE, BAD_REQUEST, and INVALID_INPUT at `file`.
 */
export async function parseFile(request: FastifyRequest): Promise<ReceivedFile> {
  requireMultipart(request, 'file');
  const parts = partsNamedFile(request);
  const { value: part } = await parts.next();
  if (!part) failFields({ file: [requiredMessage] });
  if (part.type === 'field') {
    await parts.return(undefined);
    failFields({ file: ['Send a file, with its name.'] });
  }
  return new ReceivedFile(part.filename, part.mimetype, Number.NaN, () =>
    Readable.from(contentOf(part.file, parts), { objectMode: false }),
  );
}

async function* partsNamedFile(request: FastifyRequest): AsyncGenerator<Multipart, undefined> {
  let count = 0;
  try {
    for await (const part of request.parts({ limits: parserLimits })) {
      count += 1;
      if (count > maxParts) fail('BAD_REQUEST', { reason: `Send at most ${maxParts} parts.` });
      if (part.fieldname === 'file') yield part;
      else if (part.type === 'file') await Array.fromAsync(limitBytes(part.file, maxIgnoredBytes), () => null);
    }
  } catch (error) {
    throw toMultipartError(error);
  } finally {
    drainRequest(request);
  }
}

async function* contentOf(file: Readable, others: AsyncGenerator<Multipart, undefined>): AsyncGenerator<Buffer> {
  try {
    yield* file;
  } catch (error) {
    throw toMultipartError(error);
  }
  const { done } = await others.next();
  if (done) return;
  await others.return(undefined);
  failFields({ file: ['Send one part of this name.'] });
}

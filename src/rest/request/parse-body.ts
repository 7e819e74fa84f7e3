import { Readable } from 'node:stream';
import type { FastifyRequest } from 'fastify';
import { ReceivedFile } from '#api/types/scalars.ts';
import { CatalogError, fail, failFields, requiredMessage } from '#kernel/fail.ts';
import { assertStorable } from '#api/assert-storable.ts';
import { decodeUtf8, type Json, type JsonObject, tryParseJson } from '#kernel/json.ts';
import { TemporaryFile } from '#platform/storage/temporary-file.ts';
import type { SentForm } from './sent-form.ts';
import type { Multipart } from '@fastify/multipart';

/** The limits of a form: the number of parts, the bytes of each text, and the bytes of all files together. */
const maxParts = 100;
const maxTextBytes = 2 ** 20;
const maxFileBytes = 50 * 2 ** 20;

/** A received form. Its temporary files are deleted by `close`. */
interface ReceivedForm {
  readonly form: SentForm;
  readonly close: () => Promise<void>;
}

/**
 * A multipart request with a part `data` of JSON, other texts and files, in any order. Fails UNSUPPORTED_MEDIA_TYPE,
 * PAYLOAD_TOO_LARGE, and BAD_REQUEST. A failed call leaves no temporary file.
 */
export const parseForm = (request: FastifyRequest, maxUploadBytes: number): Promise<ReceivedForm> => {
  requireMultipart(request, 'data');
  return parseParts(request, Math.min(maxUploadBytes, maxFileBytes), ({ texts, files }) => ({
    form: { data: jsonOf(texts.get('data')), texts, files },
  }));
};

/** A file that a request sends with properties. Its temporary file is deleted by `close`. */
interface ReceivedUpload {
  readonly body: JsonObject;
  readonly file: ReceivedFile | undefined;
  readonly close: () => Promise<void>;
}

/**
 * A multipart request with a part `file` and texts, in any order; a service decides whether the file may be missing. Fails PAYLOAD_TOO_LARGE,
 * BAD_REQUEST, and INVALID_INPUT at `file`. A failed call leaves no temporary file.
 */
export const parseUpload = (request: FastifyRequest, maxUploadBytes: number): Promise<ReceivedUpload> =>
  parseParts(request, maxUploadBytes, ({ texts, files }) => {
    if (texts.has('file')) failFields({ file: ['Send a file, with its name.'] });
    const [file, second] = files.filter(({ name }) => name === 'file');
    if (second) failFields({ file: ['Send one part of this name.'] });
    const body = Object.fromEntries(texts);
    assertStorable(body);
    return { body, file: file?.file };
  });

/** Reads the parts of a multipart request. The files are temporary, until `close` of the result is called; a failed call leaves none. */
async function parseParts<Result extends object>(
  request: FastifyRequest,
  maxBytes: number,
  toResult: (parts: Pick<SentForm, 'texts' | 'files'>) => Result,
): Promise<Result & { readonly close: () => Promise<void> }> {
  const texts = new Map<string, string>();
  const files: { name: string; file: ReceivedFile }[] = [];
  const temporary: TemporaryFile[] = [];
  const close = async () => {
    await Promise.all(temporary.map((file) => file.close()));
  };
  let remainingBytes = maxBytes;
  try {
    let parts = 0;
    for await (const part of request.parts({ limits: parserLimits, isPartAFile: () => true })) {
      parts += 1;
      if (parts > maxParts) fail('BAD_REQUEST', { reason: `Send at most ${maxParts} parts.` });
      // The parser treats every part as a file. This check only satisfies its declared types.
      if (part.type === 'field') continue;
      if (isText(part)) addText(texts, part.fieldname, await textOf(part.file));
      else {
        const file = await TemporaryFile.write(limitBytes(part.file, remainingBytes));
        temporary.push(file);
        remainingBytes -= file.size;
        // a browser sends an empty part without a name for a file input that is not filled in
        if (part.filename !== '' || file.size > 0)
          files.push({
            name: part.fieldname,
            file: new ReceivedFile(part.filename, part.mimetype, file.size, () => file.openStream()),
          });
      }
    }
    return { ...toResult({ texts, files }), close };
  } catch (error) {
    await close();
    throw toMultipartError(error);
  } finally {
    drainRequest(request);
  }
}

/** Whether a part is a text: it has no file name, or it is `data`, which clients may send with a media type and a file name. */
const isText = ({
  fieldname,
  filename,
}: {
  readonly fieldname: string;
  readonly filename: string | undefined;
}): boolean => filename === undefined || fieldname === 'data';

function addText(texts: Map<string, string>, name: string, text: string): void {
  if (texts.has(name)) fail('BAD_REQUEST', { reason: `Send one part named "${name}".` });
  texts.set(name, text);
}

const textOf = async (content: Readable): Promise<string> =>
  decodeUtf8(Buffer.concat(await Array.fromAsync(limitBytes(content, maxTextBytes))));

function jsonOf(data: string | undefined): Json {
  if (data === undefined) return fail('BAD_REQUEST', { reason: 'The part named "data" is missing.' });
  const value = tryParseJson(data);
  return value === undefined ? fail('BAD_REQUEST', { reason: 'The part named "data" is not JSON.' }) : (value as Json);
}

/** The limits of an upload: the number of parts, and the bytes of each part that is ignored. */
const maxFileParts = 20;
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
      if (count > maxFileParts) fail('BAD_REQUEST', { reason: `Send at most ${maxFileParts} parts.` });
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

/** A file that can be read repeatedly, until it is closed. */
interface KeptFile {
  readonly file: ReceivedFile;
  readonly close: () => Promise<void>;
}

/** Stores a file that can be read once in a temporary file: it is hashed before it is used. Fails PAYLOAD_TOO_LARGE. */
export async function keepFile(sent: ReceivedFile, maxBytes: number): Promise<KeptFile> {
  const kept = await TemporaryFile.write(limitBytes(sent.openStream(), maxBytes));
  return {
    file: new ReceivedFile(sent.filename, sent.mimetype, kept.size, () => kept.openStream()),
    close: () => kept.close(),
  };
}

/** Disables the parser's own limits: parts and bytes are counted here, so that errors can name the limit. */
const parserLimits = Object.freeze({
  files: Infinity,
  fields: Infinity,
  parts: Infinity,
  fileSize: Infinity,
  fieldSize: 2 ** 20,
});

/** Fails UNSUPPORTED_MEDIA_TYPE for a request that is not multipart. */
function requireMultipart(request: FastifyRequest, part: string): void {
  if (!request.isMultipart()) throw notMultipart(part);
}

/** The error for a request that is not multipart. */
export const notMultipart = (part: string): CatalogError =>
  new CatalogError('UNSUPPORTED_MEDIA_TYPE', { expected: `multipart/form-data with a part named "${part}"` });

/** Reads and discards the rest of a request; unread data would block the connection. */
function drainRequest({ raw }: FastifyRequest): void {
  raw.unpipe();
  raw.resume();
}

/** Streams the content of a part; fails PAYLOAD_TOO_LARGE beyond the limit in bytes. */
async function* limitBytes(content: Readable, limit: number): AsyncGenerator<Buffer> {
  let bytes = 0;
  for await (const chunk of content as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > limit) fail('PAYLOAD_TOO_LARGE', { limit });
    yield chunk;
  }
}

/** Converts the parser's errors, including an aborted connection, to BAD_REQUEST. */
const toMultipartError = (error: unknown): unknown =>
  error instanceof CatalogError || !(error instanceof Error) || 'statusCode' in error
    ? error
    : new CatalogError('BAD_REQUEST', { reason: `The body cannot be read as multipart/form-data: ${error.message}.` });

import type { Readable } from 'node:stream';
import type { FastifyRequest } from 'fastify';
import { ReceivedFile } from '#api/types/upload.ts';
import { fail } from '#kernel/fail.ts';
import { tryParseJson, type Json, decodeUtf8 } from '#kernel/json.ts';
import { TemporaryFile } from '#platform/storage/temporary-file.ts';
import { parserLimits, drainRequest, toMultipartError, requireMultipart, limitBytes } from './multipart.ts';
import type { SentForm } from './rest-input.ts';

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
export async function parseForm(request: FastifyRequest, maxUploadBytes: number): Promise<ReceivedForm> {
  requireMultipart(request, 'data');
  const texts = new Map<string, string>();
  const files: { name: string; file: ReceivedFile }[] = [];
  const temporary: TemporaryFile[] = [];
  const close = async () => {
    await Promise.all(temporary.map((file) => file.close()));
  };
  let remainingBytes = Math.min(maxUploadBytes, maxFileBytes);
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
    return { form: { data: jsonOf(texts.get('data')), texts, files }, close };
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

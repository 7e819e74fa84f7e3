import type { Readable } from 'node:stream';
import type { FastifyRequest } from 'fastify';
import { ReceivedFile } from '../../api/types/upload.ts';
import { fail } from '../../kernel/fail.ts';
import { tryParseJson, type Json, utf8Text } from '../../kernel/json.ts';
import { TemporaryFile } from '../../platform/storage/temporary-file.ts';
import { parserLimits, drainRequest, toMultipartError, requireMultipart, limitBytes } from './multipart.ts';
import type { SentForm } from './rest-input.ts';

/** What a form may bring; sizes in bytes. All files together are as large as this at most. */
const most = { parts: 100, data: 2 ** 20, files: 50 * 2 ** 20 };

/** A form that is there, with files that are gone as soon as they are closed. */
interface ReceivedForm {
  readonly form: SentForm;
  readonly close: () => Promise<void>;
}

/**
 * A multipart request with a part `data` of JSON, other texts and files, in any order. Fails UNSUPPORTED_MEDIA_TYPE,
 * PAYLOAD_TOO_LARGE, and BAD_REQUEST; nothing is left of what came until then.
 */
export async function parseForm(request: FastifyRequest, maxUploadBytes: number): Promise<ReceivedForm> {
  requireMultipart(request, 'data');
  const [texts, files, kept] = [
    new Map<string, string>(),
    new Array<{ name: string; file: ReceivedFile }>(),
    new Array<TemporaryFile>(),
  ];
  const close = async () => {
    await Promise.all(kept.map((file) => file.close()));
  };
  let room = Math.min(maxUploadBytes, most.files);
  try {
    let parts = 0;
    for await (const part of request.parts({ limits: parserLimits, isPartAFile: () => true })) {
      parts += 1;
      if (parts > most.parts) fail('BAD_REQUEST', { reason: `Send at most ${most.parts} parts.` });
      // every part comes as its bytes: what is a text is read as one here
      if (part.type === 'field') continue;
      if (isText(part)) addText(texts, part.fieldname, await textOf(part.file));
      else {
        const file = await TemporaryFile.of(limitBytes(part.file, room));
        kept.push(file);
        room -= file.size;
        // what a browser sends for a file that nobody chose
        if (part.filename !== '' || file.size > 0)
          files.push({
            name: part.fieldname,
            file: new ReceivedFile(part.filename, part.mimetype, file.size, () => file.stream()),
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

/** A part that no file name makes a file; clients may send JSON that has a type, and a name, of its own. */
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
  utf8Text(Buffer.concat(await Array.fromAsync(limitBytes(content, most.data))));

function jsonOf(data: string | undefined): Json {
  if (data === undefined) return fail('BAD_REQUEST', { reason: 'The part named "data" is missing.' });
  const value = tryParseJson(data);
  return value === undefined ? fail('BAD_REQUEST', { reason: 'The part named "data" is not JSON.' }) : (value as Json);
}

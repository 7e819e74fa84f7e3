import type { Readable } from 'node:stream';
import type { MultipartFile, MultipartValue } from '@fastify/multipart';
import type { FastifyRequest } from 'fastify';
import { ReceivedFile } from '../api/upload.ts';
import { fail } from '../kernel/fail.ts';
import type { Json } from '../kernel/json.ts';
import { TemporaryFile } from '../platform/storage/temporary-file.ts';
import { malformed, requireMultipart } from './read-input.ts';
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
export async function formOf(request: FastifyRequest, maxUploadBytes: number): Promise<ReceivedForm> {
  requireMultipart(request, 'data');
  const [texts, files, kept] = [new Map<string, unknown>(), new Array<{ name: string; file: ReceivedFile }>(), new Array<TemporaryFile>()];
  const close = async () => { await Promise.all(kept.map((file) => file.close())); };
  let room = Math.min(maxUploadBytes, most.files);
  try {
    let parts = 0;
    for await (const part of request.parts({ limits: { files: Infinity, fields: Infinity, parts: Infinity, fieldSize: most.data } })) {
      parts += 1;
      if (parts > most.parts) fail('BAD_REQUEST', { reason: `Send at most ${most.parts} parts.` });
      if (part.type === 'field') addText(texts, part);
      else if (part.fieldname === 'data') addText(texts, await textOf(part));
      else {
        const file = await TemporaryFile.of(within(part.file, room));
        kept.push(file);
        room -= file.size;
        // what a browser sends for a file that nobody chose
        if (part.filename !== '' || file.size > 0) files.push({ name: part.fieldname, file: new ReceivedFile(part.filename, part.mimetype, file.size, () => file.stream()) });
      }
    }
    return { form: { data: jsonOf(texts.get('data')), texts: onlyTexts(texts), files }, close };
  } catch (error) {
    await close();
    throw malformed(error);
  } finally {
    // whatever else is sent is read and dropped
    request.raw.unpipe();
    request.raw.resume();
  }
}

type Text = Pick<MultipartValue, 'fieldname' | 'value' | 'valueTruncated'>;

function addText(texts: Map<string, unknown>, { fieldname, value, valueTruncated }: Text): void {
  if (valueTruncated) fail('PAYLOAD_TOO_LARGE', { limit: most.data });
  if (texts.has(fieldname)) fail('BAD_REQUEST', { reason: `Send one part named "${fieldname}".` });
  texts.set(fieldname, value);
}

/** A part that came as a file, as clients send JSON that has a type of its own. */
async function textOf({ fieldname, file }: MultipartFile): Promise<Text> {
  const chunks = await Array.fromAsync(within(file, most.data));
  return { fieldname, value: Buffer.concat(chunks).toString(), valueTruncated: false };
}

async function* within(content: Readable, limit: number): AsyncGenerator<Buffer> {
  let bytes = 0;
  for await (const chunk of content as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > limit) fail('PAYLOAD_TOO_LARGE', { limit });
    yield chunk;
  }
}

/** The part `data`; one that says it is JSON has been read already. */
function jsonOf(data: unknown): Json {
  if (data === undefined) return fail('BAD_REQUEST', { reason: 'The part named "data" is missing.' });
  try {
    return (typeof data === 'string' ? JSON.parse(data) : data) as Json;
  } catch {
    return fail('BAD_REQUEST', { reason: 'The part named "data" is not JSON.' });
  }
}

const onlyTexts = (texts: ReadonlyMap<string, unknown>): ReadonlyMap<string, string> =>
  new Map([...texts].flatMap(([name, text]) => (typeof text === 'string' ? [[name, text] as const] : [])));

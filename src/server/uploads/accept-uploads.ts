import { mkdir, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { finished } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import { freezeBuiltinMethods } from './freeze-builtin-methods.ts';
import { receiveOperation, type UploadSettings } from './receive-operation.ts';

const multipart = 'multipart/form-data';

/**
 * Lets the routes of a Fastify scope take GraphQL multipart requests. The content type stays as it was sent, so Apollo
 * still asks such a request for a preflight header. Files of an earlier run that was killed are removed.
 */
export async function acceptUploads(http: FastifyInstance, settings: UploadSettings): Promise<void> {
  freezeBuiltinMethods();
  await mkdir(settings.directory, { recursive: true });
  const leftOver = (await readdir(settings.directory)).filter((name) => name.endsWith('.part'));
  await Promise.all(leftOver.map((name) => rm(join(settings.directory, name), { force: true })));

  if (http.hasContentTypeParser(multipart)) http.removeContentTypeParser(multipart);
  http.addContentTypeParser(multipart, (_request, _payload, done) => done(null));

  http.addHook('preValidation', async (request, reply) => {
    if (!request.headers['content-type']?.toLowerCase().startsWith(multipart)) return;
    const { body, discard } = await receiveOperation(request.raw, reply.raw, settings);
    request.body = body;
    finished(reply.raw, () => {
      discard().catch((error: unknown) => request.log.warn({ err: error }, 'an uploaded file could not be removed'));
    });
  });
}

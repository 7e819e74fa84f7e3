import { mkdir } from 'node:fs/promises';
import { finished } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import { removeStaleParts } from '../../platform/storage/remove-stale-parts.ts';
import { freezeBuiltinMethods } from './freeze-builtin-methods.ts';
import { receiveOperation, type UploadSettings } from './receive-operation.ts';

const multipart = 'multipart/form-data';

/**
 * Lets the routes of a Fastify scope take GraphQL multipart requests. The content type stays as it was sent, so Apollo
 * still asks such a request for a preflight header. What gateways killed earlier have left in the folder is removed.
 */
export async function acceptUploads(http: FastifyInstance, settings: UploadSettings): Promise<void> {
  freezeBuiltinMethods();
  await mkdir(settings.directory, { recursive: true, mode: 0o700 });
  await removeStaleParts(settings.directory);

  if (http.hasContentTypeParser(multipart)) http.removeContentTypeParser(multipart);
  http.addContentTypeParser(multipart, (_request, _payload, done) => done(null));

  http.addHook('preValidation', async (request, reply) => {
    if (!request.headers['content-type']?.toLowerCase().startsWith(multipart)) return;
    settings.admit?.(request);
    const { body, discard } = await receiveOperation(request.raw, reply.raw, settings);
    request.body = body;
    finished(reply.raw, () => {
      discard().catch((error: unknown) => request.log.warn({ err: error }, 'an uploaded file could not be removed'));
    });
  });
}

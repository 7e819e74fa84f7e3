import { mkdir } from 'node:fs/promises';
import { finished } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import { removeStaleParts } from '#platform/storage/disk-storage.ts';
import { receiveOperation, type UploadSettings } from './receive-operation.ts';

const multipart = 'multipart/form-data';

/**
 * Accepts GraphQL multipart requests in the routes of a Fastify scope. The content type stays unchanged, so Apollo still requires a
 * preflight header. Removes the files of killed gateways from the folder.
 */
export async function acceptUploads(http: FastifyInstance, settings: UploadSettings): Promise<void> {
  freezeBuiltinMethods();
  await mkdir(settings.directory, { recursive: true, mode: 0o700 });
  await removeStaleParts(settings.directory);

  if (http.hasContentTypeParser(multipart)) http.removeContentTypeParser(multipart);
  http.addContentTypeParser(multipart, (_request, _payload, done) => done(null));

  http.addHook('preValidation', async (request, reply) => {
    if (!request.headers['content-type']?.toLowerCase().startsWith(multipart)) return;
    await settings.admit?.(request);
    const { body, discard } = await receiveOperation(request.raw, reply.raw, settings);
    request.body = body;
    finished(reply.raw, () => {
      discard().catch((error: unknown) => request.log.warn({ err: error }, 'An uploaded file could not be removed.'));
    });
  });
}

/**
 * Freezes the methods that every JSON value inherits. The library resolves the paths of a multipart `map` through inherited properties
 * as well, so `variables.toString.call` would otherwise replace a function of the whole process by a file.
 */
function freezeBuiltinMethods(): void {
  for (const { prototype } of [Object, Function, Array, String, Number, Boolean]) {
    for (const [name, { value }] of Object.entries(Object.getOwnPropertyDescriptors(prototype))) {
      if (name !== 'constructor' && typeof value === 'function') Object.freeze(value);
    }
  }
}

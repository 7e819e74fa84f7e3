import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { prices, spendPoints } from '#api/points.ts';
import { requireCaller, requireWritable } from '#api/session.ts';
import type { Config } from '#platform/config.ts';
import { catalogOf } from '../http/create-http.ts';
import type { UploadSettings } from './receive-operation.ts';

/** How files are received: into a folder of the data. Callers without a key, or with one that changes nothing, must not fill the disk. */
export const uploadSettings = (
  http: FastifyInstance,
  { dataDir, maxUploadBytes }: Pick<Config, 'dataDir' | 'maxUploadBytes'>,
): UploadSettings => ({
  directory: join(dataDir, 'uploads'),
  maxFileBytes: maxUploadBytes,
  maxFiles: 10,
  maxFieldBytes: http.initialConfig.bodyLimit ?? 0,
  async admit(request) {
    const ctx = catalogOf(request);
    requireCaller(ctx.session);
    requireWritable(ctx.session);
    await spendPoints(ctx, prices.upload);
  },
});

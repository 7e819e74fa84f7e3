import type { RequestContext } from '#api/context.ts';
import { changeDataset } from '#datasets/index.ts';
import { findResource } from '../change/find-resource.ts';
import { clearCache } from './resource-cache.ts';
import type { ResourceActionInput } from '../resource.inputs.ts';

/** Clears the cache of a resource, and returns the resource's uid. */
export const cleanResourceCache = (
  ctx: RequestContext,
  { datasetUid, uid, expectedRevision }: ResourceActionInput,
): Promise<string> =>
  changeDataset(ctx, datasetUid, { sections: ['data'], expectedRevision }, async (tx) => {
    await findResource(tx, datasetUid, uid);
    await clearCache(tx, uid);
    return uid;
  });

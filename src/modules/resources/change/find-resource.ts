import type { RequestContext } from '#api/context.ts';
import { fail } from '#kernel/fail.ts';
import { ResourceEntity } from '../resource.entity.ts';

/** Finds a resource of a dataset, for a change. Fails NOT_FOUND when there is none, or it belongs to another dataset. */
export const findResource = async (tx: RequestContext, datasetUid: string, uid: string): Promise<ResourceEntity> =>
  (await tx.em.findOne(ResourceEntity, { uid, dataset: datasetUid })) ?? fail('NOT_FOUND');

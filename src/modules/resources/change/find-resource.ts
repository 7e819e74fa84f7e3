import type { RequestContext } from '../../../api/context.ts';
import { fail } from '../../../kernel/fail.ts';
import { ResourceEntity } from '../resource.entity.ts';

/** A resource of the dataset, to be changed; fails NOT_FOUND for one of another dataset too. */
export const findResource = async (tx: RequestContext, datasetUid: string, uid: string): Promise<ResourceEntity> =>
  (await tx.em.findOne(ResourceEntity, { uid, dataset: datasetUid })) ?? fail('NOT_FOUND');

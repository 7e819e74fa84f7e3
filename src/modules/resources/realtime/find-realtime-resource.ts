import type { RequestContext } from '#api/context.ts';
import { isRealtime } from '#engine/extractors/services/realtime.ts';
import { failFields } from '#kernel/fail.ts';
import { findResource } from '../change/find-resource.ts';
import type { ResourceEntity } from '../resource.entity.ts';

/**
 * Finds a realtime resource of a dataset, for a change. Fails NOT_FOUND when the dataset has no resource with the uid, and INVALID_INPUT when the
 * resource is not a realtime resource.
 */
export async function findRealtimeResource(
  tx: RequestContext,
  datasetUid: string,
  uid: string,
): Promise<ResourceEntity> {
  const resource = await findResource(tx, datasetUid, uid);
  return isRealtime(resource) ? resource : failFields({ type: ['Only a realtime resource can do this.'] });
}

import type { RequestContext } from '#api/context.ts';
import { changeResources } from './change-resources.ts';
import { findResource } from './find-resource.ts';
import type { ResourceActionInput } from '../resource.inputs.ts';

/** Deletes a resource and returns its uid; files stay. */
export function deleteResource(
  ctx: RequestContext,
  { datasetUid, uid, expectedRevision }: ResourceActionInput,
): Promise<string> {
  const read = (tx: RequestContext) => findResource(tx, datasetUid, uid);
  return changeResources(ctx, { datasetUid, expectedRevision, read }, (tx, _dataset, resource) => {
    tx.em.remove(resource);
    return uid;
  });
}

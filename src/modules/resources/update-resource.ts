import type { RequestContext } from '../../api/context.ts';
import { isRealtime } from '../../engine/extractors/realtime.ts';
import { changeDataset } from '../datasets/index.ts';
import { acceptSource } from './accept-source.ts';
import { findResource } from './find-resource.ts';
import type { UpdateResourceInput } from './resource.inputs.ts';
import { checkResource } from './resource.rules.ts';

/** Changes a resource and answers its uid. What the input leaves out is kept, null clears. */
export function updateResource(ctx: RequestContext, { datasetUid, uid, expectedRevision, datasource, ...changes }: UpdateResourceInput): Promise<string> {
  return changeDataset(ctx, datasetUid, { sections: ['resources'], expectedRevision }, async (tx) => {
    const resource = await findResource(tx, datasetUid, uid);
    const { type = resource.type, title = resource.title, params = resource.params, url = resource.url ?? null } = changes;
    const properties = checkResource({ type, title, params, url });
    const keepsSource = datasource === undefined && isRealtime(properties) === isRealtime(resource);
    const accepted = keepsSource ? {} : await acceptSource(tx, datasetUid, { type: properties.type, datasource }, resource.secrets ?? null);
    tx.em.assign(resource, { ...properties, ...accepted, updatedAt: tx.app.clock.now() });
    return uid;
  });
}

import type { RequestContext } from '../../api/context.ts';
import { changeDataset } from '../datasets/index.ts';
import { sealSecrets, storeConnection } from '../connections/index.ts';
import { acceptSource } from './accept-source.ts';
import { findResource } from './find-resource.ts';
import type { UpdateResourceInput } from './resource.inputs.ts';
import { checkResource } from './resource.rules.ts';
import { openResourceSecrets, resourceRecord } from './resource-secrets.ts';

/** Changes a resource and answers its uid. What the input leaves out is kept, null clears. */
export function updateResource(ctx: RequestContext, { datasetUid, uid, expectedRevision, datasource, ...changes }: UpdateResourceInput): Promise<string> {
  return changeDataset(ctx, datasetUid, { sections: ['resources'], expectedRevision }, async (tx) => {
    const resource = await findResource(tx, datasetUid, uid);
    const { type = resource.type, title = resource.title, params = resource.params, url = resource.url ?? null } = changes;
    const properties = checkResource({ type, title, params, url });
    const present = { datasource: resource.datasource ?? null, secrets: openResourceSecrets(tx.app, resource) };
    const accepted = await acceptSource(tx, datasetUid, { ...properties, datasource }, present);
    if (accepted.connection) await storeConnection(tx, accepted.connection);
    const secrets = sealSecrets(tx.app.secrets, accepted.secrets, resourceRecord(uid));
    tx.em.assign(resource, { ...properties, params: accepted.params, datasource: accepted.datasource, secrets, updatedAt: tx.app.clock.now() });
    return uid;
  });
}

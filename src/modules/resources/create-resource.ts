import type { RequestContext } from '../../api/context.ts';
import { checkBefore } from '../../kernel/check-all.ts';
import { newUid } from '../../kernel/ids.ts';
import { sealSecrets, storeConnection } from '../connections/index.ts';
import { checkPartLimit } from '../datasets/index.ts';
import { definedByCaller } from '../identity/index.ts';
import { acceptSource, checkDatasource, noSource } from './accept-source.ts';
import { changeResources } from './change-resources.ts';
import { remoteOfInput } from './remote-of-input.ts';
import { ResourceEntity } from './resource.entity.ts';
import type { CreateResourceInput } from './resource.inputs.ts';
import { checkResource } from './resource.rules.ts';
import { resourceRecord } from './resource-secrets.ts';

/** Adds a resource to a dataset, after those it has, and answers its uid. */
export async function createResource(ctx: RequestContext, input: CreateResourceInput): Promise<string> {
  const { datasetUid, expectedRevision, type, title, params = null, url = null } = input;
  const told = await remoteOfInput(ctx, datasetUid, input.datasource);
  return changeResources(ctx, { datasetUid, expectedRevision, told }, async (tx, dataset) => {
    checkPartLimit('resources', (await tx.em.count(ResourceEntity, { dataset })) + 1);
    const properties = await checkBefore(
      () => checkResource({ type, title, params, url }),
      () => checkDatasource(tx, datasetUid, input.datasource, noSource),
    );
    const accepted = await acceptSource(tx, datasetUid, { ...properties, datasource: input.datasource ?? null });
    if (accepted.connection) await storeConnection(tx, accepted.connection);
    const uid = newUid('resource');
    const secrets = sealSecrets(tx.app.secrets, accepted.secrets, resourceRecord(uid));
    const now = tx.app.clock.now();
    tx.em.create(ResourceEntity, {
      uid,
      dataset,
      ...properties,
      params: accepted.params,
      url: accepted.url,
      datasource: accepted.datasource,
      secrets,
      ...definedByCaller(tx),
      createdAt: now,
      updatedAt: now,
    });
    return uid;
  });
}

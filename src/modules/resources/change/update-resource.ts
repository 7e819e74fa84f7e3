import { isDeepStrictEqual } from 'node:util';
import type { RequestContext } from '#api/context.ts';
import { checkBefore } from '#kernel/check-all.ts';
import { encryptSecrets, storeConnection } from '#connections/index.ts';
import { definerColumns } from '#identity/index.ts';
import {
  parseResourceDatasource,
  checkDatasource,
  type CurrentDatasource,
} from '../datasources/parse-resource-datasource.ts';
import { changeResources } from './change-resources.ts';
import { findResource } from './find-resource.ts';
import type { UpdateResourceInput } from '../resource.inputs.ts';
import { fetchMetadataForInput } from '../federation/fetch-metadata-for-input.ts';
import type { ResourceEntity } from '../resource.entity.ts';
import { parseResource } from '../resource.rules.ts';
import { decryptResourceSecrets, resourceSecretRecord } from '../reading/resource-secrets.ts';

/** Changes a resource and returns its uid. An omitted field keeps its value; null clears the field. */
export async function updateResource(
  ctx: RequestContext,
  { datasetUid, uid, expectedRevision, datasource, ...changes }: UpdateResourceInput,
): Promise<string> {
  const remote = await fetchMetadataForInput(ctx, datasetUid, datasource, async () =>
    currentDatasource(ctx, await findResource(ctx, datasetUid, uid)),
  );
  const read = (tx: RequestContext) => findResource(tx, datasetUid, uid);
  return changeResources(ctx, { datasetUid, expectedRevision, remote, read }, async (tx, _dataset, resource) => {
    const {
      type = resource.type,
      title = resource.title,
      params = resource.params,
      url = resource.url ?? null,
    } = changes;
    const properties = await checkBefore(
      () => parseResource({ type, title, params, url }),
      () => checkDatasource(tx, datasetUid, datasource, currentDatasource(tx, resource)),
    );
    const parsed = await parseResourceDatasource(
      tx,
      datasetUid,
      { ...properties, datasource },
      currentDatasource(tx, resource),
    );
    if (parsed.connection) await storeConnection(tx, parsed.connection);
    const secrets = encryptSecrets(tx.app.secrets, parsed.secrets, resourceSecretRecord(uid));
    const definer = isDeepStrictEqual(parsed.datasource, resource.datasource ?? null) ? {} : definerColumns(tx);
    tx.em.assign(resource, {
      ...properties,
      params: parsed.params,
      url: parsed.url,
      datasource: parsed.datasource,
      secrets,
      ...definer,
      updatedAt: tx.app.clock.now(),
    });
    return uid;
  });
}

const currentDatasource = ({ app }: RequestContext, resource: ResourceEntity): CurrentDatasource => ({
  datasource: resource.datasource ?? null,
  secrets: decryptResourceSecrets(app, resource),
});

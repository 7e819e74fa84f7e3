import type { RequestContext } from '#api/context.ts';
import { checkBefore } from '#kernel/check-all.ts';
import { newUid } from '#kernel/ids.ts';
import { encryptSecrets, storeConnection } from '#connections/index.ts';
import { checkPartLimit } from '#datasets/index.ts';
import { definerColumns } from '#identity/index.ts';
import { parseResourceDatasource, checkDatasource, noDatasource } from '../datasources/parse-resource-datasource.ts';
import { changeResources } from './change-resources.ts';
import { fetchMetadataForInput } from '../federation/fetch-metadata-for-input.ts';
import { ResourceEntity } from '../resource.entity.ts';
import type { CreateResourceInput } from '../resource.inputs.ts';
import { parseResource } from '../resource.rules.ts';
import { resourceSecretRecord } from '../reading/resource-secrets.ts';

/** Adds a resource to a dataset, after the existing ones, and returns its uid. */
export async function createResource(ctx: RequestContext, input: CreateResourceInput): Promise<string> {
  const { datasetUid, expectedRevision, type, title, params = null, url = null } = input;
  const remote = await fetchMetadataForInput(ctx, datasetUid, input.datasource);
  const read = ({ em }: RequestContext) => em.count(ResourceEntity, { dataset: datasetUid });
  return changeResources(ctx, { datasetUid, expectedRevision, remote, read }, async (tx, dataset, count) => {
    checkPartLimit('resources', count + 1);
    const properties = await checkBefore(
      () => parseResource({ type, title, params, url }),
      () => checkDatasource(tx, datasetUid, input.datasource, noDatasource),
    );
    const parsed = await parseResourceDatasource(tx, datasetUid, {
      ...properties,
      datasource: input.datasource ?? null,
    });
    if (parsed.connection) await storeConnection(tx, parsed.connection);
    const uid = newUid('resource');
    const secrets = encryptSecrets(tx.app.secrets, parsed.secrets, resourceSecretRecord(uid));
    const now = tx.app.clock.now();
    tx.em.create(ResourceEntity, {
      uid,
      dataset,
      ...properties,
      params: parsed.params,
      url: parsed.url,
      datasource: parsed.datasource,
      secrets,
      ...definerColumns(tx),
      createdAt: now,
      updatedAt: now,
    });
    return uid;
  });
}

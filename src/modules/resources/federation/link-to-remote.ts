import { isDeepStrictEqual } from 'node:util';
import type { RequestContext } from '#api/context.ts';
import { sql } from '#kernel/sql.ts';
import { firstRow } from '#platform/database/database-client.ts';
import { replaceRemoteValues, type DatasetEntity } from '#datasets/index.ts';
import { remoteAddress } from '../datasources/federated-settings.ts';
import type { RemoteMetadata } from './fetch-remote-metadata.ts';
import type { FederatedDatasource } from '../datasources/federated.ts';

/**
 * Links the draft metadata of a locked dataset to the remote dataset of its first federated resource, or removes the link of a dataset
 * without a federated resource. Metadata that the remote dataset does not have is kept. Returns whether anything changed.
 */
export async function linkToRemote(
  { app, db }: RequestContext,
  dataset: DatasetEntity,
  remote: Pick<RemoteMetadata, 'address' | 'metadata'> | undefined,
): Promise<boolean> {
  const unlinked = replaceRemoteValues(app.registry, dataset.metadata, null);
  // there is nothing to link to, and no link to remove
  if (!remote && isDeepStrictEqual(unlinked, dataset.metadata)) return false;
  const firstFederated = await firstRow<{ datasource: FederatedDatasource }>(
    db,
    sql`
    select datasource from resource where dataset_uid = ${dataset.uid} and datasource ->> 'type' = 'federated' order by created_at, uid limit 1`,
  );
  // `remote` does not belong to the resource, for example because the resource was changed while the metadata was fetched
  if (firstFederated && remote?.address !== remoteAddress(firstFederated.datasource)) return false;
  const metadata =
    firstFederated && remote ? replaceRemoteValues(app.registry, dataset.metadata, remote.metadata) : unlinked;
  if (isDeepStrictEqual(metadata, dataset.metadata)) return false;
  dataset.metadata = metadata;
  return true;
}

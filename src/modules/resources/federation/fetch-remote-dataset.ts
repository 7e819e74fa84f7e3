import type { RequestContext } from '#api/context.ts';
import { CatalogError } from '#kernel/fail.ts';
import { sql } from '#kernel/sql.ts';
import { firstRow } from '#platform/database/database-client.ts';
import type { RemoteDataset } from '#platform/datasources/remote-dataset.ts';
import { fetchRemoteDescription, remoteTimeoutMs } from './fetch-remote-metadata.ts';
import type { FederatedDatasource } from '../datasources/federated.ts';
import { decryptResourceSecrets } from '../reading/resource-secrets.ts';
import { readWithinRequest } from '../reading/read-within-request.ts';

/**
 * Fetches the remote dataset of a resource. The caller has been allowed to see the resource before. Null when the resource has no remote
 * dataset, or when the other catalog cannot be reached, refuses, sends an answer that cannot be read, or takes longer than `remoteTimeoutMs`.
 */
export async function fetchRemoteDataset(ctx: RequestContext, uid: string): Promise<RemoteDataset | null> {
  const found = await firstRow<{ datasource: FederatedDatasource; secrets: string | null }>(
    ctx.db,
    sql`
    select datasource, secrets from resource where uid = ${uid} and datasource ->> 'type' = 'federated'`,
  );
  if (!found) return null;
  const secrets = decryptResourceSecrets(ctx.app, { uid, secrets: found.secrets });
  try {
    return await readWithinRequest(
      ctx,
      (signal) => fetchRemoteDescription(ctx.app, found.datasource, secrets, signal),
      remoteTimeoutMs,
    );
  } catch (error) {
    if (error instanceof CatalogError && (error.code === 'SOURCE_FAILED' || error.code === 'SOURCE_REFUSED'))
      return null;
    throw error;
  }
}

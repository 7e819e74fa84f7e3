import type { RequestContext } from '#api/context.ts';
import { requireCaller } from '#api/session.ts';
import { CatalogError } from '#kernel/fail.ts';
import { SecretCollector } from '#connections/index.ts';
import { requireRights } from '#datasets/index.ts';
import { parseFederated } from '../datasources/federated.ts';
import { noDatasource, type CurrentDatasource } from '../datasources/parse-resource-datasource.ts';
import { fetchRemoteMetadata, type RemoteMetadata } from './fetch-remote-metadata.ts';
import type { DatasourceInput } from '../datasources/datasource.inputs.ts';

/**
 * Fetches the metadata of the remote dataset that the input of a resource names, before the change locks the dataset. Undefined when the
 * input names no remote dataset, when the other catalog does not answer, and for invalid input, which the later change reports. Fails
 * NOT_FOUND or PERMISSION_DENIED when the caller may not edit the dataset, and SOURCE_REFUSED when the address of the other catalog must
 * not be reached.
 */
export async function fetchMetadataForInput(
  ctx: RequestContext,
  datasetUid: string,
  input: DatasourceInput | null | undefined,
  findCurrent: () => Promise<CurrentDatasource> = async () => noDatasource,
): Promise<RemoteMetadata | undefined> {
  if (input?.type !== 'federated') return undefined;
  await requireRights(ctx, datasetUid, ['edit']);
  const current = await findCurrent();
  const secrets = new SecretCollector(current.secrets);
  try {
    const datasource = parseFederated(input, requireCaller(ctx.session), { current: current.datasource, secrets });
    return await fetchRemoteMetadata(ctx.app, datasource, secrets.secrets);
  } catch (error) {
    if (error instanceof CatalogError && error.code === 'INVALID_INPUT') return undefined;
    throw error;
  }
}

import type { RequestContext } from '../../../api/context.ts';
import { callerOf } from '../../../api/session.ts';
import { CatalogError } from '../../../kernel/fail.ts';
import { SecretCollector } from '../../connections/index.ts';
import { requireRights } from '../../datasets/index.ts';
import { parseFederated } from '../datasources/federated.ts';
import { noDatasource, type CurrentDatasource } from '../datasources/parse-resource-datasource.ts';
import { fetchRemoteMetadata, type RemoteMetadata } from './fetch-remote-metadata.ts';
import type { DatasourceInput } from '../datasources/datasource.inputs.ts';

/**
 * What the remote dataset tells that a resource is about to be made of, for a caller who may edit: it is asked before the
 * dataset is locked. Undefined where there is none, it does not tell, or the input is wrong, which the change itself says.
 * Fails NOT_FOUND, PERMISSION_DENIED, SOURCE_REFUSED.
 */
export async function remoteMetadataOfInput(
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
    const datasource = parseFederated(input, callerOf(ctx.session), { current: current.datasource, secrets });
    return await fetchRemoteMetadata(ctx.app, datasource, secrets.secrets);
  } catch (error) {
    if (error instanceof CatalogError && error.code === 'INVALID_INPUT') return undefined;
    throw error;
  }
}

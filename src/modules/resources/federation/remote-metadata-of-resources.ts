import type { Platform } from '../../../api/platform.ts';
import { CatalogError } from '../../../kernel/fail.ts';
import { noSecrets } from '../../connections/index.ts';
import { fetchRemoteMetadata, type CatalogPorts, type RemoteMetadata } from './fetch-remote-metadata.ts';
import type { CapturedResources } from '../snapshot/captured-resources.ts';
import { secretsOf } from '../resource-secrets.ts';

/** The current metadata of the remote dataset of captured resources; undefined where there is none, or it does not answer. */
export async function remoteMetadataOfResources(
  app: CatalogPorts & Pick<Platform, 'db' | 'secrets'>,
  { resources }: CapturedResources,
): Promise<RemoteMetadata | undefined> {
  for (const { uid, datasource } of resources) {
    if (datasource?.type !== 'federated') continue;
    const secrets = await secretsOf(app, [uid]);
    return fetchRemoteMetadata(app, datasource, secrets.get(uid) ?? noSecrets).catch(ignoreCatalogError);
  }
  return undefined;
}

/** The publication itself reports what is wrong with the datasource. */
function ignoreCatalogError(error: unknown): undefined {
  if (!(error instanceof CatalogError)) throw error;
}

import type { Platform } from '#api/platform.ts';
import { CatalogError } from '#kernel/fail.ts';
import { noSecrets } from '#connections/index.ts';
import { fetchRemoteMetadata, type RemoteCatalogServices, type RemoteMetadata } from './fetch-remote-metadata.ts';
import type { CapturedResources } from '../snapshot/captured-resources.ts';
import { loadResourceSecrets } from '../reading/resource-secrets.ts';

/**
 * Fetches the current metadata of the first remote dataset of captured resources; undefined when no resource has a remote dataset, or
 * the other catalog does not answer.
 */
export async function fetchMetadataForResources(
  app: RemoteCatalogServices & Pick<Platform, 'db' | 'secrets'>,
  { resources }: CapturedResources,
): Promise<RemoteMetadata | undefined> {
  for (const { uid, datasource } of resources) {
    if (datasource?.type !== 'federated') continue;
    const secrets = await loadResourceSecrets(app, [uid]);
    return fetchRemoteMetadata(app, datasource, secrets.get(uid) ?? noSecrets).catch(ignoreCatalogError);
  }
  return undefined;
}

/** Ignores errors of the datasource, which the publication itself reports. */
function ignoreCatalogError(error: unknown): undefined {
  if (!(error instanceof CatalogError)) throw error;
}

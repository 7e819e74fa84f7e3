import { fail } from '#kernel/fail.ts';
import type { Config } from '#platform/config.ts';
import { catalogOrigin, originOfDomain, type FederatedSettings } from '#platform/datasources/federated/federated.ts';
import { secretsForAudience, type StoredSecrets } from '#connections/index.ts';

/** The name under which a resource stores the API key for another catalog among its secrets. */
export const apiKeySecretName = 'parameters.apikey';

/** A dataset of another catalog. */
interface RemoteReference {
  readonly domain: { readonly domainId: string };
  readonly dataset: { readonly datasetId: string };
}

/** The address of a dataset of another catalog. The address identifies the dataset and is shown to users. */
export const remoteAddress = ({ domain, dataset }: RemoteReference): string =>
  `${originOfDomain(domain.domainId) ?? ''}/${dataset.datasetId}`;

/**
 * The settings for reading a dataset of another catalog. The API key is sent only to the origin for which the user gave the key. Fails
 * SOURCE_FAILED when the key for that origin is not stored.
 */
export function federatedSettings(
  { federatedExportPath: exportPath }: Pick<Config, 'federatedExportPath'>,
  {
    domain: { domainId },
    dataset: { datasetId },
    parameters,
  }: RemoteReference & { readonly parameters: Readonly<Record<string, string | null>> },
  secrets: StoredSecrets,
): FederatedSettings {
  const apiKey = secretsForAudience(secrets, catalogOrigin(domainId))[apiKeySecretName];
  const publicParameters = Object.fromEntries(
    Object.entries(parameters).flatMap(([name, value]) => (value === null ? [] : [[name, value]])),
  );
  const needsKey = Object.hasOwn(parameters, 'apikey');
  if (needsKey && apiKey === undefined)
    fail('SOURCE_FAILED', { reason: 'the key of the other catalog is not stored. Send it again.' });
  return { type: 'federated', domainId, datasetId, parameters: publicParameters, exportPath, apiKey: apiKey ?? null };
}

import type { Platform } from '#api/platform.ts';
import { isStorableInput } from '#api/assert-storable.ts';
import { CatalogError } from '#kernel/fail.ts';
import type { JsonObject } from '#kernel/json.ts';
import type { RemoteDataset } from '#platform/datasources/remote-dataset.ts';
import type { PlannedFieldStep } from '#engine/field-steps/registry.ts';
import type { StoredSecrets } from '#connections/index.ts';
import { federatedSettings, remoteAddress } from '../datasources/federated-settings.ts';
import type { FederatedDatasource } from '../datasources/federated.ts';
import { facetMetadata, remoteFieldSteps } from './remote-fields.ts';
import { readWithDeadline } from '../reading/read-within-request.ts';

/** The services needed to fetch from another catalog. */
export type RemoteCatalogServices = Pick<Platform, 'datasources' | 'config' | 'semaphores'>;

/** The time limit for an answer of another catalog. It is short, because a user waits for the answer. */
export const remoteTimeoutMs = 5_000;

/** The metadata and fields of a remote dataset, as a dataset takes them over. */
export interface RemoteMetadata {
  /** Identifies the remote dataset. */
  readonly address: string;
  /** The metadata values, by template and field. */
  readonly metadata: JsonObject;
  /** The steps that give the records the fields of the remote dataset. */
  readonly fieldSteps: readonly PlannedFieldStep[];
}

/**
 * Fetches the metadata of a remote dataset; undefined when the other catalog does not answer within `remoteTimeoutMs` or its answer cannot
 * be read. Fails SOURCE_REFUSED when its address must not be reached.
 */
export async function fetchRemoteMetadata(
  app: RemoteCatalogServices,
  datasource: FederatedDatasource,
  secrets: StoredSecrets,
): Promise<RemoteMetadata | undefined> {
  try {
    const { metas, fields } = await readWithDeadline(
      app,
      (signal) => fetchRemoteDescription(app, datasource, secrets, signal),
      remoteTimeoutMs,
    );
    return {
      address: remoteAddress(datasource),
      metadata: { ...facetMetadata(fields), ...metas },
      fieldSteps: remoteFieldSteps(fields),
    };
  } catch (error) {
    if (error instanceof CatalogError && error.code !== 'SOURCE_REFUSED') return undefined;
    throw error;
  }
}

/**
 * Fetches the metadata and the fields of a remote dataset, without texts that PostgreSQL cannot store. Fails SOURCE_REFUSED when the
 * address must not be reached, and SOURCE_FAILED when the other catalog does not answer or its answer cannot be read.
 */
export async function fetchRemoteDescription(
  { datasources, config }: RemoteCatalogServices,
  datasource: FederatedDatasource,
  secrets: StoredSecrets,
  signal: AbortSignal,
): Promise<RemoteDataset> {
  const { datasetId, metas, fields } = await datasources.describeRemote(
    federatedSettings(config, datasource, secrets),
    signal,
  );
  return {
    datasetId,
    metas: Object.fromEntries(
      Object.entries(metas).map(([template, values]) => [
        template,
        Object.fromEntries(Object.entries(values).filter(([name, value]) => isStorableInput([name, value]))),
      ]),
    ),
    fields: fields.filter(isStorableInput),
  };
}
